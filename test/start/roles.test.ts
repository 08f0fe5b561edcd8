import { expect } from 'chai'
import { useServer } from '../support/server.ts'

describe('ROLE', () => {
  describe('worker', () => {
    const server = useServer({ ROLE: 'worker' })

    it('runs jobs, shows its metrics and answers /healthz and /readyz, but no calls', async () => {
      const anyone = server.anonymous()
      expect((await anyone.raw('/readyz')).body).to.include({ status: 'ok', database: 'ok', worker: 'ok' })
      expect((await fetch(server.running.metricsUrl!)).status).to.equal(200)
      for (const path of [
        '/metrics',
        '/v1/platform/whoami',
        '/mcp',
        '/docs',
        '/v1/openapi.json',
        '/v1/openapi-3.0.json',
      ])
        expect((await anyone.post(path, {})).status, path).to.equal(404)
    })
  })

  describe('web', () => {
    const server = useServer({ ROLE: 'web' })

    it('answers calls and runs no jobs', async () => {
      expect((await server.anonymous().raw('/readyz')).body).to.deep.equal({
        status: 'ok',
        database: 'ok',
        workers: 'ok',
      })
      await (await (await server.company()).as('owner')).call('platform_whoami', {})
    })
  })
})
