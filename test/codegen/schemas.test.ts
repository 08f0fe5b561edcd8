import { expect } from 'chai'
import { checkPublishedNames } from '../../codegen/check-names.ts'
import { expandContract } from '../../codegen/expand/document.ts'
import { box, create, list, useWorkshop } from './workshop.ts'
import { expectProblem, refuses } from './mistakes.ts'

describe('codegen refuses schemas and examples that are not in order', () => {
  refuses([
    {
      what: 'a request without example',
      file: create,
      from: '        example: { name: Blocks }\n',
      at: 'requestBody:',
      says: 'the request has no example',
    },
    {
      what: 'a value of several types, which some generators refuse',
      file: create,
      from: 'name: { type: string, minLength: 1, maxLength: 20,',
      to: 'name: { type: [string, number],',
      at: 'type: [string, number]',
      says: 'say anyOf',
    },
    {
      what: 'a flag that is always true, for which some generators write wrong code',
      file: create,
      from: 'name: { type: string, minLength: 1, maxLength: 20,',
      to: 'sure: { type: boolean, const: true }\n            name: { type: string, minLength: 1, maxLength: 20,',
      at: 'const: true',
      says: 'say type: boolean',
    },
    {
      what: 'a property that is always null, for which some generators write wrong code',
      file: create,
      from: 'name: { type: string, minLength: 1, maxLength: 20,',
      to: "gone: { type: 'null' }\n            name: { type: string, minLength: 1, maxLength: 20,",
      at: "type: 'null'",
      says: "say [string, 'null']",
    },
    {
      what: 'a component that is an object or null',
      file: box,
      from: 'type: object',
      to: "type: [object, 'null']",
      at: "type: [object, 'null']",
      says: 'say anyOf [$ref, null]',
    },
    {
      what: 'a result without example',
      file: create,
      from: '          example: { id: box-1, name: Blocks }\n',
      at: "'200'",
      says: "response '200' has no example",
    },
    {
      what: 'a result without schema',
      file: create,
      from: "          schema: { $ref: '#/components/schemas/Box' }\n",
      at: "'200'",
      says: "response '200' has no schema",
    },
    {
      what: 'a request example that does not validate',
      file: create,
      from: 'example: { name: Blocks }',
      to: "example:\n          name: ''",
      at: "name: ''",
      says: 'the request example is not valid: name must NOT have fewer than 1 characters',
    },
    {
      what: 'a request example that lacks something',
      file: create,
      from: 'example: { name: Blocks }',
      to: 'example: {}',
      at: 'example: {}',
      says: "the request example is not valid: must have required property 'name'",
    },
    {
      what: 'a request example with an unknown property',
      file: create,
      from: 'example: { name: Blocks }',
      to: 'example: { name: Blocks, size: 3 }',
      at: 'size: 3',
      says: 'must NOT have additional properties',
    },
    {
      what: 'a result example that does not validate',
      file: list,
      from: '[{ id: box-1, name: Blocks }]',
      to: '[{ id: 1, name: Blocks }]',
      at: 'id: 1',
      says: 'the result example is not valid: 0.id must be string',
    },
    {
      what: 'an open object in an action',
      file: create,
      from: '          additionalProperties: false\n',
      at: 'schema:',
      says: 'the object is open',
    },
    {
      what: 'an object that says it is open',
      file: create,
      from: 'additionalProperties: false',
      to: 'additionalProperties: true',
      at: 'schema:',
      says: 'the object is open',
    },
    {
      what: 'an open object in a component',
      file: box,
      from: 'id: { type: string,',
      to: 'id: { type: object,',
      at: 'id: { type: object,',
      says: 'the object is open',
    },
    {
      what: 'a reference to a component that does not exist',
      file: create,
      from: 'schemas/UnitId',
      to: 'schemas/UnitIdd',
      at: 'UnitIdd',
      says: 'there is no "#/components/schemas/UnitIdd"',
    },
    {
      what: 'a reference to a file',
      file: create,
      from: '#/components/schemas/UnitId',
      to: './UnitId.yaml',
      at: './UnitId.yaml',
      says: 'there is no "',
    },
    {
      what: 'a component that refers to nothing',
      file: box,
      from: 'name: { type: string,',
      to: "name: { $ref: '#/components/schemas/Label',",
      at: 'Label',
      says: 'there is no "',
    },
    {
      what: 'a response header that refers to nothing',
      file: create,
      from: '      description: The box.',
      to: "      description: The box.\n      headers:\n        X: { $ref: '#/components/headers/X' }",
      at: 'headers/X',
      says: 'there is no "',
    },
    {
      what: 'required that names no property',
      file: create,
      from: 'required: [name]',
      to: 'required: [name, colour]',
      at: 'required:',
      says: 'required names colour, which is not a property',
    },
    {
      what: 'required in a component that names no property',
      file: box,
      from: 'required: [id, name]',
      to: 'required:\n  - id\n  - colour\n  - name',
      at: '- colour',
      says: 'required names colour',
    },
    {
      what: 'an x- key that schemas do not have',
      file: box,
      from: 'id: { type: string,',
      to: 'id: { type: string, x-secret: true,',
      at: 'x-secret',
      says: 'x-secret is not known in a schema',
    },
    {
      what: 'a misspelt keyword',
      file: box,
      from: 'name: { type: string,',
      to: 'name: { type: string, maxLenght: 5,',
      at: 'maxLenght',
      says: 'unknown keyword: "maxLenght"',
    },
    {
      what: 'an unknown type',
      file: box,
      from: 'name: { type: string,',
      to: 'name: { type: text,',
      at: 'type: text',
      says: 'the schema does not compile',
    },
    {
      what: 'a keyword without its type',
      file: box,
      from: 'name: { type: string, maxLength: 20,',
      to: 'name: { minLength: 1,',
      at: 'minLength: 1',
      says: 'missing type "string" for keyword "minLength"',
    },
    {
      what: 'an unknown format',
      file: create,
      from: 'maxLength: 20',
      to: 'maxLength: 20, format: colour',
      at: 'format: colour',
      says: 'unknown format "colour"',
    },
    {
      what: 'a file that is not YAML',
      file: create,
      from: 'tags: [Structure]',
      to: 'tags: [Structure',
      at: 'summary:',
      says: 'not YAML',
    },
    {
      what: 'a key that is there twice',
      file: list,
      from: '  summary: List boxes',
      to: '  summary: List boxes\n  summary: Boxes',
      at: 'summary: Boxes',
      says: 'not YAML: Map keys must be unique',
    },
  ])

  const workshop = useWorkshop()

  it('a component that is no mapping', () => {
    workshop.current.write(box, '- type: object\n')
    expectProblem(workshop.current, box, '- type', 'not a mapping')
  })

  it('an error example that is not an error', () => {
    const file = 'openapi/components/responses/Conflict.yaml'
    workshop.current.edit(file, 'code: conflict', 'code: clash')
    expectProblem(
      workshop.current,
      file,
      'application/json:',
      'the example idempotency_key_busy is not valid: error.code',
    )
  })

  it('an input that contains itself, because tools have no references; a result may', () => {
    workshop.current.edit(box, '  name: {', "  lid: { $ref: '#/components/schemas/Box' }\n  name: {")
    expect(workshop.current.problems()).to.deep.equal([])
    workshop.current.edit(create, 'schemas/UnitId', 'schemas/Box')
    expectProblem(workshop.current, create, 'requestBody:', 'Box contains itself')
  })

  it('a property whose type generators call like another component, unless it is that component', () => {
    workshop.current.write(
      'openapi/components/schemas/BoxLid.yaml',
      'type: string\nenum: [oak]\ndescription: Of wood.\n',
    )
    workshop.current.edit(
      box,
      '  name: {',
      '  lid: { type: string, maxLength: 9, description: Its colour. }\n  name: {',
    )
    const named = () => {
      const contract = workshop.current.contract()
      return checkPublishedNames(contract, expandContract(contract)).map(({ message }) => message)
    }
    const says = 'generators call the type of lid in Box BoxLid: rename this component'
    expect(named()).to.deep.equal([says])
    const lid = 'lid: { type: string, maxLength: 9,'
    workshop.current.edit(box, lid, "lid: { $ref: '#/components/schemas/BoxLid',")
    // In an answer an enumeration is an open text, which is no reference any more where inputs have the component, too.
    expect(named()).to.deep.equal([])
    workshop.current.edit(
      create,
      '            unit_id:',
      `            lid: { $ref: '#/components/schemas/BoxLid' }\n            unit_id:`,
    )
    expect(named()).to.deep.equal([says])
    workshop.current.edit(
      box,
      "lid: { $ref: '#/components/schemas/BoxLid',",
      'lid: { type: array, maxItems: 1, items: { type: string, maxLength: 9 },',
    )
    workshop.current.write(
      'openapi/components/schemas/BoxLidInner.yaml',
      'type: string\nmaxLength: 9\ndescription: Of wood.\n',
    )
    expect(named().some((one) => one.includes('BoxLidInner'))).to.equal(true)
  })

  it('reports a broken component, and not the actions that use it', () => {
    workshop.current.edit(box, 'name: { type: string,', 'name: { type: string, maxLenght: 5,')
    workshop.current.edit(
      create,
      'unit_id:',
      "box: { $ref: '#/components/schemas/Box' }\n            unit_id:",
    )
    expectProblem(workshop.current, box, 'maxLenght', 'unknown keyword')
  })

  it('reads a property as a property, even if it has the name of a keyword', () => {
    const awkward = ['type', 'required', 'properties', 'default', 'example', 'items', 'enum', 'format']
    const properties = awkward
      .map((name) => `            ${name}: { type: [string, 'null'], maxLength: 9, description: Awkward. }\n`)
      .join('')
    workshop.current.edit(create, '            unit_id:', `${properties}            unit_id:`)
    expect(workshop.current.problems()).to.deep.equal([])
  })
})
