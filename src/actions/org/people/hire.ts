import { randomUUIDv7 } from 'node:crypto'
import { tiersOf } from '../../../access/people.ts'
import { contactDetails } from '../../../domain/contact.ts'
import { maxDay } from '../../../domain/day.ts'
import {
  birthdayProblems,
  dateWarnings,
  hire,
  termsProblems,
  termsWarnings,
  type JobTerms,
} from '../../../domain/employment.ts'
import { canonicalPhone } from '../../../domain/phone.ts'
import { managerFor, namesakeWarnings } from '../../../domain/placement.ts'
import { invalidAll } from '../../../errors.ts'
import type { Handler, Input } from '../../action.ts'
import type { Context } from '../../context.ts'
import { presentPerson } from '../../../presenters/org/people.ts'
import { insertHire } from '../../../queries/org/employments.ts'
import { getPerson, getPersonDetails } from '../../../queries/org/people.ts'
import { loadPlacement, requireUsable } from '../../../queries/org/placement.ts'
import { loadReferences } from '../../../queries/org/references.ts'

type HireInput = Input<'org_people_hire'>

/** Somebody new with their first job; the unit's lead is the manager where none is given (spec 4.6, gaps 4). */
export const handler: Handler<'org_people_hire'> = async (ctx, input) => {
  const { db, today } = ctx
  const dated = { contract_end_date: null, probation_end_date: null, ...input }
  const problems = [...termsProblems(dated, input.start_date), ...birthdayProblems(input.birthday, today)]
  if (problems.length > 0)
    throw invalidAll(problems.map(({ field, code, message }) => ({ path: field, code, message })))
  const placement = await loadPlacement(db, input, maxDay(input.start_date, today))
  requireUsable(input, placement)
  const manager = managerFor(placement.manager, placement.unit, input.start_date)
  const terms = toTerms(input, manager.id, placement.onlyLegalEntity)

  const id = randomUUIDv7()
  const timeline = hire(terms, input.start_date, { employmentId: randomUUIDv7(), rowId: randomUUIDv7() })
  const details = contactDetails(input.contact, input.birthday)
  await insertHire(db, { id, ...toPerson(input) }, timeline, ctx.now, details)
  recordHire(ctx, id, input, terms)

  const tiers = tiersOf(ctx.caller, ctx.audience, id, false)
  const row = (await getPerson(db, id, today))!
  const [references, visible] = await Promise.all([
    loadReferences(db, [row], today),
    tiers.private ? getPersonDetails(db, id) : undefined,
  ])
  return {
    person: presentPerson(row, references, tiers, today, visible),
    manager_from_lead: manager.fromLead,
    warnings: [
      ...manager.warnings,
      ...termsWarnings(dated, input.start_date),
      ...dateWarnings(input.start_date, input.birthday, today),
      ...namesakeWarnings(placement.namesakes),
    ],
  }
}

function toTerms(input: HireInput, managerId: string | null, onlyLegalEntity: string | null): JobTerms {
  return {
    title: input.title,
    unit_id: input.unit_id ?? null,
    manager_id: managerId,
    location_id: input.location_id ?? null,
    legal_entity_id: input.legal_entity_id === undefined ? onlyLegalEntity : input.legal_entity_id,
    employment_type: input.employment_type,
    fte: input.fte,
    contract_type: input.contract_type,
    contract_end_date: input.contract_end_date ?? null,
    probation_end_date: input.probation_end_date ?? null,
    weekly_hours: input.weekly_hours ?? null,
    notice_period_days: input.notice_period_days ?? null,
  }
}

function toPerson(input: HireInput) {
  const { given_name, family_name, preferred_name = null, employee_number = null, work_email } = input
  const work_phone = input.work_phone ? canonicalPhone(input.work_phone) : null
  return { given_name, family_name, preferred_name, employee_number, work_email, work_phone }
}

/** The log tells that private details were given, never which. */
function recordHire(ctx: Context, id: string, input: HireInput, terms: JobTerms): void {
  const { title, unit_id, manager_id, location_id, legal_entity_id } = terms
  const open = { start_date: input.start_date, title, unit_id, manager_id, location_id, legal_entity_id }
  const given = (['contact', 'birthday'] as const).filter((field) => (input[field] ?? null) !== null)
  ctx.record({
    summary: 'Hired {subject}',
    subject: { type: 'person', id, name: `${input.preferred_name ?? input.given_name} ${input.family_name}` },
    changes: [
      ...Object.entries(open).flatMap(([field, after]) =>
        after === null ? [] : { field, before: null, after },
      ),
      ...given.map((field) => ({ field, before: null, after: null })),
    ],
  })
}
