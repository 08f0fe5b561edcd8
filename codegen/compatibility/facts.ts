import { isObject, type Json, type JsonObject } from '../model.ts'

/**
 * A fact about one place of the contract, such as the limit of a property.
 *
 * - A promise must stay: a property that is answered, a value that is accepted, an error that clients look for.
 * - A demand must not become stricter: a property that has to be sent, the limit of a text.
 */
export interface Fact {
  /** `POST /v1/org/units.create 200`, or a property of a component: `Unit.head (answer)`. */
  place: string
  /** The name of the fact at this place: `property head`, `maxLength`. */
  what: string
  value: Json
  /** Tells whether a value of today is within an earlier one. Without it they must be equal. */
  within?: Within
}

/** Tells whether all that `inner` allows is allowed by `outer`, too. */
export type Within = (inner: Json, outer: Json) => boolean

/** The facts of a document. */
export class Facts {
  readonly #promises = new Map<string, Fact>()
  readonly #demands = new Map<string, Fact>()
  readonly #places = new Set<string>()

  /**
   * Adds a place.
   *
   * @returns false when it is there already
   */
  visit(place: string): boolean {
    if (this.#places.has(place)) return false
    this.#places.add(place)
    return true
  }

  /** Adds a promise of a place that was visited. `within`: today's value may be narrower, too. */
  promise(place: string, what: string, value: Json = true, within?: Within): void {
    this.#promises.set(`${place} ${what}`, { place, what, value, ...(within && { within }) })
  }

  /** Adds a demand of a place that was visited. `within`: today's value may be wider, too. */
  demand(place: string, what: string, value: Json = true, within?: Within): void {
    this.#demands.set(`${place} ${what}`, { place, what, value, ...(within && { within }) })
  }

  /**
   * Finds what breaks clients of an earlier document. A place that is gone is named once: some promise led to it. The
   * demands of a new place are for those alone who use it.
   */
  breaksOf(earlier: Facts): Break[] {
    const lost = [...earlier.#promises].flatMap(([key, was]) => {
      const is = this.#promises.get(key)
      if (!this.#places.has(was.place) || (is && (was.within ?? equal)(is.value, was.value))) return []
      return [{ place: was.place, what: was.what, was: was.value, is: is?.value }]
    })
    const gained = [...this.#demands].flatMap(([key, is]) => {
      const was = earlier.#demands.get(key)
      if (!earlier.#places.has(is.place) || (was && (is.within ?? equal)(was.value, is.value))) return []
      return [{ place: is.place, what: is.what, was: was?.value, is: is.value }]
    })
    return [...lost, ...gained]
  }
}

/** A promise that is not kept, or a demand that is new. Without a value it was not there, or is not there any more. */
export interface Break {
  place: string
  what: string
  was: Json | undefined
  is: Json | undefined
}

function equal(one: Json, other: Json): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** The names and values of an object of the document; none of anything else. */
export function entries(value: Json | undefined): [string, Json][] {
  return isObject(value) ? Object.entries(value) : []
}

/** The values of a list of the document; none of anything else. */
export function list(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : []
}

/** Reads references of one document. */
export class References {
  readonly #document: JsonObject

  constructor(document: JsonObject) {
    this.#document = document
  }

  /** The object that a reference refers to, with the keywords beside the reference. Anything else as it is. */
  follow(value: Json | undefined): JsonObject {
    if (!isObject(value)) return {}
    const { $ref: ref, ...beside } = value
    if (typeof ref !== 'string') return value
    const steps = ref.split('/').slice(1)
    const target = steps.reduce<Json | undefined>(
      (here, step) => (isObject(here) ? here[step] : undefined),
      this.#document,
    )
    return { ...this.follow(target), ...beside }
  }
}
