import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { DialectComparison, keywordsIn, schemaPairs, type Document } from '../support/dialects.ts'

const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Document
const text = (value: unknown) => JSON.stringify(value)?.slice(0, 200)

describe('the copy in OpenAPI 3.0', () => {
  const document = read('openapi/published/openapi.json')
  const copy = read('src/generated/openapi-3.0.json')
  let comparison: DialectComparison
  before(() => (comparison = new DialectComparison(document)))
  const differences = (other: Document, only?: string) =>
    comparison
      .differences(other, only)
      .map(
        ({ pointer, value, accepted }) => `${pointer}: only ${accepted ? 3.1 : '3.0'} accepts ${text(value)}`,
      )

  it('accepts and refuses the same values as the document', () => {
    expect(differences(copy)).to.deep.equal([])
    const { schemas, accepted, refused } = comparison.size
    expect(schemas).to.be.above(300)
    expect(
      [accepted, refused].every((count) => count > 2000),
      `${accepted} and ${refused}`,
    ).to.equal(true)
  })

  const damages: Record<string, [component: string, damage: (schema: any) => void]> = {
    'null that is refused': ['UnitFacts', ({ properties }) => delete properties.parent_id.nullable],
    'null that is accepted': ['Unit', ({ properties }) => (properties.name.nullable = true)],
    'an object that may not be null': ['Unit', ({ properties }) => properties.head.anyOf.pop()],
    'a value less': ['SubunitKind', (schema) => schema.enum.pop()],
    'a type less': ['CustomValue', (schema) => schema['x-anyOf'].shift()],
    'a longer text': ['OrgUnitsCreateInput', ({ properties }) => properties.name.maxLength++],
    'an open input': ['OrgUnitsCreateInput', (schema) => delete schema.additionalProperties],
    'a property that may be missing': ['Unit', ({ required }) => required.pop()],
    'no pattern': ['OrgLocationsCreateInput', ({ properties }) => delete properties.country.pattern],
  }
  for (const [what, [component, damage]] of Object.entries(damages))
    it(`would differ by ${what}`, () => {
      const other = structuredClone(copy) as any
      damage(other.components.schemas[component])
      expect(differences(other, `#/components/schemas/${component}`)).to.not.deep.equal([])
    })

  it('has the same operations, examples and components, and webhooks where 3.0 allows them', () => {
    expect(copy['openapi']).to.equal('3.0.3')
    expect(copy).to.have.property('x-webhooks').and.not.have.property('webhooks')
    expect(withoutSchemas(copy['x-webhooks'])).to.deep.equal(withoutSchemas(document['webhooks']))
    for (const part of ['paths', 'tags', 'servers'])
      expect(withoutSchemas(copy[part]), part).to.deep.equal(withoutSchemas(document[part]))
    const namesIn = ({ components }: Document) =>
      Object.entries(components as Document).map(([kind, all]) => [kind, Object.keys(all as object)])
    expect(namesIn(copy)).to.deep.equal(namesIn(document))
    const { version, 'x-fingerprint': fingerprint } = document['info'] as Document
    expect(copy['info']).to.include({ version, 'x-fingerprint': fingerprint })
  })

  it('has no keyword that 3.0 does not know', () => {
    const known = [
      ...[
        '$ref',
        'type',
        'nullable',
        'enum',
        'format',
        'pattern',
        'minLength',
        'maxLength',
        'minimum',
        'maximum',
        'multipleOf',
      ],
      ...['minItems', 'maxItems', 'minProperties', 'maxProperties', 'required', 'properties', 'items', 'not'],
      ...['additionalProperties', 'allOf', 'anyOf', 'oneOf', 'description', 'default', 'example'],
    ]
    const used = new Set(schemaPairs(copy).flatMap(({ schema }) => keywordsIn(schema)))
    expect([...used].filter((key) => !known.includes(key) && !key.startsWith('x-'))).to.deep.equal([])
    expect(keywordsIn({ not: { properties: { a: { const: 1 } } } })).to.include('const')
  })

  it('gives a value of several types none, so that clients read it as any JSON', () => {
    const { schemas } = copy['components'] as any
    expect(schemas.CustomValue).to.have.all.keys('description', 'x-anyOf')
    expect(schemas.CustomValueInput).to.have.all.keys('description', 'x-anyOf')
  })

  function withoutSchemas(value: unknown): unknown {
    return JSON.parse(JSON.stringify(value), (key, one: unknown) => (key === 'schema' ? undefined : one))
  }
})
