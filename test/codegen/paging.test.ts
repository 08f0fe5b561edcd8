import { expect } from 'chai'
import { refuses } from './mistakes.ts'
import { create, list, useWorkshop, type Workshop } from './workshop.ts'

const limit = 'limit: { type: integer,'
const cursor = 'after: { type: string, format: people-cursor, maxLength: 200, description: Where to begin. }'
const answer = `schema: { type: array, x-unbounded: As many as there are., items: { $ref: '#/components/schemas/Box' } }
          example: [{ id: box-1, name: Blocks }]`
const page = `schema:
            type: object
            additionalProperties: false
            required: [boxes, next, total]
            properties:
              boxes: { type: array, maxItems: 9, items: { $ref: '#/components/schemas/Box' }, description: Some of them. }
              next: { type: [string, 'null'], maxLength: 99, description: Where the next page begins. }
              total: { type: integer, description: How many there are. }
              others: { type: array, maxItems: 9, items: { $ref: '#/components/schemas/Box' }, description: Boxes of somebody else. }
          example: { boxes: [{ id: box-1, name: Blocks }], next: Ym94LTE, total: 2 }`
const rule = 'x-paging: { cursor: after, next: next, items: boxes }'

/** Gives the list pages. */
function paged(workshop: Workshop): Workshop {
  workshop.edit(list, limit, `${cursor}\n            ${limit}`)
  workshop.edit(list, answer, page)
  workshop.edit(list, 'x-class: read', `x-class: read\n  ${rule}`)
  return workshop
}

describe('codegen takes a list with pages', () => {
  const workshop = useWorkshop()

  it('that says how they follow each other', () => {
    expect(paged(workshop.current).problems()).to.deep.equal([])
  })

  const mistakes: Record<string, [from: string, to: string, says: string]> = {
    'but not without x-paging': [
      `\n  ${rule}`,
      '',
      'the input takes a cursor: say {cursor, next, items} in x-paging',
    ],
    'but not with half of x-paging': [', items: boxes', '', 'x-paging says cursor, next, items'],
    'but not with more in x-paging': [
      'items: boxes',
      'items: boxes, limit: limit',
      'x-paging says cursor, next, items',
    ],
    'but not with another property for the cursor': [
      'cursor: after',
      'cursor: order',
      'order is not the property of the input that is a cursor, such as format: people-cursor',
    ],
    'but not with a next page that is no text': [
      'next: next',
      'next: total',
      'total is no required property of the result that is a text or null',
    ],
    'but not with entries that may be missing': [
      'items: boxes',
      'items: others',
      'others is no required list in the result',
    ],
    'but not with entries that are no list': [
      'items: boxes',
      'items: total',
      'total is no required list in the result',
    ],
  }
  for (const [what, [from, to, says]] of Object.entries(mistakes))
    it(what, () => {
      paged(workshop.current).edit(list, from, to)
      expect(workshop.current.problems().map(({ message }) => message)).to.deep.equal([says])
    })
})

describe('codegen refuses x-paging', () => {
  refuses([
    {
      what: 'where the input takes no cursor',
      file: create,
      from: 'x-class: write',
      to: 'x-class: write\n  x-paging: { cursor: name, next: name, items: name }',
      at: 'x-paging:',
      says: 'name is not the property of the input that is a cursor, such as format: people-cursor',
    },
  ])
})
