import { expect } from 'chai'
import { hire, type JobTerms } from '../../../src/domain/employment.ts'
import { usualTerms } from '../../../src/domain/job-fields.ts'
import { change } from '../../../src/domain/timeline.ts'
import {
  decideChange,
  decideCorrection,
  decideRemoval,
  needsOfChange,
  needsOfCorrection,
} from '../../../src/services/employment/decide.ts'
import { decideEnd } from '../../../src/services/employment/decide-employment.ts'

describe('a change of an employment, decided from facts alone', () => {
  const terms: JobTerms = {
    ...usualTerms,
    ...{ title: 'Editor', unit_id: null, manager_id: 'm', location_id: null, legal_entity_id: null },
  }
  const timeline = hire(terms, '2025-01-01', { employmentId: 'e1', rowId: 'a' })
  const facts = { personId: 'p', erased: false, timeline, today: '2026-06-15' as const, places: undefined }
  const [row] = timeline.rows
  const intent = { effectiveDate: '2026-07-01' as const, reason: 'change' as const }
  const lead = {
    id: 'u',
    name: 'Sales',
    head_person_id: 'l',
    head_name: 'Lea',
    head_from: '2020-01-01' as const,
  }
  const names = ({ problems }: { problems: { name: string }[] }) => problems.map(({ name }) => name)

  it('needs only the records that differ, as of its day', () => {
    const patch = { title: 'Author', unit_id: 'u', manager_id: 'm', location_id: null }
    expect(needsOfChange(facts, { ...intent, patch })).to.deep.equal({
      wanted: { title: 'Author', unit_id: 'u' },
      ...{ day: '2026-07-01', managerDay: '2026-07-01', joins: false },
    })
    const joining = { ...intent, patch: { unit_id: 'u' } }
    expect(needsOfChange(facts, joining).joins).to.equal(true)
    expect(needsOfChange(facts, { ...joining, keepsManager: true }).joins).to.equal(false)
    expect(needsOfCorrection(facts, row!, { jobId: 'a', patch: { unit_id: 'u' } })).to.include({
      ...{ day: '2026-06-15', managerDay: '2026-06-15', joins: false },
    })
  })

  it('gives somebody who joins a unit its lead as manager', () => {
    const decided = decideChange(
      { ...facts, rowId: 'b', joined: lead },
      { ...intent, patch: { unit_id: 'u' } },
    )
    if (!decided.ok) throw new Error(names(decided).join())
    expect(decided.fromLead).to.equal(true)
    expect(decided.effect.row.terms).to.include({ unit_id: 'u', manager_id: 'l' })
    expect(decided.held).to.equal(row)
    expect(decided.warnings).to.have.length(1)
  })

  it('tells all problems together, and the effect that it would have', () => {
    const archived = { id: 'o', name: 'Lisbon', archived: true }
    const places = { unit: undefined, manager: undefined, location: archived, legalEntity: undefined }
    const patch = { location_id: 'o', contract_end_date: '2024-01-01' as const }
    const decided = decideChange({ ...facts, erased: true, places, rowId: 'b' }, { ...intent, patch })
    if (decided.ok) throw new Error('it is refused')
    expect(names(decided)).to.deep.equal(['person_erased', 'location_archived', 'before_start_date'])
    expect(decided.effect?.changed).to.deep.equal(['location_id', 'contract_end_date'])
    const none = decideChange({ ...facts, rowId: 'b' }, { ...intent, patch: { title: 'Editor' } })
    expect(none.ok || names(none)).to.deep.equal(['job_unchanged'])
    expect(none.effect).to.equal(undefined)
  })

  it('corrects a row in place, and removes one that has not begun', () => {
    const corrected = decideCorrection(facts, row!, { patch: { title: 'Author' }, validFrom: '2025-02-01' })
    expect(corrected.ok && corrected.effect.timeline.employments[0]!.startDate).to.equal('2025-02-01')
    const day = '2026-07-01' as const
    const added = change(timeline, { day, patch: { fte: 0.5 }, reason: 'change', rowId: 'b' }).effect!
    const removed = decideRemoval({ ...facts, timeline: added.timeline }, added.row)
    expect(removed.ok && [removed.held.id, removed.goesOn.id]).to.deep.equal(['b', 'a'])
    const first = decideRemoval(facts, row!)
    expect(first.ok || names(first)).to.deep.equal(['job_not_scheduled'])
  })

  it('ends an employment, and says how the end changed', () => {
    const ending = (lastDay: '2026-12-31' | null, of = timeline) =>
      decideEnd({ ...facts, timeline: of, dependents: undefined }, { lastDay })
    const ended = ending('2026-12-31')
    if (!ended.ok) throw new Error(names(ended).join())
    expect([ended.change, ended.previous.lastDay, ended.ended.lastDay]).to.deep.equal([
      'end',
      null,
      '2026-12-31',
    ])
    const back = ending(null, ended.effect.timeline)
    expect(back.ok && back.change).to.equal('cancel')
    const none = ending(null)
    expect(none.ok || names(none)).to.deep.equal(['no_end_scheduled'])
  })
})
