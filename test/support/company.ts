import { randomUUIDv7 } from 'node:crypto'
import { personSearchText, searchText } from '../../src/domain/search.ts'
import { withNameKey } from '../../src/queries/values.ts'
import { hashSecret, newApiKey, newSessionSecret } from '../../src/secrets/credentials.ts'
import { emailKey } from '../../src/domain/email.ts'
import type { Role } from '../../src/domain/caller.ts'
import { TestClient } from './client.ts'
import { passwordHash } from './password-hash.ts'
import { insertRows, type Row } from './rows.ts'
import { unique, type TestServer } from './server.ts'

export interface CompanyOptions {
  name?: string
  timeZone?: string
  country?: string
  /** The password of the owner; left out: the same for all companies. */
  password?: string
}

export interface Member {
  membershipId: string
  userId: string
  personId: string | null
  role: Role
}

export interface NewPerson {
  given_name?: string
  family_name?: string
  preferred_name?: string
  work_email?: string
  title?: string
  start_date?: string
  last_day?: string | null
  unit_id?: string | null
  manager_id?: string | null
  location_id?: string | null
  legal_entity_id?: string | null
  contract_end_date?: string
  probation_end_date?: string
  erased?: boolean
}

/** An organization in a test. Its functions create what a test needs, and the records that it depends on. */
export interface Company {
  id: string
  slug: string
  owner: { email: string; password: string }
  /** The company root unit, its only legal entity and its only location. */
  root: string
  legalEntity: string
  location: string
  /** A new member with this role. With `person: true` the member is also a person with a job. */
  member: (role: Role, options?: { person?: boolean; personId?: string }) => Promise<Member>
  /** A caller: a new API key or browser session of that member. */
  key: (member: Member, audience?: 'manage' | 'me') => Promise<TestClient>
  web: (member: Member) => Promise<TestClient>
  /** A caller with this role: the owner, or a new member who is a person. */
  as: (role: Role, kind?: 'key' | 'me' | 'web') => Promise<TestClient>
  /** A new person, written directly to the tables, with one employment and one job row. */
  person: (details?: NewPerson) => Promise<{ id: string; employmentId: string; jobId: string }>
  /** A new unit, written directly to the tables. */
  unit: (details?: {
    name?: string
    parent_id?: string
    head_person_id?: string | null
    archived?: boolean
  }) => Promise<string>
}

/** The password of all owners. */
const usualPassword = 'the password of every owner'

