import { eventType } from './catalogue.ts'
import { problemAt } from './check-schemas.ts'
import { isObject, type Contract, type Json, type JsonObject, type Path, type SourceFile } from './model.ts'
import type { Problem } from './problems.ts'
import { eachSchema, refName, resolveRef } from './schema.ts'
import { personalData } from '../src/personal-data/register.ts'

/** Characters of a description: webhooks/events.list answers it. */
const longestDescription = 500

const keys = ['group', 'subject', 'description', 'data', 'example']

/** Every event is well formed, and contains nothing that only some of its readers may see. */
export function checkEvents(contract: Contract): Problem[] {
  const names = new Map<string, string>()
  return [...contract.events].flatMap(([type, file]) => {
    const problems: Problem[] = []
    const report = (path: Path, message: string) => problems.push(problemAt(file, path, message))
    checkEvent(type, file, report)
    const { dataName, bodyName } = eventType(type, file)
    const twin = names.get(dataName) ?? taken(contract, file, dataName) ?? taken(contract, file, bodyName)
    names.set(dataName, file.file)
    if (twin)
      report([], `${dataName} or ${bodyName}, its name in the published document, is taken by ${twin}`)
    else if (isObject(file.value['data'])) checkFields(contract, file, report)
    return problems
  })
}

function taken(contract: Contract, file: SourceFile, name: string): string | undefined {
  const holder = contract.components.get('schemas')?.get(name)?.file
  return holder === file.file ? undefined : holder
}

function checkEvent(type: string, file: SourceFile, report: (path: Path, message: string) => void): void {
  const { value } = file
  if (!/^[a-z][a-z0-9]*(_[a-z0-9]+)*(\.[a-z][a-z0-9]*(_[a-z0-9]+)*)+$/.test(type))
    report([], `${type} must be <record>.<event> in lower-case words joined by _`)
  for (const key of ['group', 'description'])
    if (typeof value[key] !== 'string' || value[key].trim() === '') report([key], `${key} is missing`)
  if (String(value['description']).trim().length > longestDescription)
    report(['description'], `webhooks/events.list answers at most ${longestDescription} characters of it`)
  if (typeof value['subject'] !== 'string' || !/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(value['subject']))
    report(['subject'], 'subject is the kind of record that the event is about, such as legal_entity')
  if (!isObject(value['data']) || value['data']['type'] !== 'object')
    report(['data'], 'data must be the schema of an object')
  if (value['example'] === undefined) report([], 'the event has no example of its data')
  for (const key of Object.keys(value))
    if (!keys.includes(key)) report([key], `an event has ${keys.join(', ')}, not ${key}`)
}

/** Every subscriber reads the whole event, so it may contain only fields of the public and job tiers. */
function checkFields(
  contract: Contract,
  file: SourceFile,
  report: (path: Path, message: string) => void,
): void {
  const own = personalData[tableOf(String(file.value['subject']))]
  const mayHold = (field: string, { id }: JsonObject) => {
    if (own?.plain.includes(field) || !closedColumns.has(field)) return true
    const column = own?.personal[field]
    // An object with an id is a record or refers to one. Its name is no personal data of the subject.
    return column ? isOpen(column.tier) : field === 'name' && id !== undefined
  }
  const follow = (schema: Json, place: (path: Path) => Path, above: ReadonlySet<string>) =>
    eachSchema(schema, (object, path) => {
      if (object['x-redact'] === true) report(place(path), 'an event holds no secret (x-redact)')
      if (isObject(object['additionalProperties']))
        report(place([...path, 'additionalProperties']), 'an event names each property that it holds')
      const properties = isObject(object['properties']) ? object['properties'] : {}
      for (const field of Object.keys(properties))
        if (!mayHold(field, properties))
          report(
            place([...path, 'properties', field]),
            `${field} is ${closedColumns.get(field)} in the register of personal data: an event cannot hold it`,
          )
      const name = refName(object)
      if (name !== undefined && !above.has(name))
        follow(resolveRef(contract, object), () => place(path), new Set([...above, name]))
    })
  follow(file.value['data'] as Json, (path) => ['data', ...path], new Set())
}

/** Columns that are neither public nor job in some table, with the reason. */
const closedColumns = new Map(
  Object.entries(personalData).flatMap(([table, { personal }]) =>
    Object.entries(personal)
      .filter(([, { tier }]) => !isOpen(tier))
      .map(([column, { tier }]) => [column, `${tier} (${table})`] as const),
  ),
)

function isOpen(tier: string): boolean {
  return tier === 'public' || tier === 'job'
}

const irregular: Record<string, string> = { person: 'people', member: 'memberships' }

/** The table that holds records of a kind: `legal_entity` → `legal_entities`. */
function tableOf(kind: string): string {
  return irregular[kind] ?? (kind.endsWith('y') ? `${kind.slice(0, -1)}ies` : `${kind}s`)
}
