import { isObject, type Json, type JsonObject } from '../model.ts'
import { refName } from '../schema.ts'
import { html, joined, type Html, type Part } from './html.ts'
import { follow, type Reference } from './reference.ts'

interface Place {
  reference: Reference
  /** Tells that the values are sent, so that limits and defaults matter. */
  sent: boolean
  /** The beginning of the fields' ids. */
  prefix: string
  /** The components around this one. A component within itself is not shown again. */
  around: string[]
}

/**
 * The properties of an object as a list, those of objects within it folded.
 *
 * @param prefix of the anchors: `body` makes `#body.name`
 */
export function fieldList(
  reference: Reference,
  schema: JsonObject,
  prefix: 'body' | 'data',
): Html | undefined {
  return fieldsOf({ reference, sent: prefix === 'body', prefix, around: [] }, schema)
}

function fieldsOf(place: Place, schema: JsonObject): Html | undefined {
  const object = follow(place.reference.document, schema)
  const properties = Object.entries((object['properties'] as Record<string, JsonObject> | undefined) ?? {})
  if (properties.length === 0) return undefined
  const required = (object['required'] as string[] | undefined) ?? []
  return html`<ul class="fields">
    ${properties.map(([name, property]) => field(place, name, property, required.includes(name)))}
  </ul>`
}

function field(place: Place, name: string, property: JsonObject, required: boolean): Html {
  const { reference, sent, prefix } = place
  const { shown, nullable } = withoutNull(reference, property)
  const id = `${prefix}.${name}`
  const facts = [...(sent ? limits(shown) : []), ...formats(shown)]
  return html`<li class="field" id="${id}">
    <div class="field-head">
      <a class="field-name" href="#${id}"><code>${name}</code></a>
      <span class="type">${typeWords(reference, shown)}${nullable && ' or null'}</span
      >${sent && required && html` <span class="tag need">required</span>`}${!sent && !required && html` <span class="tag">optional</span>`}${property['x-web-only'] === true && html` <span class="tag web">web app only</span>`}
    </div>
    ${prose(reference, property, shown)}${facts.length > 0 && html`<p class="facts">${joined(facts, ' · ')}</p>`}${choices(reference, shown)}${nested({ ...place, prefix: id }, shown)}
  </li>`
}

/** The description of the property; without one, that of its type, unless the fields of the type follow with it. */
function prose({ markdown }: Reference, property: JsonObject, shown: JsonObject): Part {
  const text = property['description'] ?? shown['description']
  return typeof text === 'string' && html`<div class="prose">${markdown(text)}</div>`
}

/** The objects that the value holds, with their fields. */
function nested(place: Place, shown: JsonObject): Part {
  const { reference, around } = place
  const variants = variantsOf(shown)
  return variants.map((variant) => {
    const name = refName(variant)
    if (name !== undefined && around.includes(name)) return undefined
    const fields = fieldsOf({ ...place, around: name === undefined ? around : [...around, name] }, variant)
    const count = Object.keys(
      (follow(reference.document, variant)['properties'] as JsonObject | undefined) ?? {},
    ).length
    return (
      fields &&
      html`<details class="nested">
        <summary>
          ${count} ${count === 1 ? 'field' : 'fields'}${name !== undefined && html` of <code>${name}</code>`}
        </summary>
        ${fields}
      </details>`
    )
  })
}

/** The schemas of objects that a value can be, or that its list holds. */
function variantsOf(schema: JsonObject): JsonObject[] {
  if (Array.isArray(schema['anyOf'])) return (schema['anyOf'] as JsonObject[]).flatMap(variantsOf)
  if (isObject(schema['items'])) return variantsOf(schema['items'])
  if (isObject(schema['additionalProperties'])) return variantsOf(schema['additionalProperties'])
  return [schema]
}

/** The schema without null as one of its choices, and whether null was one. */
function withoutNull(
  { document }: Reference,
  property: JsonObject,
): { shown: JsonObject; nullable: boolean } {
  const name = refName(property)
  const schema = name === undefined ? property : { ...follow(document, property), 'x-name': name }
  if (Array.isArray(schema['anyOf'])) {
    const others = (schema['anyOf'] as JsonObject[]).filter(({ type }) => type !== 'null')
    const nullable = others.length < schema['anyOf'].length
    if (others.length > 1) return { shown: { ...schema, anyOf: others }, nullable }
    const { anyOf: _anyOf, ...own } = schema
    const inner = withoutNull({ document } as Reference, others[0] ?? {})
    return { shown: { ...inner.shown, ...own }, nullable: nullable || inner.nullable }
  }
  const types = [schema['type'] ?? []].flat()
  if (!types.includes('null') || types.length < 2) return { shown: schema, nullable: false }
  const others = types.filter((type) => type !== 'null')
  return { shown: { ...schema, type: others.length === 1 ? (others[0] as Json) : others }, nullable: true }
}

