/**
 * The one register of what the database holds about persons. Erasing, exporting and hiding go by it, and a test compares
 * it with the catalogue: a column that stands here nowhere, or stands here and is gone, fails.
 */

/** Who may see it (spec 2.6, gaps 3); `login` belongs to the sign-in and is shown to its owner alone. */
export type Tier = 'public' | 'job' | 'private' | 'payroll' | 'login'

/**
 * What erasing a person does to it (spec 4.5): put a fixed placeholder there, empty it, delete the row, or keep it as
 * it is because without the rest it says nothing of anybody.
 */
export type Erase = 'placeholder' | 'clear' | 'delete' | 'keep'

export interface PersonalColumn {
  tier: Tier
  erase: Erase
  /** Whether a person's own data export holds it (spec 2.17). */
  export: boolean
}

export interface RegisteredTable {
  /** Columns that say nothing of a person: ids, states, times, the company's own facts. */
  plain: readonly string[]
  personal: Readonly<Record<string, PersonalColumn>>
}

const publicName: PersonalColumn = { tier: 'public', erase: 'placeholder', export: true }
const publicDetail: PersonalColumn = { tier: 'public', erase: 'clear', export: true }
const jobHistory: PersonalColumn = { tier: 'job', erase: 'keep', export: true }
const endReason: PersonalColumn = { tier: 'job', erase: 'clear', export: true }
const privateDetail: PersonalColumn = { tier: 'private', erase: 'clear', export: true }
const login: PersonalColumn = { tier: 'login', erase: 'placeholder', export: true }
const secret: PersonalColumn = { tier: 'login', erase: 'clear', export: false }
/** What somebody did stays in the log; who it was about is named by id, and the name is cleared. */
const logged: PersonalColumn = { tier: 'private', erase: 'clear', export: true }

export const personalData: Readonly<Record<string, RegisteredTable>> = {
  organizations: {
    plain: [
      'org_id',
      'slug',
      'name',
      'country',
      'time_zone',
      'language',
      'palette',
      'shell',
      'status',
      'pause_reason',
      'paused_since',
      'delete_on',
      'created_at',
      'updated_at',
    ],
    personal: {},
  },
  users: {
    plain: ['org_id', 'id', 'created_at', 'updated_at'],
    personal: {
      email: login,
      display_name: login,
      password_hash: secret,
      language: { ...login, erase: 'clear' },
    },
  },
  memberships: {
    plain: ['org_id', 'id', 'user_id', 'role', 'status', 'person_id', 'created_at', 'updated_at'],
    personal: {},
  },
  api_keys: {
    plain: ['org_id', 'id', 'membership_id', 'audience', 'last4', 'created_at', 'revoked_at'],
    personal: {
      name: { tier: 'login', erase: 'placeholder', export: true },
      last_used_at: { tier: 'login', erase: 'keep', export: true },
    },
  },
  sessions: {
    plain: ['org_id', 'id', 'membership_id', 'created_at', 'expires_at', 'ended_at'],
    personal: {},
  },
  rate_windows: { plain: ['org_id', 'credential_id', 'minute', 'used'], personal: {} },
  people: {
    plain: ['org_id', 'id', 'erased_at', 'created_at', 'updated_at'],
    personal: {
      employee_number: publicDetail,
      given_name: publicName,
      family_name: publicName,
      preferred_name: publicDetail,
      work_email: publicName,
      work_phone: publicDetail,
    },
  },
  person_details: {
    plain: ['org_id', 'person_id'],
    personal: {
      personal_email: privateDetail,
      personal_phone: privateDetail,
      address: privateDetail,
      emergency_contacts: privateDetail,
      birthday: privateDetail,
      gender: privateDetail,
      nationality: privateDetail,
    },
  },
  units: {
    plain: [
      'org_id',
      'id',
      'name',
      'kind',
      'parent_id',
      'head_person_id',
      'archived_at',
      'created_at',
      'updated_at',
    ],
    personal: {},
  },
  locations: {
    plain: [
      'org_id',
      'id',
      'name',
      'country',
      'city',
      'time_zone',
      'address',
      'kind',
      'archived_at',
      'created_at',
      'updated_at',
    ],
    personal: {},
  },
  legal_entities: {
    plain: [
      'org_id',
      'id',
      'name',
      'country',
      'registration_number',
      'tax_id',
      'address',
      'archived_at',
      'created_at',
      'updated_at',
    ],
    personal: {},
  },
  employments: {
    plain: ['org_id', 'id', 'person_id', 'created_at'],
    personal: { start_date: jobHistory, last_day: jobHistory, end_type: endReason, end_reason: endReason },
  },
  job_rows: {
    plain: ['org_id', 'id', 'person_id', 'employment_id', 'created_at'],
    personal: {
      valid_from: jobHistory,
      valid_to: jobHistory,
      title: jobHistory,
      unit_id: jobHistory,
      manager_id: jobHistory,
      location_id: jobHistory,
      legal_entity_id: jobHistory,
      employment_type: jobHistory,
      fte: jobHistory,
      reason: jobHistory,
      end_reason: endReason,
      contract_type: jobHistory,
      contract_end_date: jobHistory,
      probation_end_date: jobHistory,
      weekly_hours: jobHistory,
      notice_period_days: jobHistory,
    },
  },
  activity: {
    plain: [
      'org_id',
      'id',
      'at',
      'action',
      'summary',
      'actor_kind',
      'actor_id',
      'membership_id',
      'via',
      'subject_type',
      'subject_id',
      'person_id',
      'request_id',
    ],
    personal: { subject_name: logged, changes: logged },
  },
  idempotency_records: {
    plain: ['org_id', 'holder_id', 'key', 'action', 'fingerprint', 'activity_id', 'expires_at'],
    // Those that name the person by id, whatever else they answered.
    personal: { response: { tier: 'private', erase: 'delete', export: false } },
  },
}
