import { expect } from 'chai'
import { validators } from '../../codegen/emit/validators.ts'
import { expandContract } from '../../codegen/expand/document.ts'
import { limitsOf } from '../../codegen/limits.ts'
import { at, requestSchema } from '../../codegen/model.ts'
import { text } from '../../src/validation/formats.ts'
import { document } from '../support/contract.ts'
import { refuses } from './mistakes.ts'
import { box, create, list, useWorkshop } from './workshop.ts'

const unitId = '            unit_id:'
const moreFields = `            note: { type: string, x-lines: many, minLength: 1, maxLength: 900, description: For the next owner. }
            labels:
              type: array
              maxItems: 3
              description: On the lid.
              items:
                type: object
                additionalProperties: false
                properties:
                  words: { type: [array, 'null'], maxItems: 4, items: { type: string, maxLength: 9 }, description: By line. }
                  by_language: { type: object, maxProperties: 5, additionalProperties: { type: string, maxLength: 9 }, description: One for each of our tongues. }
${unitId}`

describe('texts of an input', () => {
  const workshop = useWorkshop()
  const published = () => at(expandContract(workshop.current.contract()), 'components', 'schemas')
  const property = (schema: string, name: string) => at(published(), schema, 'properties', name)

  it('have one line, unless x-lines says many; ids and choices have any', () => {
    workshop.current.edit(create, unitId, moreFields)
    expect(workshop.current.problems()).to.deep.equal([])
    expect(property('ToysBoxesCreateInput', 'name')).to.include({
      $ref: '#/components/schemas/OneLineText',
      maxLength: 20,
    })
    expect(property('ToysBoxesCreateInput', 'note')).to.include({
      $ref: '#/components/schemas/SeveralLinesText',
      maxLength: 900,
    })
    expect(property('ToysBoxesListInput', 'order')).to.not.have.any.keys('$ref', 'pattern')
    expect(JSON.stringify(at(published(), 'UnitId'))).to.not.match(/pattern|Text/)
  })

  it('share their pattern, which stands in the document once, also where they may be null', () => {
    workshop.current.edit(create, unitId, moreFields)
    workshop.current.edit(create, 'note: { type: string,', "note: { type: [string, 'null'],")
    const document = expandContract(workshop.current.contract())
    expect(at(document, 'components', 'schemas', 'OneLineText', 'pattern')).to.equal(text.line.filled)
    const written = JSON.stringify(document)
    for (const { filled } of [text.line, text.lines])
      expect(written.split(JSON.stringify(filled))).to.have.lengthOf(2)
    expect(property('ToysBoxesCreateInput', 'note')).to.deep.include({
      anyOf: [{ $ref: '#/components/schemas/SeveralLinesText', maxLength: 900 }, { type: 'null' }],
    })
    expect(Object.keys(published() as object)).to.not.include('SeveralLinesTextOrEmpty')
  })

  it('have the pattern themselves beside a default, which generators of clients lose beside a reference', () => {
    workshop.current.edit(create, unitId, moreFields)
    workshop.current.edit(create, 'maxLength: 900,', "maxLength: 900, default: 'None.',")
    expect(property('ToysBoxesCreateInput', 'note')).to.include({
      type: 'string',
      pattern: text.lines.filled,
      default: 'None.',
    })
  })

  it('are plain parameters in a query, and no JSON', () => {
    workshop.current.edit(
      list,
      'limit: {',
      'q: { type: string, maxLength: 9, description: In it. }\n            limit: {',
    )
    const parameters = at(
      expandContract(workshop.current.contract()),
      'paths',
      '/v1/toys/boxes.list',
      'get',
      'parameters',
    )
    expect(parameters).to.deep.include({
      name: 'q',
      in: 'query',
      required: false,
      description: 'In it.',
      schema: { $ref: '#/components/schemas/OneLineTextOrEmpty', maxLength: 9, description: 'In it.' },
    })
  })

  it('are checked by the same rule, and texts of a result are not', async () => {
    workshop.current.edit(create, unitId, moreFields)
    const { requests, results } = await validators(workshop.current.contract())
    const load = async (code: string) =>
      (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as Loaded
    const input = (await load(requests))['requests']!['toys_boxes_create']!
    const result = (await load(results))['results']!['toys_boxes_create']!
    const verdicts = ['Blocks', 'Blo\ncks', '\u200b', 'a\u202eb', '\u{e0061}'].map((name) => [
      input({ name }),
      input({ name: 'Blocks', note: name }),
      result({ id: '1', name }),
    ])
    expect(verdicts).to.deep.equal([
      [true, true, true],
      [false, true, true],
      [false, false, true],
      [false, true, true],
      [false, false, true],
    ])
  })

  it('have their pattern themselves as a component: generators do not make a type that only refers to another', () => {
    const all = Object.entries(document.components['schemas'] as Record<string, object>)
    expect(all.filter(([, schema]) => '$ref' in schema).map(([name]) => name)).to.deep.equal([])
    expect(all.some(([name]) => name === 'ImageBase64')).to.equal(true)
  })

  it('and everything else bound how large the input can be', () => {
    const limits = (file: string) => {
      const contract = workshop.current.contract()
      return limitsOf(contract, requestSchema(contract.sources.find((source) => source.file === file)!))
    }
    // The input, four properties: order, limit, colours, unit_id; and nine colours.
    expect(limits(list)).to.deep.equal({ depth: 2, values: 14, text: 64 })
    workshop.current.edit(create, unitId, moreFields)
    // The input, name, note, unit_id, labels; three labels, each with four words and five languages.
    expect(limits(create)).to.deep.equal({ depth: 4, values: 5 + 3 * (1 + 5 + 6), text: 900 })
  })
})

describe('codegen refuses texts that are marked wrongly', () => {
  refuses([
    {
      what: 'another number of lines',
      file: create,
      from: 'maxLength: 20,',
      to: 'maxLength: 20, x-lines: two,',
      at: 'name:',
      says: 'x-lines is many',
    },
    {
      what: 'lines of a pattern',
      file: create,
      from: 'maxLength: 20,',
      to: 'maxLength: 20, pattern: ^B, x-lines: many,',
      at: 'name:',
      says: 'x-lines is many',
    },
    {
      what: 'a file of cells in a component',
      file: box,
      from: 'id: { type: string, maxLength: 64,',
      to: 'id: { type: string, maxLength: 64, x-lines: cells,',
      at: 'id:',
      says: 'or cells, on such a property of an input itself',
    },
    {
      what: 'lines of a choice in a component',
      file: box,
      from: 'id: { type: string, maxLength: 64,',
      to: 'id: { enum: [box-1], x-lines: many,',
      at: 'id:',
      says: 'x-lines is many',
    },
    {
      what: 'an input that takes too long to parse',
      file: list,
      from: 'maxItems: 9,',
      to: 'maxItems: 15000,',
      at: 'schema:',
      says: 'may hold 15005 values',
    },
  ])

  const workshop = useWorkshop()

  it('also a text that an input and a result have in common', () => {
    workshop.current.edit(box, 'id: { type: string,', 'id: { type: string, format: date,')
    for (const file of [create, list]) workshop.current.edit(file, 'id: box-1', 'id: 2026-01-31')
    workshop.current.edit(create, unitId, `            box: { $ref: '#/components/schemas/Box' }\n${unitId}`)
    const [problem, ...others] = workshop.current.problems()
    expect(others).to.deep.equal([])
    expect(problem!.file).to.equal(box)
    expect(problem!.message).to.include('part of inputs and of results')
  })
})

type Loaded = Record<string, Record<string, (value: unknown) => boolean> | undefined>
