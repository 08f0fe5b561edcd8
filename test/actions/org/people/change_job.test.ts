import { expect } from 'chai'
import { activityOf } from '../../../support/activity.ts'
import type { ClientInput, TestClient } from '../../../support/client.ts'
import type { Company } from '../../../support/company.ts'
import { readEvents } from '../../../support/events.ts'
import { refused } from '../../../support/expect.ts'
import { useServer } from '../../../support/server.ts'
import { told } from '../../../support/warnings.ts'

type Input = ClientInput<'org_people_change_job'>

describe('org.people.change_job', () => {
  const server = useServer()
  let company: Company
  let hr: TestClient
  beforeEach(async () => {
    server.now = new Date('2026-06-15T12:00:00Z')
    company = await server.company()
    hr = await company.as('hr')
  })

  const change = (person_id: string, effective_date: string, more: Partial<Input> = {}) =>
    hr.call('org_people_change_job', { person_id, effective_date, reason: 'change', ...more })
  const codesOf = async (call: Promise<unknown>, code = 'conflict') => {
    const { body } = await refused(call, code)
    return body.error.details!.map((detail) => [detail.path, detail.code])
  }
  const timeline = async (person_id: string) => (await hr.call('org_people_timeline', { person_id })).jobs

  it('changes what is given from a day on; the rest and the days before stay', async () => {
    const { id, jobId } = await company.person({ title: 'Editor', unit_id: company.root })
    const answer = await change(id, '2027-01-01', {
      reason: 'promotion',
      title: 'Head of Product',
      employment_type: 'part_time',
      fte: 0.8,
    })
    expect(answer).to.deep.include({ person_id: id, approval: null, warnings: [] })
    expect(answer.job).to.deep.include({
      valid_from: '2027-01-01',
      valid_to: null,
      title: 'Head of Product',
      unit: { id: company.root, name: 'Company' },
      fte: 0.8,
      reason: 'promotion',
    })
    const [before, after] = await timeline(id)
    expect(before).to.deep.include({ id: jobId, valid_to: '2026-12-31', title: 'Editor', fte: 1 })
    expect(after).to.deep.equal(answer.job)

    const person = await hr.call('org_people_get', { person_id: id })
    expect([person.title, person.job?.title, person.next_job?.title]).to.deep.equal([
      'Editor',
      'Editor',
      'Head of Product',
    ])
    expect(person.updated_at).to.equal('2026-06-15T12:00:00.000Z')
    server.now = new Date('2027-01-01T00:00:00Z')
    expect(await hr.call('org_people_get', { person_id: id })).to.include({ title: 'Head of Product' })
    expect((await hr.call('org_people_list', { q: 'head of product' })).total).to.equal(1)
  })

  it('warns of rows that begin after their contract, and of a probation after the last day', async () => {
    const { id } = await company.person({ title: 'Editor' })
    await change(id, '2026-09-01', { title: 'Author' })
    await change(id, '2026-11-01', { contract_end_date: '2027-12-31', contract_type: 'fixed_term' })
    const until = { contract_end_date: '2026-08-31', contract_type: 'fixed_term' } as const
    const late = (rows: string) =>
      `The contract ends on 2026-08-31, before these rows with that date begin: ${rows}. Check their contract_end_date.`
    expect(told(await change(id, '2026-07-01', until))[0]).to.equal(late('2026-09-01 (Author)'))
    const warnings = told(await change(id, '2026-10-01', { title: 'Chief' }))
    expect(warnings[0], 'took the date over').to.equal(late('2026-10-01 (Chief)'))

    const other = await company.person({ last_day: '2026-08-31' })
    const probation = async (probation_end_date: string, day: string) =>
      told(await change(other.id, day, { probation_end_date }))
    expect(await probation('2026-09-01', '2026-07-01')).to.deep.equal([
      'Probation ends on 2026-09-01, after the last day 2026-08-31: check both dates.',
    ])
    expect(await probation('2026-08-31', '2026-07-02')).to.deep.equal([])
  })

  it('clears with null', async () => {
    const { id } = await company.person({ unit_id: company.root, location_id: company.location })
    const { job } = await change(id, '2026-06-15', { unit_id: null, location_id: null })
    expect(job).to.deep.include({ unit: null, location: null })
  })

  it('tells a scheduled change when it is recorded, and one of today or before also that it applies', async () => {
    const boss = await company.person({ given_name: 'Bo', family_name: 'Boss' })
    const { id } = await company.person({ title: 'Editor' })
    const { job } = await change(id, '2026-06-15', {
      reason: 'transfer',
      title: 'Reporter',
      unit_id: company.root,
      manager_id: boss.id,
    })
    await change(id, '2026-08-01', { weekly_hours: 30 })
    const events = await readEvents(server.db, company)
    expect(events.map(({ type, effective_date }) => [type, effective_date])).to.deep.equal([
      ['person.job_changed', '2026-06-15'],
      ['person.job_started', '2026-06-15'],
      ['person.job_changed', '2026-08-01'],
    ])
    expect(events[0]).to.deep.include({ subject_id: id, person_id: id })
    const payload = events[0]!.payload as { job: object; person: object }
    expect(payload).to.deep.include({
      person_id: id,
      job_id: job.id,
      effective_date: '2026-06-15',
      changed: ['title', 'unit', 'manager'],
    })
    expect(payload.job).to.deep.include({
      title: 'Reporter',
      manager: { id: boss.id, name: 'Bo Boss' },
      unit: { id: company.root, name: 'Company' },
    })
    expect(payload.person).to.include({ title: 'Reporter', status: 'active' })
    expect((events[2]!.payload as typeof payload).person, 'as of today').to.include({ title: 'Reporter' })

    const [line] = await activityOf(server, company, 'org.people.change_job')
    expect(line).to.deep.include({
      summary: 'Changed the job of {subject}',
      subject_type: 'person',
      subject_id: id,
      person_id: id,
      changes: [
        { field: 'effective_date', before: null, after: '2026-06-15' },
        { field: 'reason', before: null, after: 'transfer' },
        { field: 'title', before: 'Editor', after: 'Reporter' },
        { field: 'unit_id', before: null, after: { id: company.root, name: 'Company' } },
        { field: 'manager_id', before: null, after: { id: boss.id, type: 'person' } },
      ],
    })
  })

  it('reaches later rows in the fields that they did not change themselves, and names them', async () => {
    const { id } = await company.person({ title: 'Editor' })
    await change(id, '2026-09-01', { title: 'Head of Product' })
    await change(id, '2026-12-01', { weekly_hours: 40 })
    await change(id, '2027-03-01', { title: 'Director' })
    const warnings = told(await change(id, '2026-07-01', { title: 'Senior Editor', notice_period_days: 90 }))
    expect(warnings).to.deep.equal([
      'Later rows take this over in what they do not set themselves; they begin on 2026-09-01, 2026-12-01, 2027-03-01.',
    ])
    const rows = await timeline(id)
    expect(rows.map((row) => [row.valid_from, row.title, row.notice_period_days])).to.deep.equal([
      ['2020-01-01', 'Editor', null],
      ['2026-07-01', 'Senior Editor', 90],
      ['2026-09-01', 'Head of Product', 90],
      ['2026-12-01', 'Head of Product', 90],
      ['2027-03-01', 'Director', 90],
    ])
    expect(rows[3]!.weekly_hours).to.equal(40)
    const none = told(await change(id, '2026-08-01', { title: 'Chief Editor' }))
    expect(none, 'the next row has a title of its own').to.deep.equal([])
  })

  it('accepts a day in the past, in an employment that is over, too', async () => {
    const { id } = await company.person({ title: 'Editor', last_day: '2024-12-31' })
    const { job } = await change(id, '2023-01-01', { title: 'Senior Editor' })
    expect(job).to.include({ valid_to: '2024-12-31', title: 'Senior Editor' })
    expect(await hr.call('org_people_get', { person_id: id })).to.include({
      status: 'terminated',
      title: 'Senior Editor',
    })
  })

  it('refuses a day on which the person is not employed', async () => {
    const { id } = await company.person({ start_date: '2024-01-01', last_day: '2024-12-31' })
    for (const day of ['2023-12-31', '2025-01-01'])
      expect(await codesOf(change(id, day, { title: 'Cook' }))).to.deep.equal([
        ['effective_date', 'not_employed_then'],
      ])
  })

  it('refuses a second row on one day, and names the first', async () => {
    const { id, jobId } = await company.person({ start_date: '2024-01-01' })
    const { job } = await change(id, '2027-01-01', { title: 'Cook' })
    for (const [day, record_id] of [
      ['2024-01-01', jobId],
      ['2027-01-01', job.id],
    ] as const) {
      const { body } = await refused(change(id, day, { title: 'Baker' }), 'conflict')
      expect(body.error.details).to.have.length(1)
      expect(body.error.details![0]).to.include({
        path: 'effective_date',
        code: 'job_row_on_that_day',
        record_id,
      })
    }
  })

  it('refuses what changes nothing; a field that stays the same is no part of the change', async () => {
    const { id } = await company.person({ title: 'Editor' })
    expect(await codesOf(change(id, '2026-07-01'))).to.deep.equal([['', 'job_unchanged']])
    expect(await codesOf(change(id, '2026-07-01', { title: 'Editor', manager_id: null }))).to.deep.equal([
      ['', 'job_unchanged'],
    ])
    await change(id, '2026-09-01', { title: 'Editor', fte: 0.5 })
    await change(id, '2026-08-01', { title: 'Chief Editor' })
    expect((await timeline(id)).at(-1)).to.include({ title: 'Chief Editor', fte: 0.5 })
  })

  it('checks dates of the contract against the start date, but only those that change', async () => {
    const { id } = await company.person({ start_date: '2024-01-01' })
    await server.db.query(`update job_rows set probation_end_date = '2023-01-01' where person_id = $1`, [id])
    const early = change(id, '2026-07-01', { contract_end_date: '2023-12-31' })
    expect(await codesOf(early, 'validation_failed')).to.deep.equal([
      ['contract_end_date', 'before_start_date'],
    ])
    const warnings = told(
      await change(id, '2026-07-01', {
        contract_type: 'fixed_term',
        probation_end_date: null,
      }),
    )
    expect(warnings).to.deep.equal([
      'The contract is for a fixed term but has no end date: set contract_end_date.',
    ])
    expect(told(await change(id, '2026-07-02', { title: 'Cook' })), 'told before').to.deep.equal([])
  })

  it('warns of a year that looks like a typing mistake', async () => {
    const { id } = await company.person()
    const warnings = told(await change(id, '2062-07-01', { title: 'Cook' }))
    expect(warnings).to.deep.equal(['effective_date 2062-07-01 is more than 3 years ahead: check the year.'])
  })

  it('refuses records that do not exist or are archived, unless the job points to them already', async () => {
    const unit_id = await company.unit({ archived: true })
    const { id } = await company.person({ unit_id })
    expect((await change(id, '2026-06-16', { unit_id, title: 'Cook' })).job.unit?.id).to.equal(unit_id)
    const other = await company.unit({ archived: true })
    expect(await codesOf(change(id, '2026-07-01', { unit_id: other }))).to.deep.equal([
      ['unit_id', 'unit_archived'],
    ])
    await server.db.query('update locations set archived_at = now() where org_id = $1', [company.id])
    await server.db.query('update legal_entities set archived_at = now() where org_id = $1', [company.id])
    const closed = { location_id: company.location, legal_entity_id: company.legalEntity }
    expect(await codesOf(change(id, '2026-07-01', closed))).to.deep.equal([
      ['location_id', 'location_archived'],
      ['legal_entity_id', 'legal_entity_archived'],
    ])
    const erased = await company.person({ erased: true })
    for (const field of ['unit_id', 'location_id', 'legal_entity_id', 'manager_id'] as const) {
      const error = await refused(change(id, '2026-07-01', { [field]: erased.id }), 'not_found')
      expect(error.paths).to.deep.equal([field])
    }
  })

  describe('the manager', () => {
    it('must not have left by the day of the change, or today if that is later', async () => {
      const { id } = await company.person()
      const leaving = await company.person({ last_day: '2026-06-30' })
      expect((await change(id, '2026-06-30', { manager_id: leaving.id })).job.manager?.id).to.equal(
        leaving.id,
      )
      const gone = await company.person({ last_day: '2026-06-30' })
      const other = await company.person()
      expect(await codesOf(change(other.id, '2026-07-01', { manager_id: gone.id }))).to.deep.equal([
        ['manager_id', 'manager_has_left'],
      ])
      const left = await company.person({ last_day: '2024-05-17' })
      expect(await codesOf(change(other.id, '2024-01-01', { manager_id: left.id }))).to.deep.equal([
        ['manager_id', 'manager_has_left'],
      ])
      const next = await company.person()
      await change(other.id, '2026-09-01', { manager_id: next.id })
      expect(
        await codesOf(change(other.id, '2024-01-01', { manager_id: left.id })),
        'until a scheduled row, which is after today',
      ).to.deep.equal([['manager_id', 'manager_has_left']])
    })

    it('may have left since, if a later row of the past names another one', async () => {
      const { id } = await company.person()
      const next = await company.person()
      await change(id, '2024-05-01', { manager_id: next.id })
      const left = await company.person({ last_day: '2024-04-30' })
      const { job } = await change(id, '2024-01-01', { manager_id: left.id })
      expect(job.manager?.id).to.equal(left.id)
    })

    it('may start later than the job; a warning says so', async () => {
      const { id } = await company.person()
      const later = await company.person({ start_date: '2026-09-01' })
      const warnings = told(await change(id, '2026-07-01', { manager_id: later.id }))
      expect(warnings).to.deep.equal([
        'The manager only starts on 2026-09-01: until then nobody is above this person.',
      ])
      const other = await company.person()
      expect(told(await change(other.id, '2026-09-01', { manager_id: later.id }))).to.deep.equal([])
    })

    it("is the unit's lead for somebody who joins another unit, and a warning says so", async () => {
      const lead = await company.person()
      const unit_id = await company.unit({ name: 'Research', head_person_id: lead.id })
      const before = await company.person()
      const { id } = await company.person({ manager_id: before.id })
      const moved = await change(id, '2026-07-01', { reason: 'transfer', unit_id })
      expect(moved.job.manager?.id).to.equal(lead.id)
      expect(told(moved)).to.deep.equal([
        `No manager was given: the lead of Research, Pat Person (id ${lead.id}), becomes the manager.`,
      ])
      const named = await company.person({ manager_id: before.id })
      const kept = await change(named.id, '2026-07-01', { unit_id, manager_id: before.id })
      expect([kept.job.manager?.id, told(kept)]).to.deep.equal([before.id, []])
      const nobody = await change(named.id, '2026-08-01', { unit_id: company.root, manager_id: null })
      expect([nobody.job.manager, told(nobody)]).to.deep.equal([null, []])
      const same = await change(id, '2026-08-01', { unit_id, title: 'Chemist' })
      expect(told(same), 'no other unit').to.deep.equal([])
      const under = await company.person({ manager_id: lead.id })
      expect(told(await change(under.id, '2026-08-01', { unit_id })), 'is it already').to.deep.equal([])
    })

    it('stays the same when the unit has no lead, or one who has left', async () => {
      const before = await company.person()
      const { id } = await company.person({ manager_id: before.id })
      const none = await company.unit({ name: 'Archive' })
      const left = await company.person({ last_day: '2026-05-31' })
      const orphan = await company.unit({ name: 'Mill', head_person_id: left.id })
      const first = await change(id, '2026-07-01', { unit_id: none })
      expect([first.job.manager?.id, ...told(first)]).to.deep.equal([
        before.id,
        'No manager was given, and the unit Archive has no lead: the manager stays the same.',
      ])
      const second = await change(id, '2026-08-01', { unit_id: orphan })
      expect([second.job.manager?.id, ...told(second)]).to.deep.equal([
        before.id,
        'No manager was given, and the lead of Mill has left, or will have by then: the manager stays the same.',
      ])
      const alone = await company.person()
      expect(told(await change(alone.id, '2026-07-01', { unit_id: none }))).to.deep.equal([
        'No manager was given, and the unit Archive has no lead: nobody is above this person.',
      ])
    })

    it('of a lead who joins their own unit is the lead of the nearest unit above', async () => {
      const chief = await company.person()
      const { id } = await company.person()
      const division = await company.unit({ name: 'Division', head_person_id: chief.id })
      const middle = await company.unit({ name: 'Middle', parent_id: division, head_person_id: id })
      const unit_id = await company.unit({ name: 'Team', parent_id: middle, head_person_id: id })
      const answer = await change(id, '2026-07-01', { unit_id })
      const { job } = answer
      const warnings = told(answer)
      expect(job.manager?.id).to.equal(chief.id)
      expect(warnings[0]).to.include('the lead of Division')
      const own = await company.unit({ name: 'Own', head_person_id: id })
      const none = told(await change(id, '2026-08-01', { unit_id: own }))
      expect(none).to.deep.equal([
        'No manager was given, and nobody leads a unit above Own: the manager stays the same.',
      ])
    })
    it('of a lead who joined their own unit in the past is nobody who has left since', async () => {
      const [chief, left] = [await company.person(), await company.person({ last_day: '2024-05-17' })]
      const { id } = await company.person()
      const division = await company.unit({ head_person_id: chief.id })
      const middle = await company.unit({ parent_id: division, head_person_id: left.id })
      const unit_id = await company.unit({ parent_id: middle, head_person_id: id })
      const { job } = await change(id, '2024-01-01', { unit_id })
      expect(job.manager?.id).to.equal(chief.id)
    })

    it('is never somebody below the person, on any day, nor the person', async () => {
      const boss = await company.person()
      const lead = await company.person({ manager_id: boss.id })
      const worker = await company.person({ manager_id: lead.id })
      const { body } = await refused(change(boss.id, '2026-07-01', { manager_id: worker.id }), 'conflict')
      expect(body.error.details).to.have.length(1)
      expect(body.error.details![0]).to.include({
        path: 'manager_id',
        code: 'reporting_line_loop',
        record_id: worker.id,
      })
      expect(body.error.details![0]!.message).to.include('2026-07-01')
      const own = await refused(change(boss.id, '2026-07-01', { manager_id: boss.id }), 'conflict')
      expect(own.body.error.details![0]!.code).to.equal('reporting_line_loop')
      expect(own.body.error.details![0]!.message).to.include('as their own manager')
      // A scheduled change takes the worker out of the line, so the day matters.
      await change(worker.id, '2026-09-01', { manager_id: null })
      expect(await codesOf(change(boss.id, '2026-08-31', { manager_id: worker.id }))).to.deep.equal([
        ['manager_id', 'reporting_line_loop'],
      ])
      await change(boss.id, '2026-09-01', { manager_id: worker.id })
      // And one that lies ahead closes a loop only then.
      const other = await company.person()
      await change(other.id, '2026-10-01', { manager_id: boss.id })
      const late = await refused(change(worker.id, '2026-09-15', { manager_id: other.id }), 'conflict')
      expect(late.body.error.details![0]!.message).to.include('On 2026-10-01')
    })

    it('may not become a loop by a default: a lead below the person', async () => {
      const { id } = await company.person()
      const below = await company.person({ manager_id: id })
      const unit_id = await company.unit({ head_person_id: below.id })
      expect(await codesOf(change(id, '2026-07-01', { unit_id }))).to.deep.equal([
        ['manager_id', 'reporting_line_loop'],
      ])
      await change(id, '2026-07-01', { unit_id, manager_id: null })
    })
  })

  it('is for HR; managers above the person are told that no rule lets them propose it', async () => {
    const boss = await company.person()
    const lead = await company.person({ manager_id: boss.id })
    const { id } = await company.person({ manager_id: lead.id })
    const as = async (personId: string) => company.key(await company.member('member', { personId }), 'me')
    const input = { person_id: id, effective_date: '2026-07-01', reason: 'change', title: 'Cook' } as const
    for (const manager of [lead.id, boss.id]) {
      const call = (await as(manager)).call('org_people_change_job', input)
      expect(await codesOf(call, 'forbidden')).to.deep.equal([['', 'proposals_are_off']])
    }
    const peer = await company.person({ manager_id: lead.id })
    for (const other of [id, peer.id]) {
      const call = (await as(other)).call('org_people_change_job', input)
      expect(await codesOf(call, 'forbidden')).to.deep.equal([['person_id', 'not_their_manager']])
    }
    expect(await timeline(id)).to.have.length(1)
  })

  it('refuses to change the history of an erased person', async () => {
    const { id } = await company.person({ last_day: '2024-12-31', erased: true })
    const { body } = await refused(change(id, '2024-06-01', { title: 'Cook' }), 'conflict')
    expect(body.error.details![0]).to.include({
      path: 'person_id',
      code: 'person_erased',
      record_id: id,
    })
  })
})
