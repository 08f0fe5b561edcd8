import { randomBytes, randomUUIDv7 } from 'node:crypto'
import type { Role } from '../../src/domain/caller.ts'
import type { TestClient } from './client.ts'
import type { Company, Member, NewPerson } from './company.ts'
import { sealRequest } from './sealed.ts'
import type { TestServer } from './server.ts'

/** A member who can sign in, with the two ways in which they call. */
export interface Actor {
  member: Member
  personId: string
  web: TestClient
  /** An API key: `manage`, or `me` for a plain member. */
  key: TestClient
}

/** A member with a person and a password. */
export async function actor(
  server: TestServer,
  company: Company,
  role: Role,
  details: NewPerson = {},
): Promise<Actor> {
  const { id: personId } = await company.person({ title: role, ...details })
  const member = await company.member(role, { personId })
  await givePassword(server, member)
  return { member, personId, web: await company.web(member), key: await company.key(member) }
}

/** Gives the login of a member a password, so that the member can sign in. */
export async function givePassword(server: TestServer, { userId }: Member): Promise<void> {
  await server.db.query(`update users set password_hash = 'of nobody' where id = $1`, [userId])
}

/** Takes the passwords of all others in a company: only these can sign in. */
export async function leaveOnly(server: TestServer, company: Company, left: readonly Actor[]): Promise<void> {
  await server.db.query('update users set password_hash = null where org_id = $1 and id <> all($2)', [
    company.id,
    left.map(({ member }) => member.userId),
  ])
}

/** Says that a member invited these to their logins today, by the time of the server. */
export async function invitedBy(
  server: TestServer,
  { membershipId: by }: Member,
  invited: readonly Actor[],
): Promise<void> {
  for (const { personId, member } of invited)
    await server.db.query(
      `insert into invites (org_id, id, person_id, email, role, membership_id, token_hash, created_by, created_at, expires_at,
                            accepted_at)
       select org_id, $1, $2, 'invited@company.example', role, id, $3, $4, $5, $5, $5 from memberships where id = $6`,
      [randomUUIDv7(), personId, randomBytes(32), by, server.now, member.membershipId],
    )
}

/** Sets the approval rules directly. */
export async function setRules(
  server: TestServer,
  company: Company,
  rules: { job_change?: string; termination?: string; pay_change?: string },
): Promise<void> {
  for (const [kind, mode] of Object.entries(rules))
    await server.db.query(`update organizations set approve_${kind} = $2 where org_id = $1`, [
      company.id,
      mode,
    ])
}

/**
 * A request to end an employment, written directly to the tables. Without `proposer` a new HR member has proposed it,
 * without `about` it is about a new person.
 *
 * @param approver who is to decide: the manager of the person, or HR
 */
export async function makeRequest(
  server: TestServer,
  company: Company,
  {
    managerId = null,
    approver = 'hr',
    proposer,
    about,
  }: {
    managerId?: string | null
    approver?: 'manager' | 'hr'
    proposer?: Member
    about?: { id: string; employmentId: string }
  } = {},
): Promise<string> {
  const id = randomUUIDv7()
  const person = about ?? (await company.person({ manager_id: managerId }))
  const by = proposer ?? (await company.member('hr'))
  const lastDay = '2098-12-31'
  const parts = await sealRequest(
    server,
    company,
    { id, personId: person.id },
    {
      proposal: { row_id: null, input: { lastDay } },
      shown: { last_day: lastDay, reason: null, job: null, change: 'end' },
      basis: { employment: { id: person.employmentId, start_date: '2020-01-01', last_day: null } },
    },
  )
  await server.db.query(
    `insert into approval_requests (org_id, id, person_id, kind, change, status, effective_date, expires_on, proposed_by,
                                    proposed_via, proposed_at, proposal, shown, basis)
     values ($1, $2, $3, 'termination', 'terminate', 'pending', $4, $4, $5, 'app', now(), $6, $7, $8)`,
    [company.id, id, person.id, lastDay, by.membershipId, ...parts],
  )
  await server.db.query(
    `insert into approval_steps (org_id, request_id, position, approver, status) values ($1, $2, 1, $3, 'pending')`,
    [company.id, id, approver],
  )
  return id
}
