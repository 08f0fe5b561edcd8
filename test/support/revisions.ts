import { hash } from 'node:crypto'
import type pg from 'pg'
import { nameKey } from '../../src/domain/folding.ts'
import { searchText } from '../../src/domain/search.ts'
import { hashSecret, newApiKey, newSessionSecret } from '../../src/secrets/credentials.ts'
import { Vault } from '../../src/secrets/personal.ts'

/**
 * A company in a database of an earlier revision: one whose last migration had this number. Of each row, only the columns
 * that the revision has are inserted, so a new column is one more value here, and a new table one more list.
 */
export interface OldCompany {
  id: string
  /** Its name tells the revision. */
  name: string
  person: string
  /** The secrets of a manage key of its owner, and of a browser session of the same member. */
  key: string
  web: string
  /** Table → rows, each after the tables that it refers to. */
  rows: Record<string, Row[]>
}

export type Row = Record<string, unknown>

const at = '2024-05-06T07:08:09.123Z'
const later = '2024-06-07T08:09:10.456Z'
const address = { line1: 'Rue 1', line2: null, region: null, postal_code: '1000' }
/** The private details of the person. */
export const details = {
  personal_email: 'zoe@home.example',
  personal_phone: '+442079460018',
  address: { ...address, city: 'Bruxelles', country: 'BE' },
  emergency_contacts: [{ name: 'Annabella', relationship: null, phone: '+442079460019', email: null }],
  birthday: '1990-12-10',
  gender: 'female',
  nationality: 'BE',
}
const laterDetails = {
  tax_id: '12 345',
  social_security_number: '67-890',
  iban: 'BE68539007547034',
}

/** The last migration of a first installation. Databases are upgraded from here, and from each migration after it. */
export const firstRevision = '0019_erasure.ts'

/** Two secrets of an endpoint, the one before still in use. */
function sealedSecrets(vault: Vault, orgId: string, endpointId: string): Row {
  const [current, previous] = [1, 2].map((byte) =>
    vault.sealSecret({ orgId, endpointId }, Buffer.alloc(32, byte)),
  )
  return {
    key_id: current!.key_id,
    sealed_secret: current!.wrapped_key,
    previous_key_id: previous!.key_id,
    previous_sealed: previous!.wrapped_key,
    previous_expires_at: '2099-01-01T00:00:00Z',
  }
}

