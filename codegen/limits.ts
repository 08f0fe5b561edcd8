import { isObject, type Contract, type Json, type JsonObject } from './model.ts'
import { resolveRef } from './schema.ts'

/** The largest value that a schema accepts. */
export interface Limits {
  /** The number of objects and lists that are inside one another; 1 for an object of texts. */
  depth: number
  /** The number of JSON values that it holds, itself included. */
  values: number
  /** The length of its longest text, in code points. */
  text: number
}

/** Days, moments and choices have no `maxLength`; none of them is longer. */
const shortText = 64

/** Of an object of any JSON (`x-any`), such as the input of another action, which nests no deeper. */
const anyDepth = 4
const anyText = 2000

/**
 * The largest size of an input that the schema accepts, so that larger bodies can be refused before they are parsed. It
 * expects that everything in the schema is bounded, which `checkBounds` sees to.
 */
export function limitsOf(contract: Contract, schema: Json | undefined): Limits {
  if (!isObject(schema)) return { depth: 0, values: 1, text: shortText }
  const here = resolveRef(contract, schema)
  const any = number(here['x-any'])
  if (any > 0) return { depth: anyDepth, values: any, text: anyText }
  const choices = ['anyOf', 'oneOf'].flatMap((key) => (here[key] as Json[] | undefined) ?? [])
  const types = [here['type'] ?? []].flat()
  return largest([
    ...choices.map((choice) => limitsOf(contract, choice)),
    ...(types.includes('object') ? [holder(propertiesOf(contract, here))] : []),
    ...(types.includes('array')
      ? [holder([times(limitsOf(contract, here['items']), number(here['maxItems']))])]
      : []),
    { depth: 0, values: 1, text: Math.max(shortText, number(here['maxLength'])) },
  ])
}

/** The properties of an input that are files of cells (`x-lines: cells`). */
export function cellFiles(schema: Json | undefined): string[] {
  const properties = isObject(schema) ? ((schema['properties'] as JsonObject | undefined) ?? {}) : {}
  return Object.keys(properties).filter((name) => (properties[name] as JsonObject)['x-lines'] === 'cells')
}

function propertiesOf(contract: Contract, schema: JsonObject): Limits[] {
  const named = Object.values((schema['properties'] as JsonObject | undefined) ?? {})
  const others = limitsOf(contract, schema['additionalProperties'])
  return [
    ...named.map((property) => limitsOf(contract, property)),
    times(others, number(schema['maxProperties'])),
  ]
}

/** An object or a list that holds all of these. */
function holder(inside: Limits[]): Limits {
  const { depth, text } = largest(inside)
  return { depth: depth + 1, values: inside.reduce((sum, one) => sum + one.values, 1), text }
}

function times({ depth, values, text }: Limits, count: number): Limits {
  return { depth, values: values * count, text }
}

function largest(all: Limits[]): Limits {
  const most = (of: (one: Limits) => number) => Math.max(...all.map(of))
  return { depth: most((one) => one.depth), values: most((one) => one.values), text: most((one) => one.text) }
}

function number(value: Json | undefined): number {
  return typeof value === 'number' ? value : 0
}
