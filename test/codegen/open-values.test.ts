import { expect } from 'chai'
import { factsOf } from '../../codegen/compatibility/document.ts'
import { contractTypes } from '../../codegen/emit/types.ts'
import { expandContract } from '../../codegen/expand/document.ts'
import type { JsonObject } from '../../codegen/model.ts'
import { expectProblem } from './mistakes.ts'
import { box, create, created, useWorkshop } from './workshop.ts'

const material = 'openapi/components/schemas/Material.yaml'
const shade = 'openapi/components/schemas/Shade.yaml'

/** A box with values of each sort: `Material` is in an input, too, `Shade` is not. */
describe('lists of values', () => {
  const workshop = useWorkshop()
  beforeEach(() => {
    workshop.current.write(material, 'description: Made of.\ntype: string\nenum: [wood, tin]\n')
    workshop.current.write(shade, 'description: Its colour.\ntype: string\nenum: [red, blue]\n')
    workshop.current.edit(box, 'required: [id, name]', 'required: [id, name, size]')
    workshop.current.edit(
      box,
      'properties:\n',
      `properties:
  size: { type: string, enum: [s, m], description: How large. }
  lock: { type: [string, 'null'], enum: [key, code, null], description: What opens it. }
  material: { $ref: '#/components/schemas/Material' }
  lid: { description: Its top is of this., anyOf: [{ $ref: '#/components/schemas/Material' }, { type: 'null' }] }
  shade: { $ref: '#/components/schemas/Shade' }
  shades: { type: array, maxItems: 9, items: { $ref: '#/components/schemas/Shade' }, description: All of them. }
  trim: { description: Around it., anyOf: [{ $ref: '#/components/schemas/Shade' }, { type: 'null' }] }
`,
    )
    workshop.current.edit(
      create,
      "unit_id: { $ref: '#/components/schemas/UnitId' }",
      "material: { $ref: '#/components/schemas/Material' }",
    )
    workshop.current.edit(create, 'example: { id: box-1,', 'example: { size: s, lock: key, id: box-1,')
    workshop.current.edit(
      'openapi/paths/toys/boxes/list.yaml',
      'example: [{ id: box-1,',
      'example: [{ size: s, lock: key, id: box-1,',
    )
    expect(workshop.current.problems()).to.deep.equal([])
  })
  const document = () => expandContract(workshop.current.contract())
  const schemas = () => (document()['components'] as JsonObject)['schemas'] as Record<string, JsonObject>
  const ofBox = () => schemas()['Box']!['properties'] as Record<string, JsonObject>

  it('are closed in inputs', () => {
    expect(schemas()['Material']).to.deep.equal({
      description: 'Made of.',
      type: 'string',
      enum: ['wood', 'tin'],
    })
    expect(schemas()['ToysBoxesCreateInput']).to.have.nested.property(
      'properties.material.$ref',
      '#/components/schemas/Material',
    )
  })

  it('are open in answers: any text, with the known values for people and for programs', () => {
    const open = (description: string, values: string[], type: unknown = 'string') => ({
      type,
      description: `${description} Known values: ${values.map((value) => `\`${value}\``).join(', ')}.`,
      'x-extensible-enum': values,
      maxLength: 40,
    })
    const orNull = ['string', 'null']
    const { size, lock, material: made, lid, shade: colour, shades, trim } = ofBox()
    expect(size).to.deep.equal(open('How large.', ['s', 'm']))
    expect(lock).to.deep.equal(open('What opens it.', ['key', 'code'], orNull))
    expect(made).to.deep.equal(open('Made of.', ['wood', 'tin']))
    expect(lid).to.deep.equal(open('Its top is of this.', ['wood', 'tin'], orNull))
    expect(schemas()['Shade']).to.deep.equal(open('Its colour.', ['red', 'blue']))
    expect(colour).to.deep.equal({ $ref: '#/components/schemas/Shade' })
    expect(shades!['items']).to.deep.equal({ $ref: '#/components/schemas/Shade' })
    expect(trim).to.deep.equal(open('Around it.', ['red', 'blue'], orNull))
  })

  it('are open in events', () => {
    workshop.current.edit(created, 'required: [box_id, box]', 'required: [box_id, box, how]')
    workshop.current.edit(
      created,
      'properties:\n',
      'properties:\n    how: { type: string, enum: [bought], description: Where it came from. }\n',
    )
    workshop.current.edit(created, 'example: { box_id', 'example: { how: bought, box_id')
    expect(workshop.current.problems()).to.deep.equal([])
    expect(schemas()['BoxCreatedData'])
      .to.have.nested.property('properties.how')
      .that.deep.includes({ type: 'string', 'x-extensible-enum': ['bought'] })
  })

  it('offer clients in TypeScript what is known and take the rest, and are strict for the service', async () => {
    const { client, server } = await contractTypes(document())
    const shape = (types: string) => /\n(?:export interface Box| {8}Box:) \{.*?\n {0,8}\}/s.exec(types)![0]
    expect(client).to.include('export type Known<T extends string> = T | (string & {})')
    expect(shape(client))
      .to.include('size: Known<"s" | "m">;')
      .and.include('lock?: Known<"key" | "code"> | null;')
      .and.include('shades?: Shade[];')
    expect(client).to.include('Shade = Known<"red" | "blue">;').and.include('Material = "wood" | "tin";')
    expect(server).to.not.include('Known<')
    expect(shape(server)).to.include('size: "s" | "m";').and.include('lock?: ("key" | "code") | null;')
    expect(server).to.include('Shade: "red" | "blue";')
  })

  it('break no client when values are added; only when values go', () => {
    const was = factsOf(document())
    const breaks = () =>
      factsOf(document())
        .breaksOf(was)
        .map(({ place, what }) => `${place}: ${what}`)
    workshop.current.edit(box, 'enum: [s, m]', 'enum: [s, m, l]')
    expect(breaks()).to.deep.equal([])
    workshop.current.edit(box, 'enum: [s, m, l]', 'enum: [s, l]')
    expect(breaks()).to.deep.equal(['Box.size (answer): value "m"'])
  })

  it('are as short as the document promises of later ones', () => {
    const long = `at_the_end_of_${'a_very_'.repeat(4)}long_day`
    workshop.current.edit(box, 'enum: [s, m]', `enum: [s, ${long}]`)
    expectProblem(workshop.current, box, 'size:', `${long} is longer than 40 characters`)
  })

  it('are not in an object of inputs and answers, where they would be open and closed', () => {
    workshop.current.write(
      'openapi/components/schemas/Lid.yaml',
      `description: Closes the box until somebody lifts it.
type: object
additionalProperties: false
required: [material]
properties:
  material: { $ref: '#/components/schemas/Material' }
`,
    )
    const lid = "$ref: '#/components/schemas/Lid' }"
    workshop.current.edit(create, "material: { $ref: '#/components/schemas/Material' }", `lid: { ${lid}`)
    expect(workshop.current.problems()).to.deep.equal([])
    workshop.current.edit(box, '\n  shade:', `\n  top: { ${lid}\n  shade:`)
    expectProblem(
      workshop.current,
      'openapi/components/schemas/Lid.yaml',
      'material:',
      'in inputs and in answers',
    )
  })
})
