import { expect } from 'chai'
import { checkPublishedDescriptions } from '../../codegen/check-descriptions.ts'
import { expandContract } from '../../codegen/expand/document.ts'
import { at } from '../../codegen/model.ts'
import { box, create, useWorkshop } from './workshop.ts'
import { expectProblem, refuses } from './mistakes.ts'

const idle = 'says no more than its name'

describe('codegen refuses a property whose description tells nothing', () => {
  refuses([
    {
      what: 'none in a component',
      file: box,
      from: ', description: Painted on the lid.',
      at: 'id:',
      says: 'id has no description: say its unit',
    },
    {
      what: 'none in a request',
      file: create,
      from: ', description: As the label says.',
      at: 'name:',
      says: 'no description',
    },
    {
      what: 'none in a result',
      file: create,
      from: "schema: { $ref: '#/components/schemas/Box' }",
      to: 'schema: { type: object, additionalProperties: false, properties: { id: { type: string, maxLength: 9 }, name: { type: string, maxLength: 9, description: As the label says. } } }',
      at: 'id: {',
      says: 'id has no description',
    },
    {
      what: 'none in an object within another',
      file: create,
      from: '            unit_id:',
      to: '            lid:\n              description: On top.\n              type: object\n              additionalProperties: false\n              properties:\n                painted: { type: boolean }\n            unit_id:',
      at: 'painted:',
      says: 'painted has no description',
    },
    {
      what: 'its name again',
      file: box,
      from: 'As the label says.',
      to: 'The name.',
      at: 'name:',
      says: `name ${idle}`,
    },
    {
      what: 'its name and that of its object',
      file: box,
      from: 'As the label says.',
      to: "The box's name.",
      at: 'name:',
      says: idle,
    },
    {
      what: 'the same in the plural',
      file: box,
      from: 'As the label says.',
      to: 'Name of the boxes.',
      at: 'name:',
      says: idle,
    },
    {
      what: 'the name of its action',
      file: create,
      from: 'As the label says.',
      to: 'The name of the box to create.',
      at: 'name:',
      says: idle,
    },
    {
      what: 'nothing but space',
      file: box,
      from: 'As the label says.',
      to: "' '",
      at: 'name:',
      says: 'name has no description',
    },
    {
      what: 'null in an answer, explained by nobody',
      file: box,
      from: '  name: {',
      to: "  lid: { anyOf: [{ $ref: '#/components/schemas/IdName' }, { type: 'null' }] }\n  name: {",
      at: 'lid:',
      says: 'lid has no description',
    },
  ])

  const workshop = useWorkshop()
  const shape = 'openapi/components/schemas/Shape.yaml'

  it('none of its own, and none of the schema that it refers to', () => {
    workshop.current.write(shape, 'type: string\nmaxLength: 9\n')
    workshop.current.edit(box, '  name: {', "  shape: { $ref: '#/components/schemas/Shape' }\n  name: {")
    expectProblem(workshop.current, box, 'shape:', 'shape has no description')
    workshop.current.write(shape, 'type: string\nmaxLength: 9\ndescription: Round or not.\n')
    expect(workshop.current.problems()).to.deep.equal([])
  })

  it('also in a parameter', () => {
    const file = 'openapi/components/parameters/Origin.yaml'
    workshop.current.write(file, 'name: Origin\nin: header\nschema: { type: string }\n')
    expectProblem(workshop.current, file, 'name: Origin', 'Origin has no description')
  })

  it('also in a header', () => {
    const file = 'openapi/components/headers/Retry-After.yaml'
    workshop.current.write(file, 'description: Retry after.\nschema: { type: integer }\n')
    expectProblem(workshop.current, file, 'description:', idle)
  })

  it('also in a property from a set, reported where it is written', () => {
    const set = 'openapi/components/properties/ToyFields.yaml'
    workshop.current.write(
      set,
      'properties:\n  colour: { type: string, maxLength: 9, description: The colour. }\n',
    )
    workshop.current.edit(box, 'required: [id, name]', 'x-include: [ToyFields]')
    expectProblem(workshop.current, set, 'colour:', idle)
    workshop.current.edit(box, '  name: {', '  colour: { description: Colour of the box. }\n  name: {')
    expectProblem(workshop.current, box, 'colour:', idle)
    workshop.current.edit(box, 'Colour of the box.', 'As painted.')
    expect(workshop.current.problems()).to.deep.equal([])
  })

  it('but accepts, for an input that may be null, the description of the other values', () => {
    const id = "{ $ref: '#/components/schemas/UnitId' }"
    workshop.current.edit(create, `unit_id: ${id}`, `unit_id: { anyOf: [${id}, { type: 'null' }] }`)
    expect(workshop.current.problems()).to.deep.equal([])
  })
})

describe('codegen refuses a guide that clients would carry with them', () => {
  const head = 'openapi/openapi.yaml'
  refuses([
    {
      what: 'a description of the document that is long',
      file: head,
      from: '  version: generated',
      to: `    ${'All that there is to know. '.repeat(60)}\n  version: generated`,
      at: 'description:',
      says: 'the rest goes to a tag with x-traitTag',
    },
    {
      what: 'a tag that says nothing',
      file: head,
      from: '    description: People and their employment.\n',
      at: '- name: People',
      says: 'the tag People has no description',
    },
    {
      what: 'an action that has a subject of the guide as its tag',
      file: head,
      from: '  - name: Structure\n',
      to: '  - name: Structure\n    x-traitTag: true\n',
      at: '- name: Structure',
      says: 'Structure is a subject of the guide',
    },
  ])
})

describe('each property of the published document has a description', () => {
  const workshop = useWorkshop()
  const problems = () => {
    const contract = workshop.current.contract()
    return checkPublishedDescriptions(contract, expandContract(contract)).map(({ message }) => message)
  }

  it('also those that codegen adds: of envelopes, of bodies of webhooks, and of a component or null', () => {
    workshop.current.edit(
      create,
      "unit_id: { $ref: '#/components/schemas/UnitId' }",
      "unit_id: { anyOf: [{ $ref: '#/components/schemas/UnitId' }, { type: 'null' }] }",
    )
    expect(problems()).to.deep.equal([])
    const schemas = at(expandContract(workshop.current.contract()), 'components', 'schemas')
    expect(at(schemas, 'ToysBoxesListEnvelope', 'properties', 'data', 'description')).to.equal('The boxes.')
    expect(at(schemas, 'ToysBoxesCreateInput', 'properties', 'unit_id', 'description')).to.match(
      / Null for none\.$/,
    )
  })

  it('and is refused where a protocol wrote none', () => {
    const schema = 'schema: { type: object, properties: { code: { type: string, description: The code. } } }'
    const body = `requestBody: { content: { application/json: { ${schema} } } }`
    workshop.current.write('openapi/protocol/oauth/token.yaml', `post: { ${body} }\n`)
    expect(problems()).to.have.lengthOf(1)
    expect(problems()[0]).to.include('at /oauth/token').and.include('code says no more than its name')
  })
})
