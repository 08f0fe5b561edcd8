/** A name, decoded: `/J#61vaScript` is `JavaScript`. */
export class Name {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** A reference to an object: `5 0 R`. */
export class Ref {
  readonly number: number
  constructor(number: number) {
    this.number = number
  }
}

/** Strings are not kept: nothing that is judged is in one. */
export class Text {}

/** A word that is no value: `obj`, `stream`, `endobj` … */
export class Word {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** A key that is there twice has both values: readers differ in which they take. */
export class Dictionary {
  readonly entries: [key: string, value: Value][] = []

  all(key: string): Value[] {
    return this.entries.filter(([one]) => one === key).map(([, value]) => value)
  }

  has(key: string): boolean {
    return this.entries.some(([one]) => one === key)
  }

  /** Tells whether it has this name under this key. */
  is(key: string, ...names: string[]): boolean {
    return this.all(key).some((value) => value instanceof Name && names.includes(value.text))
  }
}

export type Value = Name | Ref | Text | Word | Dictionary | number | Value[]
