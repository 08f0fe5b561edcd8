import { originalOf } from './clones.ts'
import type { ActionEntry } from './contract.ts'
import { makeId, type Scene } from './ids.ts'
import { scenarios, type Scenario } from './scenarios.ts'
import { inputSchema, resolveSchema, type Schema } from './schemas.ts'

export type Input = Record<string, unknown>

/**
 * An input that the action accepts from the caller of the scene: from the action's scenario, if it has one; else its
 * example with real ids. Texts differ in every call, because some must be unique.
 */
export async function makeInput(scene: Scene, action: ActionEntry): Promise<Input> {
  const scenario = (scenarios as Record<string, Scenario | undefined>)[originalOf(action.id)]
  if (scenario) return (await scenario(scene)) as Input
  const example = structuredClone(action.operation.requestBody?.content['application/json'].example ?? {})
  const fresh = action.operation['x-class'] !== 'read'
  return (await renew(scene, inputSchema(action), example, fresh)) as Input
}

/** The message for an input of `makeInput` that the action refuses: what to do about it. */
export function howToFix(action: ActionEntry, answer: { status: number; text: string }): string {
  return (
    `${action.id} refused the input made from its example (${answer.status} ${answer.text.slice(0, 500)}). ` +
    `Give it an example that works in any company, or add ${action.id} to test/support/scenarios.ts.`
  )
}

/** A copy of the value with the ids of real records and, if `fresh`, with texts that no earlier call has used. */
async function renew(scene: Scene, schema: Schema, value: unknown, fresh: boolean): Promise<unknown> {
  const here = resolveSchema(schema)
  if (value === null) return null
  if (here['x-id']) return makeId(scene, here['x-id'])
  if (Array.isArray(value))
    return Promise.all(value.map((item) => renew(scene, here.items ?? {}, item, fresh)))
  if (typeof value === 'object') {
    const entries = Object.entries(value).map(async ([key, item]) => [
      key,
      await renew(scene, here.properties?.[key] ?? {}, item, fresh),
    ])
    return Object.fromEntries((await Promise.all(entries)) as [string, unknown][])
  }
  return fresh && typeof value === 'string' ? freshText(here, value) : value
}

let count = 0

function freshText(schema: Schema, value: string): string {
  const mark = (++count).toString(36)
  if (schema.format === 'idn-email') return `${mark}.${value}`
  if (schema.format ?? schema.enum ?? schema.const) return value
  const fresh =
    (schema.maxLength ?? Infinity) <= mark.length + 1
      ? mark.slice(0, schema.maxLength)
      : `${value.slice(0, (schema.maxLength ?? 1000) - mark.length - 1)} ${mark}`
  return matchesPattern(schema, fresh) ? fresh : value
}

/** Whether the pattern of the schema allows the text. Without a pattern it does. */
export function matchesPattern({ pattern }: Schema, text: string): boolean {
  return pattern === undefined || new RegExp(pattern, 'u').test(text)
}

/**
 * A copy of the input with `value` at `path`. Objects and lists that are missing on the way are added, with only what
 * is required.
 */
export async function put(
  scene: Scene,
  schema: Schema,
  input: unknown,
  path: string[],
  value: unknown,
): Promise<unknown> {
  const [step, ...rest] = path
  if (step === undefined) return value
  const here = withProperty(resolveSchema(schema), step)
  const start = input === undefined || input === null ? await sample(scene, here) : input
  if (step === '*') {
    const [first, ...others] = start as unknown[]
    return [await put(scene, here.items ?? {}, first, rest, value), ...others]
  }
  const object = start as Input
  const next = await put(
    scene,
    here.properties?.[step] ?? {},
    Object.hasOwn(object, step) ? object[step] : undefined,
    rest,
    value,
  )
  return Object.defineProperty({ ...object }, step, {
    value: next,
    enumerable: true,
    writable: true,
    configurable: true,
  })
}

/** Of several choices, the one with this property. */
function withProperty(schema: Schema, step: string): Schema {
  const has = (choice: Schema) =>
    step === '*' ? choice.items !== undefined : choice.properties?.[step] !== undefined
  return has(schema) ? schema : ((schema.anyOf ?? schema.oneOf ?? []).map(resolveSchema).find(has) ?? schema)
}

const ofFormat: Record<string, string> = {
  date: '2026-01-31',
  'date-time': '2026-01-31T09:00:00.000Z',
  email: 'someone@company.example',
  country: 'DE',
  currency: 'EUR',
  'time-zone': 'Europe/Berlin',
  phone: '+4930901820',
  iban: 'DE89370400440532013000',
  cursor: 'b3RoZXI',
  'action-name': 'org.units.create',
}

/** The smallest valid value: only required properties, with the ids of real records. */
export async function sample(scene: Scene, schema: Schema): Promise<unknown> {
  const here = resolveSchema(schema)
  if (here['x-id']) return makeId(scene, here['x-id'])
  if (here.const !== undefined) return here.const
  if (here.enum) return here.enum[0]
  const [type] = [here.type ?? []].flat()
  if (type === 'object') {
    const optional = Object.keys(here.properties ?? {}).filter((name) => !here.required?.includes(name))
    const needed = [...(here.required ?? []), ...optional].slice(
      0,
      Math.max(here.required?.length ?? 0, here.minProperties ?? 0),
    )
    const entries = needed.map(
      async (name) => [name, await sample(scene, here.properties?.[name] ?? {})] as const,
    )
    return Object.fromEntries(await Promise.all(entries))
  }
  if (type === 'array')
    return Promise.all(Array.from({ length: here.minItems ?? 0 }, () => sample(scene, here.items ?? {})))
  if (type === 'integer' || type === 'number') return here.minimum ?? 1
  if (type === 'boolean') return true
  return ofFormat[here.format ?? ''] ?? 'x'.repeat(Math.max(1, here.minLength ?? 1))
}
