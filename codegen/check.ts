import { checkSchemas } from './check-schemas.ts'
import { at, media, requestSchema, resultSchema, type Contract, type Source } from './model.ts'
import { ContractError, type Problem } from './problems.ts'
import { mcpDescription, mcpNameLimit, mcpDescriptionLimit } from './emit/mcp.ts'
import { resolveRef } from './schema.ts'

const classes = ['read', 'write', 'destructive']
const retries = ['replay', 'no-store']
const manageRoles = ['owner', 'admin', 'hr', 'viewer']
const readVerbs = ['list', 'get', 'status', 'whoami', 'timeline', 'chart', 'summary']
const knownExtensions = new Set(['x-class', 'x-retry', 'x-access', 'x-dry-run-null'])
const knownAccess = new Set(['manage', 'me', 'web_only', 'while_paused'])

type Report = (path: (string | number)[], message: string) => void

/**
 * Refuses a contract that leaves something out or disagrees with itself.
 *
 * @throws ContractError with every problem, each with file and line
 */
export function checkContract(contract: Contract): void {
  const problems: Problem[] = []
  const seen = new Map<string, string>()
  for (const source of contract.sources) {
    const report: Report = (path, message) =>
      problems.push({ file: source.file, line: source.lineOf(['post', ...path]), message })
    const twin = seen.get(source.id)
    if (twin) report([], `operation id ${source.id} is already taken by ${twin}; rename one of the files`)
    seen.set(source.id, source.file)
    checkOperation(source, report)
    if (source.kind === 'action') checkAction(contract, source, report)
  }
  problems.push(...checkSchemas(contract))
  if (problems.length > 0) throw new ContractError(problems)
}

function checkOperation(source: Source, report: Report): void {
  const { operation } = source
  for (const key of Object.keys(source.value))
    if (key !== 'post') report([], `only post is written by hand, but there is ${key}; codegen derives the rest`)
  if (!source.value['post']) report([], 'there is no post operation')
  for (const key of ['summary', 'description', 'tags'])
    if (!operation[key]) report([], `${key} is missing`)
  if (source.id.length > mcpNameLimit)
    report([], `operation id ${source.id} is longer than ${mcpNameLimit} characters; shorten the file's path`)
  if (!/^[a-z][a-z0-9_]*$/.test(source.id)) report([], `${source.id} must be lower-case words joined by _`)
  const takesInput = Object.keys((requestSchema(source)['properties'] as object | undefined) ?? {}).length > 0
  if (takesInput && media(operation['requestBody'])?.['example'] === undefined)
    report(['requestBody'], 'the request has no example')
  if (!media(at(operation, 'responses', '200'))?.['schema']) report(['responses'], "response '200' has no schema")
  if (media(at(operation, 'responses', '200'))?.['example'] === undefined)
    report(['responses', '200'], "response '200' has no example")
  for (const status of Object.keys((operation['responses'] as object | undefined) ?? {}))
    if (status !== '200') report(['responses', status], `response ${status} is derived; remove it`)
}

function checkAction(contract: Contract, source: Source, report: Report): void {
  const { operation } = source
  const effect = operation['x-class']
  const retry = operation['x-retry']
  for (const key of Object.keys(operation))
    if (key.startsWith('x-') && !knownExtensions.has(key)) report([key], `${key} is not known here`)
  if (!classes.includes(effect as string)) report(['x-class'], `x-class must be one of ${classes.join(', ')}`)
  if (effect === 'read' && retry !== undefined) report(['x-retry'], 'a read action needs no x-retry; remove it')
  if (effect !== 'read' && !retries.includes(retry as string))
    report(['x-retry'], `x-retry must be one of ${retries.join(', ')}`)
  const verb = source.segments.at(-1) as string
  if (readVerbs.includes(verb) && effect !== 'read') report(['x-class'], `${verb} promises a read action`)
  if (retry === 'replay' && holdsSecret(contract, source))
    report(['x-retry'], 'the result holds a secret (x-redact), which must never be stored: use x-retry: no-store')
  if (effect === 'read' && operation['x-dry-run-null']) report(['x-dry-run-null'], 'a read action has no dry run')
  checkAccess(source, report)
  if (mcpDescription(source).length > mcpDescriptionLimit)
    report(['description'], `the first paragraph is the tool's description: at most ${mcpDescriptionLimit} characters`)
}

function checkAccess(source: Source, report: Report): void {
  const access = source.operation['x-access']
  if (typeof access !== 'object' || access === null || Array.isArray(access))
    return report(['x-access'], 'x-access is missing; say {manage: any or [roles], me: true, web_only: true}')
  const { manage, me } = access
  for (const key of Object.keys(access))
    if (!knownAccess.has(key)) report(['x-access', key], `x-access knows ${[...knownAccess].join(', ')}, not ${key}`)
  for (const key of ['me', 'web_only', 'while_paused'])
    if (access[key] !== undefined && access[key] !== true) report(['x-access', key], `${key} is true or left out`)
  const roles = Array.isArray(manage) && manage.length > 0 && manage.every((role) => manageRoles.includes(role as string))
  if (manage !== undefined && manage !== 'any' && !roles)
    report(['x-access', 'manage'], `manage is any or a list of ${manageRoles.join(', ')}`)
  if (manage === undefined && me === undefined) report(['x-access'], 'nobody may call this: name manage, me or both')
}

function holdsSecret(contract: Contract, source: Source): boolean {
  const walk = (value: unknown): boolean => {
    if (Array.isArray(value)) return value.some(walk)
    if (typeof value !== 'object' || value === null) return false
    const schema = resolveRef(contract, value as never) as Record<string, unknown>
    return schema['x-redact'] === true || Object.values(schema).some(walk)
  }
  return walk(resultSchema(source))
}
