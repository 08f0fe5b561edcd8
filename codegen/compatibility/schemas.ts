import { at, isObject, type Json, type JsonObject } from '../model.ts'
import { Breaks, type Found, type Rule } from './breaks.ts'
import { componentName, type Documents } from './references.ts'
import { compareShapes, compareTypes, type Direction } from './schema-rules.ts'
import { propertiesOf, shapeOf, type Shape } from './shape.ts'
import { words } from './words.ts'

/**
 * Compares the schemas of one operation. When both versions refer to a component of the same name, breaks are reported
 * for the component, so that they are reported once for all operations that use it.
 */
export class Schemas {
  readonly #documents: Documents
  readonly #breaks: Breaks
  readonly #operation: string
  /** The pairs of components that were compared already. Components may refer to themselves. */
  readonly #visited: Set<string>

  constructor(documents: Documents, breaks: Breaks, operation: string, visited: Iterable<string> = []) {
    this.#documents = documents
    this.#breaks = breaks
    this.#operation = operation
    this.#visited = new Set(visited)
  }

  compare(was: Json, is: Json, direction: Direction, place: string): void {
    const [before, now] = [innerReference(was), innerReference(is)]
    const [name, other] = [componentName(before), componentName(now)]
    if (name === undefined || other === undefined) return this.#compare(was, is, direction, place)
    const visit = `${direction} ${name} ${other}`
    if (name === other) this.#compareBeside(was, is, direction, place)
    if (this.#visited.has(visit)) return
    this.#visited.add(visit)
    if (name === other) this.#compare(bare(before), bare(now), direction, name)
    else this.#compare(was, is, direction, place)
  }

  /** Compares what is written next to the same reference in both versions: whether null is possible, a default. */
  #compareBeside(was: Json, is: Json, direction: Direction, place: string): void {
    const [before, now] = [shapeOf(this.#documents.was, was), shapeOf(this.#documents.is, is)]
    const beside = [was, is, innerReference(was), innerReference(is)].flatMap((one) =>
      Object.keys(schemaOrAny(one)),
    )
    for (const finding of compareShapes(before, now, direction))
      if (nullRules.includes(finding.rule) || beside.includes(finding.what))
        this.#add({ ...finding, place }, direction)
  }

  #compare(was: Json, is: Json, direction: Direction, place: string): void {
    const [before, now] = [shapeOf(this.#documents.was, was), shapeOf(this.#documents.is, is)]
    const several = before.choices !== undefined || now.choices !== undefined
    const findings = (several ? compareTypes : compareShapes)(before, now, direction)
    for (const { property, ...finding } of findings)
      this.#add({ ...finding, place: property === undefined ? place : `${place}.${property}` }, direction)
    if (several && findings.length === 0) this.#compareChoices(before, now, direction, place)
    if (!several) this.#compareInside(before, now, direction, place)
  }

  #compareInside(before: Shape, now: Shape, direction: Direction, place: string): void {
    const properties = propertiesOf(now)
    for (const [name, schema] of Object.entries(propertiesOf(before)))
      if (Object.hasOwn(properties, name))
        this.compare(schema, properties[name] as Json, direction, `${place}.${name}`)
    for (const [key, sign] of [
      ['items', '[]'],
      ['additionalProperties', '{}'],
    ] as const) {
      const [was, is] = [before.schema[key], now.schema[key]]
      if (was === false || is === false || (!isObject(was) && !isObject(is))) continue
      this.compare(schemaOrAny(was), schemaOrAny(is), direction, `${place}${sign}`)
    }
  }

  /**
   * In a request, every old choice must fit one of the new choices. In an answer, every new choice must fit one of the
   * old choices.
   */
  #compareChoices(before: Shape, now: Shape, direction: Direction, place: string): void {
    const [was, is] = [choicesOf(before), choicesOf(now)]
    const fits =
      direction === 'request'
        ? was.every((one) => is.some((other) => this.#fits(one, other, direction)))
        : is.every((one) => was.some((other) => this.#fits(other, one, direction)))
    if (fits) return
    if (was.length === is.length)
      return was.forEach((one, index) => this.compare(one, is[index] as Json, direction, place))
    const rule = direction === 'request' ? 'request choice removed' : 'answer choice added'
    const found = { rule, place, what: 'choices', was: choicesInWords(was), is: choicesInWords(is) } as const
    this.#add(found, direction)
  }

  #fits(was: Json, is: Json, direction: Direction): boolean {
    const breaks = new Breaks()
    const trial = new Schemas(this.#documents, breaks, this.#operation, this.#visited)
    trial.compare(was, is, direction, '')
    return breaks.all().length === 0
  }

  #add(found: Found, direction: Direction): void {
    this.#breaks.add({ ...found, place: `${found.place} (${direction})` }, this.#operation)
  }
}

const nullRules: Rule[] = ['request null refused', 'answer null added']

/** If the schema is a reference, or a choice of a reference and null: the reference. Else the schema. */
function innerReference(schema: Json): JsonObject {
  const choices = at(schema, 'anyOf') ?? at(schema, 'oneOf')
  if (!Array.isArray(choices) || choices.length !== 2) return schemaOrAny(schema)
  const [inner, ...others] = choices.filter((choice) => at(choice, 'type') !== 'null')
  return others.length === 0 && isObject(inner) ? inner : schemaOrAny(schema)
}

/** A reference without the keywords next to it. */
function bare({ $ref }: JsonObject): JsonObject {
  return { $ref: $ref as string }
}

/** The schema; if there is none, one that accepts anything. */
function schemaOrAny(schema: Json | undefined): JsonObject {
  return isObject(schema) ? schema : {}
}

/** The choices of a schema; without choices, the schema itself is the only one. Null is compared with the types. */
function choicesOf({ choices, schema, types }: Shape): Json[] {
  return choices ?? [{ ...schema, type: types.filter((type) => type !== 'null') }]
}

function choicesInWords(choices: Json[]): string {
  return choices.map((choice) => componentName(choice) ?? words((choice as JsonObject)['type'])).join(', ')
}
