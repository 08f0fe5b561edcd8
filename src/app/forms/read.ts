import { invalid, maxProblems } from '../../errors.ts'
import type { FieldShape } from '../../generated/forms.ts'
import { requestTexts } from '../../texts/requests.ts'
import { entryOf, isObject, pathOf, type Values } from './values.ts'

/** The control that clears a value: it is sent beside the empty control of the value. */
export const clearing = (path: string): string => `~null:${path}`
/** The value of a choice that stands for null. */
export const nullChoice = '~null'
/** The control that says how many entries a list has in the form. */
export const counting = (path: string): string => `~rows:${path}`
/** The control with the words of a search. */
export const searching = (path: string): string => `~q:${path}`
/** The person of whom the record that is looked for is. */
export const belonging = (path: string): string => `~of:${path}`

/** A form that was sent, read control by control. */
export class Sent {
  readonly #values = new Map<string, string[]>()

  constructor(pairs: Iterable<readonly [string, string]>) {
    for (const [name, value] of pairs) {
      // Browsers send the ends of lines as CR LF.
      const text = value.replaceAll('\r\n', '\n')
      const others = this.#values.get(name)
      if (others) others.push(text)
      else this.#values.set(name, [text])
    }
  }

  /** The value of a control, once; undefined when it was not sent. */
  take(name: string): string | undefined {
    const [value, second] = this.takeAll(name)
    if (second !== undefined) throw invalid(name, 'duplicate', requestTexts.formFieldOnce())
    return value
  }

  /** The values of controls that share a name, such as boxes to tick. */
  takeAll(name: string): string[] {
    const values = this.#values.get(name) ?? []
    this.#values.delete(name)
    return values
  }

  /**
   * Refuses what no field of the form has read.
   *
   * @throws ApiError validation_failed
   */
  refuseOthers(): void {
    const [name] = this.#values.keys()
    if (name !== undefined)
      throw invalid(name.slice(0, 200), 'unknown_property', requestTexts.noSuchFormField())
  }
}

/** The values of the fields of a form. Fields that are empty are left out. */
export function readValues(fields: readonly FieldShape[], sent: Sent, around = ''): Values {
  const entries = fields.flatMap((field): [string, unknown][] => {
    const value = readField(field, sent, pathOf(around, field.name))
    return value === undefined ? [] : [[field.name, value]]
  })
  return Object.fromEntries(entries)
}

function readField(field: FieldShape, sent: Sent, path: string): unknown {
  const cleared = sent.take(clearing(path)) !== undefined
  const value = readValue(field, sent, path)
  if (cleared) return null
  return value ?? (field.required ? emptyOf(field) : undefined)
}

/** An empty field that must be sent: null where that is a value, nothing of an object that has only optional parts. */
function emptyOf(field: FieldShape): unknown {
  if (field.nullable) return null
  return field.kind === 'object' ? {} : undefined
}

function readValue(field: FieldShape, sent: Sent, path: string): unknown {
  if (field.kind === 'object') return orNothing(readValues(field.fields, sent, path))
  if (field.kind === 'list') return readList(field, sent, path)
  if (field.kind === 'id') {
    sent.take(searching(path))
    sent.take(belonging(path))
  }
  const text = sent.take(path) ?? ''
  if (text.trim() === '') return undefined
  if (text === nullChoice) return null
  switch (field.kind) {
    case 'number':
      return readNumber(text.trim(), field.decimals)
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : text
    case 'json':
      return readJson(text)
    default:
      return text
  }
}

const orNothing = (values: Values): Values | undefined =>
  Object.keys(values).length > 0 ? values : undefined

/**
 * A number as people type it, with a point or a comma. A text with more decimals than the field has stays a text, which is
 * refused: `64.000` may mean sixty-four thousand.
 */
function readNumber(text: string, decimals: number): number | string {
  const [whole, , part = ''] = /^-?\d{1,15}(?:([.,])(\d+))?$/.exec(text) ?? []
  return whole === undefined || part.length > decimals ? text : Number(text.replace(',', '.'))
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}

/** A list that is much too long is cut where it is still refused: a form shows each entry, and says what is wrong with it. */
function readList(field: FieldShape & { kind: 'list' }, sent: Sent, path: string): unknown[] | undefined {
  const { item, max } = field
  const counted = sent.take(counting(path))
  const typed =
    counted === undefined
      ? readSimple(item, sent, path).slice(0, max + maxProblems)
      : readRows(item, sent, path, Math.min(Number(counted) || 0, max))
  return typed.length > 0 ? typed : undefined
}

/** The entries of a list of texts, one in each line, or of boxes that are ticked. */
const readSimple = (item: FieldShape, sent: Sent, path: string): unknown[] =>
  sent
    .takeAll(path)
    .flatMap((text) => (item.kind === 'text' ? text.split('\n') : [text]))
    .map((text) => text.trim())
    .filter((text) => text !== '')

function readRows(item: FieldShape, sent: Sent, path: string, count: number): unknown[] {
  const rows = Array.from({ length: count }, (_, index) => readField(item, sent, entryOf(path, index)))
  return rows.filter((row) => row !== undefined && !(isObject(row) && Object.keys(row).length === 0))
}
