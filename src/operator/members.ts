import { randomUUIDv7 } from 'node:crypto'
import type pg from 'pg'
import { emailKey } from '../domain/email.ts'
import type { Role } from '../domain/caller.ts'
import { valuesOf } from '../queries/values.ts'
import { hashPassword } from '../secrets/passwords.ts'
import { asOperator } from './transaction.ts'

export interface NewMember {
  email: string
  password: string
  name: string
  role: Role
  personId: string
}

type Hashed = Omit<NewMember, 'password'> & { userId: string; hash: string }

const toUser = ({ userId, email, name, hash }: Hashed) => ({
  id: userId,
  email,
  email_key: emailKey(email),
  display_name: name,
  password_hash: hash,
})

const toMembership = ({ userId, role, personId }: Hashed) => ({
  id: randomUUIDv7(),
  user_id: userId,
  role,
  person_id: personId,
})

/** Gives people logins. There is no action for that yet: the demo company needs more members than its owner. */
export async function addMembers(
  pool: pg.Pool,
  organizationId: string,
  members: readonly NewMember[],
): Promise<void> {
  const rows = await Promise.all(
    members.map(async ({ password, ...member }) => ({
      ...member,
      userId: randomUUIDv7(),
      hash: await hashPassword(password),
    })),
  )
  await asOperator(pool, async (client) => {
    const users = valuesOf(['id', 'email', 'email_key', 'display_name', 'password_hash'], rows.map(toUser))
    await client.query(
      `insert into users (org_id, id, email, email_key, display_name, password_hash) values ${users.text}`,
      [organizationId, ...users.values],
    )
    const memberships = valuesOf(['id', 'user_id', 'role', 'person_id'], rows.map(toMembership))
    await client.query(
      `insert into memberships (org_id, id, user_id, role, person_id) values ${memberships.text}`,
      [organizationId, ...memberships.values],
    )
  })
}