/** @param revision the number of its last migration: 13 for `0013_…` */
export function oldCompany(revision: number, secretKey: Buffer): OldCompany {
  const id = (label: string): string => idOf(`${revision} ${label}`)
  const org_id = id('organization')
  const name = `Revision ${revision}`
  const [key, revokedKey, web] = [newApiKey(), newApiKey(), newSessionSecret()]
  const personId = id('zoe')
  const vault = new Vault({ current: secretKey })
  const { key: personKey, wrapped } = vault.create({ orgId: org_id, personId })
  const sealedIn = (request: string, column: string, value: unknown) =>
    personKey.seal(`${column}.${id(request)}`, value)
  const hr = { decided_as: 'hr', decided_by: id('member') }
  const people = [
    {
      id: personId,
      employee_number: '7',
      given_name: 'Zoë',
      family_name: 'Müller',
      preferred_name: 'Zo',
      photo_hash: hash('md5', 'photo'),
      work_email: 'Zoe.Muller@old.example',
      work_email_key: 'zoe.muller@old.example',
      work_phone: '+3225550100',
      search_text: searchText('Zoë Müller Zo Zoe.Muller@old.example'),
      created_at: at,
      updated_at: later,
    },
    {
      id: id('boss'),
      given_name: 'Ada',
      family_name: 'Boss',
      work_email: 'ada@old.example',
      work_email_key: 'ada@old.example',
      search_text: searchText('Ada Boss ada@old.example'),
    },
    {
      id: id('erased'),
      given_name: 'Erased',
      family_name: 'Person',
      work_email: 'erased@old.example',
      work_email_key: 'erased@old.example',
      search_text: '',
      erased_at: later,
    },
  ]
  const named = (label: string, text: string) => ({ id: id(label), name: text, name_key: nameKey(text) })
  const tables: Record<string, Row[]> = {
    organizations: [
      {
        slug: `old-${revision}`,
        name,
        country: 'BE',
        time_zone: 'Europe/Brussels',
        language: 'fr',
        palette: 'violet',
        shell: 'light',
        logo_hash: hash('md5', 'logo'),
        status: 'active',
        created_at: at,
        updated_at: later,
        approve_job_change: 'manager',
        approve_termination: 'hr',
        approve_pay_change: 'hr',
        approvals_updated_at: later,
        sign_in_password: true,
        sign_in_google: true,
        sign_in_microsoft: false,
      },
      {
        org_id: id('closed'),
        slug: `closed-${revision}`,
        name: `Closed at ${name}`,
        country: 'BE',
        status: 'closed',
        pause_reason: 'unpaid',
        paused_since: at,
        delete_on: '2099-01-01',
      },
    ],
    users: [
      {
        id: id('user'),
        email: 'Zoe.Muller@old.example',
        email_key: 'zoe.muller@old.example',
        display_name: 'Zoë Müller',
        password_hash: '$argon2id$v=19$m=19456,t=2,p=1$AAAA$AAAA',
        language: 'nl',
        email_verified_at: later,
        created_at: at,
        updated_at: later,
      },
    ],
    people,
    memberships: [
      {
        id: id('member'),
        user_id: id('user'),
        role: 'owner',
        status: 'active',
        disablings: 2,
        person_id: personId,
        created_at: at,
        updated_at: later,
      },
    ],
    api_keys: [
      { id: id('key'), audience: 'manage', last4: key.slice(-4), last_used_at: later },
      { id: id('revoked key'), audience: 'me', last4: revokedKey.slice(-4), revoked_at: later },
    ].map((one) => ({ ...one, membership_id: id('member'), name: 'Script', created_at: at })),
    sessions: [
      {
        id: id('session'),
        membership_id: id('member'),
        created_at: at,
        expires_at: '2099-01-01T00:00:00Z',
        network: '192.0.2.0/24',
        browser: 'Firefox, Windows',
        last_used_at: later,
      },
      { id: id('ended'), membership_id: id('member'), created_at: at, expires_at: later, ended_at: at },
    ],
    identities: [
      {
        user_id: id('user'),
        provider: 'google',
        account: `1${revision}`,
        email: 'zoe@home.example',
        linked_at: later,
      },
      { user_id: id('user'), provider: 'microsoft' },
    ],
    oauth_connections: [
      {
        id: id('app'),
        membership_id: id('member'),
        client_id: `https://app.example/${revision}.json`,
        client_name: 'Claude',
        client_kind: 'cimd',
        client_host: 'app.example',
        redirect_host: 'localhost',
        redirect_kind: 'local',
        audience: 'manage',
        created_at: at,
        connected_at: at,
        last_used_at: later,
        expires_at: '2099-01-01T00:00:00Z',
      },
      {
        id: id('revoked app'),
        membership_id: id('member'),
        client_id: `registered ${revision}`,
        client_name: 'Editor',
        client_kind: 'dcr',
        redirect_host: 'cursor',
        redirect_kind: 'app',
        audience: 'me',
        created_at: at,
        expires_at: later,
        revoked_at: at,
      },
    ],
    oauth_objects: [
      {
        model: 'RefreshToken',
        id_hash: digest(`${revision} refresh token`),
        connection_id: id('app'),
        payload: { kind: 'RefreshToken' },
        created_at: at,
        consumed_at: later,
        expires_at: '2099-01-01T00:00:00Z',
      },
    ],
    oauth_cimd_documents: [
      { client_id: `https://app.example/${revision}.json`, document: '{}', fetched_at: at },
    ],
    organization_slugs: [{ slug: `old-${revision}` }, { slug: `closed-${revision}`, org_id: id('closed') }],
    credential_lookups: [
      { secret_hash: hashSecret(key), kind: 'key', credential_id: id('key') },
      { secret_hash: hashSecret(revokedKey), kind: 'key', credential_id: id('revoked key') },
      { secret_hash: hashSecret(web), kind: 'web', credential_id: id('session') },
    ],
    rate_windows: [{ credential_id: id('key'), minute: at, used: 3 }],
    worker_pools: [
      { pool_id: `pool ${revision}`, lock_key: revision, database_started_at: at, started_at: at },
    ],
    person_details: [
      {
        person_id: personId,
        ...Object.fromEntries(
          Object.entries({ ...details, ...laterDetails }).map(([column, value]) => [
            column,
            personKey.seal(column, value),
          ]),
        ),
        payroll_changed_at: later,
      },
    ],
    person_keys: [{ person_id: personId, ...wrapped }],
    images: [{ owner_id: personId, bytes: Buffer.from('photo'), updated_at: later }],
    units: [
      { ...named('root', name), kind: 'company', head_person_id: id('boss') },
      {
        ...named('team', 'Équipe  Straße'),
        kind: 'team',
        parent_id: id('root'),
        archived_at: later,
        created_at: at,
        updated_at: later,
        head_changed_by: id('member'),
        head_changed_at: later,
        moved_by: id('member'),
        moved_at: later,
        archived_by: id('member'),
      },
    ],
    locations: [
      {
        ...named('location', 'Bruxelles'),
        country: 'BE',
        city: 'Bruxelles',
        time_zone: 'Europe/Brussels',
        address,
        kind: 'office',
        archived_at: later,
        created_at: at,
        updated_at: later,
      },
    ],
    legal_entities: [
      {
        ...named('entity', 'Old SA'),
        country: 'BE',
        registration_number: '0123.456.789',
        tax_id: 'BE0123456789',
        address: { ...address, city: 'Bruxelles' },
        archived_at: later,
        created_at: at,
        updated_at: later,
      },
    ],
    employments: [
      {
        id: id('employment'),
        person_id: personId,
        start_date: '2020-01-01',
        last_day: '2098-12-31',
        end_type: 'retirement',
        end_reason: personKey.seal(`end_reason.${id('employment')}`, 'Retires'),
        created_at: at,
        start_announced_at: at,
        left_announced_at: later,
        login_settled_at: later,
      },
      {
        id: id('employment of the boss'),
        person_id: id('boss'),
        start_date: '2019-01-01',
        start_announced_at: at,
      },
    ],
    job_rows: [
      {
        id: id('job'),
        person_id: personId,
        employment_id: id('employment'),
        valid_from: '2020-01-01',
        valid_to: '2098-12-31',
        title: 'Ingénieure',
        unit_id: id('root'),
        manager_id: id('boss'),
        location_id: id('location'),
        legal_entity_id: id('entity'),
        employment_type: 'part_time',
        fte: 0.5,
        reason: 'hire',
        end_reason: personKey.seal(`end_reason.${id('employment')}`, 'Retires'),
        contract_type: 'fixed_term',
        contract_end_date: '2098-12-31',
        probation_end_date: '2020-06-30',
        weekly_hours: 19.5,
        notice_period_days: 30,
        created_at: at,
        search_text: searchText('Ingénieure'),
        own_terms: ['title', 'unit_id'],
        start_announced_at: at,
      },
      {
        id: id('job of the boss'),
        person_id: id('boss'),
        employment_id: id('employment of the boss'),
        valid_from: '2019-01-01',
        title: 'Boss',
        employment_type: 'full_time',
        fte: 1,
        reason: 'hire',
        contract_type: 'permanent',
        search_text: searchText('Boss'),
        start_announced_at: at,
      },
    ],
    activity: [
      {
        id: id('activity'),
        at,
        action: 'org.units.create',
        summary: 'Created the unit {subject}',
        summary_code: 'unit_created',
        summary_values: {},
        actor_kind: 'user',
        actor_id: id('user'),
        membership_id: id('member'),
        via: 'web',
        subject_type: 'unit',
        subject_id: id('team'),
        subject_name: 'Équipe  Straße',
        person_id: personId,
        changes: [{ field: 'name', before: null, after: 'Équipe  Straße' }],
        request_id: id('request'),
      },
    ],
    idempotency_records: [
      {
        holder_id: id('member'),
        key: 'once',
        action: 'org.units.create',
        fingerprint: digest('a call'),
        response: '{}',
        activity_id: id('activity'),
        mentions: [personId],
        expires_at: '2099-01-01T00:00:00Z',
      },
    ],
    events: [
      {
        id: id('event'),
        type: 'unit.created',
        at,
        effective_date: '2024-05-06',
        subject_id: id('team'),
        person_id: personId,
        payload: { unit_id: id('team') },
        position: 1,
        mentions: [personId],
      },
    ],
    event_positions: [{ last_position: 1 }],
    webhook_endpoints: [
      {
        id: id('endpoint'),
        url: 'https://hooks.old.example/in',
        description: 'Old',
        event_types: ['unit.created'],
        enabled: false,
        disabled_reason: 'failing',
        disabled_at: later,
        failing_since: at,
        consecutive_failures: 7,
        last_delivery_at: later,
        last_delivery_status: 'failed',
        last_response_status: 500,
        secret_hint: 'whsec_…abcd',
        ...sealedSecrets(vault, org_id, id('endpoint')),
        created_at: at,
        updated_at: later,
      },
      {
        id: id('deleted endpoint'),
        url: 'https://hooks.old.example/gone',
        description: '',
        event_types: ['unit.created'],
        enabled: true,
        secret_hint: 'whsec_…efgh',
        created_at: at,
        updated_at: later,
        deleted_at: later,
      },
    ],
    webhook_deliveries: [
      {
        id: id('delivery'),
        endpoint_id: id('endpoint'),
        event_id: id('event'),
        event_type: 'unit.created',
        created_at: at,
        attempt: 2,
        status: 'pending',
        response_status: 500,
        duration_ms: 12,
        fault: 'status',
        next_attempt_at: '2099-01-01T00:00:00Z',
        lease: id('lease'),
        leased_by: 'worker',
        leased_until: later,
      },
    ],
    attempt_windows: [
      {
        subject_hash: digest(`${revision}`),
        minute: at,
        in_minute: 1,
        hour: at,
        in_hour: 2,
        day: at,
        in_day: 3,
      },
    ],
    sign_in_networks: [{ login_network_hash: digest(`${revision} network`), signed_in_at: at }],
    database_identity: [{ id: id('database') }],
    job_tasks: [{ name: `task_of_revision_${revision}` }],
    custom_fields: [
      { id: id('shirt'), key: 'shirt', type: 'select', options: ['S', 'M'], tier: 'public' },
      { id: id('diet'), key: 'diet', type: 'text', tier: 'private', rewriting: false },
      {
        id: id('badge'),
        key: 'badge',
        type: 'file',
        tier: 'job',
        file: { kinds: ['pdf'], max_mb: null, self_upload: true },
      },
    ].map((field, position) => ({
      options: [],
      ...field,
      label: field.key,
      position,
      archived_at: field.key === 'badge' ? later : null,
      created_at: at,
      updated_at: later,
    })),
    custom_values: [
      { person_id: personId, field_id: id('shirt'), value: 'M', updated_at: later },
      {
        person_id: personId,
        field_id: id('diet'),
        sealed: personKey.seal(`custom.${id('diet')}`, 'vegan'),
        updated_at: later,
      },
    ],
    positions: [
      {
        id: id('seat above'),
        title: 'Head',
        status: 'open',
        reason: 'new',
        contract_type: 'permanent',
        reports_to_person_id: id('boss'),
        created_at: at,
        updated_at: later,
      },
      {
        id: id('seat'),
        title: 'Cook',
        status: 'filled',
        reason: 'replacement',
        unit_id: id('team'),
        location_id: id('location'),
        legal_entity_id: id('entity'),
        reports_to_position_id: id('seat above'),
        contract_type: 'permanent',
        weekly_hours: 37.5,
        pay_range: JSON.stringify({ min: 1, max: 2.5, currency: 'EUR', period: 'hour' }),
        target_start_date: '2099-01-31',
        notes: 'Quiet.\nAt night.',
        replaces_person_id: id('boss'),
        filled_by: personId,
        filled_on: '2024-05-02',
        filled_employment_id: id('seat'),
        closed_at: later,
        created_at: at,
        updated_at: later,
      },
    ],
    checklist_templates: [
      {
        id: id('starter'),
        starter: 'offboarding',
        saved: false,
        kind: 'offboarding',
        auto_start: true,
        created_at: at,
      },
      {
        id: id('template'),
        starter: 'onboarding',
        saved: true,
        name: 'Welcome',
        kind: 'onboarding',
        auto_start: true,
        unit_ids: [id('team')],
        archived_at: later,
        tasks: JSON.stringify([
          {
            ...{ id: 'desk', title: 'Find a desk', description: 'Near\na window.', link_url: null },
            ...{ type: 'member', person_id: id('boss'), offset_days: -3, visible_days: null },
          },
        ]),
        created_at: at,
        updated_at: later,
      },
    ],
    checklist_runs: [
      {
        id: id('checklist'),
        template_id: id('template'),
        ...{ name: 'Welcome', kind: 'onboarding', person_id: personId, employment_id: id('employment') },
        ...{
          anchor_date: '2024-05-01',
          follows: true,
          status: 'open',
          started_at: at,
          started_by: id('boss'),
        },
      },
      {
        id: id('other checklist'),
        template_id: id('starter'),
        ...{
          name: 'Offboarding',
          kind: 'offboarding',
          person_id: personId,
          anchor_date: '2024-05-01',
          follows: false,
        },
        ...{ status: 'cancelled', started_at: at, cancelled_at: later },
      },
      {
        id: id('third checklist'),
        template_id: id('starter'),
        ...{
          name: 'Offboarding',
          kind: 'offboarding',
          person_id: personId,
          anchor_date: '2024-05-01',
          follows: false,
        },
        ...{ status: 'completed', started_at: at, completed_at: later },
      },
    ],
    checklist_tasks: [
      {
        id: id('task'),
        run_id: id('checklist'),
        ...{ key: 'desk', place: 0, title: 'Find a desk', description: 'Near\na window.' },
        ...{
          assignee_type: 'member',
          assignee_person_id: id('boss'),
          manager_missing: false,
          offset_days: -3,
        },
        ...{ due_date: '2024-04-28', status: 'skipped', resolved_at: later, resolved_by: id('boss') },
        ...{ skip_reason: 'There is none.', created_at: at, link_url: 'https://desks.example' },
        ...{ visible_days: 3, visible_from: '2024-04-25' },
      },
      {
        id: id('open task'),
        run_id: id('checklist'),
        ...{ place: 1, title: 'Say hello', assignee_type: 'hr', manager_missing: true, offset_days: 0 },
        ...{ due_date: '2024-05-01', status: 'open', created_at: at },
      },
    ],
    checklist_comments: [
      { id: id('comment'), task_id: id('task'), author: id('boss'), text: 'Look\nagain.', created_at: later },
    ],
    notifications: [
      {
        id: id('reminder'),
        membership_id: id('member'),
        ...{ kind: 'reminder', about_id: id('boss'), person_id: id('boss'), reminder: 'anniversary' },
        ...{ date: '2099-01-31', years: 5, batch_id: id('batch'), created_at: later, read_at: later },
      },
    ],
    reminder_settings: [
      {
        enabled: JSON.stringify({ probation_end: true }),
        days_before: JSON.stringify({ probation_end: 7 }),
        updated_at: later,
      },
    ],
    reminded_days: [{ day: '2024-05-01' }],
    notification_settings: [
      {
        ...{ reminders: false, approval_request: true, document_uploaded: true, extra_limit: 200 },
        updated_at: later,
      },
    ],
    mail_months: [{ month: '2024-05-01', sent: 12, told_at: later }],
    documents: [
      {
        id: id('document'),
        person_id: personId,
        field_id: id('badge'),
        title: 'Diploma.pdf',
        search_text: 'diploma.pdf',
        category: 'Other',
        category_key: 'other',
        uploaded_by: 'self',
        month: '2024-05-01',
        membership_id: id('member'),
        expires_on: '2099-01-31',
        sealed_notes: personKey.seal(`notes.${id('document')}`, 'Certified.\nIn German.'),
        file_id: id('file'),
        file_name: 'Diploma.pdf',
        size: 5_000_000_000,
        content_type: 'application/pdf',
        sha256: hash('sha256', 'diploma'),
        status: 'ready',
        upload_expires_at: at,
        created_at: at,
        updated_at: later,
      },
      {
        id: id('deleted document'),
        title: '',
        search_text: '',
        category: 'Policy',
        category_key: 'policy',
        visibility: 'managers',
        uploaded_by: 'hr',
        membership_id: id('member'),
        notes: 'For all.',
        file_id: id('deleted file'),
        file_name: '',
        size: 7,
        content_type: 'text/plain',
        sha256: hash('sha256', 'policy'),
        upload_expires_at: at,
        created_at: at,
        updated_at: later,
        deleted_at: later,
      },
    ],
    self_uploads: [{ person_id: personId, month: '2024-05-01', files: 1, bytes: 5_000_000_000 }],
    erasures: [{ person_id: id('erased'), erased_at: later }],
    retention_settings: [{ log_days: 400, sessions_days: 3, mails_days: 20, updated_at: later }],
    storage_settings: [
      {
        max_file_mb: 50,
        ceiling_mb: 20_000,
        self_upload_enabled: true,
        self_files_per_month: 3,
        self_mb_per_month: 6000,
        updated_at: later,
      },
    ],
    notices: [
      {
        id: id('notice'),
        kind: 'payroll_changed',
        person_id: personId,
        recipient: 'person',
        about: ['iban'],
        created_at: later,
        told_at: later,
        told_in: id('batch'),
      },
    ],
    invites: [
      { id: id('accepted'), membership_id: id('member'), created_by: id('member'), accepted_at: later },
      { id: id('revoked'), revoked_at: later },
    ].map((invite) => ({
      ...invite,
      person_id: personId,
      email: 'zoe@old.example',
      role: 'member',
      token_hash: digest(`${revision} ${invite.id}`),
      created_at: at,
      expires_at: later,
    })),
    password_resets: [
      {
        id: id('reset'),
        membership_id: id('member'),
        token_hash: digest(`${revision} reset`),
        basis: digest('password'),
        created_at: at,
        expires_at: later,
        ended_at: later,
      },
    ],
    email_changes: [
      {
        id: id('email change'),
        membership_id: id('member'),
        email: 'zoe@new.example',
        email_before: 'zoe@old.example',
        token_hash: digest(`${revision} email change`),
        basis: digest('password and e-mail'),
        created_at: at,
        expires_at: later,
        ended_at: later,
      },
    ],
    mails: [
      {
        id: id('mail'),
        kind: 'invite',
        about_id: id('revoked'),
        membership_id: id('member'),
        person_id: personId,
        status: 'failed',
        attempts: 1,
        reason: 'refused',
        created_at: at,
        due_at: later,
        ended_at: later,
      },
    ],
    mail_days: [{ day: '2026-01-31', used: 3 }],
    reporting_lines: [{}],
    pay_rows: [
      { id: id('pay'), applies_from: '2020-01-01', note: 'At the start' },
      { id: id('removed pay'), applies_from: '2021-01-01', note: null, removed_at: '2098-01-01T00:00:00Z' },
    ].map(({ note, ...row }) => ({
      ...row,
      person_id: personId,
      sealed: personKey.seal(`pay.${row.id}`, { amount: 40_000.5, currency: 'EUR', period: 'year', note }),
      created_at: at,
    })),
    approval_requests: [
      {
        ...{ id: id('leaving'), kind: 'termination', change: 'terminate' },
        proposal: sealedIn('leaving', 'proposal', { last_day: '2026-01-31' }),
        shown: sealedIn('leaving', 'shown', {
          last_day: '2026-01-31',
          reason: null,
          job: null,
          change: 'end',
        }),
        basis: sealedIn('leaving', 'basis', { employment_id: id('employment') }),
        decision_note: sealedIn('leaving', 'decision_note', 'Not now'),
      },
      { id: id('raise'), kind: 'pay_change', change: 'pay_add' },
    ].map((request) => ({
      ...request,
      person_id: personId,
      status: 'rejected',
      effective_date: '2026-01-31',
      expires_on: '2026-02-28',
      proposed_by: id('member'),
      proposed_via: 'app',
      proposed_at: at,
      closed_at: later,
      closed_code: 'withdrawn',
      closed_values: {},
    })),
    approval_pay: [
      {
        request_id: id('raise'),
        proposal: sealedIn('raise', 'proposal', { amount: 50_000 }),
        shown: sealedIn('raise', 'shown', {
          ...{ amount: 50_000, currency: 'EUR', period: 'year' },
          ...{ note: null, before: null, removes: false },
        }),
        basis: sealedIn('raise', 'basis', { pay: id('pay') }),
      },
    ],
    approval_steps: [
      { request_id: id('leaving'), position: 1, approver: 'manager', status: 'skipped' },
      {
        request_id: id('leaving'),
        position: 2,
        approver: 'hr',
        status: 'rejected',
        ...hr,
        decided_at: later,
        note: personKey.seal(`step.${id('leaving')}.2`, 'No'),
      },
    ],
  }
  const rows = Object.entries(tables).map(([table, list]) => [table, list.map((row) => ({ org_id, ...row }))])
  return { id: org_id, name, person: personId, key, web, rows: Object.fromEntries(rows) }
}

