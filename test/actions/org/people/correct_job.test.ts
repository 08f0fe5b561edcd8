import { expect } from 'chai'
import { activityOf } from '../../../support/activity.ts'
import type { ClientInput, TestClient } from '../../../support/client.ts'
import type { Company } from '../../../support/company.ts'
import { readEvents } from '../../../support/events.ts'
import { refused } from '../../../support/expect.ts'
import { useServer } from '../../../support/server.ts'
import { told } from '../../../support/warnings.ts'

describe('org.people.correct_job', () => {
  const server = useServer()
  let company: Company
  let hr: TestClient
  beforeEach(async () => {
    server.now = new Date('2026-06-15T12:00:00Z')
    company = await server.company()
    hr = await company.as('hr')
  })

  const correct = (job_id: string, more: Omit<ClientInput<'org_people_correct_job'>, 'job_id'>) =>
    hr.call('org_people_correct_job', { job_id, ...more })
  const change = async (person_id: string, effective_date: string, more: object) =>
    (await hr.call('org_people_change_job', { person_id, effective_date, reason: 'change', ...more })).job.id
  const codesOf = async (call: Promise<unknown>, code = 'conflict') => {
    const { body } = await refused(call, code)
    return body.error.details!.map((detail) => [detail.path, detail.code])
  }
  const timeline = async (person_id: string) => (await hr.call('org_people_timeline', { person_id })).jobs

  it('repairs a row in place, and tells it with before and after', async () => {
    const { id, jobId } = await company.person({ title: 'Editor', unit_id: company.root })
    const answer = await correct(jobId, { title: 'Author', unit_id: null, weekly_hours: 37.5 })
    expect(answer).to.deep.include({ person_id: id, approval: null, warnings: [] })
    expect(answer.job).to.deep.include({
      id: jobId,
      valid_from: '2020-01-01',
      reason: 'hire',
      title: 'Author',
      unit: null,
      weekly_hours: 37.5,
    })
    expect(await timeline(id)).to.deep.equal([answer.job])
    expect((await hr.call('org_people_list', { q: 'author' })).people.map((one) => one.id)).to.deep.equal([
      id,
    ])

    const events = await readEvents(server.db, company)
    expect(events.map(({ type, subject_id, person_id }) => [type, subject_id, person_id])).to.deep.equal([
      ['job.corrected', jobId, id],
    ])
    const payload = events[0]!.payload as { changed: string[]; job: object; person: object }
    expect(payload.changed).to.deep.equal(['title', 'unit', 'weekly_hours'])
    expect(payload.job).to.include({ id: jobId, title: 'Author' })
    expect(payload.person).to.include({ id, title: 'Author' })
    const [line] = await activityOf(server, company, 'org.people.correct_job')
    expect(line).to.deep.include({
      summary: 'Corrected the job of {subject} from 2020-01-01 on',
      subject_type: 'person',
      person_id: id,
      changes: [
        { field: 'title', before: 'Editor', after: 'Author' },
        { field: 'unit_id', before: { id: company.root, name: 'Company' }, after: null },
        { field: 'weekly_hours', before: null, after: 37.5 },
      ],
    })
  })

  it('reaches later rows in what they do not set themselves, and names them', async () => {
    const { id, jobId } = await company.person({ title: 'Editor' })
    await change(id, '2022-01-01', { fte: 0.5 })
    await change(id, '2024-01-01', { title: 'Head' })
    const warnings = told(await correct(jobId, { title: 'Author', notice_period_days: 30 }))
    expect(warnings).to.deep.equal([
      'Later rows take this over in what they do not set themselves; they begin on 2022-01-01, 2024-01-01.',
    ])
    expect((await timeline(id)).map((row) => [row.title, row.notice_period_days])).to.deep.equal([
      ['Author', 30],
      ['Author', 30],
      ['Head', 30],
    ])
  })

  it('a row corrected to what holds before it takes that over from then on', async () => {
    const { id, jobId } = await company.person({ title: 'Editor' })
    const second = await change(id, '2022-01-01', { title: 'Head', fte: 0.5 })
    await correct(second, { title: 'Editor' })
    await correct(jobId, { title: 'Author' })
    expect((await timeline(id)).map((row) => row.title)).to.deep.equal(['Author', 'Author'])
  })

  it('moves the first day of a row between its neighbours, and the end of the row before with it', async () => {
    const { id } = await company.person({ title: 'Editor' })
    const second = await change(id, '2022-01-01', { title: 'Senior' })
    await change(id, '2024-01-01', { title: 'Head' })
    const days = async () => (await timeline(id)).map((row) => [row.valid_from, row.valid_to])
    for (const day of ['2020-01-02', '2023-12-31', '2021-06-01']) {
      const { job } = await correct(second, { valid_from: day })
      expect(job.valid_from).to.equal(day)
    }
    expect(await days()).to.deep.equal([
      ['2020-01-01', '2021-05-31'],
      ['2021-06-01', '2023-12-31'],
      ['2024-01-01', null],
    ])
    for (const day of ['2020-01-01', '2024-01-01', '2019-01-01', '2030-01-01']) {
      const { body } = await refused(correct(second, { valid_from: day }), 'conflict')
      expect(body.error.details![0]).to.include({ path: 'valid_from', code: 'date_crosses_neighbor' })
      expect(body.error.details![0]!.message).to.include('2020-01-02').and.include('2023-12-31')
    }
    const [event] = (await readEvents(server.db, company)).filter(({ type }) => type === 'job.corrected')
    expect(event!.payload).to.deep.include({ changed: ['valid_from'] })
  })

  it('of the first row moves the start of the employment, after the end of the one before', async () => {
    const { id } = await company.person({ start_date: '2020-01-01', last_day: '2022-12-31' })
    const rehired = await hr.call('org_people_rehire', {
      person_id: id,
      start_date: '2024-01-01',
      title: 'Adviser',
    })
    const jobId = rehired.person.job!.id
    const { job } = await correct(jobId, { valid_from: '2023-01-01' })
    expect(job.valid_from).to.equal('2023-01-01')
    expect(await hr.call('org_people_get', { person_id: id })).to.include({ start_date: '2023-01-01' })
    expect(await codesOf(correct(jobId, { valid_from: '2022-12-31' }))).to.deep.equal([
      ['valid_from', 'date_crosses_neighbor'],
    ])
    const first = (await timeline(id))[0]!
    await correct(first.id, { valid_from: '2019-05-01' })
    expect(await hr.call('org_people_get', { person_id: id })).to.include({
      original_start_date: '2019-05-01',
    })
  })

  it('tells that a row applies which was corrected to begin today or before', async () => {
    const { id } = await company.person()
    const scheduled = await change(id, '2026-09-01', { title: 'Head' })
    await correct(scheduled, { valid_from: '2026-06-15' })
    const soon = await company.person({ start_date: '2026-09-01' })
    await correct(soon.jobId, { valid_from: '2026-06-01' })
    const events = await readEvents(server.db, company)
    expect(
      events.map(({ type, person_id, effective_date }) => [type, person_id, effective_date]),
    ).to.deep.equal([
      ['person.job_changed', id, '2026-09-01'],
      ['job.corrected', id, '2026-06-15'],
      ['person.job_started', id, '2026-06-15'],
      ['job.corrected', soon.id, '2026-06-01'],
      ['person.started', soon.id, '2026-06-01'],
    ])
  })

  it('refuses what is right already', async () => {
    const { jobId } = await company.person({ title: 'Editor' })
    for (const input of [{}, { title: 'Editor' }, { valid_from: '2020-01-01', manager_id: null }])
      expect(await codesOf(correct(jobId, input))).to.deep.equal([['', 'job_unchanged']])
  })

  it('checks dates of the contract against the start date, when it moves, too', async () => {
    const { jobId } = await company.person({ start_date: '2024-01-01' })
    const early = correct(jobId, { contract_end_date: '2023-12-31', contract_type: 'fixed_term' })
    expect(await codesOf(early, 'validation_failed')).to.deep.equal([
      ['contract_end_date', 'before_start_date'],
    ])
    await correct(jobId, { probation_end_date: '2024-06-30' })
    const late = correct(jobId, { valid_from: '2024-07-01' })
    expect(await codesOf(late, 'validation_failed')).to.deep.equal([
      ['probation_end_date', 'before_start_date'],
    ])
    const warnings = told(await correct(jobId, { contract_end_date: '2030-01-01', valid_from: '2024-02-01' }))
    expect(warnings).to.have.length(1)
    expect(warnings[0]).to.include('permanent but has an end date')
    const { id, jobId: first } = await company.person({ start_date: '2024-01-01' })
    await change(id, '2024-06-01', { probation_end_date: '2024-03-31' })
    expect(
      await codesOf(correct(first, { valid_from: '2024-04-01' }), 'validation_failed'),
      'of a later row',
    ).to.deep.equal([['probation_end_date', 'before_start_date']])
    await server.db.query(`update job_rows set probation_end_date = '2020-01-01' where id = $1`, [first])
    expect((await correct(first, { title: 'Cook' })).job.title, 'what it does not touch').to.equal('Cook')
    const old = await correct(jobId, { valid_from: '0206-01-01' })
    expect(told(old).join()).to.include('check the year')
  })

  it('refuses records that do not exist or are archived, and a loop in the reporting line', async () => {
    const boss = await company.person()
    const { id, jobId } = await company.person({ manager_id: boss.id })
    expect(await codesOf(correct(boss.jobId, { manager_id: id }))).to.deep.equal([
      ['manager_id', 'reporting_line_loop'],
    ])
    expect(await codesOf(correct(jobId, { unit_id: await company.unit({ archived: true }) }))).to.deep.equal([
      ['unit_id', 'unit_archived'],
    ])
    await server.db.query('update locations set archived_at = now() where org_id = $1', [company.id])
    await server.db.query('update legal_entities set archived_at = now() where org_id = $1', [company.id])
    const closed = { location_id: company.location, legal_entity_id: company.legalEntity }
    expect(await codesOf(correct(jobId, closed))).to.deep.equal([
      ['location_id', 'location_archived'],
      ['legal_entity_id', 'legal_entity_archived'],
    ])
    const erased = await company.person({ erased: true, last_day: '2024-01-01' })
    await refused(correct(jobId, { manager_id: erased.id }), 'not_found')
    expect(await codesOf(correct(erased.jobId, { title: 'Cook' }))).to.deep.equal([
      ['job_id', 'person_erased'],
    ])
  })

  it('lets history say who was the manager then, but puts nobody below somebody who has left', async () => {
    const left = await company.person({ last_day: '2024-12-31' })
    const { id, jobId } = await company.person({ start_date: '2020-01-01' })
    expect(await codesOf(correct(jobId, { manager_id: left.id }))).to.deep.equal([
      ['manager_id', 'manager_has_left'],
    ])
    const other = await company.person()
    await change(id, '2024-01-01', { manager_id: other.id })
    const { job } = await correct(jobId, { manager_id: left.id })
    expect(job.manager?.id).to.equal(left.id)
  })

  it('moving a row makes a loop when two rows come together', async () => {
    const a = await company.person()
    const b = await company.person()
    const scheduled = await change(b.id, '2026-09-01', { manager_id: a.id })
    await change(a.id, '2026-07-01', { manager_id: b.id }).then(
      () => expect.fail('a is above b from September on'),
      () => undefined,
    )
    await change(a.id, '2026-07-01', { manager_id: null, title: 'Cook' })
    const free = await company.person({ manager_id: b.id })
    await change(free.id, '2026-08-01', { manager_id: null })
    const below = await change(b.id, '2026-08-15', { manager_id: free.id })
    expect(await codesOf(correct(below, { valid_from: '2026-07-15' }))).to.deep.equal([
      ['valid_from', 'reporting_line_loop'],
    ])
    await correct(scheduled, { valid_from: '2026-08-16' })
  })
})
