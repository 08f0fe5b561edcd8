import { expect } from 'chai'
import type { ConnectionError } from '../../src/client/index.ts'
import { RollcallError, createClient, withIdempotency } from '../../src/client/index.ts'
import { pdf } from '../support/documents.ts'
import { caught } from '../support/expect.ts'
import { useServer } from '../support/server.ts'

describe('a file by the client', () => {
  const server = useServer()
  const clientOf = async (role: 'hr' | 'member') => {
    const { credential } = await (await server.company()).as(role)
    return createClient({ baseUrl: server.baseUrl, key: (credential as { secret: string }).secret })
  }
  const company = { subject: { kind: 'company' as const }, category: 'Policy' }
  const file = { name: 'policy.pdf', type: 'application/pdf', bytes: pdf('client') }

  it('is added by one call, in each way', async () => {
    const client = withIdempotency(await clientOf('hr'))
    const document = await client.upload('upload', company, file)
    expect([document.status, document.title]).to.deep.equal(['ready', 'policy.pdf'])
    const member = await clientOf('member')
    const own = await member.upload('me/upload', { category: 'Certificate' }, file)
    expect([own.status, own.uploaded_by]).to.deep.equal(['ready', 'self'])
  })

  it('is refused as the service refuses it', async () => {
    const client = await clientOf('hr')
    const refused = await caught(
      client.upload('upload', company, {
        ...file,
        bytes: new TextEncoder().encode('MZ no document'),
      }),
    )
    expect(refused).to.be.instanceOf(RollcallError)
  })

  it('fails when its bytes do not arrive', async () => {
    const { credential } = await (await server.company()).as('hr')
    const client = createClient({
      baseUrl: server.baseUrl,
      key: (credential as { secret: string }).secret,
      fetch: async (url, request) =>
        request.method === 'PUT'
          ? { status: 503, headers: new Headers(), text: async () => '' }
          : fetch(url, request),
    })
    const error = (await caught(client.upload('upload', company, file))) as ConnectionError
    expect([error.name, error.status]).to.deep.equal(['ConnectionError', 503])
  })
})
