import { randomUUIDv7 } from 'node:crypto'
import type pg from 'pg'
import { emailKey } from '../domain/email.ts'
import type { Role } from '../domain/caller.ts'
import { hashPassword } from '../secrets/passwords.ts'
import { asOperator } from './transaction.ts'

export interface NewMember {
  email: string
  password: string
  name: string
  role: Role
  personId: string
}

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
    for (const { userId, email, name, role, personId, hash } of rows) {
      await client.query(
        `insert into users (org_id, id, email, email_key, display_name, password_hash) values ($1, $2, $3, $4, $5, $6)`,
        [organizationId, userId, email, emailKey(email), name, hash],
      )
      await client.query(
        `insert into memberships (org_id, id, user_id, role, person_id) values ($1, $2, $3, $4, $5)`,
        [organizationId, randomUUIDv7(), userId, role, personId],
      )
    }
  })
}
