import { expect } from 'chai'
import { activityOf } from '../../../support/activity.ts'
import type { ClientInput, TestClient } from '../../../support/client.ts'
import type { Company } from '../../../support/company.ts'
import { readEvents } from '../../../support/events.ts'
import { refused } from '../../../support/expect.ts'
import { useServer } from '../../../support/server.ts'
import { told } from '../../../support/warnings.ts'

describe('org.people.terminate', () => {
  const server = useServer()
  let company: Company
  let hr: TestClient
  beforeEach(async () => {
    server.now = new Date('2026-06-15T12:00:00Z')
    company = await server.company()
    hr = await company.as('hr')
  })

  const terminate = (
    person_id: string,
    last_day: string | null,
    more: Partial<ClientInput<'org_people_terminate'>> = {},
  ) => hr.call('org_people_terminate', { person_id, last_day, ...more })
  const change = async (person_id: string, effective_date: string, more: object) =>
    (await hr.call('org_people_change_job', { person_id, effective_date, reason: 'change', ...more })).job.id
  const codesOf = async (call: Promise<unknown>, code = 'conflict') => {
    const { body } = await refused(call, code)
    return body.error.details!.map((detail) => [detail.path, detail.code])
  }
  const timeline = (person_id: string) => hr.call('org_people_timeline', { person_id })
  const eventsOf = async (person: string) =>
    (await readEvents(server.db, company)).filter(({ person_id }) => person_id === person)

  it('sets a last day, which is worked; type and reason are kept, but not told in log and events', async () => {
    const { id, jobId } = await company.person({ title: 'Editor' })
    const answer = await terminate(id, '2026-09-30', { type: 'voluntary', reason: 'Moves to\nLisbon' })
    expect(answer).to.deep.include({ person_id: id, change: 'end', approval: null, warnings: [] })
    expect(answer.job).to.include({ id: jobId, valid_to: '2026-09-30', end_reason: 'Moves to\nLisbon' })
    const { jobs, employments } = await timeline(id)
    expect(jobs).to.deep.equal([answer.job])
    expect(employments).to.deep.equal([
      { start_date: '2020-01-01', last_day: '2026-09-30', end_type: 'voluntary' },
    ])
    server.now = new Date('2026-09-30T12:00:00Z')
    expect(await hr.call('org_people_get', { person_id: id })).to.include({
      status: 'active',
      end_date: '2026-09-30',
    })
    server.now = new Date('2026-10-01T12:00:00Z')
    expect(await hr.call('org_people_get', { person_id: id })).to.include({ status: 'terminated', job: null })

    const [event, ...others] = await eventsOf(id)
    expect(others).to.deep.equal([])
    expect(event).to.include({ type: 'person.terminated', subject_id: id, effective_date: '2026-09-30' })
    expect((event!.payload as { person: object }).person).to.include({
      status: 'active',
      end_date: '2026-09-30',
    })
    const [line] = await activityOf(server, company, 'org.people.terminate')
    expect(line).to.deep.include({
      summary: 'Set the last day of {subject}',
      subject_id: id,
      person_id: id,
      changes: [
        { field: 'last_day', before: null, after: '2026-09-30' },
        { field: 'type', before: null, after: null },
        { field: 'reason', before: null, after: null },
      ],
    })
    expect(JSON.stringify([line, event]))
      .to.not.include('Lisbon')
      .and.not.include('voluntary')
  })

  it('moves a last day, and keeps type and reason that are not given', async () => {
    const { id } = await company.person()
    await terminate(id, '2026-09-30', { type: 'voluntary', reason: 'Moves' })
    const moved = await terminate(id, '2026-12-31')
    expect(moved).to.deep.include({ change: 'move' })
    expect(moved.job).to.include({ valid_to: '2026-12-31', end_reason: 'Moves' })
    expect((await timeline(id)).employments[0]).to.include({ last_day: '2026-12-31', end_type: 'voluntary' })
    const [, event] = await eventsOf(id)
    expect(event!.type).to.equal('person.termination_changed')
    expect(event!.payload).to.deep.include({
      effective_date: '2026-12-31',
      previous_last_day: '2026-09-30',
    })
    const [, line] = await activityOf(server, company, 'org.people.terminate')
    expect(line).to.deep.include({
      summary: 'Moved the last day of {subject}',
      changes: [{ field: 'last_day', before: '2026-09-30', after: '2026-12-31' }],
    })
  })

  it('corrects only why, without an event, and refuses what changes nothing', async () => {
    const { id } = await company.person()
    await terminate(id, '2026-09-30', { type: 'voluntary' })
    expect(await codesOf(terminate(id, '2026-09-30', { type: 'voluntary' }))).to.deep.equal([
      ['last_day', 'ends_then_already'],
    ])
    expect((await terminate(id, '2026-09-30', { type: 'retirement' })).change).to.equal('move')
    expect((await timeline(id)).employments[0]!.end_type).to.equal('retirement')
    expect(await eventsOf(id)).to.have.length(1)
    const [, line] = await activityOf(server, company, 'org.people.terminate')
    expect(line).to.deep.include({
      summary: 'Changed why the employment of {subject} ends',
      changes: [{ field: 'type', before: null, after: null }],
    })
  })

  it('takes back what was said of why, also once the employment is over', async () => {
    for (const day of ['2026-09-30', '2026-05-31']) {
      const { id } = await company.person()
      await terminate(id, day, { type: 'dismissed', reason: 'Of somebody else' })
      const answer = await terminate(id, day, { type: null, reason: null })
      expect(answer.job).to.include({ valid_to: day, end_reason: null })
      expect((await timeline(id)).employments[0]).to.include({ last_day: day, end_type: null })
      expect(await codesOf(terminate(id, day, { type: null, reason: null }))).to.deep.equal([
        ['last_day', 'ends_then_already'],
      ])
    }
    const { id } = await company.person()
    await terminate(id, '2026-09-30', { reason: 'Moves' })
    expect((await terminate(id, null, { type: null, reason: null })).change).to.equal('cancel')
  })

  it('takes a last day back that is not over, and tells it', async () => {
    const { id } = await company.person()
    await terminate(id, '2026-06-15', { type: 'mutual', reason: 'Agreed' })
    const answer = await terminate(id, null)
    expect(answer).to.deep.include({ change: 'cancel', warnings: [] })
    expect(answer.job).to.include({ valid_to: null, end_reason: null })
    expect((await timeline(id)).employments).to.deep.equal([
      { start_date: '2020-01-01', last_day: null, end_type: null },
    ])
    const [, event] = await eventsOf(id)
    expect(event!.type).to.equal('person.termination_cancelled')
    expect(event!.payload).to.deep.include({ previous_last_day: '2026-06-15' })
    const [, line] = await activityOf(server, company, 'org.people.terminate')
    expect(line).to.deep.include({
      summary: 'Took back the last day of {subject}',
      changes: [
        { field: 'last_day', before: '2026-06-15', after: null },
        { field: 'type', before: null, after: null },
        { field: 'reason', before: null, after: null },
      ],
    })
    expect(await codesOf(terminate(id, null))).to.deep.equal([['last_day', 'no_end_scheduled']])
  })

  it('does not take back a last day that is over, but moves it', async () => {
    const { id } = await company.person()
    await terminate(id, '2026-06-14')
    expect(await codesOf(terminate(id, null))).to.deep.equal([['last_day', 'end_is_past']])
    await terminate(id, '2026-06-10')
    await terminate(id, '2026-07-31')
    expect(await hr.call('org_people_get', { person_id: id })).to.include({
      status: 'active',
      end_date: '2026-07-31',
    })
    expect((await eventsOf(id)).map(({ type, effective_date }) => [type, effective_date])).to.deep.equal([
      ['person.terminated', '2026-06-14'],
      ['person.left', '2026-06-14'],
      ['person.termination_changed', '2026-06-10'],
      ['person.termination_changed', '2026-07-31'],
    ])
  })

  it('refuses type and reason where a last day is taken back', async () => {
    const { id } = await company.person({ last_day: '2026-12-31' })
    const call = terminate(id, null, { type: 'other', reason: 'A slip' })
    expect(await codesOf(call, 'validation_failed')).to.deep.equal([
      ['type', 'cancel_takes_no_reason'],
      ['reason', 'cancel_takes_no_reason'],
    ])
  })

  it('refuses a day before the start; somebody who never comes ends on the first day', async () => {
    const { id } = await company.person({ start_date: '2026-09-01' })
    expect(await codesOf(terminate(id, '2026-08-31'))).to.deep.equal([['last_day', 'last_day_before_start']])
    expect((await terminate(id, '2026-09-01')).job).to.include({
      valid_from: '2026-09-01',
      valid_to: '2026-09-01',
    })
  })

  it('acts on the last employment', async () => {
    const { id } = await company.person({ last_day: '2024-12-31' })
    await hr.call('org_people_rehire', { person_id: id, start_date: '2026-01-01', title: 'Adviser' })
    expect(await codesOf(terminate(id, '2025-12-31'))).to.deep.equal([['last_day', 'last_day_before_start']])
    await terminate(id, '2026-12-31')
    expect((await timeline(id)).employments.map(({ last_day }) => last_day)).to.deep.equal([
      '2024-12-31',
      '2026-12-31',
    ])
  })

  it('takes rows away that would begin after the last day, tells each, and they do not come back', async () => {
    const { id } = await company.person({ title: 'Editor' })
    await change(id, '2026-09-01', { title: 'Senior' })
    const removed = [
      await change(id, '2027-01-01', { title: 'Head' }),
      await change(id, '2027-06-01', { title: 'Director' }),
    ]
    const answer = await terminate(id, '2026-12-31', { reason: 'Moves' })
    const { job } = answer
    const warnings = told(answer)
    expect(job).to.include({ title: 'Senior', valid_to: '2026-12-31', end_reason: 'Moves' })
    expect(warnings).to.deep.equal([
      'Rows that begin after the last day are taken away: 2027-01-01 (Head), 2027-06-01 (Director).',
    ])
    const events = (await readEvents(server.db, company)).slice(-3)
    expect(events.map(({ type, subject_id }) => [type, subject_id])).to.deep.equal([
      ['person.terminated', id],
      ['job.removed', removed[0]],
      ['job.removed', removed[1]],
    ])
    await terminate(id, null)
    expect((await timeline(id)).jobs.map(({ title, valid_to }) => [title, valid_to])).to.deep.equal([
      ['Editor', '2026-08-31'],
      ['Senior', null],
    ])
  })

  describe('warns of what somebody should take care of:', () => {
    it('people who still report to them after the last day', async () => {
      const { id } = await company.person()
      const reports: string[] = []
      for (let count = 0; count < 5; count += 1) reports.push((await company.person({ manager_id: id })).id)
      // They are told in the order of their ids, and two of one millisecond come in any.
      reports.sort()
      await change(reports[4]!, '2026-10-01', { manager_id: null })
      await terminate(reports[3]!, '2026-09-30')
      await company.person({ manager_id: id, last_day: '2024-01-01' })
      expect(told(await terminate(id, '2026-09-30'))).to.deep.equal([
        `People who report to this person after the last day: ${reports
          .slice(0, 3)
          .map((one) => `Pat Person (id ${one})`)
          .join(', ')}. Give them another manager; org/people.list with manager_id lists all of them.`,
      ])
      const [before] = told(await terminate(id, '2026-09-29'))
      expect(before).to.include('and 2 more.')
      const [past] = told(await terminate(id, '2024-06-01'))
      expect(past, 'those of today, not of then').to.include('and 2 more.')
    })

    it('units that they lead, and the last owner', async () => {
      const owner = await company.member('owner', { person: true })
      const id = owner.personId!
      // Of the end of an owner, another owner decides: with a key, also one who could not sign in.
      const other = await company.member('owner', { person: true })
      const by = await company.key(other)
      const leave = (last_day: string) => by.call('org_people_terminate', { person_id: id, last_day })
      const led = await company.unit({ name: 'Research', head_person_id: id })
      await company.unit({ name: 'Former', head_person_id: id, archived: true })
      const lead =
        `This person leads Research (id ${led}). After the last day nobody does: choose another lead with ` +
        'org/units.set_head.'
      expect(told(await leave('2026-09-30'))).to.deep.equal([lead])
      await server.db.query(
        `update memberships set status = 'disabled' where org_id = $1 and role = 'owner' and id not in ($2, $3)`,
        [company.id, owner.membershipId, other.membershipId],
      )
      expect(told(await leave('2026-10-31'))).to.deep.equal([
        lead,
        'After the last day no owner is left who can sign in. Make somebody else an owner before that.',
      ])
      await server.db.query(`update memberships set status = 'active' where org_id = $1`, [company.id])
      await server.db.query(`update users set password_hash = null where org_id = $1 and id <> $2`, [
        company.id,
        owner.userId,
      ])
      expect(told(await leave('2026-11-30')), 'an owner who cannot sign in is none').to.have.length(2)
      await server.db.query(`update users set password_hash = 'a hash' where org_id = $1 and id = $2`, [
        company.id,
        other.userId,
      ])
      expect(told(await leave('2026-12-01'))).to.have.length(1)
      const last = await company.as('owner')
      await last.call('org_people_terminate', { person_id: other.personId!, last_day: '2026-12-31' })
      expect(told(await leave('2026-12-30')), 'the other one leaves later').to.have.length(1)
      expect(told(await leave('2026-12-31')), 'or on the same day').to.have.length(2)
    })

    it('a notice period that is longer, and a contract that ends on another day', async () => {
      const { id, jobId } = await company.person()
      await hr.call('org_people_correct_job', { job_id: jobId, notice_period_days: 30 })
      expect(told(await terminate(id, '2026-07-14'))).to.deep.equal([
        'The notice period is 30 days, and the last day is sooner: check that this was agreed.',
      ])
      expect(told(await terminate(id, '2026-07-14', { type: 'mutual' })), 'judged before').to.deep.equal([])
      expect(told(await terminate(id, '2026-07-15'))).to.deep.equal([])
      expect(told(await terminate(id, '2026-06-14')), 'it is over').to.deep.equal([])
      expect(told(await terminate(id, '2026-06-14', { type: 'end_of_contract' }))).to.deep.equal([
        'The type is end_of_contract, but no contract_end_date is set: check both.',
      ])
      await hr.call('org_people_correct_job', {
        job_id: jobId,
        contract_type: 'fixed_term',
        contract_end_date: '2026-12-31',
      })
      expect(told(await terminate(id, '2026-11-30'))).to.deep.equal([
        'The type is end_of_contract, but the contract only ends on 2026-12-31: check both.',
      ])
      expect(told(await terminate(id, '2026-12-31'))).to.deep.equal([])
      expect(told(await terminate(id, '2027-01-31'))).to.deep.equal([
        'The contract ends on 2026-12-31, before the last day: check both.',
      ])
    })
  })

  it('refuses to bring a loop in the reporting line back', async () => {
    const a = await company.person()
    const b = await company.person({ manager_id: a.id })
    await change(b.id, '2026-07-10', { manager_id: null })
    await change(a.id, '2026-07-15', { manager_id: b.id })
    await terminate(b.id, '2026-06-30')
    const { body } = await refused(terminate(b.id, null), 'conflict')
    expect(body.error.details).to.have.length(1)
    expect(body.error.details![0]).to.include({
      path: 'last_day',
      code: 'reporting_line_loop',
      record_id: a.id,
    })
    expect(body.error.details![0]!.message).to.include('On 2026-07-15')
    expect(await codesOf(terminate(b.id, '2026-07-15'))).to.deep.equal([['last_day', 'reporting_line_loop']])
    await terminate(b.id, '2026-07-14')
  })

  it('is for HR; managers above the person are told that no rule lets them propose it', async () => {
    const boss = await company.person()
    const { id } = await company.person({ manager_id: boss.id })
    const as = async (personId: string) => company.key(await company.member('member', { personId }), 'me')
    const call = async (caller: TestClient) =>
      codesOf(caller.call('org_people_terminate', { person_id: id, last_day: '2026-12-31' }), 'forbidden')
    expect(await call(await as(boss.id))).to.deep.equal([['', 'proposals_are_off']])
    expect(await call(await as(id))).to.deep.equal([['person_id', 'not_their_manager']])
  })

  it('refuses to change the history of an erased person', async () => {
    const { id } = await company.person({ last_day: '2024-12-31', erased: true })
    expect(await codesOf(terminate(id, '2024-11-30'))).to.deep.equal([['person_id', 'person_erased']])
  })
})
