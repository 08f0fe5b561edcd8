import { expect } from 'chai'
import { newApiKey } from '../../src/secrets/credentials.ts'
import { useServer } from '../support/server.ts'
import { open, readAll, readAnswers, speak } from '../support/socket.ts'

describe('requests that are sent ahead on one connection', () => {
  const server = useServer()
  const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`
  const last = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`

  it('are all answered, in their order', async () => {
    const paths = ['/healthz', '/nothing', '/v1/platform/whoami', '/healthz', '/readyz']
    const answers = await speak(server, paths.map(get).join('') + last('/nothing'))
    expect(answers.map(({ status }) => status)).to.deep.equal([200, 404, 401, 200, 200, 404])
  })

  it('are few: a connection that sends thousands is closed, before they are served', async () => {
    const socket = open(server)
    const all = readAll(socket)
    socket.write(get('/nothing').repeat(2000))
    const text = await all
    expect(text.match(/HTTP\/1\.1 404/g)?.length ?? 0).to.be.below(20)
    expect((await speak(server, last('/healthz')))[0]!.status).to.equal(200)
  })

  it('of a stranger: the body of a call over MCP is not read before its key is known', async () => {
    const head = [
      'POST /mcp HTTP/1.1',
      'Host: x',
      `Authorization: Bearer ${newApiKey()}`,
      'Content-Type: application/json',
      'Content-Length: 2000000',
      'Connection: close',
    ]
    const socket = open(server)
    const answer = readAll(socket)
    // The body never comes.
    socket.write(`${head.join('\r\n')}\r\n\r\n{`)
    expect(readAnswers(await answer)[0]!.status).to.equal(401)
  })
})
