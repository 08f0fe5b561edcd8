import { expect } from 'chai'
import {
  keyOfLabel,
  newField,
  placesOf,
  updateProblems,
  widens,
  type CustomField,
  type FieldInput,
} from '../../src/domain/custom-fields.ts'

const nobody = { people: 0, ofOption: new Map<string, number>() }

function field(over: Partial<CustomField> = {}): CustomField {
  return {
    id: 'id-1',
    key: 'size',
    label: 'Size',
    type: 'text',
    options: [],
    tier: 'private',
    archived: false,
    position: 0,
    file: null,
    ...over,
  }
}

const many = (count: number, over: Partial<CustomField> = {}) =>
  Array.from({ length: count }, (_, place) =>
    field({ id: `id-${place}`, key: `key_${place}`, position: place, ...over }),
  )

const names = (problems: { name: string }[]) => problems.map(({ name }) => name)
const create = (input: Partial<FieldInput>, fields: CustomField[] = []) =>
  newField('new', { label: 'Any', type: 'text', tier: 'private', ...input }, fields)

describe('the key of a label', () => {
  const keys: Record<string, string> = {
    'T-shirt size': 't_shirt_size',
    'Größe (cm)': 'grosse_cm',
    "Driver's licence": 'drivers_licence',
    '  Œuvre — préférée  ': 'oeuvre_preferee',
    'ALL CAPITALS': 'all_capitals',
    '2nd address': 'field_2nd_address',
    '% of pay': 'of_pay',
    '尺寸 size': 'size',
    ['a'.repeat(39) + ' b']: 'a'.repeat(39),
    ['long '.repeat(12)]: 'long_long_long_long_long_long_long_long',
  }
  for (const [label, key] of Object.entries(keys))
    it(`${label} is ${key}`, () => {
      expect(keyOfLabel(label, new Set())).to.equal(key)
      expect(key).to.match(/^[a-z][a-z0-9_]{0,39}$/)
    })

  it('is the first free number where there is no Latin letter', () => {
    for (const label of ['尺寸', 'Размер', '42', '???', '🦀'])
      expect(keyOfLabel(label, new Set())).to.equal('field_1')
    expect(keyOfLabel('尺寸', new Set(['field_1', 'field_2', 'field_4']))).to.equal('field_3')
  })
})

describe('a new custom field', () => {
  it('is the last of the active ones', () => {
    const { field: made, problems } = create({}, [
      ...many(2),
      field({ id: 'old', archived: true, position: 2 }),
    ])
    expect(problems).to.deep.equal([])
    expect(made).to.include({ key: 'any', position: 2, archived: false, file: null })
  })

  it('is refused with a reserved key, given or derived, at the place that says it', () => {
    for (const input of [{ key: 'title' }, { label: 'Title' }, { key: 'constructor' }])
      expect(names(create(input).problems)).to.deep.equal(['field_key_reserved'])
    expect(create({ label: 'Title' }).problems[0]!.params).to.include({ field: 'label', key: 'title' })
    expect(create({ key: 'title' }).problems[0]!.params).to.include({ field: 'key' })
  })

  it('is refused with a key that even an archived field has', () => {
    const { problems } = create({ label: 'Size' }, [field({ archived: true })])
    expect(problems).to.deep.equal([
      { name: 'field_key_taken', params: { field: 'label', key: 'size', record_id: 'id-1' } },
    ])
  })

  it('is refused as the 31st active one; archived ones do not count', () => {
    expect(names(create({}, many(30)).problems)).to.deep.equal(['too_many_fields'])
    expect(create({}, [...many(29), field({ archived: true })]).problems).to.deep.equal([])
  })

  it('has options if it is a select, and only then', () => {
    expect(names(create({ type: 'select' }).problems)).to.deep.equal(['select_needs_options'])
    expect(names(create({ options: ['a', 'b'] }).problems)).to.deep.equal(['options_need_select'])
    const same = create({ type: 'select', options: ['Straße', 'x', 'STRASSE', 'X'] })
    expect(same.problems.map(({ params }) => params)).to.deep.equal([{ index: 2 }, { index: 3 }])
  })

  it('has rules for files if it is a file, and only then', () => {
    expect(create({ type: 'file' }).field.file).to.deep.equal({
      kinds: ['pdf', 'image', 'office'],
      max_mb: null,
      self_upload: false,
    })
    const narrow = create({ type: 'file', file: { kinds: ['office', 'pdf', 'office'], max_mb: 3 } })
    expect(narrow.field.file).to.deep.equal({ kinds: ['pdf', 'office'], max_mb: 3, self_upload: false })
    expect(names(create({ file: {} }).problems)).to.deep.equal(['file_rules_need_file'])
  })
})

