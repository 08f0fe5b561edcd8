import { expect } from 'chai'
import { enterFor } from '../support/access.ts'
import { checkEvent } from '../support/contract.ts'
import { readEvents } from '../support/events.ts'
import { howToFix, makeInput } from '../support/inputs.ts'
import { useServer } from '../support/server.ts'
import { writes } from '../support/sweep.ts'

/** The check of coverage, at the end of a full run, requires that every declared event is written. */
describe('events', () => {
  const server = useServer()

  for (const action of writes)
    it(`${action.id} writes no event that it does not declare (x-events), and none when it is refused or a dry run`, async () => {
      const company = await server.company()
      const scene = await enterFor(server, company, action)
      const input = await makeInput(scene, action)
      const before = await readEvents(server.db, company)

      const rehearsal = await scene.client.post(`${action.path}?dry_run=true`, input)
      expect(rehearsal.status, howToFix(action, rehearsal)).to.equal(200)
      const refused = await scene.client.post(action.path, { ...input, surprise: 1 })
      expect(refused.status).to.equal(400)
      expect(await readEvents(server.db, company), 'nothing happened yet').to.deep.equal(before)

      const call = await scene.client.post(action.path, input)
      expect(call.status, howToFix(action, call)).to.equal(200)
      const events = (await readEvents(server.db, company)).slice(before.length)
      for (const { type, payload } of events) checkEvent(type, payload)
      expect(action.operation['x-events'] ?? [], 'its x-events').to.include.members(
        events.map(({ type }) => type),
      )
    })
})
