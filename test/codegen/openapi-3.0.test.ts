import { expect } from 'chai'
import { openapi30 } from '../../codegen/emit/openapi-3.0.ts'
import { convertSchema, isConvertible } from '../../codegen/emit/openapi-3.0-schema.ts'
import type { Json, JsonObject } from '../../codegen/model.ts'
import { DialectComparison, type Document } from '../support/dialects.ts'
import { refuses } from './mistakes.ts'
import { create } from './workshop.ts'

/** Schemas with keywords that 3.0 has not, and what becomes of them. */
const conversions: Record<string, [schema: Json, converted: Json]> = {
  'null beside a type': [
    { type: ['string', 'null'], maxLength: 3 },
    { type: 'string', nullable: true, maxLength: 3 },
  ],
  'nothing but null': [{ type: 'null' }, { enum: [null] }],
  'null or a component': [
    { anyOf: [{ $ref: '#/components/schemas/Word' }, { type: 'null' }], description: 'A word, or none.' },
    { anyOf: [{ $ref: '#/components/schemas/Word' }, { enum: [null] }], description: 'A word, or none.' },
  ],
  'null or an object': [
    {
      description: 'Outer.',
      oneOf: [{ type: 'object', required: ['a'], description: 'Inner.' }, { type: 'null' }],
    },
    { description: 'Outer.', type: 'object', required: ['a'], nullable: true },
  ],
  'null or one of some values': [
    { anyOf: [{ type: 'string', enum: ['a', 'b'] }, { type: 'null' }] },
    { type: 'string', enum: ['a', 'b', null], nullable: true },
  ],
  'null or several others': [
    { anyOf: [{ type: 'string', maxLength: 2 }, { type: 'boolean' }, { type: 'null' }] },
    { 'x-anyOf': [{ type: 'string', maxLength: 2 }, { type: 'boolean' }, { enum: [null] }] },
  ],
  'null that a list of values refuses': [
    { enum: ['a'], anyOf: [{ type: 'string' }, { type: 'null' }] },
    { enum: ['a'], anyOf: [{ type: 'string' }, { enum: [null] }] },
  ],
  'a choice without null': [
    { oneOf: [{ type: ['string', 'null'], const: 'a' }, { type: 'boolean' }] },
    { 'x-oneOf': [{ type: 'string', enum: ['a'] }, { type: 'boolean' }] },
  ],
  'a choice of one type': [
    {
      anyOf: [
        { type: 'string', maxLength: 2 },
        { type: 'string', format: 'date' },
      ],
    },
    {
      anyOf: [
        { type: 'string', maxLength: 2 },
        { type: 'string', format: 'date' },
      ],
    },
  ],
  'a choice of nothing but null': [{ anyOf: [{ type: 'null' }] }, { anyOf: [{ enum: [null] }] }],
  'null among values': [
    { type: ['string', 'null'], enum: ['a', null] },
    { type: 'string', nullable: true, enum: ['a', null] },
  ],
  'null that the values exclude': [
    { type: ['string', 'null'], enum: ['a'] },
    { type: 'string', enum: ['a'] },
  ],
  'null that lists its value': [
    { type: 'null', enum: [null, 1] },
    { enum: [null, 1], allOf: [{ enum: [null] }] },
  ],
  'several types': [
    { type: ['string', 'array', 'null'], minLength: 1 },
    { minLength: 1, 'x-anyOf': [{ type: 'string' }, { type: 'array', items: {} }, { enum: [null] }] },
  ],
  'a single value': [
    { type: 'string', const: 'v1' },
    { type: 'string', enum: ['v1'] },
  ],
  'a list of anything': [{ type: 'array' }, { type: 'array', items: {} }],
  'no schema and any schema': [
    { type: 'object', properties: { a: false, b: true }, additionalProperties: false },
    { type: 'object', properties: { a: { not: {} }, b: {} }, additionalProperties: false },
  ],
  'words beside a reference': [
    { $ref: '#/components/schemas/Word', description: 'A word.' },
    { description: 'A word.', allOf: [{ $ref: '#/components/schemas/Word' }] },
  ],
  'a limit beside a reference': [
    { $ref: '#/components/schemas/Word', maxLength: 2 },
    { maxLength: 2, allOf: [{ $ref: '#/components/schemas/Word' }] },
  ],
  examples: [
    { type: 'integer', examples: [3, 4] },
    { type: 'integer', example: 3 },
  ],
  'limits that do not belong': [
    { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 10 },
    { type: 'number', minimum: 0, exclusiveMinimum: true, maximum: 10, exclusiveMaximum: true },
  ],
  'a limit that belongs and is stricter': [
    { type: 'number', exclusiveMinimum: 0, minimum: 1 },
    { type: 'number', minimum: 1 },
  ],
  'a limit that belongs and is not stricter': [
    { type: 'number', exclusiveMaximum: 5, maximum: 6 },
    { type: 'number', maximum: 5, exclusiveMaximum: true },
  ],
  'a condition': [
    {
      type: 'object',
      properties: { a: { type: 'integer' }, b: { type: 'integer' } },
      if: { properties: { a: { const: 1 } }, required: ['a'] },
      then: { required: ['b'] },
      else: { properties: { b: { maximum: 3 } } },
    },
    {
      type: 'object',
      properties: { a: { type: 'integer' }, b: { type: 'integer' } },
      allOf: [
        { anyOf: [{ not: { properties: { a: { enum: [1] } }, required: ['a'] } }, { required: ['b'] }] },
        {
          anyOf: [
            { properties: { a: { enum: [1] } }, required: ['a'] },
            { properties: { b: { maximum: 3 } } },
          ],
        },
      ],
    },
  ],
  'a property that needs another': [
    { type: 'object', dependentRequired: { a: ['b'] } },
    { type: 'object', allOf: [{ anyOf: [{ not: { required: ['a'] } }, { required: ['b'] }] }] },
  ],
  'a property that limits others': [
    { type: 'object', dependentSchemas: { a: { properties: { b: { const: 1 } } } } },
    {
      type: 'object',
      allOf: [{ anyOf: [{ not: { required: ['a'] } }, { properties: { b: { enum: [1] } } }] }],
    },
  ],
  'what a text contains': [
    { type: 'string', contentEncoding: 'base64', contentMediaType: 'image/png', $comment: 'Small.' },
    { type: 'string', format: 'byte', 'x-contentMediaType': 'image/png' },
  ],
}

