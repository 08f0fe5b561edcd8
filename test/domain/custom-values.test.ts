import { expect } from 'chai'
import type { CustomField, FieldType } from '../../src/domain/custom-fields.ts'
import { byKey, customChanges, firstValues } from '../../src/domain/custom-values.ts'

const types: FieldType[] = ['text', 'number', 'date', 'select', 'boolean', 'file']
const fields: CustomField[] = [
  ...types.map((type, position) => ({
    id: `id-${type}`,
    key: type,
    label: type,
    type,
    options: type === 'select' ? ['Small', 'Very large'] : [],
    tier: 'public' as const,
    archived: false,
    position,
    file: null,
  })),
]
const archived = { ...fields[0]!, id: 'id-old', key: 'old', archived: true }
const all = byKey([...fields, archived])

const read = (key: string, value: unknown) => customChanges(all, { [key]: value }, {})
const value = (key: string, given: unknown) => {
  const { problems, changes } = read(key, given)
  expect(problems).to.deep.equal([])
  expect(changes.map(({ field }) => field.key)).to.deep.equal([key])
  return changes[0]!.value
}
const refusal = (key: string, given: unknown) => {
  const { problems, changes } = read(key, given)
  expect(changes).to.deep.equal([])
  expect(problems.map(({ params }) => params.field)).to.deep.equal([`custom.${key}`])
  return problems[0]!.name
}

describe('a value of a custom field', () => {
  it('is a text of up to 2000 characters, perhaps of several lines', () => {
    expect(value('text', '  two\nlines ')).to.equal('two\nlines')
    expect(value('text', 'e\u0301')).to.equal('\u00e9')
    expect(value('text', '🦀'.repeat(2000))).to.have.length(4000)
    for (const wrong of ['', ' ', 'x'.repeat(2001), 5, true, [], {}])
      expect(refusal('text', wrong)).to.equal('custom_value_wrong_type')
  })

  it('is a number that is kept exactly, or refused', () => {
    for (const exact of [0, 0.1, 0.3, -1.005, 1e14, 999_999_999_999_999, 0.000000000000001, 123456.789012345])
      expect(JSON.stringify(value('number', exact))).to.equal(JSON.stringify(exact))
    expect(Object.is(value('number', -0), 0)).to.equal(true)
    for (const text of [
      '0.1234567890123456789',
      '12345678901234567890',
      '9007199254740993',
      '1e15',
      '1e-16',
      '1e300',
    ])
      expect(refusal('number', JSON.parse(text)), text).to.equal('custom_number_inexact')
    for (const wrong of ['5', true, NaN, Infinity])
      expect(refusal('number', wrong)).to.equal('custom_value_wrong_type')
  })

  it('with up to 15 digits comes back as it was written', () => {
    for (let round = 0; round < 2000; round++) {
      const digits = String(1 + Math.floor(Math.random() * 999_999_999_999_999))
      const point = Math.floor(Math.random() * digits.length)
      const text =
        point === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`.replace(/\.?0+$/, '')
      expect(JSON.stringify(value('number', JSON.parse(text))), text).to.equal(text)
    }
  })

  it('is a day of the calendar', () => {
    expect(value('date', '2024-02-29')).to.equal('2024-02-29')
    for (const wrong of ['2023-02-29', '2024-2-1', '29.02.2024', '', 20240229, '2024-02-29T00:00:00Z'])
      expect(refusal('date', wrong)).to.equal('custom_value_wrong_type')
  })

  it('is one of the options, as that is spelled', () => {
    expect(value('select', 'Small')).to.equal('Small')
    expect(value('select', ' VERY   large')).to.equal('Very large')
    expect(refusal('select', 'Tiny')).to.equal('custom_value_no_option')
    expect(refusal('select', 1)).to.equal('custom_value_wrong_type')
  })

  it('is true or false', () => {
    expect([value('boolean', true), value('boolean', false)]).to.deep.equal([true, false])
    for (const wrong of ['true', 1, 0, ''])
      expect(refusal('boolean', wrong)).to.equal('custom_value_wrong_type')
  })

  it('is never a file; null, as everybody reads it, changes nothing', () => {
    expect(refusal('file', 'cv.pdf')).to.equal('custom_file_takes_no_value')
    expect(read('file', null)).to.deep.equal({ problems: [], changes: [] })
  })

  it('belongs to a field that there is, and that is in use', () => {
    expect(refusal('unknown', 'x')).to.equal('custom_field_unknown')
    expect(refusal('toString', 'x')).to.equal('custom_field_unknown')
    expect(refusal('old', 'x')).to.equal('custom_field_archived')
    expect(refusal('old', null)).to.equal('custom_field_archived')
  })
})

describe('the changes of a map of custom values', () => {
  const before = { 'id-text': 'as it was', 'id-number': 0, 'id-boolean': false }

  it('are only what differs; null clears, left out keeps', () => {
    const given = { text: 'as it was', number: null, boolean: true, date: null, select: undefined }
    const { problems, changes } = customChanges(all, given, before)
    expect(problems).to.deep.equal([])
    expect(changes.map(({ field, value: after }) => [field.key, after])).to.deep.equal([
      ['number', null],
      ['boolean', true],
    ])
    expect(customChanges(all, undefined, before)).to.deep.equal({ problems: [], changes: [] })
  })

  it('are told with all problems, where the input has them', () => {
    const { problems } = customChanges(all, { number: 'x', nothing: 1 }, {}, 'people[3].custom')
    expect(problems.map(({ params }) => params.field)).to.deep.equal([
      'people[3].custom.number',
      'people[3].custom.nothing',
    ])
  })

  it('are all the values of a new person', () => {
    const { changes } = customChanges(all, { text: 'x', number: 0, boolean: false, date: null }, {})
    expect(firstValues(changes)).to.deep.equal({ 'id-text': 'x', 'id-number': 0, 'id-boolean': false })
  })
})
