import { isObject, requestSchema, type Contract, type Json, type JsonObject, type Source } from '../model.ts'
import { mapSchema, resolveRef } from '../schema.ts'

type Named = (text: string) => string

/**
 * The input of an action for assistants, without references, and in the part of JSON Schema that all of them read.
 * Assistants read all tools in every session, so everything
 * that does not help to make a valid call is left out. The service still checks the input with the full schema, and its
 * errors name the path of what is wrong.
 *
 * @param summary the description of the tool
 * @param named replaces the names of actions in a text by the names of their tools
 */
export function toolSchema(contract: Contract, source: Source, summary: string, named: Named): JsonObject {
  const input = { ...requestSchema(source), [nullIsNothing]: makesSomething(source) }
  const told = /\bnull\b/i.test(summary) ? summary : ''
  const slim = mapSchema(input, (schema) => {
    const resolved = resolve(contract, schema)
    const { properties, items, additionalProperties: values, description } = resolved
    const whole = resolved[nullIsNothing] === true || replacesWhole(resolved)
    const slim = {
      ...resolved,
      ...(typeof description === 'string' && { description: named(description) }),
      ...(isObject(properties) && { properties: slimProperties(contract, resolved, told, named) }),
      ...(isObject(items) && { items: { ...items, [nullIsNothing]: whole } }),
      ...(isObject(values) && { additionalProperties: resolveRef(contract, values) }),
    }
    return Object.fromEntries(Object.entries(slim).filter(([key, value]) => helps(slim, key, value)))
  })
  return mapSchema(slim, withSingleTypes) as JsonObject
}

/**
 * A list of types as a choice of schemas with one type each: clients that read `type` as one word would drop the tool, or
 * forget the type. The choice has no words beside it, because some providers refuse `anyOf` with another keyword.
 */
function withSingleTypes({ type, enum: values, ...rest }: JsonObject): JsonObject {
  const given = defined({ type, enum: values })
  if (!Array.isArray(type)) return { ...given, ...rest }
  const [first, ...others] = type.filter((one) => one !== 'null')
  const named = Array.isArray(values) ? { enum: values.filter((value) => value !== null) } : {}
  const choices = [{ type: first!, ...named, ...rest }, ...others.map((one) => ({ type: one }))]
  return { anyOf: [...choices, ...(type.includes('null') ? [{ type: 'null' }] : [])] }
}

/** A mark on an object: for its properties, null means the same as leaving them out. It is removed at the end. */
const nullIsNothing = 'x-null-is-nothing'

/**
 * Tells whether the action creates a record, or a job that takes nothing over. Then there is no value that null could
 * clear.
 */
function makesSomething({ segments }: Source): boolean {
  return ['create', 'hire', 'rehire', 'add'].includes(segments.at(-1) as string)
}

/**
 * The schema without a reference. `anyOf: [{…}, {type: null}]` becomes one schema whose type may be null, and a choice of
 * texts, numbers and the like becomes a list of their types.
 */
function resolve(contract: Contract, schema: JsonObject): JsonObject {
  const { anyOf, ...outer } = resolveRef(contract, schema)
  if (!Array.isArray(anyOf)) return outer
  const choices = anyOf.map((choice) => resolveRef(contract, choice as JsonObject))
  const [value, ...others] = choices.filter(({ type }) => type !== 'null')
  if (others.length > 0 && choices.every(isScalar))
    return { ...outer, type: choices.map(({ type }) => type as string) }
  if (value?.['type'] === undefined || others.length > 0 || choices.length !== 2) return { ...outer, anyOf }
  return {
    ...value,
    ...outer,
    type: [...[value['type']].flat(), 'null'],
    ...(Array.isArray(value['enum']) && { enum: [...value['enum'], null] }),
  }
}

function isScalarChoice({ anyOf }: JsonObject): boolean {
  return Array.isArray(anyOf) && anyOf.every((choice) => isScalar(choice as JsonObject))
}

/** Tells whether nothing but the type of a value matters to an assistant. */
function isScalar({ type, enum: values, format }: JsonObject): boolean {
  const scalar = ['string', 'number', 'integer', 'boolean', 'null'].includes(type as string)
  return scalar && values === undefined && format === undefined
}

/**
 * The properties of an object, each with the part of its description that an assistant needs, and with null only where
 * it means something.
 *
 * @param told the description of the tool, if it mentions null; else empty
 */
