import { expect } from 'chai'
import type { Input, Result } from '../../../../src/actions/action.ts'
import { refused } from '../../../support/expect.ts'
import { unique, useServer } from '../../../support/server.ts'

type Report = Result<'org_reports_headcount'>
type Months = Report['months']
type Hire = Input<'org_people_hire'>

/** Months as lines: month, headcount, joined, left, fte. */
const lines = (months: Months): string[] =>
  months.map(({ month, headcount, joined, left, fte }) => [month, headcount, joined, left, fte].join(' '))

describe('org.reports.headcount', () => {
  const server = useServer()
  beforeEach(() => (server.now = new Date('2026-06-15T12:00:00Z')))

  /** A company in which nobody works yet: hire people, and ask for the report. */
  async function companyOf(options: { timeZone?: string } = {}) {
    const company = await server.company(options)
    const owner = await company.as('owner')
    return {
      company,
      owner,
      report: (input: Partial<Input<'org_reports_headcount'>>) => owner.call('org_reports_headcount', input),
      async hire(start_date: string, last_day: string | null, terms: Partial<Hire> = {}): Promise<string> {
        const { person } = await owner.call('org_people_hire', {
          given_name: 'Pat',
          family_name: unique('Person'),
          work_email: `${unique('p')}@company.example`,
          title: 'Engineer',
          start_date,
          ...terms,
        })
        if (last_day !== null) await owner.call('org_people_terminate', { person_id: person.id, last_day })
        return person.id
      },
    }
  }

  it('counts who is here at the end of each month, who joined and who left', async () => {
    const { hire, report } = await companyOf()
    await hire('2025-01-01', null, { fte: 0.5 })
    await hire('2026-04-30', '2026-05-31')
    await hire('2026-05-01', '2026-06-15', { fte: 0.7 })
    await hire('2026-06-16', null)
    const { months, groups, turnover_rate } = await report({ from: '2026-03' })
    expect(lines(months)).to.deep.equal([
      '2026-03 1 0 0 0.5',
      '2026-04 2 1 0 1.5',
      // A last day of work counts, at the end of a month as well.
      '2026-05 3 1 1 2.2',
      // Up to today, 15 June: nobody of tomorrow, but somebody for whom today is the last day.
      '2026-06 2 0 1 1.2',
    ])
    expect(groups).to.deep.equal([])
    expect(turnover_rate).to.equal(1)
  })

  it('adds up full-time equivalents to the last of their three decimals, in groups and together', async () => {
    const { company, hire, report } = await companyOf()
    const [north, south] = await Promise.all([
      company.unit({ name: 'North' }),
      company.unit({ name: 'South' }),
    ])
    await hire('2026-06-01', null, { fte: 0.125, unit_id: north })
    await hire('2026-06-01', null, { fte: 0.125, unit_id: south })
    const { months, groups } = await report({ from: '2026-06', by: 'unit' })
    expect([months, ...groups.map((group) => group.months)].map((line) => line[0]!.fte)).to.deep.equal([
      0.25, 0.125, 0.125,
    ])
  })

  it('counts the first and the last day of the report, and who is here for one day', async () => {
    const { hire, report } = await companyOf()
    await hire('2026-04-01', '2026-04-30')
    await hire('2026-05-31', '2026-05-31')
    await hire('2026-06-15', null, { fte: 0.25 })
    const { months } = await report({ from: '2026-04' })
    expect(lines(months)).to.deep.equal(['2026-04 1 1 1 1', '2026-05 1 1 1 1', '2026-06 1 1 0 0.25'])
  })

  it('divides those who left by the average headcount, with four decimals', async () => {
    const { hire, report } = await companyOf()
    await hire('2026-01-01', null)
    await hire('2026-01-01', null)
    await hire('2026-01-01', '2026-05-15')
    const { months, turnover_rate } = await report({ from: '2026-04' })
    expect(months.map(({ headcount }) => headcount)).to.deep.equal([3, 2, 2])
    expect(turnover_rate).to.equal(0.4286)
  })

  it('counts who comes back in the same month as joined again, and once as here', async () => {
    const { hire, owner, report } = await companyOf()
    const person_id = await hire('2026-01-01', '2026-06-05')
    await owner.call('org_people_rehire', { person_id, start_date: '2026-06-10', title: 'Engineer' })
    expect(lines((await report({ from: '2026-06' })).months)).to.deep.equal(['2026-06 1 1 1 1'])
  })

  it('knows this month by the time zone of the company', async () => {
    server.now = new Date('2026-06-30T23:00:00Z')
    const { hire, report } = await companyOf({ timeZone: 'Europe/Berlin' })
    await hire('2026-07-01', null)
    const { months } = await report({})
    expect(lines(months).at(-1)).to.equal('2026-07 1 1 0 1')
  })

  it('groups by location, legal entity and contract type: by name whatever the case, and who is in none last', async () => {
    const { company, hire, owner, report } = await companyOf()
    const place = async (name: string) =>
      (await owner.call('org_locations_create', { name, country: 'DE', kind: 'office' })).id
    const [zulu, alpha] = [await place('Zulu'), await place('alpha')]
    await place('Nobody')
    await hire('2026-01-01', null, { location_id: zulu, contract_type: 'temporary' })
    await hire('2026-06-02', '2026-06-03', { location_id: alpha, legal_entity_id: null })
    await hire('2026-01-01', null, { contract_type: 'freelance' })
    const groupsBy = async (by: 'location' | 'legal_entity' | 'contract_type') =>
      (await report({ from: '2026-06', by })).groups.map(({ id, name, months }) => [
        id,
        name,
        ...lines(months),
      ])
    expect(await groupsBy('location')).to.deep.equal([
      [alpha, 'alpha', '2026-06 0 1 1 0'],
      [zulu, 'Zulu', '2026-06 1 0 0 1'],
      [null, null, '2026-06 1 0 0 1'],
    ])
    expect(await groupsBy('legal_entity')).to.deep.equal([
      [company.legalEntity, 'Company GmbH', '2026-06 2 0 0 2'],
      [null, null, '2026-06 0 1 1 0'],
    ])
    expect(await groupsBy('contract_type')).to.deep.equal([
      ['freelance', 'freelance', '2026-06 1 0 0 1'],
      ['permanent', 'permanent', '2026-06 0 1 1 0'],
      ['temporary', 'temporary', '2026-06 1 0 0 1'],
    ])
  })

  it('is for owners, admins and HR', async () => {
    const { company } = await companyOf()
    expect((await (await company.as('hr')).call('org_reports_headcount', {})).months).to.have.length(12)
    await refused((await company.as('viewer')).call('org_reports_headcount', {}), 'forbidden')
  })

  it('goes on with what is scheduled, and then counts this month to its end', async () => {
    const { hire, report } = await companyOf()
    await hire('2026-06-16', '2026-07-31')
    const { months } = await report({ from: '2026-06', to: '2026-08' })
    expect(lines(months)).to.deep.equal(['2026-06 1 1 0 1', '2026-07 1 0 1 1', '2026-08 0 0 0 0'])
  })

  it('groups by unit, with the units below or without', async () => {
    const { hire, owner, report } = await companyOf()
    const { id: north } = await owner.call('org_units_create', { name: 'North', kind: 'division' })
    const { id: harbor } = await owner.call('org_units_create', {
      name: 'Harbor',
      kind: 'team',
      parent_id: north,
    })
    const mover = await hire('2026-01-01', null, { unit_id: north })
    const effective_date = '2026-06-01'
    await owner.call('org_people_change_job', {
      person_id: mover,
      effective_date,
      reason: 'transfer',
      unit_id: harbor,
    })
    await hire('2026-01-01', null)
    const input = { from: '2026-05', by: 'unit' } as const
    const told = async (include_subunits: boolean) =>
      (await report({ ...input, include_subunits })).groups.map(({ name, months }) => [
        name,
        ...lines(months),
      ])
    expect(await told(false)).to.deep.equal([
      ['Harbor', '2026-05 0 0 0 0', '2026-06 1 0 0 1'],
      ['North', '2026-05 1 0 0 1', '2026-06 0 0 0 0'],
      [null, '2026-05 1 0 0 1', '2026-06 1 0 0 1'],
    ])
    const [root] = (await owner.call('org_units_list', {})) as { name: string }[]
    const rolledUp = await told(true)
    expect(rolledUp).to.have.deep.members([
      ['Harbor', '2026-05 0 0 0 0', '2026-06 1 0 0 1'],
      ['North', '2026-05 1 0 0 1', '2026-06 1 0 0 1'],
      [root!.name, '2026-05 1 0 0 1', '2026-06 1 0 0 1'],
      [null, '2026-05 1 0 0 1', '2026-06 1 0 0 1'],
    ])
  })

  it('counts who joins in the group of the first day, and who leaves in that of the last one', async () => {
    const { hire, owner, report } = await companyOf()
    const person_id = await hire('2026-01-10', '2026-06-10', { employment_type: 'intern' })
    await owner.call('org_people_change_job', {
      person_id,
      effective_date: '2026-03-01',
      reason: 'change',
      employment_type: 'full_time',
    })
    const { groups } = await report({ from: '2026-01', by: 'employment_type' })
    expect(groups.map(({ id, months }) => [id, ...lines(months)])).to.deep.equal([
      [
        'full_time',
        '2026-01 0 0 0 0',
        '2026-02 0 0 0 0',
        '2026-03 1 0 0 1',
        '2026-04 1 0 0 1',
        '2026-05 1 0 0 1',
        '2026-06 0 0 1 0',
      ],
      [
        'intern',
        '2026-01 1 1 0 1',
        '2026-02 1 0 0 1',
        '2026-03 0 0 0 0',
        '2026-04 0 0 0 0',
        '2026-05 0 0 0 0',
        '2026-06 0 0 0 0',
      ],
    ])
  })

  it('knows the twelve months up to this one, when it is asked for none', async () => {
    const { report } = await companyOf()
    const { months, turnover_rate } = await report({})
    expect(months.map(({ month }) => month)).to.deep.equal([
      ...['2025-07', '2025-08', '2025-09', '2025-10', '2025-11', '2025-12'],
      ...['2026-01', '2026-02', '2026-03', '2026-04', '2026-05', '2026-06'],
    ])
    expect(turnover_rate, 'nobody works here').to.equal(null)
  })

  it('ends with the time that months can name', async () => {
    const { report } = await companyOf()
    const named = async (input: { from: string } | { to: string } | { from: string; to: string }) => {
      const { months } = await report(input)
      return [months.length, months[0]!.month, months.at(-1)!.month]
    }
    expect(await named({ to: '1000-02' })).to.deep.equal([2, '1000-01', '1000-02'])
    expect(await named({ to: '1000-12' })).to.deep.equal([12, '1000-01', '1000-12'])
    expect(await named({ from: '2026-06' }), 'this month').to.deep.equal([1, '2026-06', '2026-06'])
    expect(await named({ from: '2026-07' }), 'the next').to.deep.equal([12, '2026-07', '2027-06'])
    expect(await named({ to: '2026-12' }), 'up to a later one').to.deep.equal([12, '2026-01', '2026-12'])
    expect(await named({ from: '2020-02', to: '2025-01' }), 'as many as it can have').to.deep.equal([
      ...[60, '2020-02', '2025-01'],
    ])
    expect(await named({ from: '9999-11' })).to.deep.equal([2, '9999-11', '9999-12'])
  })

  it('refuses months in the wrong order, too many of them, and units below anything but units', async () => {
    const { owner } = await companyOf()
    const code = async (input: Partial<Input<'org_reports_headcount'>>) =>
      (await refused(owner.call('org_reports_headcount', input), 'validation_failed')).body.error.details![0]!
        .code
    expect(await code({ from: '2026-05', to: '2026-04' })).to.equal('months_reversed')
    expect(await code({ from: '2020-01', to: '2025-01' })).to.equal('too_many_months')
    expect(await code({ by: 'location', include_subunits: true })).to.equal('subunits_need_by_unit')
  })
})
