import { randomUUIDv7 } from 'node:crypto'
import { tiersOf } from '../../../access/people.ts'
import { hire, termsProblems, termsWarnings, type JobTerms } from '../../../domain/employment.ts'
import { managerFor } from '../../../domain/placement.ts'
import { conflict, invalidAll, notFound } from '../../../errors.ts'
import type { Handler, Input } from '../../../pipeline/action.ts'
import type { Context } from '../../../pipeline/context.ts'
import { presentPerson } from '../../../presenters/person.ts'
import { insertHire, loadPlacement, type Placement } from '../../../queries/employments.ts'
import { getPerson, getPersonDetails, type PersonDetails } from '../../../queries/people.ts'
import { loadReferences } from '../../../queries/references.ts'
import { canonicalPhone } from '../../../validation/formats.ts'

type HireInput = Input<'org_people_hire'>

/** Somebody new with their first job; the unit's lead is the manager where none is given (spec 4.6, gaps 4). */
export const handler: Handler<'org_people_hire'> = async (ctx, input) => {
  const { db, today } = ctx
  const dated = { contract_end_date: null, probation_end_date: null, ...input }
  const problems = termsProblems(dated, input.start_date)
  if (problems.length > 0)
    throw invalidAll(problems.map(({ field, code, message }) => ({ path: field, code, message })))
  const placement = await loadPlacement(db, wanted(input), input.start_date)
  checkPlacement(input, placement)
  const manager = managerFor(input.manager_id, placement.unit)
  const terms = toTerms(input, manager.id, placement)

  const id = randomUUIDv7()
  const timeline = hire(terms, input.start_date, { employmentId: randomUUIDv7(), rowId: randomUUIDv7() })
  await insertHire(db, { id, ...toPerson(input) }, timeline, ctx.now, toDetails(input))
  recordHire(ctx, id, input, terms)

  const tiers = tiersOf(ctx.caller, ctx.audience, id, false)
  const row = (await getPerson(db, id, today))!
  const [references, details] = await Promise.all([
    loadReferences(db, [row], today),
    tiers.private ? getPersonDetails(db, id) : undefined,
  ])
  return {
    person: presentPerson(row, references, tiers, today, details),
    manager_from_lead: manager.fromLead,
    warnings: [...manager.warnings, ...termsWarnings(dated, input.start_date), ...namesakeWarning(placement)],
  }
}

function wanted(input: HireInput) {
  return {
    unit_id: input.unit_id ?? null,
    manager_id: input.manager_id ?? null,
    location_id: input.location_id ?? null,
    legal_entity_id: input.legal_entity_id ?? null,
    given_name: input.given_name,
    family_name: input.family_name,
  }
}

/** What is named must exist, be active, and a manager must still be here. */
function checkPlacement(input: HireInput, { unit, manager, location, legalEntity }: Placement): void {
  if (input.unit_id && !unit) throw notFound('unit_id', 'unit')
  if (input.manager_id && !manager) throw notFound('manager_id', 'person')
  if (input.location_id && !location) throw notFound('location_id', 'location')
  if (input.legal_entity_id && !legalEntity) throw notFound('legal_entity_id', 'legal entity')
  if (unit?.archived) throw conflict('The unit is archived: nobody new can join it. Choose an active one.')
  if (location?.archived) throw conflict('The location is archived. Choose an active one.')
  if (legalEntity?.archived) throw conflict('The legal entity is archived. Choose an active one.')
  if (manager && !manager.stays)
    throw conflict('The manager will have left by the start date. Choose somebody who works here then.')
}

function toTerms(input: HireInput, managerId: string | null, placement: Placement): JobTerms {
  return {
    title: input.title,
    unit_id: input.unit_id ?? null,
    manager_id: managerId,
    location_id: input.location_id ?? null,
    legal_entity_id: input.legal_entity_id === undefined ? placement.onlyLegalEntity : input.legal_entity_id,
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
  return {
    given_name: input.given_name,
    family_name: input.family_name,
    preferred_name: input.preferred_name ?? null,
    employee_number: input.employee_number ?? null,
    work_email: input.work_email,
    work_phone: input.work_phone ? canonicalPhone(input.work_phone) : null,
  }
}

const noAddress = { line1: null, line2: null, city: null, region: null, postal_code: null, country: null }

function toDetails({ contact, birthday }: HireInput): Partial<PersonDetails> | undefined {
  if (contact === undefined && birthday == null) return undefined
  return {
    personal_email: contact?.personal_email ?? null,
    personal_phone: contact?.personal_phone ? canonicalPhone(contact.personal_phone) : null,
    address: contact?.address ? { ...noAddress, ...contact.address } : null,
    emergency_contacts: (contact?.emergency_contacts ?? []).map(
      ({ name, relationship = null, phone, email = null }) => ({
        name,
        relationship,
        phone: phone ? canonicalPhone(phone) : null,
        email,
      }),
    ),
    birthday: birthday ?? null,
  }
}

/** The log tells that private details were given, never which. */
function recordHire(ctx: Context, id: string, input: HireInput, terms: JobTerms): void {
  const { title, unit_id, manager_id, location_id, legal_entity_id } = terms
  const public_ = { start_date: input.start_date, title, unit_id, manager_id, location_id, legal_entity_id }
  const given = (['contact', 'birthday'] as const).filter((field) => input[field] != null)
  ctx.record({
    summary: 'Hired {subject}',
    subject: { type: 'person', id, name: `${input.preferred_name ?? input.given_name} ${input.family_name}` },
    changes: [
      ...Object.entries(public_).flatMap(([field, after]) =>
        after === null ? [] : { field, before: null, after },
      ),
      ...given.map((field) => ({ field, before: null, after: null })),
    ],
  })
}

function namesakeWarning({ namesakes }: Placement): string[] {
  return namesakes > 0
    ? ['Somebody of the same name already works here. Check that this is another person.']
    : []
}
