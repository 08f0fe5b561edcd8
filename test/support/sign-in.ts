import type { Provider } from '../../src/domain/sign-in.ts'
import type { Company, Member } from './company.ts'
import { unique, type TestServer } from './server.ts'

/** Settings of a server that offers to sign in with Google and Microsoft, which need not be there. */
export const offersBoth = {
  GOOGLE_CLIENT_ID: 'google-client',
  GOOGLE_CLIENT_SECRET: 'google secret',
  MICROSOFT_CLIENT_ID: 'microsoft-client',
  MICROSOFT_CLIENT_SECRET: 'microsoft secret',
}

/** Links a member with an account at a provider, directly in the tables. */
export async function linkAccount(
  server: TestServer,
  company: Company,
  { userId }: Member,
  provider: Provider,
  subject = unique(provider),
): Promise<string> {
  await server.db.query(
    `insert into identities (org_id, user_id, provider, account, linked_at) values ($1, $2, $3, $4, now())`,
    [company.id, userId, provider, subject],
  )
  return subject
}
