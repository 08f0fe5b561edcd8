import { checkAnswerBounds, checkBounds } from './check-bounds.ts'
import { checkCatalogues } from './check-catalogue.ts'
import { checkDescriptions } from './check-descriptions.ts'
import { checkErrorExamples } from './check-error-examples.ts'
import { checkExamples } from './check-examples.ts'
import { checkExampleValues } from './check-example-values.ts'
import { checkConvertible } from './check-openapi-3.0.ts'
import { checkGuide } from './check-guide.ts'
import { checkPaging } from './check-paging.ts'
import { checkMentions } from './check-mentions.ts'
import { checkOpenValues } from './check-open-values.ts'
import { checkSchemas, problemAt } from './check-schemas.ts'
import { checkOnlyWith } from './check-only-with.ts'
import { checkTexts } from './check-texts.ts'
import {
  at,
  isObject,
  media,
  requestSchema,
  resultSchema,
  type Contract,
  type Json,
  type Path,
  type Source,
} from './model.ts'
import { ContractError, type Problem } from './problems.ts'
import { mcpNameLimit } from './emit/mcp.ts'
import { mcpDescription, mcpDescriptionLimit } from './emit/tool-description.ts'
import { checkQueryParts } from './query-parts.ts'
import { checkToolDefaults } from './tool-defaults.ts'
import { checkToolRows } from './tool-rows.ts'
import { checkWebOnly } from './web-only.ts'
import { answeredComponents, hasDryRun, redactedPaths } from './redaction.ts'
import { componentsBelow, eachSchema } from './schema.ts'

export const classes = ['read', 'write', 'destructive']
export const retries = ['replay', 'no-store']
export const manageRoles = ['owner', 'admin', 'hr', 'viewer']
/** Verbs that promise not to change anything. */
export const readVerbs = ['list', 'get', 'status', 'whoami', 'timeline', 'chart', 'summary']
const writtenByHand = ['tags', 'summary', 'description', 'deprecated', 'requestBody', 'responses']
const actionRules = [
  'x-class',
  'x-retry',
  'x-recorded',
  'x-urgent',
  'x-access',
  'x-paging',
  'x-errors',
  'x-row-errors',
  'x-warnings',
  'x-events',
]
const rulesOf: Record<Source['kind'], string[]> = {
  action: actionRules,
  session: ['x-errors', 'x-urgent'],
  redirect: ['x-redirect'],
}
const accessRules = ['manage', 'me', 'web_only', 'while_paused']

type Report = (path: Path, message: string) => void

/**
 * Refuses a contract that is incomplete or contradicts itself.
 *
 * @throws ContractError with all problems, each with file and line
 */
export function checkContract(contract: Contract): void {
  const problems: Problem[] = []
  const seen = new Map<string, string>()
  for (const source of contract.sources) {
    const report: Report = (path, message) => problems.push(problemAt(source, ['post', ...path], message))
    const twin = seen.get(source.id)
    if (twin) report([], `operation id ${source.id} is already taken by ${twin}; rename one of the files`)
    seen.set(source.id, source.file)
    for (const key of Object.keys(source.value))
      if (key !== 'post')
        problems.push(
          problemAt(
            source,
            [key],
            `only post is written by hand, but there is ${key}; codegen derives the rest`,
          ),
        )
    if (!isObject(source.value['post'])) {
      report([], 'there is no post operation')
      continue
    }
    checkName(source, report)
    checkOperation(source, report)
    checkResponses(source, report)
    if (source.kind === 'action') checkAction(contract, source, report)
  }
  problems.push(...checkCatalogues(contract), ...checkSecrets(contract), ...checkSchemas(contract))
  // The next checks need references whose targets exist.
  if (problems.length === 0) problems.push(...checkExamples(contract))
  if (problems.length === 0)
    problems.push(
      ...checkBounds(contract),
      ...checkAnswerBounds(contract),
      ...checkConvertible(contract),
      ...checkTexts(contract),
      ...checkOnlyWith(contract),
      ...checkWebOnly(contract),
      ...checkToolDefaults(contract),
      ...checkQueryParts(contract),
      ...checkToolRows(contract),
      ...checkDescriptions(contract),
      ...checkGuide(contract),
      ...checkErrorExamples(contract),
      ...checkPaging(contract),
      ...checkOpenValues(contract),
      ...checkMentions(contract),
      ...checkExampleValues(contract),
    )
  if (problems.length > 0) throw new ContractError(problems)
}

/** Finds the problem of the name of an operation, which is the path of its file; undefined when there is none. */
export function nameProblem(source: Pick<Source, 'kind' | 'group' | 'segments' | 'id'>): string | undefined {
  const { kind, group, segments, id } = source
  if (!/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(id)) return `${id} must be lower-case words joined by _`
  if (segments.length < 2) return `${id} is in no group: its place is paths/<group>/<action>.yaml`
  if (kind === 'session' && segments.length > 2) return 'a browser endpoint is one file in paths/auth/'
  if (group === 'get') return 'a group cannot be called get: get_ begins the ids of the GET twins'
  if (id.length > mcpNameLimit)
    return `operation id ${id} is longer than ${mcpNameLimit} characters; shorten the file's path`
  return undefined
}

function checkName(source: Source, report: Report): void {
  const problem = nameProblem(source)
  if (problem) report([], problem)
}