/** Values that tell the schemas above apart. */
const objects = [{ a: 1 }, { a: 2 }, { a: 1, b: 1 }, { a: 1, b: 9 }, { a: 2, b: 9 }, { b: 9 }, { b: null }]

describe('OpenAPI 3.0 from 3.1', () => {
  for (const [what, [schema, converted]] of Object.entries(conversions)) {
    it(what, () => {
      expect(convertSchema(schema)).to.deep.equal(converted)
    })

    it(`${what}: accepts the same`, () => {
      const is = documentOf(schema)
      const copy = openapi30(is as JsonObject) as Document
      expect(new DialectComparison(is).differences(copy)).to.deep.equal([])
    })
  }

  it('keeps what it does not know apart from schemas', () => {
    const info = { title: 'A', summary: 'B', version: '1', license: { name: 'C', identifier: 'D' } }
    const example = { const: 1, schema: { type: 'null' } }
    const paths = {
      '/a': { post: { 'x-rule': { schema: 1 }, requestBody: { content: { json: { example } } } } },
    }
    const document = { openapi: '3.1.0', info, paths, webhooks: { done: { post: {} } } }
    expect(openapi30(document)).to.deep.equal({
      openapi: '3.0.3',
      info: { title: 'A', version: '1', 'x-summary': 'B', license: { name: 'C', 'x-identifier': 'D' } },
      paths,
      'x-webhooks': { done: { post: {} } },
    })
  })

  it('says single signs by a pattern, because generators make names of values', () => {
    expect(convertSchema({ type: 'string', enum: [',', ';', '-'] })).to.deep.equal({
      type: 'string',
      pattern: '^[,;\\-]$',
    })
    expect(convertSchema({ type: 'string', enum: [',', 'tab'] })).to.deep.equal({
      type: 'string',
      enum: [',', 'tab'],
    })
  })

  it('keeps what names may be as a remark', () => {
    expect(convertSchema({ type: 'object', propertyNames: { pattern: '^a' } })).to.deep.equal({
      type: 'object',
      'x-propertyNames': { pattern: '^a' },
    })
  })

  it('fails for what 3.0 cannot say', () => {
    for (const keyword of ['prefixItems', 'contains', 'patternProperties', 'unevaluatedItems']) {
      expect(isConvertible(keyword), keyword).to.equal(false)
      expect(() => convertSchema({ [keyword]: {} })).to.throw(`OpenAPI 3.0 has nothing for ${keyword}`)
    }
    expect(() => convertSchema('text')).to.throw('"text" is no schema')
  })

  describe('is refused by codegen', () => {
    refuses([
      {
        what: 'with the place of the keyword',
        file: create,
        from: '            unit_id:',
        to: '            pair: { type: array, maxItems: 2, contains: { type: string, maxLength: 9 }, items: { type: string, maxLength: 9 }, description: Two words. }\n            unit_id:',
        at: 'pair:',
        says: 'OpenAPI 3.0, in which the document is published, too, has nothing for contains',
      },
    ])
  })

  function documentOf(schema: Json): Document {
    const Word = { type: 'string', minLength: 1 }
    const schemas = { Word, Tried: schema }
    const content = Object.fromEntries(
      objects.map((example, index) => [
        `application/${index}+json`,
        { schema: { $ref: '#/components/schemas/Tried' }, example },
      ]),
    )
    return {
      openapi: '3.1.0',
      info: { title: 'A', version: '1' },
      paths: { '/a': { post: { requestBody: { content } } } },
      components: { schemas },
    } as unknown as Document
  }
})
