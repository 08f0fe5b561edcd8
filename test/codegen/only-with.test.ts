import { expect } from 'chai'
import { forms } from '../../src/generated/forms.ts'
import { refuses } from './mistakes.ts'
import { list } from './workshop.ts'

const order = 'order: { type: string, enum: [name, age],'
const wrong = 'x-only-with is { name: value } of one other property of this object, which lists that value'

/** A list with a property that comes only with some order. */
const asked = (xOnlyWith: string) => ({
  file: list,
  from: order,
  to: `oldest: { type: integer, minimum: 0, maximum: 9, x-only-with: ${xOnlyWith}, description: How old. }\n            ${order}`,
  at: 'oldest:',
  says: wrong,
})

describe('codegen refuses a property that comes only with', () => {
  refuses([
    { what: 'a value that the other does not list', ...asked('{ order: size }') },
    { what: 'a property that is not there', ...asked('{ sort: age }') },
    { what: 'itself', ...asked('{ oldest: age }') },
    { what: 'two others', ...asked('{ order: age, limit: 3 }') },
    { what: 'no value', ...asked('age') },
    {
      what: 'something, and is required all the same',
      file: list,
      from: order,
      to: `size: { type: string, enum: [big], description: How large. }\n            ${order} x-only-with: { size: big },`,
      at: 'order:',
      says: wrong,
    },
  ])

  it('and tells forms which', () => {
    const reason = forms.org_checklists_tasks_set_status.fields.find(({ name }) => name === 'reason')
    expect(reason?.onlyWith).to.deep.equal({ name: 'status', value: 'skipped' })
  })
})
