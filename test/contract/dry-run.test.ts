import { expect } from 'chai'
import { enterFor } from '../support/access.ts'
import { expectUnchanged, readContents } from '../support/contents.ts'
import { asDryRun, redactedProperties } from '../support/dry-run.ts'
import { readEvents } from '../support/events.ts'
import { howToFix, makeInput } from '../support/inputs.ts'
import { useServer } from '../support/server.ts'
import { writes } from '../support/sweep.ts'

describe('dry_run', () => {
  const server = useServer()

  for (const action of writes)
    it(`${action.id} keeps nothing of a dry run, which shows what the call then answers and records`, async () => {
      const company = await server.company()
      const { client, ...scene } = await enterFor(server, company, action)
      const input = await makeInput({ client, ...scene }, action)
      const before = await readContents(server.db, company)
      const eventsBefore = (await readEvents(server.db, company)).length

      const rehearsal = await client.post(`${action.path}?dry_run=true`, input, { 'Idempotency-Key': 'dry' })
      if (rehearsal.status !== 200) throw new Error(howToFix(action, rehearsal))
      expect(rehearsal.headers.get('dry-run')).to.equal('true')
      await expectUnchanged(server.db, before, `a dry run of ${action.id}`, company)

      const call = await client.post(`${action.path}?dry_run=false`, input)
      expect(call.status, call.text).to.equal(200)
      expect(call.headers.get('dry-run')).to.equal(null)
      expect(call.body).to.have.all.keys('data')
      const { data, dry_run: report } = rehearsal.body
      const same = (actual: unknown, rehearsed: unknown, what: string) =>
        expect(asDryRun(rehearsed, rehearsed, []), what).to.deep.equal(
          asDryRun(actual, rehearsed, redactedProperties(action)),
        )
      same(call.body.data, data, 'the result')

      // The log has the newest entry first; a dry run reports in the order in which things happen.
      const owner = await company.as('owner')
      const { items } = await owner.call('platform_activity_list', { limit: 100 })
      const recorded = items
        .filter((item) => item.request_id === call.headers.get('x-request-id'))
        .map(({ summary, subject, changes }) => ({ summary, subject, changes }))
        .reverse()
      same(recorded, report.activity, 'the activity')
      const events = (await readEvents(server.db, company)).slice(eventsBefore)
      expect(report.events).to.deep.equal(events.map(({ type }) => type))
      const declared = (action.operation as { 'x-events'?: string[] })['x-events'] ?? []
      expect(declared, 'the event is not in x-events of the action').to.include.members(report.events)
    })
})