function typeWords(reference: Reference, schema: JsonObject): string {
  const name = refName(schema)
  const { shown } = name === undefined ? { shown: schema } : withoutNull(reference, schema)
  if (Array.isArray(shown['anyOf'])) {
    const words = (shown['anyOf'] as JsonObject[]).map((one) => typeWords(reference, one))
    return [...new Set(words)].join(' or ')
  }
  if (isObject(shown['items'])) return `list of ${typeWords(reference, shown['items'])}`
  const type = [shown['type'] ?? 'any value'].flat().join(' or ')
  if (type === 'object') return String(shown['x-name'] ?? 'object')
  if (typeof shown['x-id'] === 'string') return `id of ${article(shown['x-id'])}`
  if (type === 'string' && typeof shown['format'] === 'string')
    return shown['format'].replace('idn-email', 'email')
  return type
}

function article(kind: string): string {
  return `${/^[aeio]/.test(kind) ? 'an' : 'a'} ${kind.replaceAll('_', ' ')}`
}

const lengths: [string, string, string][] = [
  ['minLength', 'maxLength', 'characters'],
  ['minItems', 'maxItems', 'items'],
  ['minProperties', 'maxProperties', 'entries'],
]

/** Limits of a value, and its default. */
function limits(schema: JsonObject): Part[] {
  const ranges = lengths.flatMap(([least, most, unit]) => range(schema[least], schema[most], ` ${unit}`))
  const numbers = range(schema['minimum'] ?? above(schema['exclusiveMinimum']), schema['maximum'], '')
  const pattern = schema['pattern']
  return [
    ...ranges,
    ...numbers,
    typeof schema['x-decimals'] === 'number' && `at most ${schema['x-decimals']} decimals`,
    schema['uniqueItems'] === true && 'no item twice',
    // The long patterns are those of free text and of formats. The overview says in words what they demand.
    typeof pattern === 'string' && pattern.length < 50 && html`matches <code>${pattern}</code>`,
    schema['x-lines'] !== undefined && 'may have several lines',
    isObject(schema['x-only-with']) && onlyWith(schema['x-only-with']),
    schema['default'] !== undefined && html`default <code>${JSON.stringify(schema['default'])}</code>`,
  ].filter((part) => part !== false)
}

function onlyWith(wanted: JsonObject): Part {
  const [[name, value] = []] = Object.entries(wanted)
  return html`only and always with <code>${name}: ${String(value)}</code>`
}

function above(value: Json | undefined): Json | undefined {
  return value === undefined ? undefined : `more than ${String(value)}`
}

function range(least: Json | undefined, most: Json | undefined, unit: string): string[] {
  if (least === undefined && most === undefined) return []
  if (least === undefined) return [`at most ${String(most)}${unit}`]
  if (most === undefined)
    return least === 0 ? [] : [`${typeof least === 'string' ? '' : 'at least '}${String(least)}${unit}`]
  return [least === most ? `${String(most)}${unit}` : `${String(least)} to ${String(most)}${unit}`]
}

const formatWords: Record<string, string> = {
  country: 'ISO 3166-1 alpha-2, such as DE',
  currency: 'ISO 4217, such as EUR',
  'time-zone': 'IANA name, such as Europe/Berlin',
  phone: 'E.164',
  date: 'YYYY-MM-DD',
  'date-time': 'RFC 3339, in UTC',
}

function formats(schema: JsonObject): Part[] {
  const words = formatWords[String(schema['format'])]
  return words === undefined ? [] : [words]
}

/** The values of an enumeration, if there are not very many. */
function choices({ document }: Reference, schema: JsonObject): Part {
  const items = follow(document, schema['items'])
  const constant = schema['const']
  const values = (schema['enum'] ?? items['enum'] ?? (constant === undefined ? [] : [constant])) as Json[]
  const shown = values.filter((value) => value !== null)
  if (shown.length === 0) return undefined
  const list = html`<p class="choices">${shown.map((value) => html`<code>${String(value)}</code> `)}</p>`
  return shown.length <= 24
    ? list
    : html`<details class="nested">
        <summary>${shown.length} values</summary>
        ${list}
      </details>`
}
