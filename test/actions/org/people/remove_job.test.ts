import { expect } from 'chai'
import { activityOf } from '../../../support/activity.ts'
import type { TestClient } from '../../../support/client.ts'
import type { Company } from '../../../support/company.ts'
import { readEvents } from '../../../support/events.ts'
import { refused } from '../../../support/expect.ts'
import { told } from '../../../support/warnings.ts'
import { useServer } from '../../../support/server.ts'

describe('org.people.remove_job', () => {
  const server = useServer()
  let company: Company
  let hr: TestClient
  beforeEach(async () => {
    server.now = new Date('2026-06-15T12:00:00Z')
    company = await server.company()
    hr = await company.as('hr')
  })

  const remove = (job_id: string) => hr.call('org_people_remove_job', { job_id })
  const change = async (person_id: string, effective_date: string, more: object) =>
    (await hr.call('org_people_change_job', { person_id, effective_date, reason: 'transfer', ...more })).job
      .id
  const detailOf = async (call: Promise<unknown>) => (await refused(call, 'conflict')).body.error.details![0]!

  it('takes a scheduled row back: the terms before it go on', async () => {
    const { id, jobId } = await company.person({ title: 'Editor' })
    const scheduled = await change(id, '2026-06-16', {
      title: 'Head',
      unit_id: company.root,
      manager_id: null,
    })
    const answer = await remove(scheduled)
    expect(answer).to.deep.include({ person_id: id, approval: null, warnings: [] })
    expect(answer.job).to.include({ id: jobId, valid_to: null, title: 'Editor' })
    const { jobs } = await hr.call('org_people_timeline', { person_id: id })
    expect(jobs).to.deep.equal([answer.job])
    await refused(remove(scheduled), 'not_found')

    const event = (await readEvents(server.db, company)).at(-1)!
    expect(event).to.deep.include({
      type: 'job.removed',
      subject_id: scheduled,
      person_id: id,
      effective_date: '2026-06-16',
    })
    const payload = event.payload as { job: object; person: object }
    expect(payload.job).to.include({ id: scheduled, title: 'Head' })
    expect(payload.person).to.include({ id, title: 'Editor' })
    const [line] = await activityOf(server, company, 'org.people.remove_job')
    expect(line).to.include({
      summary: 'Removed a change of the job of {subject}',
      subject_id: id,
      person_id: id,
    })
    expect(line!.changes, 'what the row set itself').to.deep.equal([
      { field: 'effective_date', before: '2026-06-16', after: null },
      { field: 'reason', before: 'transfer', after: null },
      { field: 'title', before: 'Head', after: null },
      { field: 'unit_id', before: { id: company.root, name: 'Company' }, after: null },
    ])
  })

  it('tells nothing as gone that the row took over, also when a last day takes it away', async () => {
    const { id } = await company.person({ title: 'Editor', unit_id: company.root })
    await change(id, '2026-08-01', { title: 'Head' })
    await hr.call('org_people_terminate', { person_id: id, last_day: '2026-07-31' })
    const lines = await activityOf(server, company, 'org.people.terminate')
    expect(lines.find(({ summary }) => summary.startsWith('Removed'))!.changes).to.deep.equal([
      { field: 'effective_date', before: '2026-08-01', after: null },
      { field: 'reason', before: 'transfer', after: null },
      { field: 'title', before: 'Head', after: null },
    ])
  })

  it('rows after it keep what they set themselves, and a warning names them', async () => {
    const { id } = await company.person({ title: 'Editor' })
    const scheduled = await change(id, '2026-08-01', { title: 'Head', fte: 0.5 })
    await change(id, '2026-10-01', { title: 'Director' })
    const answer = await remove(scheduled)
    const { job } = answer
    const warnings = told(answer)
    expect(job.valid_to).to.equal('2026-09-30')
    expect(warnings).to.deep.equal([
      'Later rows lose what they took over from this one; they begin on 2026-10-01.',
    ])
    const { jobs } = await hr.call('org_people_timeline', { person_id: id })
    expect(jobs.map((row) => [row.title, row.fte])).to.deep.equal([
      ['Editor', 1],
      ['Director', 1],
    ])
  })

  it('the first row of a scheduled rehire takes the whole rehire back', async () => {
    const { id, jobId } = await company.person({ title: 'Editor', last_day: '2026-05-31' })
    const { person } = await hr.call('org_people_rehire', {
      person_id: id,
      start_date: '2026-09-01',
      title: 'Adviser',
    })
    await change(id, '2026-11-01', { title: 'Director' })
    const { job } = await remove(person.next_job!.id)
    expect(job).to.include({ id: jobId, valid_to: '2026-05-31' })
    const { jobs, employments } = await hr.call('org_people_timeline', { person_id: id })
    expect([jobs.length, employments.length]).to.deep.equal([1, 1])
    expect(await hr.call('org_people_get', { person_id: id })).to.include({ status: 'terminated' })
    const events = (await readEvents(server.db, company)).filter(({ type }) => type === 'job.removed')
    expect(events.map(({ effective_date }) => effective_date)).to.deep.equal(['2026-09-01', '2026-11-01'])
    const lines = await activityOf(server, company, 'org.people.remove_job')
    expect(lines.map(({ summary }) => summary)).to.have.members([
      'Took back the rehire of {subject}',
      'Removed a change of the job of {subject}',
    ])
    await hr.call('org_people_rehire', { person_id: id, start_date: '2026-07-01', title: 'Cook' })
  })

  it('refuses rows that have begun, and the first row of the first employment', async () => {
    const { id } = await company.person()
    const today = await change(id, '2026-06-15', { title: 'Head' })
    expect(await detailOf(remove(today))).to.include({ path: 'job_id', code: 'job_not_scheduled' })
    const soon = await company.person({ start_date: '2026-09-01' })
    const detail = await detailOf(remove(soon.jobId))
    expect(detail).to.include({ path: 'job_id', code: 'first_job_stays' })
    expect(detail.message).to.include('people.terminate').and.include('2026-09-01')

    await hr.call('org_people_terminate', { person_id: soon.id, last_day: '2026-09-30' })
    const back = { person_id: soon.id, start_date: '2026-11-01', title: 'Cook' }
    await hr.call('org_people_rehire', back)
    expect(await detailOf(remove(soon.jobId)), 'also before a rehire').to.include({ code: 'first_job_stays' })
  })

  it('a row of the past that is wrong altogether is corrected to what held before, and then removed', async () => {
    const { id, jobId } = await company.person({ title: 'Editor' })
    const wrong = await change(id, '2026-03-01', { title: 'Head', weekly_hours: 20 })
    const later = await change(id, '2026-05-01', { fte: 0.5 })
    await hr.call('org_people_terminate', { person_id: id, last_day: '2026-06-10' })
    expect(await detailOf(remove(wrong))).to.include({ code: 'job_not_scheduled' })
    await hr.call('org_people_correct_job', { job_id: wrong, title: 'Editor' })
    expect(await detailOf(remove(wrong)), 'it still changes the hours').to.include({
      code: 'job_not_scheduled',
    })
    await hr.call('org_people_correct_job', { job_id: wrong, weekly_hours: null })
    const answer = await remove(wrong)
    expect(answer).to.deep.include({ person_id: id, warnings: [] })
    expect(answer.job).to.include({ id: jobId, valid_to: '2026-04-30', title: 'Editor' })
    const { jobs } = await hr.call('org_people_timeline', { person_id: id })
    expect(jobs.map((row) => [row.id, row.valid_from, row.valid_to, row.title, row.fte])).to.deep.equal([
      [jobId, '2020-01-01', '2026-04-30', 'Editor', 1],
      [later, '2026-05-01', '2026-06-10', 'Editor', 0.5],
    ])
    expect((await readEvents(server.db, company)).at(-1)).to.include({
      type: 'job.removed',
      subject_id: wrong,
      effective_date: '2026-03-01',
    })
    expect(await detailOf(remove(jobId)), 'the hire').to.include({ code: 'job_not_scheduled' })
  })

  it('refuses to bring a loop in the reporting line back', async () => {
    const boss = await company.person()
    const { id } = await company.person({ manager_id: boss.id })
    const released = await change(id, '2026-07-01', { manager_id: null })
    await change(boss.id, '2026-08-01', { manager_id: id })
    const detail = await detailOf(remove(released))
    expect(detail).to.include({ path: 'job_id', code: 'reporting_line_loop', record_id: boss.id })
    expect(detail.message).to.include('On 2026-08-01')
  })

  it('is nothing that one does to oneself while changes of jobs need approval: others may have agreed to the row', async () => {
    const member = await company.member('hr', { person: true })
    const own = await company.web(member)
    const owner = await company.as('owner', 'web')
    const first = await change(member.personId!, '2026-07-01', { title: 'Assistant' })
    await owner.call('org_approvals_settings_update', { job_change: 'hr' })
    const { body } = await refused(own.call('org_people_remove_job', { job_id: first }), 'forbidden')
    expect(body.error.details![0]!.code).to.equal('own_job_removal')
    await owner.call('org_approvals_settings_update', { job_change: 'off' })
    await own.call('org_people_remove_job', { job_id: first })
    const second = await change(member.personId!, '2026-07-01', { title: 'Assistant' })
    await owner.call('org_approvals_settings_update', { job_change: 'hr' })
    await remove(second)
  })
})
