import { newAddress } from './browser.ts'
import type { RawAnswer, TestClient } from './client.ts'
import type { Company } from './company.ts'
import type { TestServer } from './server.ts'

/** The secret in the address of a link. */
export const tokenOf = (url: string | null): string => url!.split('/').at(-1)!

/** What people of tests sign in with. */
export const goodPassword = 'heron umbrella 47 lantern'

/** Sends a body to an endpoint below `/auth`, as a page does. The server must trust its proxy. */
export function postAuth(
  server: TestServer,
  endpoint: string,
  body: object,
  address = newAddress(),
): Promise<RawAnswer> {
  const headers = { Origin: server.running.runtime.baseUrl, 'X-Forwarded-For': address }
  return server.anonymous().post(`/auth/${endpoint}`, body, headers)
}

/** Accepts an invite with a password. */
export const accept = (
  server: TestServer,
  { slug }: Pick<Company, 'slug'>,
  token: string,
  password = goodPassword,
): Promise<RawAnswer> => postAuth(server, 'invite_accept', { organization: slug, token, password })

/** Invites a person in the web app. Answers the secret of the link. */
export async function inviteOf(web: TestClient, personId: string): Promise<{ id: string; token: string }> {
  const { invite_id: id, url } = await web.call('org_invites_create', { person_id: personId })
  return { id, token: tokenOf(url) }
}
