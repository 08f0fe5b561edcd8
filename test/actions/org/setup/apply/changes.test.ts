import { expect } from 'chai'
import { applyPeople, emailOf, entry, idOf, jobsOf, personOf, problemsOf } from '../../../../support/bulk.ts'
import { addEmployment, addJobRow } from '../../../../support/job-rows.ts'
import { readEvents } from '../../../../support/events.ts'
import { useServer } from '../../../../support/server.ts'

describe('org.setup.apply: people who exist', () => {
  const server = useServer()
  beforeEach(() => (server.now = new Date('2026-06-15T12:00:00Z')))
  const shown = (
    jobs: { valid_from: string; title: string; weekly_hours: number | null; reason: string }[],
  ) => jobs.map((job) => `${job.valid_from} ${job.title} ${job.weekly_hours} ${job.reason}`)

  it('changes from today on reach scheduled rows in what these do not set, and say so', async () => {
    const company = await server.company()
    const hr = await company.as('hr')
    await applyPeople(hr, entry('Anna', { manager_email: null, start_date: '2026-01-01' }))
    await hr.call('org_people_change_job', {
      ...{ person_id: await idOf(server, company, 'Anna'), effective_date: '2026-09-01' },
      ...{ reason: 'promotion', title: 'Head' },
    })
    const { warnings } = await applyPeople(hr, entry('Anna', { title: 'Senior', weekly_hours: 30 }))
    expect(warnings).to.deep.equal([
      'people[0]: Later rows take this over in what they do not set themselves; they begin on 2026-09-01.',
    ])
    expect(shown(await jobsOf(server, company, hr, 'Anna'))).to.deep.equal([
      '2026-01-01 Engineer null hire',
      '2026-06-15 Senior 30 change',
      '2026-09-01 Head 30 promotion',
    ])
  })

  it('corrects the first row of who has not started, with a start date before or after the one they had', async () => {
    const company = await server.company()
    const hr = await company.as('hr')
    const later = { manager_email: null, start_date: '2026-08-01' }
    await applyPeople(hr, ...['Anna', 'Bert', 'Carl', 'Dora'].map((name) => entry(name, later)))
    const { updated, warnings } = await applyPeople(
      hr,
      entry('Anna', { start_date: '2026-09-01' }),
      entry('Bert', { start_date: '2026-06-01' }),
      entry('Carl', { weekly_hours: 20 }),
      entry('Dora', { start_date: '2046-08-01' }),
    )
    expect(updated.people).to.equal(4)
    expect(warnings).to.deep.equal([
      'people[3]: start_date 2046-08-01 is more than 3 years ahead: check the year.',
    ])
    const all = async (name: string) => shown(await jobsOf(server, company, hr, name))
    expect(await all('Anna')).to.deep.equal(['2026-09-01 Engineer null hire'])
    expect(await all('Bert')).to.deep.equal(['2026-06-01 Engineer null hire'])
    expect(await all('Carl')).to.deep.equal(['2026-08-01 Engineer 20 hire'])
    expect((await personOf(server, company, hr, 'Bert')).status).to.equal('active')
    const types = (await readEvents(server.db, company)).map(({ type }) => type)
    expect(types.filter((type) => type === 'person.started')).to.have.length(1)
  })

  it('refuses a start date before the end of an earlier employment, and one after the row that is corrected', async () => {
    const company = await server.company()
    const hr = await company.as('hr')
    const back = await company.person({ work_email: emailOf('Back'), last_day: '2026-03-31' })
    await addEmployment(server, company.id, back.id, '2026-08-01', { title: 'Adviser' })
    await applyPeople(hr, entry('Soon', { manager_email: null, start_date: '2026-08-01' }))
    await hr.call('org_people_change_job', {
      ...{ person_id: await idOf(server, company, 'Soon'), effective_date: '2026-10-01' },
      ...{ reason: 'change', title: 'Head' },
    })
    const input = [
      entry('Back', { start_date: '2026-03-31', title: 'Adviser' }),
      entry('Soon', { start_date: '2026-10-01' }),
    ]
    expect(await problemsOf(applyPeople(hr, ...input))).to.deep.equal([
      'people[0].start_date date_crosses_neighbor',
      'people[1].start_date date_crosses_neighbor',
    ])
    input[0] = { ...input[0]!, start_date: '2026-04-01' } as never
    input[1] = { ...input[1]!, start_date: '2026-09-30' } as never
    expect((await applyPeople(hr, ...input)).updated.people).to.equal(2)
  })

  it('does not move the start date of who has started; names and job still change', async () => {
    const company = await server.company()
    const hr = await company.as('hr')
    const start = { manager_email: null, start_date: '2026-06-15' }
    await applyPeople(hr, entry('Anna', start))
    const moved = entry('Anna', { start_date: '2026-05-01', title: 'Head', family_name: 'Else' })
    const { warnings, updated } = await applyPeople(hr, moved)
    expect(warnings).to.deep.equal([
      'people[0]: They started on 2026-06-15, so the start date is not changed; org/people.correct_job can do that.',
    ])
    expect(updated.people).to.equal(1)
    expect(await personOf(server, company, hr, 'Anna')).to.include({
      ...{ start_date: '2026-06-15', title: 'Head', family_name: 'Else' },
    })
    const again = await applyPeople(hr, moved)
    expect([again.updated.people, again.warnings.length], 'warned of, but unchanged').to.deep.equal([0, 1])
  })

  it('of people who have left the job stays, with a warning; names and custom fields change', async () => {
    const company = await server.company()
    const hr = await company.as('hr')
    await hr.call('org_fields_create', { label: 'Shirt', type: 'text', tier: 'public' })
    const { id } = await company.person({
      ...{ work_email: emailOf('Gone'), given_name: 'Gone', family_name: 'Example' },
      ...{ last_day: '2026-06-14', title: 'Engineer', start_date: '2020-01-01' },
    })
    const before = await jobsOf(server, company, hr, 'Gone')
    const told =
      `people[0]: Gone Example (id ${id}) has left, on 2026-06-14: their job is not changed. If they come back, ` +
      'org/people.rehire is for that.'
    const differing = [
      { title: 'Head' },
      { start_date: '2026-07-01' },
      { weekly_hours: 5 },
      { location: 'head office' },
    ]
    for (const more of differing) {
      const { warnings, updated } = await applyPeople(hr, entry('Gone', more))
      expect([warnings, updated.people], JSON.stringify(more)).to.deep.equal([[told], 0])
    }
    const same = entry('Gone', { start_date: '2020-01-01', manager_email: null })
    expect((await applyPeople(hr, same)).warnings, 'nothing differs').to.deep.equal([])
    const { updated, warnings } = await applyPeople(
      hr,
      entry('Gone', { given_name: 'Gona', custom: { shirt: 'M' } }),
    )
    expect([updated.people, warnings]).to.deep.equal([1, []])
    const after = await hr.call('org_people_get', { person_id: id })
    expect(after).to.deep.include({ given_name: 'Gona', custom: { shirt: 'M' }, status: 'terminated' })
    expect(await jobsOf(server, company, hr, 'Gone')).to.deep.equal(before)
  })

  it('of people who left twice, the last employment is the one that counts', async () => {
    const company = await server.company()
    const hr = await company.as('hr')
    const first = { start_date: '2020-01-01', last_day: '2024-03-31', title: 'Cook' }
    const { id } = await company.person({
      ...{ work_email: emailOf('Twice'), given_name: 'Twice', family_name: 'Example', ...first },
    })
    await addEmployment(server, company.id, id, '2025-01-01', { title: 'Baker', to: '2026-06-14' })
    const warningsOf = async (more: object) => (await applyPeople(hr, entry('Twice', more))).warnings
    expect(await warningsOf({ title: 'Baker', start_date: '2025-01-01' })).to.deep.equal([])
    for (const more of [{ title: 'Cook' }, { title: 'Baker', start_date: '2020-01-01' }]) {
      const [warning] = await warningsOf(more)
      expect(warning, JSON.stringify(more)).to.include('has left, on 2026-06-14: their job is not changed')
    }
  })

  it('works on the last day, and changes then; the day after they have left', async () => {
    const company = await server.company()
    const hr = await company.as('hr')
    await company.person({
      work_email: emailOf('Last'),
      given_name: 'Last',
      family_name: 'Example',
      last_day: '2026-06-15',
    })
    const { updated, warnings } = await applyPeople(hr, entry('Last', { title: 'Head' }))
    expect([updated.people, warnings]).to.deep.equal([1, []])
    const jobs = await jobsOf(server, company, hr, 'Last')
    expect(jobs.at(-1)).to.include({ title: 'Head', valid_from: '2026-06-15', valid_to: '2026-06-15' })
  })

  it('corrects the job of somebody who has left and comes back', async () => {
    const company = await server.company()
    const hr = await company.as('hr')
    const back = await company.person({
      work_email: emailOf('Back'),
      given_name: 'Back',
      family_name: 'Example',
      last_day: '2026-03-31',
      title: 'Cook',
    })
    await addEmployment(server, company.id, back.id, '2026-08-01', { title: 'Adviser' })
    const { updated, warnings } = await applyPeople(hr, entry('Back', { title: 'Head' }))
    expect([updated.people, warnings]).to.deep.equal([1, []])
    const jobs = await jobsOf(server, company, hr, 'Back')
    expect(jobs.map(({ valid_from, title }) => `${valid_from} ${title}`)).to.deep.equal([
      '2020-01-01 Cook',
      '2026-08-01 Head',
    ])
  })

  it('marks what takes effect at once as told, so that no job tells it again, and not what is later', async () => {
    const company = await server.company()
    const hr = await company.as('hr')
    await applyPeople(hr, entry('Anna', { manager_email: null, start_date: '2026-01-01' }))
    await applyPeople(hr, entry('Anna', { title: 'Head' }), entry('Soon', { start_date: '2026-08-01' }))
    const { rows } = await server.db.query<{ from: string; told: boolean }>(
      `select valid_from::text as "from", start_announced_at is not null as told from job_rows j
         join people p on p.org_id = j.org_id and p.id = j.person_id
        where j.org_id = $1 and p.family_name = 'Example' order by 1`,
      [company.id],
    )
    expect(rows).to.deep.equal([
      { from: '2026-01-01', told: true },
      { from: '2026-06-15', told: true },
      { from: '2026-08-01', told: false },
    ])
  })

  it('takes the row that is in force, not the last one, and compares with that', async () => {
    const company = await server.company()
    const hr = await company.as('hr')
    const { id } = await company.person({
      work_email: emailOf('Anna'),
      given_name: 'Anna',
      family_name: 'Example',
    })
    await addJobRow(server, company.id, id, '2026-06-01', { title: 'Engineer' })
    await addJobRow(server, company.id, id, '2026-09-01', { title: 'Head' })
    expect((await applyPeople(hr, entry('Anna'))).updated.people).to.equal(0)
    expect((await applyPeople(hr, entry('Anna', { title: 'Head' }))).updated.people).to.equal(1)
    const jobs = await jobsOf(server, company, hr, 'Anna')
    expect(jobs.map(({ valid_from, title }) => `${valid_from} ${title}`)).to.deep.equal([
      ...['2020-01-01 Engineer', '2026-06-01 Engineer', '2026-06-15 Head', '2026-09-01 Head'],
    ])
  })

  it('refuses dates before the start date only where they change, and those of all rows when the start date moves', async () => {
    const company = await server.company()
    const hr = await company.as('hr')
    await applyPeople(
      hr,
      entry('Anna', { manager_email: null, start_date: '2026-01-01', probation_end_date: '2026-06-30' }),
      entry('Soon', { manager_email: null, start_date: '2026-08-01', probation_end_date: '2026-09-30' }),
    )
    expect(
      await problemsOf(
        applyPeople(
          hr,
          entry('Anna', { contract_end_date: '2025-12-31' }),
          entry('Soon', { start_date: '2026-10-01' }),
        ),
      ),
    ).to.deep.equal([
      'people[0].contract_end_date before_start_date',
      'people[1].probation_end_date before_start_date',
    ])
  })
})