/** A company as `npm run org -- create` makes it, and also with a root unit, a legal entity and a location. */
export async function createCompany(
  { db, baseUrl }: Pick<TestServer, 'db' | 'baseUrl'>,
  options: CompanyOptions = {},
): Promise<Company> {
  const { name = unique('Company'), country = 'DE', timeZone = 'UTC', password = usualPassword } = options
  const org = randomUUIDv7()
  const slug = unique('company')
  const email = 'owner@company.example'

  const insert = (...rows: Row[]) =>
    insertRows(
      db,
      rows.map(([table, values]) => [table, { org_id: org, ...values }]),
    )
  const [userId, membershipId] = [randomUUIDv7(), randomUUIDv7()]
  const [root, legalEntity, location] = [randomUUIDv7(), randomUUIDv7(), randomUUIDv7()]
  const starter = (kind: string): Row => [
    'checklist_templates',
    { id: randomUUIDv7(), starter: kind, kind, saved: false, auto_start: true, created_at: new Date() },
  ]
  await insert(
    ['organizations', { slug, name, country, time_zone: timeZone }],
    ['reporting_lines', {}],
    starter('onboarding'),
    starter('offboarding'),
    ['organization_slugs', { slug }],
    [
      'users',
      {
        id: userId,
        email,
        email_key: emailKey(email),
        display_name: 'Olga Owner',
        password_hash: passwordHash(password),
      },
    ],
    ['memberships', { id: membershipId, user_id: userId, role: 'owner' }],
    ['units', { id: root, ...withNameKey({ name: 'Company' }), kind: 'company' }],
    ['legal_entities', { id: legalEntity, ...withNameKey({ name: 'Company GmbH' }), country }],
    ['locations', { id: location, ...withNameKey({ name: 'Head office' }), country }],
  )
  const owner: Member = { membershipId, userId, personId: null, role: 'owner' }

  const company: Company = {
    id: org,
    slug,
    owner: { email, password },
    root,
    legalEntity,
    location,
    async member(role, { person = false, personId = undefined } = {}) {
      const linked = personId ?? (person ? (await company.person({ title: role })).id : null)
      const address = `${unique(role)}@company.example`
      const [userId, membershipId] = [randomUUIDv7(), randomUUIDv7()]
      await insert(
        ['users', { id: userId, email: address, email_key: emailKey(address), display_name: `${role} user` }],
        ['memberships', { id: membershipId, user_id: userId, role, person_id: linked }],
      )
      return { membershipId, userId, personId: linked, role }
    },
    async key(member, audience = member.role === 'member' ? 'me' : 'manage') {
      const secret = newApiKey()
      const id = randomUUIDv7()
      await insert(
        [
          'api_keys',
          { id, membership_id: member.membershipId, name: 'test', audience, last4: secret.slice(-4) },
        ],
        ['credential_lookups', { secret_hash: hashSecret(secret), kind: 'key', credential_id: id }],
      )
      return new TestClient(baseUrl, { kind: 'key', secret })
    },
    async web(member) {
      const secret = newSessionSecret()
      const id = randomUUIDv7()
      const expires_at = new Date(Date.now() + 86_400_000)
      await insert(
        ['sessions', { id, membership_id: member.membershipId, expires_at }],
        ['credential_lookups', { secret_hash: hashSecret(secret), kind: 'web', credential_id: id }],
      )
      return new TestClient(baseUrl, { kind: 'web', secret })
    },
    async as(role, kind = role === 'member' ? 'me' : 'key') {
      const member = role === 'owner' && kind !== 'me' ? owner : await company.member(role, { person: true })
      return kind === 'web' ? company.web(member) : company.key(member, kind === 'me' ? 'me' : 'manage')
    },
    async person(details = {}) {
      const {
        title = 'Engineer',
        start_date = '2020-01-01',
        last_day = null,
        given_name = 'Pat',
        family_name = 'Person',
        preferred_name,
        work_email = `${unique('p')}@company.example`,
        erased = false,
        ...job
      } = details
      const [id, employmentId, jobId] = [randomUUIDv7(), randomUUIDv7(), randomUUIDv7()]
      // As if it had been told on its day, so that no job tells it while a test runs.
      const today = new Date().toISOString().slice(0, 10)
      const told = { start_announced_at: start_date <= today ? new Date() : null }
      const left = last_day !== null && last_day < today ? new Date() : null
      await insert(
        [
          'people',
          {
            id,
            given_name,
            family_name,
            preferred_name,
            work_email,
            search_text: personSearchText({ given_name, family_name, preferred_name, work_email }),
            work_email_key: emailKey(work_email),
            erased_at: erased ? new Date() : null,
          },
        ],
        [
          'employments',
          {
            id: employmentId,
            person_id: id,
            start_date,
            last_day,
            ...told,
            left_announced_at: left,
            login_settled_at: left,
          },
        ],
        [
          'job_rows',
          {
            id: jobId,
            person_id: id,
            employment_id: employmentId,
            valid_from: start_date,
            valid_to: last_day,
            title,
            search_text: searchText(title),
            employment_type: 'full_time',
            fte: 1,
            reason: 'hire',
            contract_type: 'permanent',
            ...told,
            ...job,
          },
        ],
      )
      return { id, employmentId, jobId }
    },
    async unit({ name = unique('Unit'), parent_id = root, head_person_id = null, archived = false } = {}) {
      const id = randomUUIDv7()
      const archived_at = archived ? new Date() : null
      await insert([
        'units',
        { id, ...withNameKey({ name }), kind: 'team', parent_id, head_person_id, archived_at },
      ])
      return id
    },
  }
  return company
}
