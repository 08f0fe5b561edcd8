import { expect } from 'chai'
import { expandContract } from '../../codegen/expand/document.ts'
import { at, type Json } from '../../codegen/model.ts'
import { box, create, list, useWorkshop, type Workshop } from './workshop.ts'
import { expectProblem } from './mistakes.ts'

const set = 'openapi/components/properties/ToyFields.yaml'

/** Lets boxes and the input that creates one share two properties. */
function share(workshop: Workshop): void {
  workshop.write(
    set,
    `required: [colour]
properties:
  colour: { type: string, minLength: 1, maxLength: 10, description: As painted. }
  weight: { type: number, minimum: 0, maximum: 999, description: In grams. }
`,
  )
  workshop.edit(box, 'required: [id, name]', 'x-include: [ToyFields]\nrequired: [id, name]')
  workshop.edit(create, 'required: [name]', 'required: [weight, name]')
  workshop.edit(create, '        example: {', '          x-include: [ToyFields]\n        example: {')
  workshop.edit(create, '{ name: Blocks }', '{ name: Blocks, colour: red, weight: 12 }')
  for (const file of [create, 'openapi/paths/toys/boxes/list.yaml'])
    workshop.edit(file, '{ id: box-1, name: Blocks }', '{ id: box-1, name: Blocks, colour: red }')
}

describe('codegen puts shared properties where objects include them', () => {
  const workshop = useWorkshop()
  beforeEach(() => share(workshop.current))

  const published = (name: string): Json | undefined =>
    at(expandContract(workshop.current.contract()), 'components', 'schemas', name)

  it('as if they had been written there, before or after its own', () => {
    expect(workshop.current.problems()).to.deep.equal([])
    const made = published('Box')
    expect(Object.keys(at(made, 'properties') as object)).to.deep.equal(['colour', 'weight', 'id', 'name'])
    expect(at(made, 'required')).to.deep.equal(['colour', 'id', 'name'])
    const input = published('ToysBoxesCreateInput')
    expect(Object.keys(at(input, 'properties') as object)).to.deep.equal([
      'name',
      'unit_id',
      'colour',
      'weight',
    ])
    expect(at(input, 'required')).to.deep.equal(['colour', 'weight', 'name'])
    expect(at(input, 'additionalProperties')).to.equal(false)
    expect(JSON.stringify([made, input])).to.not.include('x-include')
  })

  it('with a default and a description of the object', () => {
    workshop.current.edit(
      create,
      '            name: {',
      "            weight: { default: 10, description: 'In grams, 10 when left out.' }\n            name: {",
    )
    expect(workshop.current.problems()).to.deep.equal([])
    expect(at(published('ToysBoxesCreateInput'), 'properties', 'weight')).to.deep.equal({
      type: 'number',
      format: 'double',
      minimum: 0,
      maximum: 999,
      default: 10,
      description: 'In grams, 10 when left out.',
    })
    expect(at(published('Box'), 'properties', 'weight')).to.not.have.property('default')
  })

  it('without null, where an input cannot clear', () => {
    const fields = `
  colour: { type: [string, 'null'], minLength: 1, maxLength: 10, description: As painted. }
  size: { type: [string, 'null'], enum: [small, large, null], description: Of the lid. }
  unit: { description: Whose it is., anyOf: [{ $ref: '#/components/schemas/UnitId' }, { type: 'null' }] }
`
    workshop.current.write(set, `properties:${fields}`)
    workshop.current.edit(create, 'required: [weight, name]', 'required: [name]')
    workshop.current.edit(create, 'weight: 12', 'size: small')
    workshop.current.edit(create, 'x-include: [ToyFields]', 'x-include-not-null: [ToyFields]')
    expect(workshop.current.problems()).to.deep.equal([])
    const input = at(published('ToysBoxesCreateInput'), 'properties')
    expect(at(input, 'colour', '$ref')).to.equal('#/components/schemas/OneLineText')
    expect(at(input, 'colour', 'anyOf'), 'no choice of null').to.equal(undefined)
    expect(input).to.deep.include({
      size: { type: 'string', enum: ['small', 'large'], description: 'Of the lid.' },
      unit: { description: 'Whose it is.', $ref: '#/components/schemas/UnitId' },
    })
    expect(at(published('Box'), 'properties', 'colour', 'type')).to.deep.equal(['string', 'null'])
  })

  it('and their names where a list or a description wants them', () => {
    const colours = `{ type: string, enum: [name], x-include-names: [ToyFields], description: 'The name, {names of ToyFields}.' }`
    workshop.current.edit(
      list,
      '{ type: string, enum: [name, age], description: What comes first. }',
      colours,
    )
    expect(workshop.current.problems()).to.deep.equal([])
    expect(at(published('ToysBoxesListInput'), 'properties', 'order')).to.deep.equal({
      type: 'string',
      enum: ['name', 'colour', 'weight'],
      description: 'The name, colour, weight.',
    })
  })

  it('and their names as the words of a pattern', () => {
    const words = `{ type: string, maxLength: 20, pattern: '^({names of ToyFields}|lid)$', description: What comes first. }`
    workshop.current.edit(list, '{ type: string, enum: [name, age], description: What comes first. }', words)
    workshop.current.edit(list, 'order: name', 'order: lid')
    expect(workshop.current.problems()).to.deep.equal([])
    const order = at(published('ToysBoxesListInput'), 'properties', 'order')
    expect(at(order, 'pattern')).to.equal('^(colour|weight|lid)$')
  })

  it('in an object within another', () => {
    const lid = '{ type: object, additionalProperties: false, x-include: [ToyFields], description: On top. }'
    workshop.current.edit(box, '  name: {', `  lid: ${lid}\n  name: {`)
    expect(workshop.current.problems()).to.deep.equal([])
    expect(at(published('Box'), 'properties', 'lid', 'properties', 'weight')).to.be.an('object')
  })

  it('and reports a mistake in them once, where they are written', () => {
    workshop.current.edit(set, 'minLength: 1', 'minLenght: 1')
    expectProblem(workshop.current, set, 'minLenght', 'unknown keyword')
  })
})

