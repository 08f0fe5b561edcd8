import { expect } from 'chai'
import fc from 'fast-check'
import { addDays, covers, type Day } from '../../src/domain/day.ts'
import { CallError, type TestClient } from '../support/client.ts'
import type { Company } from '../support/company.ts'
import { refused } from '../support/expect.ts'
import { heldUp, interrupted, race } from '../support/race.ts'
import { useServer } from '../support/server.ts'
import { checkTimeline, type Timeline } from '../support/timeline.ts'
import { told } from '../support/warnings.ts'

describe('several calls change job histories at the same time', () => {
  const server = useServer()
  let company: Company
  let hr: TestClient
  beforeEach(async () => {
    server.now = new Date('2026-06-15T12:00:00Z')
    company = await server.company()
    hr = await company.as('hr')
  })

  const change = (person_id: string, effective_date: string, more: object) =>
    hr.call('org_people_change_job', { person_id, effective_date, reason: 'change', ...more })
  const titles = async (person_id: string) =>
    (await hr.call('org_people_timeline', { person_id })).jobs.map(({ title }) => title)

  it('two changes on one day: one wins, the other is told of its row', async () => {
    const { id } = await company.person({ title: 'Editor' })
    const { won, lost } = await race([
      change(id, '2026-09-01', { title: 'Head' }),
      change(id, '2026-09-01', { title: 'Director' }),
    ])
    expect(lost).to.deep.equal(['conflict'])
    expect(await titles(id)).to.deep.equal(['Editor', won[0]!.job.title])
  })

  it('two changes on different days: both are kept, and the later row has both', async () => {
    const { id } = await company.person({ title: 'Editor' })
    await Promise.all([
      change(id, '2026-09-01', { title: 'Head' }),
      change(id, '2026-08-01', { weekly_hours: 30 }),
    ])
    const { jobs } = await hr.call('org_people_timeline', { person_id: id })
    expect(jobs.map(({ title, weekly_hours }) => [title, weekly_hours])).to.deep.equal([
      ['Editor', null],
      ['Editor', 30],
      ['Head', 30],
    ])
  })

  it('A below B while B is put below A: whoever is second is refused', async () => {
    const [a, b] = [await company.person(), await company.person()]
    // Both have read everything but the lines above them.
    const { first, second } = await heldUp(
      server.db,
      { text: 'select 1 from reporting_lines where org_id = $1 for no key update', values: [company.id] },
      () => change(a.id, '2026-07-01', { manager_id: b.id }),
      () => change(b.id, '2026-08-01', { manager_id: a.id }),
    )
    expect((await first).job.manager?.id).to.equal(b.id)
    const { body } = await refused(second, 'conflict')
    expect(body.error.details![0]).to.include({ code: 'reporting_line_loop', record_id: a.id })
  })

  it('a change of a manager and the settings do not wait for each other', async () => {
    const [a, b] = [await company.person(), await company.person()]
    const owner = await company.as('owner', 'web')
    const holding = async (table: string, call: () => Promise<unknown>) => {
      const holder = await server.db.connect()
      try {
        await holder.query('begin')
        await holder.query(`select 1 from ${table} where org_id = $1 for no key update`, [company.id])
        await call()
      } finally {
        await holder.query('rollback')
        holder.release()
      }
    }
    await holding('organizations', () => change(a.id, '2026-07-01', { manager_id: b.id }))
    await holding('reporting_lines', async () => {
      await owner.call('platform_organization_set', { name: 'Renamed' })
      await owner.call('org_fields_create', { label: 'Badge', type: 'text', tier: 'public' })
      await owner.call('org_approvals_settings_update', { job_change: 'hr' })
    })
    await holding('reporting_lines', async () => {
      const { body } = await refused(change(b.id, '2026-07-01', { manager_id: a.id }), 'conflict')
      expect(body.error.message).to.include('under way')
    })
  })

  it('B is put below A while A below B is decided, but not written: the second call waits, and is refused', async () => {
    const [a, b] = [await company.person(), await company.person()]
    const { first, second } = await interrupted(
      server.db,
      'job_rows',
      () => change(a.id, '2026-07-01', { manager_id: b.id }),
      () => change(b.id, '2026-08-01', { manager_id: a.id }),
    )
    const { won, lost } = await race([first, second])
    expect(won.map(({ person_id: id }) => id)).to.deep.equal([a.id])
    expect(lost).to.deep.equal(['conflict'])
  })

  describe('an end while a change after it is scheduled', () => {
    const lockOf = (id: string) => ({
      text: 'select 1 from people where org_id = $1 and id = $2 for no key update',
      values: [company.id, id],
    })
    const terminate = (person_id: string) =>
      hr.call('org_people_terminate', { person_id, last_day: '2026-08-31' })

    it('the end is first: the change finds nobody employed then', async () => {
      const { id } = await company.person({ title: 'Editor' })
      const { first: ended, second: changed } = await heldUp(
        server.db,
        lockOf(id),
        () => terminate(id),
        () => change(id, '2026-09-01', { title: 'Head' }),
      )
      expect(told(await ended)).to.deep.equal([])
      const { body } = await refused(changed, 'conflict')
      expect(body.error.details![0]!.code).to.equal('not_employed_then')
      expect(await titles(id)).to.deep.equal(['Editor'])
    })

    it('the change is first: the end takes its row away', async () => {
      const { id } = await company.person({ title: 'Editor' })
      const { first: changed, second: ended } = await heldUp(
        server.db,
        lockOf(id),
        () => change(id, '2026-09-01', { title: 'Head' }),
        () => terminate(id),
      )
      expect((await changed).job.title).to.equal('Head')
      expect(told(await ended).join()).to.include('2026-09-01 (Head)')
      expect(await titles(id)).to.deep.equal(['Editor'])
    })

    it('a row that is removed meanwhile cannot be corrected', async () => {
      const { id } = await company.person({ title: 'Editor' })
      const { job } = await change(id, '2026-09-01', { title: 'Head' })
      const { first: removed, second: corrected } = await heldUp(
        server.db,
        lockOf(id),
        () => hr.call('org_people_remove_job', { job_id: job.id }),
        () => hr.call('org_people_correct_job', { job_id: job.id, title: 'Director' }),
      )
      expect((await removed).job.title).to.equal('Editor')
      await refused(corrected, 'not_found')
    })
  })

  it('a rehire at the same time as another one: one wins', async () => {
    const { id } = await company.person({ last_day: '2025-12-31' })
    const rehire = (start_date: string) =>
      hr.call('org_people_rehire', { person_id: id, start_date, title: 'Adviser' })
    const { won, lost } = await race([rehire('2026-07-01'), rehire('2026-08-01')])
    expect([won.length, lost]).to.deep.equal([1, ['conflict']])
  })

  it('whatever is called in whatever order, every history is sound and nobody is above themselves on any day', async () => {
    const people = await Promise.all(Array.from({ length: 5 }, () => company.person()))
    const ids = people.map(({ id }) => id)
    const dayAt = (index: number): Day => addDays('2026-06-20', index)
    const calls = fc.record({
      kind: fc.constantFrom('change', 'change', 'change', 'end', 'cancel', 'rehire', 'remove', 'correct'),
      person: fc.constantFrom(...ids),
      manager: fc.option(fc.constantFrom(...ids), { nil: null, freq: 6 }),
      day: fc.nat(20).map(dayAt),
      row: fc.nat(),
    })
    type Call = typeof calls extends fc.Arbitrary<infer One> ? One : never

    const make = async ({ kind, person, manager, day, row }: Call): Promise<unknown> => {
      const manager_id = manager
      if (kind === 'change') return change(person, day, { manager_id })
      if (kind === 'end') return hr.call('org_people_terminate', { person_id: person, last_day: day })
      if (kind === 'cancel') return hr.call('org_people_terminate', { person_id: person, last_day: null })
      if (kind === 'rehire')
        return hr.call('org_people_rehire', { person_id: person, start_date: day, title: 'Cook', manager_id })
      const { jobs } = await hr.call('org_people_timeline', { person_id: person })
      const job_id = jobs[row % jobs.length]!.id
      if (kind === 'remove') return hr.call('org_people_remove_job', { job_id })
      return hr.call('org_people_correct_job', { job_id, valid_from: day, manager_id })
    }

    const done = { kept: 0, loops: 0 }
    const attempt = (call: Call) =>
      make(call).then(
        () => void (done.kept += 1),
        (error: unknown) => {
          if (!(error instanceof CallError)) throw error
          expect(error.code, error.message).to.be.oneOf(['conflict', 'not_found'])
          const [detail] = error.body.error.details ?? []
          if (detail?.code === 'reporting_line_loop') done.loops += 1
        },
      )
    for (const batch of fc.sample(fc.array(calls, { minLength: 5, maxLength: 5 }), 32))
      await Promise.all(batch.map(attempt))

    const { rows } = await server.db.query<{
      person: string
      manager: string | null
      id: string
      employmentId: string
      validFrom: Day
      validTo: Day | null
    }>(
      `select person_id as person, manager_id as manager, id, employment_id as "employmentId",
              valid_from::text as "validFrom", valid_to::text as "validTo"
         from job_rows where org_id = $1 order by valid_from`,
      [company.id],
    )
    const { rows: employments } = await server.db.query<Timeline['employments'][number] & { person: string }>(
      `select person_id as person, id, start_date::text as "startDate", last_day::text as "lastDay"
         from employments where org_id = $1 order by start_date`,
      [company.id],
    )
    for (const id of ids) {
      const own = <One extends { person: string }>(list: One[]) => list.filter(({ person }) => person === id)
      expect(checkTimeline({ employments: own(employments), rows: own(rows) })).to.deep.equal([])
    }
    for (let index = -5; index < 30; index += 1) {
      const day = dayAt(index)
      const managers = new Map(
        rows
          .filter(({ validFrom, validTo }) => covers({ from: validFrom, to: validTo }, day))
          .map(({ person, manager }) => [person, manager]),
      )
      for (const id of ids) {
        let above = managers.get(id) ?? null
        for (let step = 0; above !== null && step < ids.length; step += 1) above = managers.get(above) ?? null
        expect(above, `above ${id} on ${day}`).to.equal(null)
      }
    }
    expect(done.kept, 'calls that changed something').to.be.greaterThan(20)
    expect(done.loops, 'calls that would have made a loop').to.be.greaterThan(0)
  })
})
