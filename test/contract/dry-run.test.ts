import { expect } from 'chai'
import { enterFor } from '../support/access.ts'
import type { Company } from '../support/company.ts'
import { expectUnchanged, readContents } from '../support/contents.ts'
import { howToMend, makeInput } from '../support/inputs.ts'
import { useServer } from '../support/server.ts'
import { writes } from '../support/sweep.ts'

describe('dry_run', () => {
  const server = useServer()
  let company: Company
  before(async () => {
    company = await server.company()
  })

  for (const action of writes)
    it(`${action.id} keeps nothing of a dry run, and answers what the call then answers`, async () => {
      const { client, ...scene } = await enterFor(server, company, action)
      const input = await makeInput({ client, ...scene }, action)
      const before = await readContents(server.db)

      const rehearsal = await client.post(`${action.path}?dry_run=true`, input, { 'Idempotency-Key': 'dry' })
      if (rehearsal.status !== 200) throw new Error(howToMend(action, rehearsal))
      expect(rehearsal.headers.get('dry-run')).to.equal('true')
      await expectUnchanged(server.db, before, `a dry run of ${action.id}`)

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

  function unknowable(operation: object): string[] {
    return (operation as { 'x-dry-run-null'?: string[] })['x-dry-run-null'] ?? []
  }

  /** The result without what a dry run cannot know, and without times: the two calls are not one moment. */
  function comparable(data: unknown, operation: object): unknown {
    const text = JSON.stringify(data, (_key, value: unknown) =>
      typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T/.test(value) ? 'a time' : value,
    )
    const copy = JSON.parse(text) as unknown
    for (const path of unknowable(operation)) {
      const steps = path.split('.')
      const last = steps.pop() as string
      const parent = at(copy, steps.join('.')) as Record<string, unknown> | null
      if (parent) parent[last] = null
    }
    return copy
  }

  function at(data: unknown, path: string): unknown {
    return path
      .split('.')
      .filter(Boolean)
      .reduce<unknown>((here, step) => (here as Record<string, unknown> | null)?.[step] ?? null, data)
  }
})
