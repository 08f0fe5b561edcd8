import { jobFieldNames } from '../domain/job-fields.ts'
import { detailsOfTier } from '../domain/person-details.ts'
import { personFieldNames, personFields } from '../domain/person-fields.ts'
import { each, table, type PersonalColumn } from './kinds.ts'

const publicName: PersonalColumn = { tier: 'public', erase: 'placeholder', export: true }
/** Made from columns beside it, which the export has. */
const madeOfNames: PersonalColumn = { ...publicName, export: false }
const publicDetail: PersonalColumn = { tier: 'public', erase: 'clear', export: true }
const jobHistory: PersonalColumn = { tier: 'job', erase: 'keep', export: true }
const endType: PersonalColumn = { tier: 'job', erase: 'clear', export: true }
const payDetail: PersonalColumn = { tier: 'payroll', erase: 'delete', export: true }
/** A rule of a column that the key of the person seals. */
const sealed = (rule: PersonalColumn): PersonalColumn => ({ ...rule, sealed: true })
const privateDetail: PersonalColumn = { tier: 'private', erase: 'clear', export: true }
const payrollDetail: PersonalColumn = { tier: 'payroll', erase: 'clear', export: true }

/** People, their private details, their employment, and their pay. */
export const people = {
  people: table(
    'org_id id erased_at created_at updated_at',
    {
      ...Object.fromEntries(
        personFieldNames.map((name) => [name, personFields[name].required ? publicName : publicDetail]),
      ),
      ...each('work_email_key search_text search_start', madeOfNames),
      photo_hash: { ...publicDetail, export: false },
    },
    'id = $2',
  ),
  // Every value is encrypted. Deleting the person's key clears them in backups, too.
  person_details: table('org_id person_id payroll_changed_at', {
    ...each(detailsOfTier('private').join(' '), sealed(privateDetail)),
    ...each(detailsOfTier('payroll').join(' '), sealed(payrollDetail)),
  }),
  // Photos of people, and the logo, which is nobody's.
  images: table('org_id owner_id updated_at', { bytes: publicDetail }, 'owner_id = $2'),
  person_keys: table('org_id person_id key_id', {
    wrapped_key: { tier: 'private', erase: 'delete', export: false },
  }),
  // Nobody can be told by it any more.
  erasures: table('org_id person_id erased_at'),
  // They name fields, and hold no values.
  notices: table('org_id id kind person_id recipient about created_at told_at told_in'),
  // Values of private fields are in `sealed`, and encrypted. Other fields are public or of the job tier, as their
  // definition says.
  custom_values: table('org_id person_id field_id updated_at', {
    value: privateDetail,
    sealed: sealed(privateDetail),
  }),
  employments: table('org_id id person_id created_at start_announced_at left_announced_at login_settled_at', {
    ...each('start_date last_day', jobHistory),
    end_type: endType,
    end_reason: sealed(endType),
  }),
  job_rows: table('org_id id person_id employment_id created_at start_announced_at', {
    ...each('valid_from valid_to title unit_id manager_id location_id legal_entity_id', jobHistory),
    ...each(`reason ${jobFieldNames.join(' ')}`, jobHistory),
    ...each('search_text own_terms', { ...jobHistory, export: false }),
    end_reason: sealed(endType),
  }),
  reporting_lines: table('org_id'),
  pay_rows: table('org_id id person_id created_at removed_at', {
    applies_from: payDetail,
    sealed: sealed(payDetail),
  }),
}
