import { expect } from 'chai'
import { expandContract } from '../../codegen/expand/document.ts'
import { at, type Json } from '../../codegen/model.ts'
import { expectProblem } from './mistakes.ts'
import { box, create, created, list, useWorkshop, type Workshop } from './workshop.ts'

const named = 'openapi/components/examples/Box.yaml'
const crate = 'openapi/components/examples/Crate.yaml'

/** Lets the actions and the event take their boxes from two named examples, one made of the other. */
function share(workshop: Workshop): void {
  workshop.write(named, 'id: box-1\nname: Blocks\n')
  workshop.write(crate, '$example: Box\nname: Crate\n')
  workshop.edit(create, 'example: { id: box-1, name: Blocks }', 'example: { $example: Box }')
  workshop.edit(
    list,
    '[{ id: box-1, name: Blocks }]',
    '\n            - { $example: Box, id: box-2 }\n            - { $example: Crate }',
  )
  workshop.edit(created, 'box: { id: box-1, name: Blocks }', 'box: { $example: Box, name: Bricks }')
}

describe('codegen puts named examples where they are used', () => {
  const workshop = useWorkshop()
  beforeEach(() => share(workshop.current))

  const answer = (url: string): Json | undefined => {
    const document = expandContract(workshop.current.contract())
    const content = at(document, 'paths', url, 'post', 'responses', '200', 'content')
    return at(content, 'application/json', 'example', 'data')
  }

  it('as if they had been written there, also with other values and within others', () => {
    expect(workshop.current.problems()).to.deep.equal([])
    expect(answer('/v1/toys/boxes.create')).to.deep.equal({ id: 'box-1', name: 'Blocks' })
    expect(answer('/v1/toys/boxes.list')).to.deep.equal([
      { id: 'box-2', name: 'Blocks' },
      { id: 'box-1', name: 'Crate' },
    ])
    const event = workshop.current.contract().events.get('box.created')
    expect(at(event?.value, 'example', 'box')).to.deep.equal({ id: 'box-1', name: 'Bricks' })
    expect(JSON.stringify(expandContract(workshop.current.contract()))).to.not.include('$example')
  })

  it('in the order of the named one, without what is left out', () => {
    workshop.current.write(named, 'id: box-1\ncolour: red\nname: Blocks\n')
    workshop.current.write(crate, '$example: Box\n$without: [colour]\nname: Crate\n')
    workshop.current.edit(list, '{ $example: Box, id: box-2 }', '{ $example: Crate, id: box-2 }')
    expect(JSON.stringify(answer('/v1/toys/boxes.list'))).to.equal(
      '[{"id":"box-2","name":"Crate"},{"id":"box-1","name":"Crate"}]',
    )
  })

  it('with what the named one lacks after all that it has', () => {
    workshop.current.edit(
      box,
      '  name: {',
      '  size: { type: string, maxLength: 9, description: In litres. }\n  name: {',
    )
    workshop.current.edit(list, '{ $example: Box, id: box-2 }', '{ $example: Box, size: 20 l, id: box-2 }')
    expect(workshop.current.problems()).to.deep.equal([])
    expect(JSON.stringify(answer('/v1/toys/boxes.list'))).to.include(
      '{"id":"box-2","name":"Blocks","size":"20 l"}',
    )
  })

  it('without what a set of properties has, and with its names in hidden_fields', () => {
    workshop.current.write(
      'openapi/components/properties/Paint.yaml',
      'properties:\n  colour: { type: string, maxLength: 9, description: Of the lid. }\n  gloss: { type: boolean, description: On the lid. }\n',
    )
    workshop.current.write(
      named,
      "id: box-1\ncolour: red\nname: Blocks\nhidden_fields: [id, '{names of Paint}']\n",
    )
    workshop.current.write(crate, "$example: Box\n$without: ['{names of Paint}']\nname: Crate\n")
    workshop.current.edit(list, '{ $example: Box, id: box-2 }', '{ $example: Crate, id: box-2 }')
    workshop.current.edit(box, 'required: [id, name]', 'x-include: [Paint]\nrequired: [id, name]')
    expect(answer('/v1/toys/boxes.list')).to.deep.equal([
      { id: 'box-2', name: 'Crate', hidden_fields: ['id', 'colour', 'gloss'] },
      { id: 'box-1', name: 'Crate', hidden_fields: ['id', 'colour', 'gloss'] },
    ])
  })

  it('and reports a mistake in them once, where it is written', () => {
    workshop.current.write(named, 'id: 1\nname: Blocks\n')
    workshop.current.edit(list, '{ $example: Box, id: box-2 }', '{ $example: Box }')
    expectProblem(workshop.current, named, 'id:', 'the example is not valid: id must be string')
  })

  it('and names them when a property is missing', () => {
    workshop.current.edit(box, 'required: [id, name]', 'required: [id, name, size]')
    workshop.current.edit(box, '  name:', '  size: { type: number, description: In litres. }\n  name:')
    expectProblem(workshop.current, named, 'id:', "must have required property 'size'")
  })
})

describe('codegen refuses named examples', () => {
  const workshop = useWorkshop()
  beforeEach(() => share(workshop.current))

  const mistakes: Record<string, [file: string, from: string, to: string, at: string, says: string]> = {
    'that do not exist': [
      list,
      '{ $example: Box, id: box-2 }',
      '{ $example: Boxes, id: box-2 }',
      'Boxes',
      'there is no file openapi/components/examples/Boxes.yaml',
    ],
    'with what the schema does not have': [
      list,
      'id: box-2',
      'ids: box-2',
      'ids: box-2',
      'must NOT have additional properties: ids',
    ],
    'without what they do not have': [
      crate,
      'name: Crate',
      '$without: [colour]',
      '$without',
      'colour cannot be left out',
    ],
    'without what has another value': [
      crate,
      'name: Crate',
      '$without: [name]\nname: Crate',
      '$without',
      'name cannot be left out',
    ],
    'that use themselves': [crate, 'name: Crate', 'name: { $example: Crate }', 'name:', 'Crate uses itself'],
    'that nothing uses': [list, '{ $example: Crate }', '{ $example: Box }', '', 'no example uses Crate'],
  }
  for (const [what, [file, from, to, place, says]] of Object.entries(mistakes))
    it(what, () => {
      workshop.current.edit(file, from, to)
      expectProblem(workshop.current, place === '' ? crate : file, place || '$example', says)
    })

  it('that are left out of nothing', () => {
    workshop.current.edit(list, '{ $example: Box, id: box-2 }', '{ $without: [name], id: box-2, name: x }')
    expectProblem(workshop.current, list, '$without', '$without stands beside $example')
  })
})
