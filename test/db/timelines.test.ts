import { expect } from 'chai'
import fc from 'fast-check'
import { withOrganization } from '../../src/db/transaction.ts'
import { addDays, type Day } from '../../src/domain/day.ts'
import type { JobTerms, Timeline } from '../../src/domain/employment.ts'
import { change, correct, end, rehire, removeRow, type Outcome } from '../../src/domain/timeline.ts'
import { sealReasons } from '../../src/queries/org/end-reasons.ts'
import { loadTimelines, lockPerson, writeTimelines } from '../../src/queries/org/timelines.ts'
import type { Company } from '../support/company.ts'
import { useServer } from '../support/server.ts'

const dayAt = (index: number): Day => addDays('2026-01-01', index)
const today = dayAt(0)

describe('timelines in the database', () => {
  const server = useServer()
  let company: Company
  before(async () => {
    company = await server.company()
  })

  const terms = fc.record(
    {
      title: fc.constantFrom('Cook', 'Chef', 'Maître d’hôtel'),
      unit_id: fc.constantFrom(null, 'unit'),
      location_id: fc.constantFrom(null, 'location'),
      legal_entity_id: fc.constantFrom(null, 'entity'),
      employment_type: fc.constantFrom('full_time', 'intern'),
      fte: fc.constantFrom(0, 0.333, 1),
      contract_type: fc.constantFrom('permanent', 'fixed_term'),
      contract_end_date: fc.constantFrom(null, '2027-12-31'),
      probation_end_date: fc.constantFrom(null, '2026-06-30'),
      weekly_hours: fc.constantFrom(null, 37.25),
      notice_period_days: fc.constantFrom(null, 0, 90),
    },
    { requiredKeys: [] },
  )
  const steps = fc.array(
    fc.record({
      kind: fc.constantFrom('change', 'change', 'correct', 'remove', 'end', 'rehire'),
      day: fc.nat(40).map(dayAt),
      open: fc.boolean(),
      row: fc.nat(),
      terms,
    }),
    { minLength: 4, maxLength: 10 },
  )
  type Step = typeof steps extends fc.Arbitrary<(infer One)[]> ? One : never

  /** The terms with the ids of real records. */
  const real = (some: Step['terms']): Partial<JobTerms> =>
    Object.fromEntries(
      Object.entries(some).map(([term, value]) => [
        term,
        value === 'unit'
          ? company.root
          : value === 'location'
            ? company.location
            : value === 'entity'
              ? company.legalEntity
              : value,
      ]),
    )

  const perform = (timeline: Timeline, step: Step, id: string): Outcome<never> => {
    const { kind, day, open, row } = step
    const patch = real(step.terms)
    const rowId = timeline.rows[row % timeline.rows.length]!.id
    if (kind === 'change')
      return change(timeline, { day, patch, reason: 'change', rowId: id }) as Outcome<never>
    if (kind === 'correct')
      return correct(timeline, { rowId, patch, validFrom: open ? undefined : day }) as Outcome<never>
    if (kind === 'remove') return removeRow(timeline, { rowId, today }) as Outcome<never>
    if (kind === 'end')
      return end(timeline, { lastDay: open ? null : day, type: 'mutual', today }) as Outcome<never>
    const full = { ...timeline.rows[0]!.terms, ...patch }
    return rehire(timeline, { startDate: day, terms: full, employmentId: id, rowId: id }) as Outcome<never>
  }

  it('are read as they were written, after any operations', async () => {
    const { pool, vault } = server.running.runtime
    let written = 0
    await fc.assert(
      fc.asyncProperty(steps, fc.infiniteStream(fc.uuid({ version: 7 })), async (list, ids) => {
        const { id } = await company.person({ start_date: dayAt(1) })
        await withOrganization(pool, company.id, { mode: 'write', vault }, async (db) => {
          let { timeline } = (await lockPerson(db, id))!
          for (const step of list) {
            const { effect } = perform(timeline, step, ids.next().value!)
            if (!effect) continue
            const changes = [{ personId: id, before: timeline, after: effect.timeline }]
            await writeTimelines(db, changes, await sealReasons(db, changes))
            timeline = (await loadTimelines(db, [id])).get(id)!
            expect(timeline).to.deep.equal(effect.timeline)
            written += 1
          }
        })
      }),
      // To search for a smaller example would take minutes.
      { numRuns: 40, endOnFailure: true },
    )
    expect(written).to.be.greaterThan(60)
  })

  it('of several people are written and read together', async () => {
    const { pool, vault } = server.running.runtime
    const people = [await company.person(), await company.person()]
    const ids = people.map(({ id }) => id)
    await withOrganization(pool, company.id, { mode: 'write', vault }, async (db) => {
      const before = await loadTimelines(db, ids)
      const after = new Map(
        ids.map((id, index) => {
          const rowId = `0197a1c2-0000-7000-8000-00000000000${index}`
          const patch = { title: `Cook ${index}` }
          const { effect } = change(before.get(id)!, { day: '2026-05-01', patch, reason: 'change', rowId })
          return [id, effect!.timeline]
        }),
      )
      await writeTimelines(
        db,
        ids.map((id) => ({ personId: id, before: before.get(id)!, after: after.get(id)! })),
        new Map(),
      )
      expect(await loadTimelines(db, ids)).to.deep.equal(after)
    })
  })
})
