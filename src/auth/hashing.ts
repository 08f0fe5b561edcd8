import { unavailable } from '../errors.ts'
import { FairLimiter } from '../pipeline/fair-limiter.ts'
import { serviceTexts } from '../texts/requests.ts'

/**
 * Turns of those who set a password: with a link, or signed in. Each hash takes a core, and whoever has a link or a session
 * may use it at many places at the same moment. So they come one by one for each of them and for an organization, and
 * signing in does not wait for them.
 */
const turns = new FairLimiter({
  total: 2,
  perOrganization: 1,
  perMember: 1,
  waitingPerMember: 5,
  waitMs: 5000,
})

/**
 * Hashes when its turn has come.
 *
 * @param whose the membership, or the link
 * @throws ApiError 503 when very many passwords are set at the same time
 */
export async function inHashingTurn<T>(orgId: string, whose: string, hash: () => Promise<T>): Promise<T> {
  const endTurn = await turns.take(orgId, whose).catch((cause: unknown) => {
    throw unavailable(serviceTexts.manySetPasswords(), cause)
  })
  return hash().finally(endTurn)
}
