import { expect } from 'chai'
import { expectProblem, refuses } from './mistakes.ts'
import { box, create, created, list, useWorkshop } from './workshop.ts'

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

  it('also in a component of inputs', () => {
    expect(workshop.current.problems()).to.deep.equal([])
    const lid = 'openapi/components/schemas/Lid.yaml'
    workshop.current.write(
      lid,
      workshop.current.read(box).replace('name: { type: string, maxLength: 20,', 'name: { type: string,'),
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

describe('codegen refuses answers without limits', () => {
  const bounded = 'schema: { type: array, x-unbounded: As many as there are., items:'
  refuses([
    { what: 'a text', file: box, from: ' maxLength: 20,', at: 'name:', says: 'add maxLength' },
    {
      what: 'a text of an event',
      file: created,
      from: ' maxLength: 64,',
      at: 'box_id:',
      says: 'add maxLength',
    },
    {
      what: 'a list',
      file: list,
      from: ' x-unbounded: As many as there are.,',
      at: 'schema:',
      says: 'add maxItems',
    },
    {
      what: 'a map',
      file: box,
      from: '  name:',
      to: '  labels: { type: object, description: By language., additionalProperties: { type: string, maxLength: 9 } }\n  name:',
      at: 'labels:',
      says: 'add maxProperties',
    },
    {
      what: 'a list with a reason that says nothing',
      file: list,
      from: bounded,
      to: "schema: { type: array, x-unbounded: ' ', items:",
      at: 'schema:',
      says: 'x-unbounded says in words',
    },
    {
      what: 'a reason beside a limit',
      file: list,
      from: bounded,
      to: 'schema: { type: array, maxItems: 99, x-unbounded: As many as there are., items:',
      at: 'schema:',
      says: 'x-unbounded says in words',
    },
    {
      what: 'a reason in an input',
      file: list,
      from: 'colours: { type: array, maxItems: 9,',
      to: 'colours: { type: array, x-unbounded: All of them.,',
      at: 'colours:',
      says: 'inputs have limits: add maxItems',
    },
  ])

  const workshop = useWorkshop()

  it('but takes a reason for a list of any length', () => {
    workshop.current.edit(list, bounded, 'schema: { type: array, x-unbounded: As many as there are., items:')
    expect(workshop.current.problems()).to.deep.equal([])
  })
})