describe('an update of a custom field', () => {
  it('widens a tier only towards more people', () => {
    const tiers = ['private', 'job', 'public'] as const
    for (const [from, before] of tiers.entries())
      for (const [to, after] of tiers.entries()) expect(widens(before, after)).to.equal(to > from)
    expect(widens('private', undefined)).to.equal(false)
  })

  it('shows existing values to more people only when that is confirmed', () => {
    const uses = { ...nobody, people: 3 }
    const update = { tier: 'job' as const }
    const ask = (confirmed: boolean) => updateProblems(field(), update, update, [field()], uses, confirmed)
    expect(ask(false)).to.deep.equal([{ name: 'tier_exposes_values', params: { count: 3, tier: 'job' } }])
    expect(ask(true)).to.deep.equal([])
  })

  it('takes away no option that people have, not even to spell it in another way', () => {
    const before = field({ type: 'select', options: ['red', 'green', 'blue'] })
    const uses = { people: 0, ofOption: new Map([['red', 2]]) }
    const ask = (options: string[]) => updateProblems(before, { options }, { options }, [before], uses, false)
    expect(ask(['Red', 'green'])).to.deep.equal([
      { name: 'option_in_use', params: { option: 'red', count: 2 } },
    ])
    expect(ask(['yellow', 'red'])).to.deep.equal([])
  })
})

describe('the places of custom fields', () => {
  const order = (fields: CustomField[], moved?: { id: string; position: number }) =>
    [...placesOf(fields, moved)].sort(([, a], [, b]) => a - b).map(([id, place]) => `${id.slice(3)}${place}`)

  it('have no gaps, and archived fields come last', () => {
    const [a, b, c, d] = many(4) as [CustomField, CustomField, CustomField, CustomField]
    expect(order([{ ...a, archived: true }, b, c, d])).to.deep.equal(['10', '21', '32', '03'])
  })

  it('move one field, and the others keep their order', () => {
    const fields = many(4)
    expect(order(fields, { id: 'id-3', position: 0 })).to.deep.equal(['30', '01', '12', '23'])
    expect(order(fields, { id: 'id-0', position: 2 })).to.deep.equal(['10', '21', '02', '33'])
    expect(order(fields, { id: 'id-1', position: 1000 })).to.deep.equal(['00', '21', '32', '13'])
    expect(order(fields, { id: 'id-2', position: 2 })).to.deep.equal(order(fields))
  })

  it('are the same numbers whatever moves, in random order', () => {
    for (let round = 0; round < 200; round++) {
      const count = 1 + (round % 12)
      const fields = many(count).map((one) => ({ ...one, archived: Math.random() < 0.3 }))
      const id = `id-${Math.floor(Math.random() * count)}`
      const places = placesOf(fields, { id, position: Math.floor(Math.random() * 15) })
      expect([...places.values()].sort((a, b) => a - b)).to.deep.equal(fields.map((_, place) => place))
      const active = fields.filter(({ archived }) => !archived)
      for (const one of active) expect(places.get(one.id)).to.be.lessThan(active.length)
    }
  })
})