function slimProperties(contract: Contract, object: JsonObject, told: string, named: Named): JsonObject {
  const whole = object[nullIsNothing] === true || replacesWhole(object)
  const all = Object.entries(object['properties'] as JsonObject)
  const absent = all.flatMap(([name, property]) => (isWebOnly(property) ? [name] : []))
  const offered = all.filter(([name]) => !absent.includes(name))
  const slim = offered.map(([name, property]): [string, Json] => {
    const own = isObject(property) && property['description'] !== undefined
    const { maxLength, maximum, ...resolved } = withToolDefault(resolve(contract, property as JsonObject))
    const text = withoutSentencesAbout(absent, String(resolved['description'] ?? ''))
    const description = named(describe(name, { ...resolved, description: text }, own, whole))
    const meansSomething = told.includes(name) || /\bnull\b|\bleft out\b/i.test(description)
    const type = whole && !meansSomething ? notNull(resolved) : {}
    const limits = plainNames.has(name) ? {} : defined({ maxLength, maximum })
    return [name, { ...resolved, ...limits, ...type, description, [nullIsNothing]: whole }]
  })
  return Object.fromEntries(slim)
}

/** Tells whether only the web app may send a property (`x-web-only`), so that tools do not have it. */
export function isWebOnly(property: Json | undefined): boolean {
  return isObject(property) && property['x-web-only'] === true
}

/** The property with the default that only tools have (`x-mcp-default`), and without what its description says of HTTP. */
function withToolDefault(property: JsonObject): JsonObject {
  const { 'x-mcp-default': value, ...rest } = property
  if (value === undefined) return property
  const sentences = sentencesOf(String(rest['description'] ?? ''))
  const description = sentences.filter((sentence) => !saysDefault.test(sentence)).join(' ')
  return { ...rest, default: value, description }
}

/** A sentence that says what happens without a property. */
export const saysDefault = /\bleft out\b|\bwithout (it|`?limit)\b/i

function withoutSentencesAbout(names: string[], text: string): string {
  const speaksOf = (sentence: string) => names.some((name) => new RegExp(`\\b${name}\\b`).test(sentence))
  return sentencesOf(text)
    .filter((sentence) => !speaksOf(sentence))
    .join(' ')
}

/** The sentences of a text, which may have several lines. */
function sentencesOf(text: string): string[] {
  return text
    .trim()
    .replace(/\s+/g, ' ')
    .split(/(?<=\.)\s+(?=[A-Z`])/)
}

function defined(object: Record<string, Json | undefined>): JsonObject {
  return Object.fromEntries(
    Object.entries(object).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  )
}

/**
 * Names that need no description for an assistant, wherever they are used, and whose values are far below their limits.
 * Their descriptions in the document are for people.
 */
const plainNames = new Set(
  (
    'name given_name family_name preferred_name title birthday email work_email personal_email relationship contact ' +
    'emergency_contacts address line1 line2 city region postal_code from to start_date effective_date ' +
    'contract_end_date probation_end_date employee_number registration_number tax_id weekly_hours notice_period_days ' +
    'unit_id location_id legal_entity_id reason locations units people work_email family_name unit location legal_entity ' +
    'has_login has_manager probation_ends_before contract_ends_before updated_since expires_on notes sha256 file subject ' +
    'target_start_date replaces_person_id link_url start_checklists'
  ).split(' '),
)

/** Our own formats, in words. They replace `format`, because a client may refuse a format that it does not know. */
const formatWords: Record<string, string> = {
  country: 'ISO 3166-1 alpha-2.',
  currency: 'ISO 4217.',
  'time-zone': 'IANA name.',
  phone: 'E.164.',
  iban: 'ISO 13616.',
  // The names of e-mail addresses say what they are.
  'idn-email': '',
  // The descriptions of these say where the value comes from.
  'people-cursor': '',
  'activity-cursor': '',
  'delivery-cursor': '',
  'notification-cursor': '',
  'request-cursor': '',
  'document-cursor': '',
  'feed-cursor': '',
  'action-name': '',
}

/**
 * A sentence tells a rule when it says what happens without the property, or contains a value or another name of the
 * contract. The name of the property cannot tell this; nor what null does.
 */
