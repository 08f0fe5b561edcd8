import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { useServer } from '../support/server.ts'
import { together } from '../support/together.ts'
import { neverMs } from '../support/wait.ts'

const suite = resolve('node_modules/@modelcontextprotocol/conformance/dist/index.js')
const baseline = resolve('test/mcp/conformance-baseline.yaml')

const scenarios: Record<string, string[]> = {
  '2025-11-25': ['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection'],
  '2026-07-28': ['server-stateless', 'tools-list', 'http-header-validation', 'dns-rebinding-protection'],
}

describe("mcp against the protocol's own conformance suite", () => {
  const server = useServer({})
  let proxy: Server
  let dir: string
  let url: string

  // The suite cannot send a credential. This proxy adds one, and passes on everything else unchanged.
  before(async () => {
    const { headers: credential } = await (await server.company()).as('owner')
    proxy = createServer((incoming, outgoing) => {
      const { method, url: path, headers } = incoming
      const target = {
        host: '127.0.0.1',
        port: server.running.port,
        method,
        path,
        headers: { ...headers, ...credential },
      }
      const forwarded = request(target, (answer) => {
        outgoing.writeHead(answer.statusCode as number, answer.rawHeaders)
        answer.pipe(outgoing)
      })
      forwarded.on('error', () => outgoing.destroy())
      incoming.pipe(forwarded)
    })
    proxy.listen(0, '127.0.0.1')
    await once(proxy, 'listening')
    const base = `http://localhost:${(proxy.address() as AddressInfo).port}`
    server.running.runtime.baseUrl = base
    url = `${base}/mcp`
    dir = mkdtempSync(join(tmpdir(), 'rollcall-conformance-'))
  })
  after(async () => {
    proxy?.closeAllConnections()
    await new Promise((done) => proxy.close(done))
    rmSync(dir, { recursive: true, force: true })
  })

  const stories = Object.entries(scenarios).flatMap(([version, names]) =>
    names.map((name): [string, () => Promise<void>] => [
      `${version} ${name}`,
      () => {
        const args = [suite, 'server', '--url', url, '--spec-version', version, '--scenario', name]
        const known = name === 'server-stateless' ? ['--expected-failures', baseline] : []
        return run([...args, ...known], dir)
      },
    ]),
  )
  together(Object.fromEntries(stories))
})

/** Runs Node. If it fails, rejects with everything that it printed. */
function run(args: string[], cwd: string): Promise<void> {
  return new Promise((done, fail) => {
    execFile(process.execPath, args, { cwd, timeout: 5 * neverMs }, (error, stdout, stderr) => {
      if (error) fail(new Error(`${error.message}\n${stdout}\n${stderr}`))
      else done()
    })
  })
}
