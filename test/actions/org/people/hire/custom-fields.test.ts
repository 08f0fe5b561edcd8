import { expect } from 'chai'
import { activityOf } from '../../../../support/activity.ts'
import { readEvents } from '../../../../support/events.ts'
import { refused } from '../../../../support/expect.ts'
import { useServer } from '../../../../support/server.ts'
import { ada } from '../../../../support/hires.ts'

describe('org.people.hire: custom fields', () => {
  const server = useServer()
  beforeEach(() => (server.now = new Date('2026-06-15T12:00:00Z')))

  async function withFields() {
    const company = await server.company()
    const hr = await company.as('hr')
    const add = (label: string, type: 'text' | 'number' | 'date' | 'boolean' | 'file') =>
      hr.call('org_fields_create', { label, type, tier: 'public' })
    for (const type of ['text', 'number', 'date', 'boolean', 'file'] as const) await add(`A ${type}`, type)
    const size = { label: 'Size', type: 'select' as const, options: ['S', 'M'], tier: 'public' as const }
    await hr.call('org_fields_create', size)
    const old = await add('Old', 'text')
    await hr.call('org_fields_update', { field_id: old.id, archived: true })
    return { company, hr, oldId: old.id }
  }

  it('keep values of every type exactly; what is not given is null', async () => {
    const { company, hr } = await withFields()
    const custom = {
      a_text: ' two\nlines ',
      a_number: 0.1,
      a_date: '2024-02-29',
      a_boolean: false,
      size: ' m ',
    }
    const { person } = await hr.call('org_people_hire', { ...ada, custom })
    const kept = { ...custom, a_text: 'two\nlines', size: 'M', a_file: null }
    expect(person.custom).to.deep.equal(kept)
    expect((await hr.call('org_people_get', { person_id: person.id })).custom).to.deep.equal(kept)
    const [line] = await activityOf(server, company, 'org.people.hire')
    const fields = line!.changes.filter(({ field }) => field.startsWith('custom.'))
    expect(fields).to.deep.equal(
      Object.keys(custom).map((key) => ({ field: `custom.${key}`, before: null, after: null })),
    )
    expect(JSON.stringify(await readEvents(server.db, company))).to.not.include('two')
    const other = { ...ada, work_email: 'b@company.example', custom: { a_number: null, a_file: null } }
    const { person: empty } = await hr.call('org_people_hire', other)
    expect(Object.values(empty.custom)).to.deep.equal(Array(6).fill(null))
  })

  it('come back exactly for every number that is accepted', async () => {
    const { hr } = await withFields()
    for (const [index, number] of [0, -0.3, 999_999_999_999_999, 1e-15, 4.35, 100].entries()) {
      const work_email = `n${index}@company.example`
      const input = { ...ada, work_email, custom: { a_number: number } }
      const { person } = await hr.call('org_people_hire', input)
      expect((await hr.call('org_people_get', { person_id: person.id })).custom['a_number']).to.equal(number)
    }
  })

  it('refuse what does not fit, each at its place, and then nobody is hired', async () => {
    const { hr, oldId } = await withFields()
    const custom = {
      a_text: 5,
      a_number: 0.12345678901234567,
      a_date: '2024-02-30',
      a_boolean: 'true',
      a_file: 'cv.pdf',
      size: 'XL',
      unknown: 1,
      old: 'x',
    }
    const { body } = await refused(hr.call('org_people_hire', { ...ada, custom }), 'validation_failed')
    expect(body.error.details!.map(({ path, code }) => `${path} ${code}`)).to.deep.equal([
      'custom.a_text custom_value_wrong_type',
      'custom.a_number custom_number_inexact',
      'custom.a_date custom_value_wrong_type',
      'custom.a_boolean custom_value_wrong_type',
      'custom.a_file custom_file_takes_no_value',
      'custom.size custom_value_no_option',
      'custom.unknown custom_field_unknown',
      'custom.old custom_field_archived',
    ])
    expect(body.error.details!.at(-1)).to.include({ record_id: oldId })
    expect(body.error.details![2]!.message).to.equal(
      'This custom field takes a day such as 2026-11-21, or null.',
    )
    expect((await hr.call('org_people_list', { q: 'lovelace' })).people).to.deep.equal([])
  })

  it('refuse what no custom field takes, in words', async () => {
    const { hr } = await withFields()
    const refusal = async (custom: object) => {
      const { body } = await refused(
        hr.call('org_people_hire', { ...ada, custom } as never),
        'validation_failed',
      )
      return body.error.details!.map(({ path, code, message }) => `${path} ${code} ${message}`)
    }
    expect(await refusal({ a_text: ['x'] })).to.deep.equal([
      'custom.a_text wrong_type This must be text or a number or true or false or null.',
    ])
    expect(await refusal({ a_text: 'x'.repeat(2001) })).to.deep.equal([
      'custom.a_text too_long This may have at most 2000 characters.',
    ])
    expect(await refusal({ a_number: 12345678901234567890 })).to.deep.equal([
      'custom.a_number out_of_range This must be at most 999999999999999.',
    ])
    const many = Object.fromEntries(Array.from({ length: 31 }, (_, at) => [`k${at}`, 1]))
    expect(await refusal(many)).to.deep.equal(['custom too_many This may hold at most 30 entries.'])
    const proto = await hr.post('/v1/org/people.hire', JSON.parse(`{"custom":{"constructor":"x"}}`))
    expect(proto.status).to.equal(400)
  })

  it('are of no use to others: another company with the same key keeps its own', async () => {
    const { hr } = await withFields()
    const elsewhere = await withFields()
    const { person } = await hr.call('org_people_hire', { ...ada, custom: { a_text: 'ours' } })
    const theirs = await elsewhere.hr.call('org_people_hire', { ...ada, custom: { a_text: 'theirs' } })
    expect(person.custom['a_text']).to.equal('ours')
    expect(theirs.person.custom['a_text']).to.equal('theirs')
  })

  it('are tried without effect by a dry run', async () => {
    const { company, hr } = await withFields()
    const input = { ...ada, custom: { a_text: 'tried' } }
    const { person } = await hr.call('org_people_hire', input, { dryRun: true })
    expect(person.custom['a_text']).to.equal('tried')
    const { rows } = await server.db.query('select 1 from custom_values where org_id = $1', [company.id])
    expect(rows).to.deep.equal([])
  })
})
