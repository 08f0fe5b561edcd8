import { expect } from 'chai'
import { contractActions } from '../support/contract.ts'
import { McpClient } from '../support/mcp.ts'
import type { Company } from '../support/company.ts'
import { useServer } from '../support/server.ts'

/** The answer without what differs from call to call. */
function comparable(body: { error?: Record<string, unknown> }): unknown {
  if (!body.error) return body
  const { request_id: _, ...error } = body.error
  return { error }
}

describe('mcp answers as REST does', () => {
  const server = useServer()
  let company: Company

  before(async () => {
    server.now = new Date('2026-11-21T12:00:00Z')
    company = await server.company()
  })

  for (const { id, path, operation } of Object.values(contractActions)) {
    const example = operation.requestBody?.content['application/json'].example ?? {}
    const inputs = {
      'its example': example,
      'an unknown property': { ...example, nonsense: 1 },
      'a forged prototype': JSON.parse('{"__proto__":{"x":1}}') as object,
    }

    it(`${id}, for a result and for errors`, async () => {
      const members = [
        await company.member('owner'),
        await company.member('viewer'),
        await company.member('member', { person: true }),
      ]
      for (const member of members)
        for (const [what, input] of Object.entries(inputs)) {
          // A new key each time: the minute of one key must not run out.
          const client = await company.key(member)
          const dry = operation['x-class'] === 'read' ? {} : { dry_run: true }
          const rest = await client.post(`${path}${'dry_run' in dry ? '?dry_run=true' : ''}`, input)
          // Spreading keeps the own `__proto__` that JSON.parse made.
          const tool = await new McpClient(client).call(id, { ...input, ...dry })
          const where = `${member.role}, ${what}`
          expect(comparable(tool.structuredContent), where).to.deep.equal(comparable(rest.body))
          expect(tool.isError ?? false, where).to.equal(rest.status !== 200)
          if (tool.isError) expectErrorText(tool.content[0]!.text, rest.body.error)
          else expect(tool.content, where).to.deep.equal([{ type: 'text', text: rest.text }])
          expect(tool._meta?.['rollcall/dry_run'] === true, where).to.equal(
            rest.headers.get('dry-run') === 'true',
          )
        }
    })
  }

  function expectErrorText(
    text: string,
    error: { code: string; message: string; details?: { path: string }[] },
  ): void {
    expect(text).to.match(new RegExp(`^${error.code}: `))
    expect(text).to.include(error.message)
    expect(text).to.match(/\nrequest_id: [\w-]+$/)
    for (const { path } of error.details ?? []) expect(text).to.include(`- ${path}`)
  }
})
