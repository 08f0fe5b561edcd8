import { expect } from 'chai'
import { columns, enterFor, mayCall } from '../support/access.ts'
import { expectUnchanged, readContents } from '../support/contents.ts'
import { makeInput, sample } from '../support/inputs.ts'
import { inputSchema, resolveSchema } from '../support/schemas.ts'
import { useServer } from '../support/server.ts'
import { writes } from '../support/sweep.ts'

/** The properties of an input that only the web app may send. Assistants do not have them; this is about HTTP. */
const webOnly = (action: (typeof writes)[number]) =>
  Object.entries(inputSchema(action).properties ?? {}).filter(
    ([, schema]) => (schema as { 'x-web-only'?: boolean })['x-web-only'] === true,
  )

describe('x-web-only: a key that sends the property is refused', () => {
  const server = useServer()
  const withKeys = (action: (typeof writes)[number]) =>
    columns.some((column) => column.kind !== 'web' && mayCall(action, column))

  it('is tried with some action', () => {
    expect(writes.filter((action) => withKeys(action) && webOnly(action).length > 0)).to.not.have.length(0)
  })

  for (const action of writes.filter(withKeys))
    for (const [name, schema] of webOnly(action))
      it(`${action.id}: ${name}`, async () => {
        const company = await server.company()
        const scene = await enterFor(server, company, action)
        const input = await makeInput(scene, action)
        const before = await readContents(server.db, company)
        const value = await sample(scene, resolveSchema(schema))
        for (const query of ['', '?dry_run=true']) {
          const { status, body, text } = await scene.client.post(action.path + query, {
            ...input,
            [name]: value,
          })
          expect([status, body.error?.code], text).to.deep.equal([403, 'forbidden'])
          expect(body.error.details.map(({ path }: { path: string }) => path)).to.deep.equal([name])
        }
        await expectUnchanged(server.db, before, `${action.id} with ${name} from a key`, company)
      })
})
