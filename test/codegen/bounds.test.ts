import { expect } from 'chai'
import { expectProblem, refuses } from './mistakes.ts'
import { box, create, list, useWorkshop } from './workshop.ts'

describe('codegen refuses inputs without limits', () => {
  refuses([
    { what: 'a text', file: create, from: ', maxLength: 20', at: 'name:', says: 'add maxLength' },
    { what: 'a list', file: list, from: ' maxItems: 9,', at: 'colours:', says: 'add maxItems' },
    { what: 'a text in a list', file: list, from: ', maxLength: 20', at: 'colours:', says: 'add maxLength' },
    {
      what: 'a number',
      file: list,
      from: ' minimum: 1, maximum: 50,',
      at: 'limit:',
      says: 'add minimum, maximum',
    },
    {
      what: 'a map',
      file: create,
      from: '            unit_id:',
      to: '            labels: { type: object, description: By language., additionalProperties: { type: string, maxLength: 9 } }\n            unit_id:',
      at: 'labels:',
      says: 'add maxProperties',
    },
  ])

  const workshop = useWorkshop()

  it('also in a component of inputs, but not in one of answers only', () => {
    expect(workshop.current.problems()).to.deep.equal([])
    const lid = 'openapi/components/schemas/Lid.yaml'
    workshop.current.write(
      lid,
      workshop.current.read(box).replace('id: { type: string,', 'id: { type: string, maxLength: 9,'),
    )
    workshop.current.edit(
      create,
      '            unit_id:',
      "            lid: { $ref: '#/components/schemas/Lid' }\n            unit_id:",
    )
    expectProblem(workshop.current, lid, 'name:', 'add maxLength')
  })

  it('but accepts choices, days and moments without limits', () => {
    const day = '            day: { type: string, format: date, description: When painted. }\n'
    const mood = '            mood: { type: string, enum: [gay, sad], description: As painted. }\n'
    workshop.current.edit(create, '            unit_id:', `${day}${mood}            unit_id:`)
    expect(workshop.current.problems()).to.deep.equal([])
  })
})
