import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import { boundedFetch } from '../../src/auth/bounded-fetch.ts'

describe('a request to a provider', () => {
  const asked: string[] = []
  const answers: Record<string, RequestListener> = {
    '/moved': (_request, response) => response.writeHead(302, { Location: '/elsewhere' }).end(),
    '/elsewhere': (_request, response) => response.end('secret'),
    '/large': (_request, response) => response.end('x'.repeat(256 * 1024)),
    '/larger': (_request, response) => response.end('x'.repeat(256 * 1024 + 1)),
    '/nothing': (_request, response) => response.writeHead(204).end(),
  }
  const server = createServer((request, response) => {
    asked.push(request.url!)
    answers[request.url!]!(request, response)
  })
  before(() => new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready)))
  after(() => new Promise((done) => server.close(done)))

  const get = (path: string) =>
    boundedFetch()(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, {})

  it('follows no redirect, because that could lead anywhere', async () => {
    const { status } = await get('/moved')
    expect([status, asked]).to.deep.equal([302, ['/moved']])
  })

  it('takes an answer of 256 KiB, and none that is larger', async () => {
    expect(await (await get('/large')).text()).to.have.length(256 * 1024)
    const error: unknown = await get('/larger').catch((thrown: unknown) => thrown)
    expect(error).to.be.instanceOf(Error).with.property('message', 'the answer of the provider is too large')
  })

  it('takes an answer without a body', async () => {
    expect((await get('/nothing')).status).to.equal(204)
  })
})