describe('codegen refuses shared properties', () => {
  const workshop = useWorkshop()
  beforeEach(() => share(workshop.current))

  const mistakes: Record<string, [file: string, from: string, to: string, at: string, says: string]> = {
    'that the object has, too': [
      box,
      '  name: {',
      '  colour: { type: string }\n  name: {',
      'colour:',
      'colour comes from ToyFields; here it can have default, description, x-redact, nothing else',
    ],
    'of a set that does not exist': [
      box,
      '[ToyFields]',
      '[ToyFields, ToyField]',
      'ToyField]',
      'there is no file openapi/components/properties/ToyField.yaml',
    ],
    'that are included twice': [
      box,
      '[ToyFields]',
      '\n  - ToyFields\n  - ToyFields',
      '- ToyFields',
      'ToyFields is included twice',
    ],
    'that are not named in a list': [box, '[ToyFields]', 'ToyFields', 'x-include', 'is a list of names'],
    'in a schema that is no object': [
      box,
      '  name: { type: string',
      '  name: { x-include: [ToyFields], type: string',
      'name:',
      'x-include is for a schema of type object',
    ],
    'when the set requires what it does not have': [
      set,
      '[colour]',
      '[colour, size]',
      'required',
      'required names size, which is not a property of the set',
    ],
    'when the set has more than properties': [
      set,
      'properties:',
      'type: object\nproperties:',
      'type: object',
      'a set has properties and required, not type',
    ],
    'of a set that includes another': [
      set,
      'colour: { type: string',
      'colour: { x-include: [ToyFields], type: string',
      'colour:',
      'a set includes no other',
    ],
  }
  for (const [what, [file, from, to, at, says]] of Object.entries(mistakes))
    it(what, () => {
      workshop.current.edit(file, from, to)
      expectProblem(workshop.current, file, at, says)
    })

  it('whose names are wanted of a set that does not exist', () => {
    workshop.current.edit(list, 'enum: [name, age]', 'enum: [name, age], x-include-names: [ToyField]')
    const says = 'there is no file openapi/components/properties/ToyField.yaml'
    expectProblem(workshop.current, list, 'x-include-names', says)
    workshop.current.edit(list, ', x-include-names: [ToyField]', '')
    workshop.current.edit(list, 'What comes first.', "'First {names of ToyField}.'")
    expectProblem(workshop.current, list, 'names of', says)
  })

  it('when the set has none', () => {
    workshop.current.write(set, 'required: []\n')
    expectProblem(workshop.current, set, 'required', 'a set needs properties')
  })

  it('of two sets that have the same', () => {
    workshop.current.write(
      'openapi/components/properties/Paint.yaml',
      'properties:\n  colour: { type: string }\n',
    )
    workshop.current.edit(box, '[ToyFields]', '[ToyFields, Paint]')
    expectProblem(workshop.current, box, 'x-include', 'colour is in Paint and in another set')
  })

  it('that nothing includes', () => {
    const file = 'openapi/components/properties/Paint.yaml'
    workshop.current.write(file, 'properties:\n  colour: { type: string }\n')
    expectProblem(workshop.current, file, 'properties', 'no object includes Paint; remove the file')
  })
})
