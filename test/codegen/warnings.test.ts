import { expect } from 'chai'
import { warningsModule } from '../../codegen/emit/warnings.ts'
import { expectProblem } from './mistakes.ts'
import { create, taken, useWorkshop } from './workshop.ts'

const heavy = 'openapi/components/warnings/box_heavy.yaml'
const text = `record: unit
message: The box {record_id} with {toys} weighs {kilos, plural, one {# kilo} other {# kilos}}.
de: Die Kiste {record_id} mit {toys} wiegt {kilos, plural, one {# Kilo} other {# Kilos}}.
example: { kilos: 30, toys: [{ id: toy-1, name: Anvil }], more: 0 }
`

describe('codegen refuses a warning that is not in order', () => {
  const workshop = useWorkshop()
  beforeEach(() => {
    workshop.current.write(heavy, text)
    workshop.current.edit(create, '  x-events', '  x-warnings: [box_heavy]\n  x-events')
  })

  const mistakes: [what: string, from: string, to: string, at: string, says: string][] = [
    ['a missing sentence', /^message.*\n/m.exec(text)![0], '', 'record:', 'the sentence is missing'],
    ['a German sentence that lacks a value', ' mit {toys}', '', 'de:', 'de names kilos, record_id, but'],
    ['a sentence without a full stop', 'other {# kilos}}.', 'other {# kilos}}', 'message:', 'full stop'],
    ['a malformed place', 'with {toys}', 'with {Toys}', 'message:', 'a placeholder is'],
    ['an example that lacks a value', 'kilos: 30, ', '', 'example:', 'the example lacks kilos'],
    ['a list without the number of the others', ', more: 0', '', 'example:', 'the example lacks more'],
    [
      'a value that no sentence names',
      'kilos: 30',
      'kilos: 30, grams: 5',
      'example:',
      'no sentence names grams',
    ],
    ['a value of another kind', 'name: Anvil', 'label: Anvil', 'example:', 'a value is a text'],
    [
      'a kind of record that there is not',
      'record: unit',
      'record: crate',
      'record:',
      'no x-id names the kind crate',
    ],
    ['a key that warnings do not have', 'record: unit', 'path: name\nrecord: unit', 'path:', 'a warning has'],
  ]
  for (const [what, from, to, at, says] of mistakes)
    it(what, () => {
      workshop.current.edit(heavy, from, to)
      expectProblem(workshop.current, heavy, at, says)
    })

  it('one that no action names, and a name that there is not', () => {
    workshop.current.edit(create, 'x-warnings: [box_heavy]\n', 'x-warnings: [box_light]\n')
    const said = workshop.current.problems().map(({ message }) => message)
    expect(said).to.have.length(2)
    expect(said.join()).to.include('no action names box_heavy').and.include('x-warnings names box_light')
  })

  it('one with the code of an error', () => {
    const same = 'openapi/components/warnings/box_name_taken.yaml'
    workshop.current.write(same, 'message: It is taken.\nde: Er ist vergeben.\n')
    workshop.current.edit(create, '[box_heavy]', '[box_heavy, box_name_taken]')
    expectProblem(workshop.current, same, 'message:', 'an error has the code box_name_taken')
    expect(workshop.current.read(taken)).to.include('error: conflict')
  })

  it('and writes the types of the values of one that is', () => {
    const module = warningsModule(workshop.current.contract())
    expect(module).to.include(
      'box_heavy: { kilos: number; toys: readonly NamedRecord[]; more: number; record_id: string }',
    )
    expect(module).to.include("toys_boxes_create: 'box_heavy'")
  })
})
