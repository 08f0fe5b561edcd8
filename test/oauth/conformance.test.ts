import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect } from 'chai'
import { MemberBrowser, RawApp } from '../support/oauth.ts'
import { useServer } from '../support/server.ts'
import { neverMs } from '../support/wait.ts'

const suite = resolve('node_modules/@modelcontextprotocol/conformance/dist/index.js')
/** Both of the suite. The second one needs what the first one has read, so they run together. */
const scenarios = ['authorization-server-metadata-endpoint', 'authorization-code-grant']

describe("the authorization server against the protocol's own conformance suite", () => {
  const server = useServer()
  const folder = mkdtempSync(join(tmpdir(), 'rollcall-conformance-'))
  after(() => rmSync(folder, { recursive: true, force: true }))

  for (const version of ['2025-11-25', '2026-07-28'])
    it(`of revision ${version}`, async () => {
      const owner = await (await server.company()).as('owner', 'web')
      const port = await freePort()
      const app = new RawApp(server, `http://127.0.0.1:${port}/callback`)
      await app.register()
      const named = ['--url', server.baseUrl, '--client-id', app.clientId, '-p', String(port)]
      const asked = ['--resource', `${server.baseUrl}/mcp`, '--spec-version', version]
      // The suite prints the address that a member has to open.
      const output = await run([suite, 'authorization', ...named, ...asked], folder, async (address) => {
        const browser = new MemberBrowser(server, owner)
        const back = await browser.decide(await browser.go(address), 'manage')
        await fetch(back)
      })
      for (const scenario of scenarios)
        expect(output).to.match(new RegExp(`✓ ${scenario}: [1-9]\\d* passed, 0 failed`))
    })
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/**
 * Runs Node, and opens the first address of an authorization that it prints.
 *
 * @returns what it printed
 * @throws Error with all of that when it fails
 */
async function run(args: string[], cwd: string, open: (address: string) => Promise<void>): Promise<string> {
  const child = spawn(process.execPath, args, { cwd, timeout: 5 * neverMs })
  let output = ''
  let opening: Promise<void> | undefined
  const read = (text: Buffer) => {
    output += text.toString()
    const [address] = /https?:\/\/\S+\/oauth\/authorize\?\S+(?=\s)/.exec(output) ?? []
    if (address !== undefined) opening ??= open(address)
  }
  child.stdout.on('data', read)
  child.stderr.on('data', read)
  const [code] = (await once(child, 'close')) as [number]
  await opening
  if (code !== 0) throw new Error(`the suite ended with ${code}:\n${output}`)
  return output
}
