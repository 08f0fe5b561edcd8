import { tiersOf } from '../../access/people.ts'
import { presentEmployment, presentJob } from '../../presenters/org/people.ts'
import { presentPay } from '../../presenters/org/pay.ts'
import { listFields } from '../../queries/org/fields.ts'
import { loadPay } from '../../queries/org/pay.ts'
import { listHeldPositions, loadPhoto } from '../../queries/org/person-export.ts'
import { loadReferences } from '../../queries/org/references.ts'
import { loadTimelines } from '../../queries/org/timelines.ts'
import { asRecord } from '../../services/employment/write.ts'
import { showFound } from '../person.ts'
import { part } from './part.ts'

const most = 10_000

/** The person with all details, and when they worked here. Values of archived fields are kept, so they are in it, apart. */
export const person = part(
  `people.employee_number people.given_name people.family_name people.preferred_name people.work_email people.work_phone
   person_details.personal_email person_details.personal_phone person_details.address person_details.emergency_contacts
   person_details.birthday person_details.gender person_details.nationality person_details.tax_id
   person_details.social_security_number person_details.iban custom_values.value custom_values.sealed
   employments.start_date employments.last_day employments.end_type employments.end_reason`,
  async (ctx, { person: row }) => {
    const { db, caller, audience, today } = ctx
    const [fields, timelines] = await Promise.all([listFields(db, true), loadTimelines(db, [row.id])])
    const shown = await showFound(ctx, { row, fields }, tiersOf(caller, audience, row.id, false), today)
    const employments = timelines.get(row.id)?.employments ?? []
    const archived = new Set(fields.filter((field) => field.archived).map(({ key }) => key))
    const values = Object.entries(shown.custom)
    return {
      person: {
        ...shown,
        custom: Object.fromEntries(values.filter(([key]) => !archived.has(key))),
        archived_custom: Object.fromEntries(
          values.filter(([key, value]) => archived.has(key) && value !== null),
        ),
        employments: employments.map(presentEmployment),
      },
    }
  },
)

export const photo = part('images.bytes', async ({ db }, { person: { id } }) => {
  const found = await loadPhoto(db, id)
  return {
    photo: found
      ? {
          content_type: 'image/webp',
          data_base64: found.bytes.toString('base64'),
          updated_at: found.updated_at,
        }
      : null,
  }
})

export const jobs = part(
  `job_rows.valid_from job_rows.valid_to job_rows.title job_rows.unit_id job_rows.manager_id job_rows.location_id
   job_rows.legal_entity_id job_rows.reason job_rows.employment_type job_rows.fte job_rows.contract_type
   job_rows.contract_end_date job_rows.probation_end_date job_rows.weekly_hours job_rows.notice_period_days job_rows.end_reason`,
  async ({ db, today }, { person: { id } }) => {
    const timeline = (await loadTimelines(db, [id])).get(id)
    const rows = timeline ? timeline.rows.map((row) => asRecord(timeline, row)) : []
    const references = await loadReferences(db, [], today, rows)
    return { jobs: rows.map((row) => presentJob(row, references)) }
  },
)

export const pay = part(
  'pay_rows.applies_from pay_rows.sealed',
  async ({ db, today }, { person: { id } }) => ({
    pay: presentPay(id, await loadPay(db, id), today).history,
  }),
)

export const positions = part('', async ({ db }, { person: { id } }) => ({
  positions: await listHeldPositions(db, id, most),
}))
