import { expect } from 'chai'
import { expectProblem } from './mistakes.ts'
import { box, create, list, useWorkshop } from './workshop.ts'

describe('codegen refuses an example that shows nothing', () => {
  const workshop = useWorkshop()
  const lid = "  lid: { type: [string, 'null'], maxLength: 20, description: Its colour. }\n"
  const key = "  key: { type: [string, 'null'], maxLength: 20, description: Where it is kept. }\n"
  const toys =
    "  toys: { type: array, maxItems: 9, description: What is in it., items: { $ref: '#/components/schemas/IdName' } }\n"
  /** Adds properties to boxes, and their values to the example of each action. */
  const boxes = (properties: string, made: string, listed = made) => {
    workshop.current.edit(box, '  name: {', `${properties}  name: {`)
    workshop.current.edit(create, '{ id: box-1, name: Blocks }', `{ id: box-1, name: Blocks, ${made} }`)
    workshop.current.edit(
      list,
      '[{ id: box-1, name: Blocks }]',
      `[${listed ? `{ id: box-1, name: Blocks, ${listed} }` : ''}]`,
    )
  }

  it('an empty list as the result', () => {
    workshop.current.edit(list, '[{ id: box-1, name: Blocks }]', '[]')
    expectProblem(
      workshop.current,
      list,
      'example: []',
      'the example shows no item: the result is an empty list',
    )
  })

  it('an empty list in the result', () => {
    boxes(toys, 'toys: []', 'toys: [{ id: toy-1, name: Bear }]')
    expectProblem(workshop.current, create, 'toys: []', 'toys is an empty list')
  })

  it('an empty list in every item of a list', () => {
    boxes(toys, 'toys: [{ id: toy-1, name: Bear }]', 'toys: [] }, { id: box-2, name: Dolls, toys: []')
    expectProblem(workshop.current, list, 'toys: []', '0.toys is an empty list')
  })

  it('only null', () => {
    boxes(lid, 'lid: null', 'lid: red')
    expectProblem(workshop.current, create, 'lid: null', 'the example shows nothing but null in lid')
  })

  it('null in all properties of an object that may be null', () => {
    const inner = `${lid}${key}`.replaceAll(/^/gm, '    ').trimEnd()
    const hinge = `  hinge:\n    description: Of brass.\n    type: object\n    additionalProperties: false\n    properties:\n${inner}\n`
    const size = "  size: { type: [number, 'null'], description: In litres. }\n"
    boxes(`${hinge}${size}`, 'size: 3, hinge: { lid: null, key: null }', 'size: 2, hinge: { lid: red }')
    expectProblem(workshop.current, create, 'hinge:', 'the example shows nothing but null in lid, key')
  })

  it('but accepts a list that is empty in some items only', () => {
    boxes(
      toys,
      'toys: [{ id: toy-1, name: Bear }]',
      'toys: [] }, { id: box-2, name: Dolls, toys: [{ id: toy-1, name: Bear }]',
    )
    expect(workshop.current.problems()).to.deep.equal([])
  })

  it('and an empty list of texts', () => {
    boxes(
      '  notes: { type: array, maxItems: 9, description: Stuck on it., items: { type: string, maxLength: 9 } }\n',
      'notes: []',
    )
    expect(workshop.current.problems()).to.deep.equal([])
  })

  it('and null if another property has a value', () => {
    boxes(`${lid}${key}`, 'lid: null, key: under the mat')
    expect(workshop.current.problems()).to.deep.equal([])
  })

  it('and null in a property that is always null', () => {
    boxes(lid.replace('Its colour.', 'Always null; boxes have no lid yet.'), 'lid: null')
    expect(workshop.current.problems()).to.deep.equal([])
  })

  it('and an empty list that is empty unless the rest shows nothing', () => {
    boxes(toys.replace('What is in it.', 'Empty unless it is open.'), 'toys: []')
    expect(workshop.current.problems()).to.deep.equal([])
  })
})
