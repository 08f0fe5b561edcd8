import { expect } from 'chai'
import { actionsModule } from '../../codegen/emit/registry.ts'
import { expandContract } from '../../codegen/expand/document.ts'
import { refuses } from './mistakes.ts'
import { create, list, useWorkshop } from './workshop.ts'

const before = '            colours:'
const range = (
  query: string,
  more = '',
) => `            made: { ${query}type: object, additionalProperties: false, description: When it was made., properties: {
              since: { type: string, format: date, description: The first day. }, old: { type: boolean, description: Long ago. }${more} } }\n`
const good = 'x-query: { since: made_since, old: made_old }, '
const inputStart = { file: list, from: before, at: 'made:' }

describe('an object in the input of a read', () => {
  const workshop = useWorkshop()
  const parameters = () => {
    const { paths } = expandContract(workshop.current.contract()) as any
    return paths['/v1/toys/boxes.list'].get.parameters as { name: string }[]
  }

  it('is a query parameter for each of its values', () => {
    workshop.current.edit(list, before, `${range(good)}${before}`)
    expect(workshop.current.problems()).to.deep.equal([])
    const names = ['order', 'limit', 'made_since', 'made_old', 'colours', 'unit_id']
    expect(parameters().map(({ name }) => name)).to.deep.equal(names)
    expect(parameters()[2]).to.deep.equal({
      name: 'made_since',
      in: 'query',
      required: false,
      description: 'When it was made. The first day.',
      schema: { type: 'string', format: 'date' },
    })
    expect(actionsModule(workshop.current.contract()))
      .to.include(
        '"made":"json","colours":"json","unit_id":"string","made_since":"string","made_old":"boolean"',
      )
      .and.include(
        '"queryParts":{"made_since":{"property":"made","part":"since"},"made_old":{"property":"made","part":"old"}}',
      )
  })

  it('keeps what is said of it: only the web app may send its values', () => {
    workshop.current.edit(list, before, `${range(`${good}x-web-only: true, `)}${before}`)
    expect(workshop.current.problems()).to.deep.equal([])
    expect(parameters()[2]).to.have.nested.property('schema.x-web-only', true)
  })

  it('is a property of the body of a POST', () => {
    workshop.current.edit(list, before, `${range(good)}${before}`)
    const { components } = expandContract(workshop.current.contract()) as any
    const { properties } = components.schemas.ToysBoxesListInput
    expect(Object.keys(properties)).to.deep.equal(['order', 'limit', 'made', 'colours', 'unit_id'])
    expect(properties.made).to.deep.include({ 'x-query': { since: 'made_since', old: 'made_old' } })
  })

  describe('is refused', () => {
    refuses([
      {
        ...inputStart,
        what: 'without names',
        to: range('') + before,
        says: 'generators fail at an object in a query',
      },
      {
        ...inputStart,
        what: 'with a name less',
        to: range('x-query: { since: made_since }, ') + before,
        says: 'x-query names, in their order, all properties',
      },
      {
        ...inputStart,
        what: 'with a list in it',
        to:
          range(
            'x-query: { since: made_since, old: made_old, by: made_by }, ',
            ', by: { type: array, maxItems: 2, items: { type: string, maxLength: 9 }, description: By whom. }',
          ) + before,
        says: 'which are texts, numbers or booleans',
      },
      {
        ...inputStart,
        what: 'with a name that another parameter has',
        to: range('x-query: { since: order, old: made_old }, ') + before,
        says: 'there is another parameter order',
      },
      {
        ...inputStart,
        what: 'with a name in capitals',
        to: range('x-query: { since: MadeSince, old: made_old }, ') + before,
        says: 'x-query gives names of lower-case words',
      },
    ])
  })

  describe('has x-query, which is refused', () => {
    refuses([
      {
        what: 'in a write',
        file: create,
        from: '            unit_id:',
        to: `${range(good)}            unit_id:`,
        at: 'made:',
        says: 'x-query belongs to a property of the input of a read itself',
      },
      {
        what: 'in a component',
        file: 'openapi/components/schemas/Box.yaml',
        from: 'type: object',
        to: 'x-query: { id: box }\ntype: object',
        at: 'x-query',
        says: 'x-query belongs where the input uses this',
      },
    ])
  })
})
