import { format } from 'prettier'
import { eventTypes } from '../catalogue.ts'
import { pagingOf } from '../check-paging.ts'
import { webhookExample } from '../expand/webhooks.ts'
import { at, media, type Contract, type Json, type JsonObject, type Source } from '../model.ts'
import { actionsOf } from './registry.ts'

/**
 * The README of the client package: the guide, with the examples of the contract.
 *
 * @param guide Markdown in which `$example('org.units.create')`, `$event('unit.updated')`, `$actions()`, `$paged()`,
 *   `$revision()` and `$version()` stand for what the contract says
 * @throws Error when the guide names an action or event that the contract does not have
 */
export async function clientReadme(
  contract: Contract,
  guide: string,
  { revision, version }: { revision: string; version: string },
): Promise<string> {
  const actions = actionsOf(contract)
  const paged = actions.filter(pagingOf).map(({ action }) => `\`${action}\``)
  const values: Record<string, (name: string) => string> = {
    example: (name) => JSON.stringify(exampleOf(find(actions, 'action', name))),
    event: (name) => JSON.stringify(webhookExample(find(eventTypes(contract), 'type', name))),
    actions: () => listOf(contract, actions),
    paged: () => paged.join(', '),
    revision: () => revision,
    version: () => version,
  }
  const text = guide.replace(/\$(\w+)\((?:'([^']*)')?\)/g, (all, key: string, name = '') => {
    const value = values[key]
    if (!value)
      throw new Error(`the guide of the client says ${all}; it may say ${Object.keys(values).join(', ')}`)
    return value(name as string)
  })
  return format(text, { parser: 'markdown', semi: false, singleQuote: true, printWidth: 100 })
}

function find<T, Key extends keyof T>(all: T[], key: Key, name: string): T {
  const found = all.find((one) => one[key] === name)
  if (!found) throw new Error(`the guide of the client names ${name}, which the contract does not have`)
  return found
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