function checkOperation(source: Source, report: Report): void {
  const { operation } = source
  for (const key of ['summary', 'description'])
    if (typeof operation[key] !== 'string' || operation[key].trim() === '') report([key], `${key} is missing`)
  if (!Array.isArray(operation['tags']) || operation['tags'].length !== 1)
    report(['tags'], 'tags must name one tag')
  const rules = rulesOf[source.kind]
  for (const key of Object.keys(operation))
    if (!writtenByHand.includes(key) && !rules.includes(key))
      report(
        [key],
        key.startsWith('x-') ? `${key} is not known here` : `${key} is derived or not known here; remove it`,
      )
  const urgent = operation['x-urgent']
  if (urgent !== undefined && (urgent !== true || operation['x-class'] === 'read'))
    report(['x-urgent'], 'x-urgent: true marks a short write that takes access away')
  const properties = Object.keys((requestSchema(source)['properties'] as object | undefined) ?? {})
  if (properties.length > 0 && media(operation['requestBody'])?.['example'] === undefined)
    report(['requestBody'], 'the request has no example')
}

function checkResponses(source: Source, report: Report): void {
  const responses = source.operation['responses']
  if (source.kind === 'redirect') {
    if (typeof at(responses, '303', 'description') !== 'string')
      report(['responses', '303'], "response '303' has no description")
    return
  }
  const answer = media(at(responses, '200'))
  if (!isObject(answer?.['schema'])) report(['responses', '200'], "response '200' has no schema")
  if (answer?.['example'] === undefined) report(['responses', '200'], "response '200' has no example")
  if (typeof at(responses, '200', 'description') !== 'string')
    report(['responses', '200'], "response '200' has no description")
  for (const status of Object.keys(isObject(responses) ? responses : {}))
    if (status !== '200') report(['responses', status], `response ${status} is derived; remove it`)
}

function checkAction(contract: Contract, source: Source, report: Report): void {
  const { operation } = source
  const effect = operation['x-class']
  const retry = operation['x-retry']
  checkAccess(operation['x-access'], report)
  if (mcpDescription(source).length > mcpDescriptionLimit)
    report(
      ['description'],
      `the first paragraph is the tool's description: at most ${mcpDescriptionLimit} characters`,
    )
  if (!classes.includes(effect as string))
    return report(['x-class'], `x-class must be one of ${classes.join(', ')}`)
  if (effect !== 'read') checkWrite(contract, source, report)
  else if (retry !== undefined) report(['x-retry'], 'a read action needs no x-retry; remove it')
  const recorded = operation['x-recorded']
  if (recorded !== undefined && (recorded !== true || effect !== 'read'))
    report(
      ['x-recorded'],
      'x-recorded: true marks a read that leaves a line in the activity log; every write does',
    )
}

function checkWrite(contract: Contract, source: Source, report: Report): void {
  const retry = source.operation['x-retry']
  if (!retries.includes(retry as string)) report(['x-retry'], `x-retry must be one of ${retries.join(', ')}`)
  const verb = source.segments.at(-1) as string
  if (readVerbs.includes(verb)) report(['x-class'], `${verb} promises a read action`)
  const secrets = redactedPaths(contract, source)
  if (retry === 'replay' && secrets.length > 0)
    report(
      ['x-retry'],
      'the result holds a secret (x-redact), which must never be stored: use x-retry: no-store',
    )
  if (secrets.includes(''))
    report(
      ['responses', '200'],
      'x-redact marks a property, which is null in a dry run; the whole result cannot be null',
    )
  for (const name of ['dry_run', 'idempotency_key'])
    if (at(requestSchema(source), 'properties', name) !== undefined)
      report(['requestBody'], `${name} is derived for every write; call the property something else`)
}

function checkAccess(access: Json | undefined, report: Report): void {
  if (!isObject(access))
    return report(['x-access'], 'x-access is missing; say {manage: any or [roles], me: true, web_only: true}')
  const { manage, me } = access
  for (const key of Object.keys(access))
    if (!accessRules.includes(key))
      report(['x-access', key], `x-access knows ${accessRules.join(', ')}, not ${key}`)
  for (const key of ['me', 'web_only', 'while_paused'])
    if (access[key] !== undefined && access[key] !== true)
      report(['x-access', key], `${key} is true or left out`)
  const roles =
    Array.isArray(manage) && manage.length > 0 && manage.every((role) => manageRoles.includes(role as string))
  if (manage !== undefined && manage !== 'any' && !roles)
    report(['x-access', 'manage'], `manage is any or a list of ${manageRoles.join(', ')}`)
  if (manage === undefined && me === undefined)
    report(['x-access'], 'nobody may call this: name manage, me or both')
}

/**
 * A component with a secret cannot be part of an input: in answers the secret may be null, and inputs would allow it.
 */
function checkSecrets(contract: Contract): Problem[] {
  const answered = componentsBelow(contract, contract.sources.filter(hasDryRun).map(resultSchema))
  const shared = answered.difference(answeredComponents(contract))
  return [...shared].flatMap((name) => {
    const file = contract.components.get('schemas')?.get(name)
    const problems: Problem[] = []
    if (file)
      eachSchema(file.value, (schema, path) => {
        if (schema['x-redact'] === true)
          problems.push(
            problemAt(
              file,
              path,
              `${name} is part of inputs, too: give the secret in the result a place of its own`,
            ),
          )
      })
    return problems
  })
}