const rule = /\bleft out\b|\bdefault|\bunless\b|["`]|[a-z]_[a-z]/i
const ruleOrNull = new RegExp(`\\bnull\\b|${rule.source}`, 'i')

/**
 * The description of a property for an assistant: its first sentence, except where the name is enough, and all others
 * that tell a rule. If there is none, it names the format, if that is one of our own.
 *
 * @param own whether the description was written for this property, and not for its type
 * @param whole whether null means the same as leaving the property out
 */
function describe(name: string, schema: JsonObject, own: boolean, whole: boolean): string {
  const { description = '', 'x-id': kind, enum: values, format } = schema
  const text = whole ? withoutReplacing(String(description)) : String(description)
  if (typeof kind === 'string' && !own) return describeId(name, kind, text)
  if (Array.isArray(values) && !own && !values.some((value) => text.includes(String(value)))) return ''
  const [first = '', ...more] = sentencesOf(text)
  const tellsRule = (sentence: string) => (whole ? rule : ruleOrNull).test(sentence)
  const opening = plainNames.has(name) && !tellsRule(first) ? '' : first
  const rules = more.filter(tellsRule)
  const told = [opening, ...rules].filter(Boolean).join(' ')
  return told === '' ? (formatWords[String(format)] ?? '') : told
}

/** Where nothing was before, nothing is replaced. */
function withoutReplacing(text: string): string {
  return sentencesOf(text)
    .filter((sentence) => !/^Replaces\b/.test(sentence))
    .join(' ')
}

/**
 * The description of an id: the action that finds it. Empty when the name of the property tells the kind of record: the
 * instructions of the server say that ids come from lists.
 */
function describeId(name: string, kind: string, text: string): string {
  if (new RegExp(`(^|_)${kind}_ids?$`).test(name)) return ''
  const [finder] = text.match(/\b[a-z]+\/[a-z_.]+[a-z]/) ?? []
  return finder ? `From ${finder}.` : text
}

/** Tells whether an object or list replaces the one before as a whole. Its description says so in these words. */
function replacesWhole({ description }: JsonObject): boolean {
  return /\bleft out (is|becomes) (empty|null)\b/.test(String(description))
}

function notNull({ type, enum: values }: JsonObject): JsonObject {
  const [only, ...others] = [type].flat().filter((one) => one !== 'null')
  if (only === undefined || others.length > 0) return {}
  return { type: only, ...(Array.isArray(values) && { enum: values.filter((value) => value !== null) }) }
}

/**
 * The keywords that clients and providers of models understand alike. Rules across several properties (`if`, `not`,
 * `dependentRequired` …) are not among them: the service checks them, and its errors say what is wrong.
 */
const portable = new Set(
  (
    'type properties required items enum description additionalProperties anyOf default format pattern ' +
    'minimum maximum minLength maxLength minItems maxItems'
  ).split(' '),
)

const longestPattern = 60

/** Tells whether a keyword tells an assistant something that it could not guess. */
function helps(schema: JsonObject, key: string, value: Json): boolean {
  const { format, description } = schema
  switch (key) {
    case 'description':
      return value !== ''
    case 'required':
      return (value as Json[]).length > 0
    // The description of a map of texts and numbers says enough.
    case 'additionalProperties':
      return isObject(value) && !isScalarChoice(value)
    // Assistants do not send empty texts or negative numbers where these make no sense.
    case 'minLength':
    case 'minimum':
      return value !== 0 && value !== 1
    // Names and titles are shorter than such limits. Short labels and long texts may not be.
    case 'maxLength':
      return (
        format === undefined &&
        schema['pattern'] === undefined &&
        schema['x-id'] === undefined &&
        (Number(value) < 100 || Number(value) > 255)
      )
    // A long one refuses what nobody means to send, such as control characters. The description says what is asked.
    case 'pattern':
      return format === undefined && String(value).length <= longestPattern
    case 'format':
      return !(String(value) in formatWords)
    case 'default':
      return value !== false && !isTold(value, String(description))
    default:
      return portable.has(key)
  }
}

/** Tells whether a description says the default, such as "25 when left out". */
function isTold(value: Json, description: string): boolean {
  const words: string[] = description.toLowerCase().match(/[\w-]+/g) ?? []
  return (
    /\b(default|left out|without it|otherwise)\b/i.test(description) &&
    words.includes(String(value).toLowerCase())
  )
}
