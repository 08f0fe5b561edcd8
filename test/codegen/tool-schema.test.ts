import { expect } from 'chai'
import { mcpTools } from '../../codegen/emit/mcp.ts'
import { useWorkshop } from './workshop.ts'

const update = 'openapi/paths/toys/boxes/update.yaml'
const create = 'openapi/paths/toys/boxes/create.yaml'

/** The Path Item of a write with these properties in its input. */
function pathItem(properties: string[], description = 'Does something with a box.'): string {
  return `post:
  tags: [Structure]
  summary: Change a box
  description: '${description}'
  x-class: write
  x-retry: replay
  x-access: { manage: any }
  requestBody:
    content:
      application/json:
        schema:
          type: object
          additionalProperties: false
          required: []
          properties:
${properties.map((line) => `            ${line}\n`).join('')}
  responses: {}
`
}

describe('the input of an MCP tool', () => {
  const workshop = useWorkshop()

  /** The schema of a property, as the tool shows it. */
  function told(property: string, file = update, description?: string): object {
    workshop.current.write(file, pathItem([property], description))
    const [name] = property.split(':') as [string]
    const id = file.replace(/^openapi\/paths\/|\.yaml$/g, '').replaceAll('/', '_')
    const tool = mcpTools(workshop.current.contract()).find((one) => one['name'] === id) as any
    return tool.inputSchema.properties[name]
  }

  const leavesOut: [what: string, property: string, told: object][] = [
    ['that a text is not empty', 'label: { type: string, minLength: 1 }', { type: 'string' }],
    ['that a number is not negative', 'size: { type: integer, minimum: 0 }', { type: 'integer' }],
    ['a limit that no name comes near', 'label: { type: string, maxLength: 120 }', { type: 'string' }],
    [
      'a limit beside a pattern',
      "code: { type: string, maxLength: 40, pattern: '^a' }",
      { type: 'string', pattern: '^a' },
    ],
    ['a default of false', 'open: { type: boolean, default: false }', { type: 'boolean' }],
    [
      'a default that the description tells',
      'limit: { type: integer, default: 25, description: Boxes on a page; 25 when left out. }',
      { type: 'integer', description: 'Boxes on a page; 25 when left out.' },
    ],
    [
      'a pattern beside a format',
      "day: { type: string, format: date, pattern: '^2' }",
      { type: 'string', format: 'date' },
    ],
    [
      'that an object inside is closed, and an empty list of what is required',
      'lid: { type: object, additionalProperties: false, required: [], properties: { open: { type: boolean } } }',
      { type: 'object', properties: { open: { type: 'boolean' } } },
    ],
    [
      'all of an id that its name says',
      "unit_id: { $ref: '#/components/schemas/UnitId' }",
      { type: 'string' },
    ],
    [
      'the words about a name that says all',
      'given_name: { type: string, description: As in the passport. }',
      { type: 'string' },
    ],
    [
      'the words about a type whose values say all',
      "type: { $ref: '#/components/schemas/ContractType' }",
      { type: 'string', enum: ['permanent', 'fixed_term', 'temporary', 'internship', 'freelance'] },
    ],
    [
      'later sentences that are for people',
      'size: { type: number, description: In litres. Kept to two decimals. }',
      { type: 'number', description: 'In litres.' },
    ],
  ]
  for (const [what, property, expected] of leavesOut)
    it(`leaves out ${what}`, () => expect(told(property)).to.deep.equal(expected))

  const keeps: [what: string, property: string, told: object][] = [
    [
      'a limit that a label may reach',
      'label: { type: string, maxLength: 60 }',
      { type: 'string', maxLength: 60 },
    ],
    ['a limit of prose', 'note: { type: string, maxLength: 2000 }', { type: 'string', maxLength: 2000 }],
    ['a pattern', "key: { type: string, pattern: '^[a-z]+$' }", { type: 'string', pattern: '^[a-z]+$' }],
    ['a default', 'kind: { type: string, default: large }', { type: 'string', default: 'large' }],
    [
      'what happens without a property, whatever its name',
      'title: { type: string, description: The name of the file when left out. }',
      { type: 'string', description: 'The name of the file when left out.' },
    ],
    [
      'a value to send, whatever its name',
      `name: { type: string, description: 'As on papers; "-" for none.' }`,
      { type: 'string', description: 'As on papers; "-" for none.' },
    ],
    [
      'a later sentence that tells a rule',
      'size: { type: [number, "null"], description: In litres. Null means any. }',
      { anyOf: [{ type: 'number', description: 'In litres. Null means any.' }, { type: 'null' }] },
    ],
  ]
  for (const [what, property, expected] of keeps)
    it(`keeps ${what}`, () => expect(told(property)).to.deep.equal(expected))

  it('has no property that only the web app may send, and no sentence that speaks of one', () => {
    const properties = [
      'label: { type: string, description: What is on it. Left out with hidden_key. }',
      'hidden_key: { type: string, x-web-only: true, description: Opens it. }',
    ]
    workshop.current.write(update, pathItem(properties))
    const tool = mcpTools(workshop.current.contract()).find(({ name }) => name === 'toys_boxes_update') as any
    expect(tool.inputSchema.properties).to.have.all.keys('label', 'dry_run', 'idempotency_key')
    expect(tool.inputSchema.properties.label).to.deep.equal({ type: 'string', description: 'What is on it.' })
  })

  it('has the default that is for tools, and no sentence about what happens without it over HTTP', () => {
    const size =
      'size: { type: integer, maximum: 900, x-mcp-default: 25, description: Boxes. All when left out. }'
    expect(told(size)).to.deep.equal({ type: 'integer', maximum: 900, default: 25, description: 'Boxes.' })
  })

  it('says which tool finds an id whose name does not say it', () => {
    workshop.current.write('openapi/paths/org/people/list.yaml', pathItem([]))
    expect(told("boss_id: { $ref: '#/components/schemas/PersonId' }")).to.deep.equal({
      type: 'string',
      description: 'From org_people_list.',
    })
    expect(
      told("boss_id: { $ref: '#/components/schemas/PersonId', description: Whose box it is. }"),
    ).to.deep.equal({ type: 'string', description: 'Whose box it is.' })
  })

  it('describes one of our own formats in words, if there is no other description', () => {
    expect(told('country: { type: string, format: country }')).to.deep.equal({
      type: 'string',
      description: 'ISO 3166-1 alpha-2.',
    })
    expect(
      told('mobile: { type: string, format: phone, description: With + and country code. }'),
    ).to.deep.equal({
      type: 'string',
      description: 'With + and country code.',
    })
  })

  it('has null as a choice of its own, with nothing beside the choices', () => {
    expect(told("colour: { anyOf: [{ type: string, enum: [red] }, { type: 'null' }] }")).to.deep.equal({
      anyOf: [{ type: 'string', enum: ['red'] }, { type: 'null' }],
    })
    const size = "size: { type: [integer, 'null'], minimum: 2, description: In litres. }"
    expect(told(size)).to.deep.equal({
      anyOf: [{ type: 'integer', minimum: 2, description: 'In litres.' }, { type: 'null' }],
    })
  })

  it('has no rule across properties, which not every client understands', () => {
    const rules = 'dependentRequired: { open: [size] }, if: { required: [open] }, then: { required: [size] }'
    const lid = `lid: { type: object, ${rules}, properties: { open: { type: boolean }, size: { type: integer } } }`
    expect(told(lid)).to.deep.equal({
      type: 'object',
      properties: { open: { type: 'boolean' }, size: { type: 'integer' } },
    })
  })

  it('has only the types of a choice of texts, numbers and the like, and in a map not even these', () => {
    const choices = '{ type: string, maxLength: 2000 }, { type: number, maximum: 9 }, { type: boolean }'
    expect(told(`extra: { anyOf: [${choices}] }`)).to.deep.equal({
      anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }],
    })
    const map = `extra: { type: object, maxProperties: 30, additionalProperties: { anyOf: [${choices}] } }`
    expect(told(map)).to.deep.equal({ type: 'object' })
    const counts = 'extra: { type: object, maxProperties: 30, additionalProperties: { type: integer } }'
    expect(told(counts)).to.deep.equal({ type: 'object', additionalProperties: { type: 'integer' } })
  })

  it('leaves null out where it means the same as leaving out: in records that are created or replaced', () => {
    const colour = "colour: { type: [string, 'null'] }"
    const orNull = (words = {}) => ({ anyOf: [{ type: 'string', ...words }, { type: 'null' }] })
    expect(told(colour)).to.deep.equal(orNull())
    expect(told(colour, create)).to.deep.equal({ type: 'string' })
    const red = "colour: { type: [string, 'null'], description: Red when left out. }"
    expect(told(red, create)).to.deep.equal(orNull({ description: 'Red when left out.' }))
    const city = "city: { type: [string, 'null'], description: Null for none. }"
    expect(told(city)).to.deep.equal(orNull({ description: 'Null for none.' }))
    expect(told(city, create)).to.deep.equal({ type: 'string' })
    expect(told(colour, create, 'Makes a box; colour may be null.')).to.deep.equal(orNull())
    const lid = `lid: { type: object, description: What is left out becomes null., properties: { ${colour} } }`
    expect(told(lid)).to.deep.include({ properties: { colour: { type: 'string' } } })
    const lids = `lids: { type: array, items: { type: object, properties: { ${colour} } } }`
    expect(told(lids)).to.have.nested.property('items.properties.colour').deep.equal(orNull())
    expect(told(lids, create)).to.have.nested.property('items.properties.colour.type', 'string')
  })
})
