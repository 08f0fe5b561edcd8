import { expect } from 'chai'
import fc from 'fast-check'
import { addDays, type Day } from '../../src/domain/day.ts'
import { difference, hire, termNames, type JobTerms, type Timeline } from '../../src/domain/employment.ts'
import { usualTerms } from '../../src/domain/job-fields.ts'
import {
  change,
  correct,
  differingTerms,
  end,
  rehire,
  removeRow,
  rowAt,
  type Effect,
  type Patch,
} from '../../src/domain/timeline.ts'
import { checkTimeline } from '../support/timeline.ts'

/**
 * A job history in the plainest form there is: for each employment its days, and what was said on which day. What holds on
 * a day is found by applying one after the other.
 */
interface Said {
  id: string
  day: Day
  patch: Patch
}
interface Stay {
  start: Day
  lastDay: Day | null
  why: string | null
  said: Said[]
}
type Model = Stay[]

const dayAt = (index: number): Day => addDays('2024-02-20', index)
const days = 40
const window = Array.from({ length: days + 10 }, (_, index) => dayAt(index - 5))
const today = dayAt(days / 2)

const termsOn = (stay: Stay, day: Day): JobTerms =>
  Object.assign({}, ...stay.said.filter((one) => one.day <= day).map(({ patch }) => patch)) as JobTerms
const stayOn = (model: Model, day: Day): Stay | undefined =>
  model.find(({ start, lastDay }) => start <= day && (lastDay === null || day <= lastDay))
const sorted = (said: Said[]): Said[] => said.toSorted((a, b) => (a.day < b.day ? -1 : 1))
/** What is given and differs from what holds. */
const news = (holds: JobTerms, patch: Patch): Patch =>
  Object.fromEntries(
    Object.entries(patch).filter(
      ([term, value]) => value !== undefined && value !== holds[term as keyof JobTerms],
    ),
  )

type Answer = Model | string

/** The operations, done to the model. Each answers the model after it, or why it is refused. */
const asked = {
  change(model: Model, { day, patch, id }: { day: Day; patch: Patch; id: string }): Answer {
    const stay = stayOn(model, day)
    if (!stay) return 'not_employed_then'
    if (stay.said.some((one) => one.day === day)) return 'job_row_on_that_day'
    const said = news(termsOn(stay, day), patch)
    if (Object.keys(said).length === 0) return 'job_unchanged'
    return model.map((one) =>
      one === stay ? { ...stay, said: sorted([...stay.said, { id, day, patch: said }]) } : one,
    )
  },

  correct(model: Model, { id, day, patch }: { id: string; day: Day | undefined; patch: Patch }): Answer {
    const at = model.findIndex(({ said }) => said.some((one) => one.id === id))
    const stay = model[at]!
    const index = stay.said.findIndex((one) => one.id === id)
    const old = stay.said[index]!
    const before = stay.said[index - 1]
    const next = stay.said[index + 1]
    const to = day ?? old.day
    if (to !== old.day) {
      const previousEnd = model[at - 1]?.lastDay
      if (before ? to <= before.day : previousEnd !== undefined && to <= previousEnd!)
        return 'date_crosses_neighbor'
      if (next ? to >= next.day : stay.lastDay !== null && to > stay.lastDay) return 'date_crosses_neighbor'
    }
    const holds = termsOn(stay, old.day)
    const wrong = news(holds, patch)
    if (to === old.day && Object.keys(wrong).length === 0) return 'job_unchanged'
    let right: Patch = { ...old.patch, ...wrong }
    if (before) {
      // Corrected to what holds before: then the row does not say it any more.
      const ahead = termsOn(stay, before.day)
      const same = Object.keys(wrong).filter(
        (term) => wrong[term as keyof Patch] === ahead[term as keyof Patch],
      )
      right = Object.fromEntries(Object.entries(right).filter(([term]) => !same.includes(term)))
    }
    const said = stay.said.with(index, { id, day: to, patch: right })
    return model.with(at, { ...stay, start: before ? stay.start : to, said })
  },

  remove(model: Model, { id }: { id: string }): Answer {
    const stay = model.find(({ said }) => said.some((one) => one.id === id))!
    const gone = stay.said.find((one) => one.id === id)!
    const before = stay.said[stay.said.indexOf(gone) - 1]
    const changes =
      !before || Object.keys(news(termsOn(stay, before.day), termsOn(stay, gone.day))).length > 0
    if (gone.day <= today && changes) return 'job_not_scheduled'
    if (gone.day === stay.start)
      return stay === model[0] ? 'first_job_stays' : model.filter((one) => one !== stay)
    return model.map((one) => (one === stay ? { ...stay, said: stay.said.filter((x) => x !== gone) } : one))
  },

  end(model: Model, { lastDay, why }: { lastDay: Day | null; why: string | undefined }): Answer {
    const stay = model.at(-1)!
    if (lastDay === null) {
      if (stay.lastDay === null) return 'no_end_scheduled'
      if (stay.lastDay < today) return 'end_is_past'
    } else if (lastDay < stay.start) return 'last_day_before_start'
    const reason = lastDay === null ? null : (why ?? stay.why)
    if (lastDay === stay.lastDay && reason === stay.why) return 'ends_then_already'
    const said = stay.said.filter(({ day }) => lastDay === null || day <= lastDay)
    return [...model.slice(0, -1), { ...stay, lastDay, why: reason, said }]
  },

  rehire(model: Model, { day, terms, id }: { day: Day; terms: JobTerms; id: string }): Answer {
    const { lastDay } = model.at(-1)!
    if (lastDay === null || day <= lastDay) return 'still_employed'
    return [...model, { start: day, lastDay: null, why: null, said: [{ id, day, patch: terms }] }]
  },
}

