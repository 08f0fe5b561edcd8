import type { Choice } from '../parts/field/part.ts'
import type { Child } from '../../html/html.ts'
import type { Values } from './values.ts'

/** A form as it is shown: what stands in its fields, and what is wrong with it. */
export interface FormState {
  values: Values
  /** Values of fields that were left empty, by a record that the form chooses. They are sent with the others. */
  filled: Values
  /** Values that the form showed when it was opened, by property: only what differs is sent. Left out: all is sent. */
  before?: Values | undefined
  /** The properties that the reader may not see. They are shown as hidden, and are not sent. */
  hidden: ReadonlySet<string>
  /** Problems, by path. */
  errors: ReadonlyMap<string, string>
  /** The words of searches, by the path of what is looked for. */
  searches: ReadonlyMap<string, string>
  /** The people of whom rows are looked for, by path. */
  owners: ReadonlyMap<string, string>
  /** The properties that the way to the form has decided, such as its record: they are told, and not asked for. */
  fixed: ReadonlySet<string>
  /** True where an empty field leaves a value as it is, so that clearing it takes a box of its own. */
  keeps: boolean
  /** Lists to which an empty entry was added. */
  added: ReadonlySet<string>
  /** The path of the control that takes the focus. */
  focus?: string
  /** The entry that was moved up, at its new place; and the place of one that was removed. The focus goes there. */
  moved?: string
  removed?: string
}

export const emptyState: FormState = {
  values: {},
  filled: {},
  hidden: new Set(),
  fixed: new Set(),
  keeps: false,
  errors: new Map(),
  searches: new Map(),
  owners: new Map(),
  added: new Set(),
}

/** Tells whether something at a path, or in it, is wrong, was added, or is looked for. */
export const isBusy = ({ errors, added, searches }: FormState, path: string): boolean =>
  [...errors.keys(), ...added, ...searches.keys()].some((one) => one.startsWith(path))

/** A record that is chosen by a search. */
export interface Pick {
  choices: readonly Choice[]
  /** A sentence for a search that found nothing. */
  nothing?: Child
  /** The people among whom the owner of a row is chosen. */
  owners?: readonly Choice[]
}

/** The records that the fields of a form offer. */
export interface Lookups {
  /** All records of a kind, by kind. */
  lists: ReadonlyMap<string, readonly Choice[]>
  /** The address that finds people for a picker. */
  people: string
  /** Chosen and found records, by path. */
  picks: ReadonlyMap<string, Pick>
}
