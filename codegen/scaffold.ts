import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { classes, manageRoles, nameProblem, readVerbs, retries } from './check.ts'
import { toSource } from './load.ts'
import type { Contract, JsonObject, Source } from './model.ts'

export const help = `npm run new -- <group>/<resource>/<verb> --class <${classes.join('|')}> [options]

Writes the Path Item of a new action, then runs codegen, which writes its handler and a failing test.

  --class <class>    read changes nothing, destructive cannot be undone, write is the rest
  --retry <retry>    of a write: ${retries.join(' or ')} (default: replay; a result with a secret needs no-store)
  --manage <roles>   any, or some of ${manageRoles.join(',')} (default: any for a read, else owner,admin,hr)
  --me               people may call it in their own workspace; without --manage, only there
  --web-only         only browser sessions, neither API keys nor assistants
  --tag <tag>        where the reference shows it (default: where its neighbors are)
  --help             print this

Example: npm run new -- org/units/create --class write`

/** A mistake on the command line. The message says how to correct it. */
export class UsageError extends Error {}

/** A new action: its place and the rules of its Path Item. */
export interface Wanted {
  source: Source
  effect: string
  retry: string | undefined
  access: string
  tag: string
}

function parse(args: string[]) {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean' } as const
  const options = { class: text, retry: text, manage: text, tag: text, me: flag, 'web-only': flag }
  try {
    return parseArgs({ args, allowPositionals: true, options })
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n\n${help}`)
  }
}

type Options = ReturnType<typeof parse>['values']

/**
 * The action that a command line asks for.
 *
 * @param root the root of the tree in which it is created
 * @throws UsageError when this action cannot be created, with the reason
 */
export function plan(contract: Contract, args: string[], root: string): Wanted {
  const { values, positionals } = parse(args)
  const [name] = positionals
  if (name === undefined || positionals.length > 1) throw new UsageError(`Name one action.\n\n${help}`)
  const path = name.replace(/\.yaml$/, '')
  const source = toSource(`${path}.yaml`, { file: `openapi/paths/${path}.yaml`, value: {}, lineOf: () => 1 })
  const problem = /^[a-z0-9_/]+$/.test(path) ? nameProblem(source) : 'use lower-case words, _ and / alone'
  if (problem) throw new UsageError(`${name} cannot be an action's name: ${problem}.`)
  if (source.kind === 'session')
    throw new UsageError('Endpoints below /auth are no actions; write their file by hand.')
  const twin = contract.sources.find(({ id }) => id === source.id)
  if (twin) throw new UsageError(`${source.id} exists already: ${twin.file}.`)
  for (const file of [source.file, `src/actions/${path}.ts`])
    if (existsSync(join(root, file))) throw new UsageError(`${file} exists already.`)

  const effect = oneOf('class', values.class, classes)
  const retry =
    effect === 'read' && values.retry === undefined
      ? undefined
      : oneOf('retry', values.retry ?? 'replay', retries)
  if (effect === 'read' && retry !== undefined) throw new UsageError('A read action needs no --retry.')
  const verb = source.segments.at(-1) as string
  if (effect !== 'read' && readVerbs.includes(verb))
    throw new UsageError(`${verb} promises a read action: --class read.`)
  return { source, effect, retry, access: access(effect, values), tag: tag(contract, source, values.tag) }
}

function oneOf(option: string, value: string | undefined, choices: string[]): string {
  if (value !== undefined && choices.includes(value)) return value
  throw new UsageError(`--${option} must be one of ${choices.join(', ')}.`)
}

function access(effect: string, values: Options): string {
  const manage = values.manage ?? (values.me ? undefined : effect === 'read' ? 'any' : 'owner,admin,hr')
  const roles =
    manage === undefined || manage === 'any'
      ? []
      : manage.split(',').map((role) => oneOf('manage', role, manageRoles))
  const rules = [
    manage !== undefined && `manage: ${manage === 'any' ? 'any' : `[${roles.join(', ')}]`}`,
    values.me && 'me: true',
    values['web-only'] && 'web_only: true',
  ]
  return `{ ${rules.filter(Boolean).join(', ')} }`
}

function tag(contract: Contract, source: Source, asked: string | undefined): string {
  const declared = (contract.base.value['tags'] as JsonObject[]).map(({ name }) => String(name))
  if (asked !== undefined) return oneOf('tag', asked, declared)
  const shared = ({ segments }: Source) =>
    segments.filter((word, index) => word === source.segments[index]).length
  const [nearest] = contract.sources
    .filter(({ group }) => group === source.group)
    .sort((a, b) => shared(b) - shared(a))
  if (nearest) return String((nearest.operation['tags'] as string[])[0])
  throw new UsageError(
    `${source.group} is a new group: say where the reference shows it, --tag ${declared.join('|')}.`,
  )
}

const requestBody = `  requestBody:
    content:
      application/json:
        schema:
          type: object
          additionalProperties: false
          required: [name]
          properties:
            name: { type: string, minLength: 1, maxLength: 100, description: What it is called. }
        example: { name: Research }
`

const resultSchema = `type: object
additionalProperties: false
required: [id, name]
properties:
  id: { type: string, maxLength: 64, description: Stays the same for good. }
  name: { type: string, maxLength: 100, description: What it is called. }`

/** The text of a Path Item that passes all checks. Its author replaces the descriptions, input and result. */
export function pathItem({ source, effect, retry, access, tag }: Wanted): string {
  const words = source.segments.map((word) => word.replaceAll('_', ' '))
  const [verb = '', ...resource] = words.slice(1).reverse()
  const summary = [verb, ...resource.reverse()].join(' ')
  const list = verb === 'list'
  return `post:
  tags: [${tag}]
  summary: ${summary.charAt(0).toUpperCase()}${summary.slice(1)}
  description: >-
    What it does, for a person and for an assistant that must choose among tools; rules and side effects belong here.
  x-class: ${effect}
${retry === undefined ? '' : `  x-retry: ${retry}\n`}  x-access: ${access}
${effect === 'read' ? '' : requestBody}  responses:
    '200':
      description: ${list ? 'Every one of them.' : 'What it is now.'}
      content:
        application/json:
          schema:${list ? '\n            type: array\n            x-unbounded: As many as there are.\n            items:' : ''}
${indent(list ? 14 : 12, resultSchema)}
          example: ${list ? '[{ id: 0197a1c2-0010, name: Research }]' : '{ id: 0197a1c2-0010, name: Research }'}
`
}

function indent(columns: number, text: string): string {
  return text.replaceAll(/^/gm, ' '.repeat(columns))
}
