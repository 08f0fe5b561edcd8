import { expect } from 'chai'
import { mcpTools } from '../../codegen/emit/mcp.ts'
import { toolRows } from '../../codegen/tool-rows.ts'
import { expectProblem, refuses } from './mistakes.ts'
import { box, list, useWorkshop } from './workshop.ts'

const boxes =
  "schema: { type: array, x-unbounded: As many as there are., items: { $ref: '#/components/schemas/Box' } }"
const limit =
  '            limit: { type: integer, minimum: 1, maximum: 50, default: 10, description: At most this many. }\n'
const withRows = (rows: string) => boxes.replace('type: array,', `type: array, x-mcp-rows: ${rows},`)

describe('codegen refuses x-mcp-rows', () => {
  refuses([
    {
      what: 'with a field that rows do not have',
      file: list,
      from: boxes,
      to: withRows('[id, colour]'),
      at: 'x-mcp-rows',
      says: 'rows have no colour',
    },
    {
      what: 'where there are two lists, so that neither is the one',
      file: list,
      from: `${boxes}\n          example: [{ id: box-1, name: Blocks }]`,
      to: `schema:
            type: object
            additionalProperties: false
            required: [old, new]
            properties:
              old: { type: array, x-unbounded: All of them., x-mcp-rows: [id], items: { $ref: '#/components/schemas/Box' }, description: Painted. }
              new: { type: array, x-unbounded: All of them., items: { $ref: '#/components/schemas/Box' }, description: Not painted. }
          example: { old: [{ id: box-1, name: Blocks }], new: [{ id: box-2, name: Dolls }] }`,
      at: 'old:',
      says: 'x-mcp-rows belongs to the one list',
    },
    {
      what: 'in a component, which several actions share',
      file: box,
      from: 'id: { type: string,',
      to: 'id: { type: string, x-mcp-rows: [id],',
      at: 'id:',
      says: 'x-mcp-rows belongs where the result uses this',
    },
    {
      what: 'nothing, but not pages that are too long for assistants',
      file: list,
      from: 'maximum: 50, default: 10,',
      to: 'maximum: 50, default: 26,',
      at: 'limit:',
      says: 'at most 25 rows',
    },
    {
      what: 'nothing, but not an input that has fields of its own',
      file: list,
      from: '            colours:',
      to: '            fields: { type: boolean, description: Of the meadow. }\n            colours:',
      at: 'fields:',
      says: 'has fields for something else',
    },
  ])
})

describe('the list of a tool', () => {
  const workshop = useWorkshop()

  function listed() {
    const contract = workshop.current.contract()
    const source = contract.sources.find(({ id }) => id === 'toys_boxes_list')!
    const tool = mcpTools(contract).find(({ name }) => name === source.id) as any
    return { rows: toolRows(contract, source), properties: tool.inputSchema.properties }
  }

  it('shows everything unless x-mcp-rows says what', () => {
    expect(listed().rows).to.include({ list: null, paged: true })
    expect(listed().rows!.columns).to.deep.equal(['id', 'name'])
    workshop.current.edit(list, boxes, withRows('[id]'))
    expect(listed().rows!.columns).to.deep.equal(['id'])
    expect(listed().rows!.fields).to.deep.equal(['id', 'name'])
    expect(workshop.current.problems()).to.deep.equal([])
  })

  it('has pages, made by the tool where the action has none', () => {
    expect(listed().properties).to.include.keys('limit', 'fields').and.not.include.keys('after')
    expect(listed().properties.limit).to.include({ default: 10 })
    workshop.current.edit(list, limit, '')
    expect(listed().rows).to.include({ paged: false })
    expect(listed().properties).to.include.keys('limit', 'after', 'fields')
    expect(listed().properties.limit).to.deep.equal({ type: 'integer', default: 25 })
  })

  it('begins its rows with the id, by which the tool finds the next page', () => {
    workshop.current.edit(list, boxes, withRows('[name]'))
    expect(workshop.current.problems()).to.deep.equal([])
    workshop.current.edit(list, limit, '')
    expectProblem(workshop.current, list, 'x-mcp-rows', 'the first column is the id')
  })

  it('is none where the number of records has a limit', () => {
    workshop.current.edit(list, boxes, boxes.replace('type: array,', 'type: array, maxItems: 9,'))
    expect(listed().rows).to.equal(undefined)
    expect(listed().properties).to.not.include.keys('fields')
  })
})
