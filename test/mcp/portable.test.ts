import { readFileSync } from 'node:fs'
import { expect } from 'chai'

type Schema = Record<string, any>

const tools = JSON.parse(readFileSync('openapi/published/mcp-tools.json', 'utf8')) as {
  name: string
  inputSchema: Schema
}[]

/** The keywords that clients and providers of models read alike. */
const keywords = [
  ...[
    'type',
    'properties',
    'required',
    'items',
    'additionalProperties',
    'enum',
    'anyOf',
    'description',
    'default',
  ],
  ...['format', 'pattern', 'minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems'],
]
/** Other formats are refused by some. */
const formats = ['date', 'date-time', 'email', 'uuid', 'uri']

/**
 * What is wrong with a schema for some client: what `--strict` of the MCP inspector finds (a list of types, a schema that
 * is `true` or says nothing, a reference), and what providers of models refuse besides. `npm run inspect` asks the
 * inspector itself.
 */
function faultsOf(schema: Schema | boolean, path: string): string[] {
  if (typeof schema !== 'object') return [`${path}: is no object`]
  const { type, anyOf, properties = {}, items, additionalProperties, format, enum: values } = schema
  const below = [
    ...Object.entries(properties as Schema).map(([name, one]) => faultsOf(one, `${path}.${name}`)),
    ...((anyOf ?? []) as Schema[]).map((one, index) => faultsOf(one, `${path}.anyOf[${index}]`)),
    ...(items === undefined ? [] : [faultsOf(items, `${path}.items`)]),
    ...(typeof additionalProperties === 'object' ? [faultsOf(additionalProperties, `${path}.*`)] : []),
  ]
  const faults = [
    typeof type !== 'string' && anyOf === undefined && 'has no type of its own',
    anyOf !== undefined && Object.keys(schema).length > 1 && 'has something beside anyOf',
    type === 'array' && items === undefined && 'says nothing about its items',
    values?.includes(null) && 'has null among its values',
    format !== undefined && !formats.includes(format) && `has the format ${format}`,
    ...Object.keys(schema).map((key) => !keywords.includes(key) && `has ${key}`),
  ]
  return [
    ...faults.filter((fault) => fault !== false && fault !== undefined).map((one) => `${path}: ${one}`),
    ...below.flat(),
  ]
}

describe('mcp tool schemas are portable', () => {
  it('to every client: one type each, null as a choice of its own, no references and no rules across properties', () => {
    expect(tools.flatMap(({ name, inputSchema }) => faultsOf(inputSchema, name))).to.deep.equal([])
    const nullable = JSON.stringify(tools).match(/"anyOf"/g) ?? []
    expect(nullable.length, 'null is still offered').to.be.above(20)
  })

  it('which this finds', () => {
    const faults = (property: unknown) =>
      faultsOf({ type: 'object', properties: { x: property } } as Schema, 't').map((one) =>
        one.replace('t.x', ''),
      )
    expect(faults({ type: 'string' })).to.deep.equal([])
    expect(faults({ type: ['string', 'null'] })).to.deep.equal([': has no type of its own'])
    expect(faults({ description: 'Anything.' })).to.deep.equal([': has no type of its own'])
    expect(faults(true)).to.deep.equal([': is no object'])
    expect(faults({ $ref: '#/$defs/x' })).to.include(': has $ref')
    expect(faults({ anyOf: [{ type: 'string' }, { type: 'null' }], description: 'x' })).to.deep.equal([
      ': has something beside anyOf',
    ])
    expect(faults({ type: 'string', enum: ['a', null] })).to.deep.equal([': has null among its values'])
    expect(faults({ type: 'string', format: 'phone' })).to.deep.equal([': has the format phone'])
    expect(faults({ type: 'object', dependentRequired: {} })).to.deep.equal([': has dependentRequired'])
    expect(faults({ type: 'array', items: { type: ['string'] } })).to.deep.equal([
      '.items: has no type of its own',
    ])
    expect(faults({ type: 'array' })).to.deep.equal([': says nothing about its items'])
  })
})
