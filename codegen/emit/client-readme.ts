import { format } from 'prettier'
import { eventTypes } from '../catalogue.ts'
import { pagingOf } from '../check-paging.ts'
import { webhookExample } from '../expand/webhooks.ts'
import { at, media, type Contract, type Json, type JsonObject, type Source } from '../model.ts'
import { ContractError } from '../problems.ts'
import { actionsOf } from './registry.ts'

/** The guide of the client, from the root of the repository. */
export const guideFile = 'src/client/guide.md'

/**
 * The README of the client package: the guide, with the examples of the contract.
 *
 * @param guide Markdown in which `$example('org.units.create')`, `$event('unit.updated')`, `$actions()`, `$paged()`,
 *   `$revision()` and `$version()` stand for what the contract says
 * @throws ContractError when the guide names something that the contract does not have
 */
export async function clientReadme(
  contract: Contract,
  guide: string,
  { revision, version }: { revision: string; version: string },
): Promise<string> {
  const actions = actionsOf(contract)
  const paged = actions.filter(pagingOf).map(({ action }) => `\`${action}\``)
  const examples = new Map(actions.map((source) => [source.action, () => exampleOf(source)]))
  const events = new Map(eventTypes(contract).map((event) => [event.type, () => webhookExample(event)]))
  const values: Record<string, (name: string) => string | undefined> = {
    example: (name) => JSON.stringify(examples.get(name)?.()),
    event: (name) => JSON.stringify(events.get(name)?.()),
    actions: () => listOf(contract, actions),
    paged: () => paged.join(', '),
    revision: () => revision,
    version: () => version,
  }
  const text = guide.replace(
    /\$(\w+)\((?:'([^']*)')?\)/g,
    (all, key: string, name: string, offset: number) => {
      const value = values[key]?.(name)
      if (value !== undefined) return value
      const line = guide.slice(0, offset).split('\n').length
      throw new ContractError([{ file: guideFile, line, message: `the contract has nothing for ${all}` }])
    },
  )
  return format(text, { parser: 'markdown', semi: false, singleQuote: true, printWidth: 100 })
}

/** The example of what the action takes; undefined when it takes nothing. */
function exampleOf({ operation }: Source): Json | undefined {
  return media(operation['requestBody'])?.['example']
}

/** All actions with their examples, by tag. */
function listOf(contract: Contract, actions: Source[]): string {
  return (contract.base.value['tags'] as JsonObject[])
    .map(({ name }) => ({
      tag: name as string,
      own: actions.filter(({ operation }) => tagOf(operation) === name),
    }))
    .filter(({ own }) => own.length > 0)
    .map(({ tag, own }) => `### ${tag}\n\n\`\`\`ts\n${own.map(sample).join('\n')}\n\`\`\``)
    .join('\n\n')
}

function tagOf({ tags }: JsonObject): Json | undefined {
  return (tags as Json[])[0]
}

function sample(source: Source): string {
  const { action, operation } = source
  const webOnly = at(operation, 'x-access', 'web_only') ? ' (web app only)' : ''
  const example = exampleOf(source)
  const input = example === undefined ? '' : JSON.stringify(example)
  return `// ${String(operation['summary'])}${webOnly}\nawait client.${action}(${input})`
}
