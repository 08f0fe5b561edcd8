import { presentApiKey } from '../../presenters/platform/api_keys.ts'
import { listInvites } from '../../queries/org/invites.ts'
import {
  listEmailChanges,
  listKeptApps,
  listKeptSessions,
  listLinkedMethods,
} from '../../queries/org/person-export.ts'
import { listApiKeys } from '../../queries/platform/api_keys.ts'
import { part } from './part.ts'

const mostSessions = 1000
const mostChanges = 1000

export const invites = part('invites.email', async ({ db, now }, { person: { id } }) => {
  const found = await listInvites(db, { personId: id, closed: true }, now)
  return {
    invites: found.map(({ email, role, created_at, expires_at, accepted_at, revoked_at }) => ({
      email,
      role,
      created_at,
      expires_at,
      accepted_at,
      revoked_at,
    })),
  }
})

export const logins = part(
  `users.email users.display_name users.language identities.email sessions.network sessions.browser sessions.last_used_at email_changes.email email_changes.email_before`,
  async ({ db }, { logins: found }) => ({
    logins: await Promise.all(
      found.map(async (login) => {
        const [methods, sessions, changes] = await Promise.all([
          listLinkedMethods(db, login.user_id),
          listKeptSessions(db, login.membership_id, mostSessions),
          listEmailChanges(db, login.membership_id, mostChanges),
        ])
        return { ...login, methods, sessions, email_changes: changes }
      }),
    ),
  }),
)

export const apiKeys = part('api_keys.name api_keys.last_used_at', async ({ db }, { logins: found }) => {
  const keys = await Promise.all(found.map(({ membership_id: id }) => listApiKeys(db, id)))
  return { api_keys: keys.flat().map(presentApiKey) }
})

export const connectedApps = part('oauth_connections.last_used_at', async ({ db }, { logins: found }) => {
  const apps = await Promise.all(found.map(({ membership_id: id }) => listKeptApps(db, id)))
  return { connected_apps: apps.flat() }
})
