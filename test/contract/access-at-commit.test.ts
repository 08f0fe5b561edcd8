import { expect } from 'chai'
import { enterFor } from '../support/access.ts'
import { expectUnchanged, readContents } from '../support/contents.ts'
import { howToFix, makeInput } from '../support/inputs.ts'
import { untilBlocked } from '../support/race.ts'
import { useServer } from '../support/server.ts'
import { allActions } from '../support/sweep.ts'

const kept = allActions.filter(
  ({ operation }) => operation['x-class'] !== 'read' || operation['x-recorded'] === true,
)

const setStatus = (status: string) =>
  `update memberships set status = '${status}' where org_id = $1 and id = $2`

/**
 * The member is disabled by a transaction that has not ended, so the call finds its credential and goes on to its end.
 * There it must wait for that transaction, and keep nothing when that is kept.
 */
describe('access, when a write is kept', () => {
  const server = useServer()

  for (const action of kept)
    it(`${action.id} keeps nothing of a member who was disabled before it was kept`, async () => {
      const company = await server.company()
      const { client, ...scene } = await enterFor(server, company, action)
      const input = await makeInput({ client, ...scene }, action)
      const member = [company.id, scene.member.membershipId]
      const before = await readContents(server.db, company)
      const disabling = await server.db.connect()
      try {
        await disabling.query('begin')
        await disabling.query(setStatus('disabled'), member)
        const call = client.post(action.path, input)
        await untilBlocked(server.db, call)
        await disabling.query('commit')
        const answer = await call
        expect([401, 403], howToFix(action, answer)).to.include(answer.status)
        await server.db.query(setStatus('active'), member)
        await expectUnchanged(server.db, before, `the refused ${action.id}`, company)
      } finally {
        await disabling.query('rollback')
        disabling.release()
      }
    })
})
