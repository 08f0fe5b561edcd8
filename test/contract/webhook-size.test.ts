import { expect } from 'chai'
import { document } from '../support/contract.ts'
import { resolveSchema, type Schema } from '../support/schemas.ts'

/** Bytes of a body at most: receivers may refuse longer ones (Standard Webhooks). */
const mostBytes = 20_000
/** UTF-8 has at most so many for a character. One that JSON escapes has two; texts have no control characters. */
const bytesPerCharacter = 4

const idLength = 36
const lengths: Record<string, number> = { date: 10, 'date-time': 24 }

/** The values of a schema that has no others. Later versions may have more, in bodies of their own. */
const namesOf = (schema: Schema): readonly unknown[] | undefined =>
  schema.enum ?? (schema as { 'x-extensible-enum'?: string[] })['x-extensible-enum']

/** Bytes of the longest value that a schema allows, as JSON. */
function longest(given: Schema, where: string): number {
  const schema = resolveSchema(given)
  const some = schema.anyOf ?? schema.oneOf
  if (some) return Math.max(...some.map((one) => longest(one, where)))
  const values = namesOf(schema)
  if (values) return Math.max(...values.map((value) => Buffer.byteLength(JSON.stringify(value))))
  if (schema.const !== undefined) return Buffer.byteLength(JSON.stringify(schema.const))
  const types = [schema.type ?? []].flat()
  return Math.max(...types.map((type) => longestOf(type, schema, where)))
}

function longestOf(type: string, schema: Schema, where: string): number {
  if (type === 'null') return 4
  if (type === 'boolean') return 5
  if (type === 'integer' || type === 'number') return 20
  if (type === 'string') {
    const most = lengths[schema.format ?? '']
    if (most !== undefined) return most + 2
    if (schema['x-id'] !== undefined) return idLength + 2
    const { maxLength } = schema
    if (maxLength === undefined) throw new Error(`${where} has no greatest length`)
    // A name of our own is ASCII.
    return maxLength * (schema.pattern === undefined ? bytesPerCharacter : 1) + 2
  }
  if (type === 'array') {
    if (schema.maxItems === undefined) throw new Error(`${where} has no greatest number of items`)
    // Of names that are known, each is there once.
    const items = Math.min(schema.maxItems, namesOf(schema.items!)?.length ?? Infinity)
    return 2 + items * (longest(schema.items!, `${where}[]`) + 1)
  }
  if (!schema.properties) throw new Error(`${where} is an object of anything`)
  return Object.entries(schema.properties).reduce(
    (sum, [name, property]) => sum + name.length + 4 + longest(property, `${where}.${name}`),
    2,
  )
}

describe('the bodies of webhooks', () => {
  for (const [type, { post }] of Object.entries(document.webhooks ?? {}))
    it(`of ${type} are never longer than 20 kB, with the longest values that the document allows`, () => {
      const bytes = longest(post.requestBody.content['application/json'].schema as Schema, type)
      expect(bytes).to.be.at.most(mostBytes)
    })
})