/** Table → its columns, of all tables that hold rows of ours. */
export async function readColumns(db: pg.Pool): Promise<Map<string, string[]>> {
  const { rows } = await db.query<{ name: string; columns: string[] }>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname not like 'schema\\_migrations%'
      group by c.relname`,
  )
  return new Map(rows.map(({ name, columns }) => [name, columns]))
}

/** Inserts what of the company the database has tables and columns for. Answers table → rows, as they are stored. */
export async function insertCompany(db: pg.Pool, { rows }: OldCompany): Promise<Record<string, Row[]>> {
  const columns = await readColumns(db)
  const there = Object.entries(rows).filter(([table]) => columns.has(table))
  for (const [table, list] of there)
    for (const row of list) {
      const names = Object.keys(row).filter((name) => columns.get(table)!.includes(name))
      await db.query(
        `insert into ${table} (${names.join()}) select ${names.join()} from json_populate_record(null::${table}, $1)`,
        [JSON.stringify(row, asText)],
      )
    }
  const stored = there.map(async ([table, list]) => [table, await readRows(db, table, list)] as const)
  return Object.fromEntries(await Promise.all(stored))
}

/** These rows of a table as they are stored, found by its primary key; they may have more columns or other ones. */
export async function readRows(db: pg.Pool, table: string, rows: readonly Row[]): Promise<Row[]> {
  const { rows: keys } = await db.query<{ columns: string[] }>(
    `select array_agg(a.attname::text) as columns from pg_index i
       join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
      where i.indrelid = $1::regclass and i.indisprimary`,
    [table],
  )
  const names = keys[0]!.columns.join()
  const { rows: found } = await db.query<{ stored: Row }>(
    `select to_jsonb(t) as stored
       from json_populate_recordset(null::${table}, $1) with ordinality as asked
       join ${table} t using (${names})
      order by asked.ordinality`,
    [JSON.stringify(rows, asText)],
  )
  return found.map(({ stored }) => stored)
}

/** Bytes as PostgreSQL writes them. JSON.stringify has made an object of the buffer before it asks. */
function asText(this: Row, name: string, value: unknown): unknown {
  const original = this[name]
  return Buffer.isBuffer(original) ? `\\x${original.toString('hex')}` : value
}

/** The same id for the same label: version 8 of RFC 9562 has it as it is made. */
function idOf(label: string): string {
  const hex = hash('sha256', label)
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}

function digest(text: string): Buffer {
  return hash('sha256', text, 'buffer')
}