const title = fc.constantFrom('Cook', 'Baker', 'Chef')
const manager = fc.constantFrom(null, 'm1', 'm2')
const fte = fc.constantFrom(0.5, 1)
const aDay = fc.nat(days - 1).map(dayAt)
const patches: fc.Arbitrary<Patch> = fc
  .record({ title, manager_id: manager, fte }, { requiredKeys: [] })
  .map((patch) => patch as Patch)
const allTerms: fc.Arbitrary<JobTerms> = fc
  .record({ title, manager_id: manager, fte })
  .map((some) => ({ ...usualTerms, unit_id: null, location_id: null, legal_entity_id: null, ...some }))

const operations = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('change'), day: aDay, patch: patches }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('correct'),
      row: fc.nat(),
      day: fc.option(aDay, { nil: undefined }),
      patch: patches,
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('remove'), row: fc.nat() }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('end'),
      // A few days come often, so that an end is given once more as it is.
      lastDay: fc.option(fc.oneof(aDay, fc.constantFrom(dayAt(25), dayAt(30))), { nil: null, freq: 3 }),
      why: fc.constantFrom(undefined, 'a', 'b'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('rehire'), day: aDay, terms: allTerms }) },
)
type Operation = typeof operations extends fc.Arbitrary<infer One> ? One : never

/** One operation, done to both. */
function perform(
  timeline: Timeline,
  model: Model,
  operation: Operation,
  id: string,
): { effect: Effect | undefined; refusal: string | undefined; expected: Answer } {
  const rowId = (index: number) => timeline.rows[index % timeline.rows.length]!.id
  const outcomeOf = () => {
    switch (operation.kind) {
      case 'change': {
        const { day, patch } = operation as { day: Day; patch: Patch }
        return {
          ...change(timeline, { day, patch, reason: 'change', rowId: id }),
          expected: asked.change(model, { day, patch, id }),
        }
      }
      case 'correct': {
        const { row, day, patch } = operation as { row: number; day: Day | undefined; patch: Patch }
        return {
          ...correct(timeline, { rowId: rowId(row), patch, validFrom: day }),
          expected: asked.correct(model, { id: rowId(row), day, patch }),
        }
      }
      case 'remove': {
        const { row } = operation as { row: number }
        return {
          ...removeRow(timeline, { rowId: rowId(row), today }),
          expected: asked.remove(model, { id: rowId(row) }),
        }
      }
      case 'end': {
        const { lastDay, why } = operation as { lastDay: Day | null; why: string | undefined }
        return {
          ...end(timeline, { lastDay, reason: why, today }),
          expected: asked.end(model, { lastDay, why }),
        }
      }
      default: {
        const { day, terms } = operation as { day: Day; terms: JobTerms }
        const ids = { employmentId: `e${id}`, rowId: id }
        return {
          ...rehire(timeline, { startDate: day, terms, ...ids }),
          expected: asked.rehire(model, { day, terms, id }),
        }
      }
    }
  }
  const { effect, problems, expected } = outcomeOf()
  return { effect, refusal: problems[0]?.name, expected }
}

/** Expects that every day has the same answer in both. */
function expectSame(timeline: Timeline, model: Model): void {
  expect(checkTimeline(timeline)).to.deep.equal([])
  for (const day of window) {
    const stay = stayOn(model, day)
    expect(rowAt(timeline, day)?.terms, day).to.deep.equal(stay && termsOn(stay, day))
  }
  expect(timeline.employments.map((one) => [one.startDate, one.lastDay, one.endReason])).to.deep.equal(
    model.map((stay) => [stay.start, stay.lastDay, stay.why]),
  )
  expect(timeline.rows.map((row) => [row.id, row.validFrom])).to.deep.equal(
    model.flatMap(({ said }) => said.map((one) => [one.id, one.day])),
  )
}

