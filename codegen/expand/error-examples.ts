import { refusalsOf, type Refusal } from '../catalogue.ts'
import {
  isObject,
  media,
  requestSchema,
  type Contract,
  type Json,
  type JsonObject,
  type Source,
} from '../model.ts'
import { resolveRef } from '../schema.ts'
import { spell, untranslated, valuesIn, type Values } from '../../src/texts/phrase.ts'

const requestId = '0197a1c2-7b1e'
const recordId = '0197a1c2-0042'
/** Only writes that store no answer refuse so. */
const onlyNoStore = 'idempotency_key_used'

/**
 * The example of a refusal, as this action answers it: the message and the path of the catalogue, with the values of
 * its `example`. Of several values of a placeholder, the first with which the path is in the action's input is taken.
 *
 * @returns the path, undefined where no value leads into the input; the body; and the name of the component. Two
 *   actions share it where their examples are the same.
 */
export function refusalExample(
  contract: Contract,
  source: Source,
  refusal: Refusal,
): { path: string | undefined; name: string; body: JsonObject } {
  const filled = variants(refusal).map((values) => ({ values, path: fill(refusal.path, values) }))
  const found = filled.find(({ path }) => isInInput(contract, requestSchema(source), path))
  const { path = '', values = {} } = found ?? {}
  return {
    path: found?.path,
    name: refusal.path.includes('{') ? `${refusal.name}.${fileName(path)}` : refusal.name,
    body: bodyOf(refusal, path, values),
  }
}

/** The values of the placeholders: once for each value that the placeholder of the path may have. */
function variants({ path, example }: Refusal): JsonObject[] {
  const [name] = valuesIn(path)
  if (name === undefined) return [example]
  return [example[name] ?? []].flat().map((value) => ({ ...example, [name]: value }))
}

function bodyOf({ name, error, message, record }: Refusal, path: string, values: JsonObject): JsonObject {
  const params = Object.fromEntries(valuesIn(message).map((one) => [one, values[one] as Json]))
  const detail = { path, code: name, message: fill(message, values), params }
  return errorBody(error, record === null ? detail : { ...detail, record_id: recordId })
}

function errorBody(code: string, detail: JsonObject & { path: string; message: string }): JsonObject {
  const { path, message } = detail
  const headline = path === '' ? message : `${path}: ${message}`
  return { error: { code, message: headline, details: [detail], request_id: requestId } }
}

const fill = (text: string, values: JsonObject): string =>
  spell({ text: untranslated(text).text, values: values as Values }, 'en')

/** A path as the name of a component: `options[1]` is `options.1`. */
function fileName(path: string): string {
  return path.replaceAll(/[^a-z0-9_]+/g, '.').replace(/\.$/, '')
}

/** Tells whether the path leads to a place in the input, or is the input itself (`''`). */
function isInInput(contract: Contract, schema: Json | undefined, path: string): boolean {
  const steps = path.match(/[^.[\]]+/g) ?? []
  const found = steps.reduce<Json | undefined>((here, step) => inside(contract, here, step), schema)
  return found !== undefined
}

function inside(contract: Contract, schema: Json | undefined, step: string): Json | undefined {
  if (!isObject(schema)) return undefined
  const here = resolveRef(contract, schema)
  const choices = (here['anyOf'] as Json[] | undefined) ?? []
  const others = here['additionalProperties']
  return (
    (here['properties'] as JsonObject | undefined)?.[step] ??
    (/^\d+$/.test(step) ? here['items'] : undefined) ??
    (isObject(others) ? others : undefined) ??
    choices.map((choice) => inside(contract, choice, step)).find((found) => found !== undefined)
  )
}

/** The examples of all error responses, as components: those of the catalogue, and the general ones. */
export function exampleComponents(contract: Contract): JsonObject {
  const general = [...(contract.components.get('responses') ?? [])].flatMap(([name, { value }]) =>
    Object.entries(generalExamples(name, value)),
  )
  const inputs = contract.sources.map((source) => {
    const { component, body } = inputExample(source)
    return [component, { value: body }] as const
  })
  const own = contract.sources.flatMap((source) =>
    refusalsOf(contract, source).map((refusal) => {
      const { name, body } = refusalExample(contract, source, refusal)
      return [name, { value: body }] as const
    }),
  )
  return Object.fromEntries([...general, ...inputs, ...own].sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** The answer of the action to an input that it does not take: one without its first property, or with one too many. */
function inputExample(source: Source): { name: string; component: string; body: JsonObject } {
  const [needed] = (requestSchema(source)['required'] as string[] | undefined) ?? []
  const name = needed === undefined ? 'unknown_property' : 'required'
  const path = needed ?? 'colour'
  const message =
    needed === undefined
      ? 'This is not a property of the input. Remove it, or check its spelling.'
      : 'This is required.'
  return {
    name,
    component: `${name}.${path}`,
    body: errorBody('validation_failed', { path, code: name, message, params: {} }),
  }
}

/** The examples that every action answers with this status, by name. A single one is named after the component. */
function generalExamples(component: string, response: JsonObject): JsonObject {
  const { example, examples } = media(response) ?? {}
  const name = component.replace(/(?!^)[A-Z]/g, '_$&').toLowerCase()
  return example === undefined ? ((examples as JsonObject | undefined) ?? {}) : { [name]: { value: example } }
}

/** The content of an error response that all actions share, with its examples as references. */
export function sharedContent(component: string, response: JsonObject): JsonObject {
  const names = Object.keys(generalExamples(component, response)).filter((name) => name !== onlyNoStore)
  return content(response, Object.fromEntries(names.map((name) => [name, name])))
}

/**
 * The content of an action's own error response: an example of each refusal that it lists, then the general ones.
 *
 * @returns undefined where the action answers nothing else than all actions do
 */
export function ownContent(
  contract: Contract,
  source: Source,
  component: string,
  refusals: Refusal[],
): JsonObject | undefined {
  const response = contract.components.get('responses')?.get(component)?.value ?? {}
  const general = Object.keys(generalExamples(component, response)).filter((name) =>
    isGeneral(source, component, name),
  )
  const own = refusals.map((refusal) => [refusal.name, refusalExample(contract, source, refusal).name])
  if (component === 'ValidationFailed') {
    const input = inputExample(source)
    own.push([input.name, input.component])
  }
  if (own.length === 0 && !general.includes(onlyNoStore)) return undefined
  return content(response, Object.fromEntries([...own, ...general.map((name) => [name, name])]))
}

/** Reads take no idempotency key, so nothing but their own refusals is a conflict. */
function isGeneral({ operation }: Source, component: string, name: string): boolean {
  if (component === 'Conflict' && operation['x-class'] === 'read') return false
  return name !== onlyNoStore || operation['x-retry'] === 'no-store'
}

/** The media type of an error. `examples`: the name in the response, and that of the component. */
function content(response: JsonObject, examples: Record<string, string>): JsonObject {
  const references = Object.entries(examples).map(([name, component]) => [
    name,
    { $ref: `#/components/examples/${component}` },
  ])
  const schema = media(response)?.['schema'] as Json
  return { 'application/json': { schema, examples: Object.fromEntries(references) } }
}
