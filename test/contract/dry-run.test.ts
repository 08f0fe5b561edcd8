import { expect } from 'chai'
import { enterFor } from '../support/access.ts'
import { expectUnchanged, readContents } from '../support/contents.ts'
import { at, comparable, unknowable } from '../support/dry-run.ts'
import { howToFix, makeInput } from '../support/inputs.ts'
import { useServer } from '../support/server.ts'
import { writes } from '../support/sweep.ts'

describe('dry_run', () => {
  const server = useServer()

  for (const action of writes)
    it(`${action.id} keeps nothing of a dry run, and answers what the call then answers`, async () => {
      const company = await server.company()
      const { client, ...scene } = await enterFor(server, company, action)
      const input = await makeInput({ client, ...scene }, action)
      const before = await readContents(server.db, company)

      const rehearsal = await client.post(`${action.path}?dry_run=true`, input, { 'Idempotency-Key': 'dry' })
      if (rehearsal.status !== 200) throw new Error(howToFix(action, rehearsal))
      expect(rehearsal.headers.get('dry-run')).to.equal('true')
      await expectUnchanged(server.db, before, `a dry run of ${action.id}`, company)

      const call = await client.post(`${action.path}?dry_run=false`, input)
      expect(call.status, call.text).to.equal(200)
      expect(call.headers.get('dry-run')).to.equal(null)
      for (const path of unknowable(action.operation))
        expect(at(rehearsal.body.data, path), `${path} of a dry run`).to.equal(null)
      const hint = `list what a dry run of ${action.id} cannot know in its x-dry-run-null`
      expect(comparable(rehearsal.body.data, action.operation), hint).to.deep.equal(
        comparable(call.body.data, action.operation),
      )
    })
})