/** Expects that the effect says what the operation did to rows that were there before. */
function expectFacts(before: Timeline, { timeline, row, changed, reached, removed }: Effect): void {
  const after = new Map(timeline.rows.map((one) => [one.id, one]))
  expect(removed.map(({ id }) => id)).to.deep.equal(
    before.rows.filter(({ id }) => !after.has(id)).map(({ id }) => id),
  )
  const others = before.rows.filter((one) => one.id !== row.id && after.has(one.id))
  const touched = others.filter((one) => differingTerms(one.terms, after.get(one.id)!.terms).length > 0)
  expect(reached.map(({ id }) => id)).to.deep.equal(touched.map(({ id }) => id))
  const old = before.rows.find(({ id }) => id === row.id)
  if (old && !removed.includes(old))
    expect(new Set(changed)).to.deep.equal(new Set(differingTerms(old.terms, row.terms)))
}

/** The rows and employments of a timeline after the difference was applied to those of another one. */
function applied(before: Timeline, after: Timeline): Timeline {
  const written = <One extends { id: string }>(
    list: readonly One[],
    { added, changed, removed }: { added: One[]; changed: One[]; removed: string[] },
  ): One[] => [
    ...list
      .filter(({ id }) => !removed.includes(id))
      .map((one) => changed.find(({ id }) => id === one.id) ?? one),
    ...added,
  ]
  const { employments, rows } = difference(before, after)
  return {
    employments: written(before.employments, employments).toSorted((a, b) =>
      a.startDate < b.startDate ? -1 : 1,
    ),
    rows: written(before.rows, rows).toSorted((a, b) => (a.validFrom < b.validFrom ? -1 : 1)),
  }
}

describe('a timeline compared with a plain list of what was said on which day', () => {
  it('every day has the answer that replaying gives, after any operations; refusals are the same', () => {
    const seen = new Map<string, number>()
    const agrees = fc.property(
      aDay,
      allTerms,
      fc.array(operations, { minLength: 1, maxLength: 14 }),
      (startDate, terms, steps) => {
        let timeline = hire(terms, startDate, { employmentId: 'e', rowId: 'hire' })
        let model: Model = [
          {
            start: startDate,
            lastDay: null,
            why: null,
            said: [{ id: 'hire', day: startDate, patch: terms }],
          },
        ]
        for (const [index, step] of steps.entries()) {
          const { effect, refusal, expected } = perform(timeline, model, step, `r${index}`)
          seen.set(
            `${step.kind} ${refusal ?? 'done'}`,
            (seen.get(`${step.kind} ${refusal ?? 'done'}`) ?? 0) + 1,
          )
          if (typeof expected === 'string') {
            expect(refusal).to.equal(expected)
            continue
          }
          expect(refusal).to.equal(undefined)
          expectFacts(timeline, effect!)
          expect(applied(timeline, effect!.timeline), 'what is written').to.deep.equal(effect!.timeline)
          timeline = effect!.timeline
          model = expected
          expectSame(timeline, model)
        }
      },
    )
    fc.assert(agrees, { numRuns: 1500 })
    expect([...seen.keys()].sort(), 'each outcome is met').to.deep.equal([
      'change done',
      'change job_row_on_that_day',
      'change job_unchanged',
      'change not_employed_then',
      'correct date_crosses_neighbor',
      'correct done',
      'correct job_unchanged',
      'end done',
      'end end_is_past',
      'end ends_then_already',
      'end last_day_before_start',
      'end no_end_scheduled',
      'rehire done',
      'rehire still_employed',
      'remove done',
      'remove first_job_stays',
      'remove job_not_scheduled',
    ])
  })

  it('the order in which changes are entered does not matter', () => {
    const entries = fc.uniqueArray(fc.record({ day: fc.integer({ min: 1, max: days }).map(dayAt), title }), {
      selector: ({ day }) => day,
      maxLength: 6,
    })
    fc.assert(
      fc.property(
        allTerms,
        entries.chain((list) =>
          fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
        ),
        (terms, [list, shuffled]) => {
          // A value of its own for each field, so that no change is without effect in any order.
          const enter = (order: typeof list) =>
            order.reduce(
              (timeline, { day, title }) => {
                const patch = { title: `${title} ${day}` }
                return change(timeline, { day, patch, reason: 'change', rowId: day }).effect!.timeline
              },
              hire(terms, dayAt(0), { employmentId: 'e', rowId: 'hire' }),
            )
          expect(enter(shuffled)).to.deep.equal(enter(list))
        },
      ),
      { numRuns: 300 },
    )
  })

  it('the first row of an employment sets every term', () => {
    const timeline = hire(fc.sample(allTerms, 1)[0]!, dayAt(0), { employmentId: 'e', rowId: 'r' })
    expect(timeline.rows[0]!.own).to.deep.equal(termNames)
  })
})
