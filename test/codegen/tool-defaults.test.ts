import { resolve } from 'node:path'
import { expect } from 'chai'
import { loadContract } from '../../codegen/load.ts'
import { requestSchema, type JsonObject } from '../../codegen/model.ts'
import { toolDefaultsOf } from '../../codegen/tool-defaults.ts'
import { refuses } from './mistakes.ts'
import { box, create, list } from './workshop.ts'

const limit =
  'limit: { type: integer, minimum: 1, maximum: 50, default: 10, description: At most this many. }'
const limitOf = (keys: string) => limit.replace('default: 10', keys)

describe('codegen refuses x-mcp-default', () => {
  refuses([
    {
      what: 'in the input of a write',
      file: create,
      from: '            unit_id:',
      to: '            size: { type: integer, minimum: 1, maximum: 9, x-mcp-default: 2, description: In litres. }\n            unit_id:',
      at: 'size:',
      says: 'belongs to an optional property of the input of a read',
    },
    {
      what: 'that the property may not have',
      file: list,
      from: limit,
      to: limitOf('x-mcp-default: 0'),
      at: 'limit:',
      says: 'must be a whole number that the property may have',
    },
    {
      what: 'that equals the default of all callers',
      file: list,
      from: limit,
      to: limitOf('default: 10, x-mcp-default: 10'),
      at: 'limit:',
      says: 'equals default',
    },
    {
      what: 'where the first paragraph tells what happens over HTTP',
      file: list,
      from: `Every box.
  x-class: read
  x-access: { manage: any, me: true }
  requestBody:
    content:
      application/json:
        schema:
          type: object
          additionalProperties: false
          required: [order]
          properties:
            order: { type: string, enum: [name, age], description: What comes first. }
            ${limit}`,
      to: `Every box without limit.
  x-class: read
  x-access: { manage: any, me: true }
  requestBody:
    content:
      application/json:
        schema:
          type: object
          additionalProperties: false
          required: [order]
          properties:
            order: { type: string, enum: [name, age], description: What comes first. }
            ${limitOf('x-mcp-default: 25')}`,
      at: 'description:',
      says: 'tell the other default further below',
    },
    {
      what: 'in a component, which answers share',
      file: box,
      from: 'id: { type: string,',
      to: 'id: { type: string, x-mcp-default: 1,',
      at: 'id:',
      says: 'x-mcp-default belongs where the input uses this',
    },
  ])
})

describe('every list with pages', () => {
  it('has a limit for assistants: a default for all callers, or x-mcp-default', () => {
    const paged = loadContract(resolve(import.meta.dirname, '../../openapi')).sources.filter(
      ({ operation }) => operation['x-class'] === 'read',
    )
    let found = 0
    for (const source of paged) {
      const input = requestSchema(source)
      const limit = (input['properties'] as JsonObject | undefined)?.['limit'] as JsonObject | undefined
      if (!limit) continue
      found++
      const value = toolDefaultsOf(input)['limit'] ?? limit['default']
      expect(value, source.file).to.be.a('number').at.most(25)
    }
    expect(found).to.be.above(1)
  })
})
