import { isDeepStrictEqual } from 'node:util'
import { createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { spawn, type ChildProcess } from 'node:child_process'
import { exchanges, queryOf, type Exchange } from './exchanges.ts'

/**
 * `npm run test:prism`: Prism mocks the published document, and each call that the document shows gets the answer that
 * the document shows. Prism is no package of this repository, because it brings 213 packages of 74 MB: npx fetches it.
 * `npm test` holds the document to what Prism needs (`prism.test.ts`).
 */

const version = '5.16.0'

const port = await freePort()
const prism = spawn(
  'npx',
  [
    '--yes',
    `@stoplight/prism-cli@${version}`,
    'mock',
    '--port',
    String(port),
    'openapi/published/openapi.json',
  ],
  { stdio: ['ignore', 'pipe', 'inherit'], detached: true },
)
try {
  await listening(prism)
  const all = exchanges()
  const wrong: string[] = []
  for (const exchange of all) wrong.push(...(await differences(exchange)))
  for (const line of wrong) console.log(line)
  console.log(`${all.length - wrong.length} answers as the document shows them, ${wrong.length} others`)
  process.exitCode = wrong.length > 0 || all.length === 0 ? 1 : 0
} finally {
  // npx runs Prism as a process of its own, so the group is to end.
  if (prism.pid !== undefined && prism.exitCode === null) process.kill(-prism.pid)
}

/** What Prism answers otherwise; it refuses calls that the document does not allow. */
async function differences({
  method,
  path,
  input,
  headers,
  status,
  name,
  answer,
}: Exchange): Promise<string[]> {
  const prefer = [`code=${status}`, ...(name === undefined ? [] : [`example=${name}`])].join(', ')
  const response = await fetch(`http://127.0.0.1:${port}${path}${method === 'GET' ? queryOf(input) : ''}`, {
    method,
    headers: { ...headers, Prefer: prefer, ...(method === 'POST' && { 'Content-Type': 'application/json' }) },
    ...(method === 'POST' && { body: JSON.stringify(input) }),
  })
  const text = await response.text()
  if (String(response.status) === status && isDeepStrictEqual(JSON.parse(text), answer)) return []
  return [`${method} ${path}, ${prefer}: ${response.status} ${text.slice(0, 300)}`]
}

async function listening(child: ChildProcess): Promise<void> {
  let printed = ''
  const ready = new Promise<void>((done) => {
    child.stdout!.on('data', (chunk: Buffer) => {
      printed += chunk.toString()
      if (printed.includes('Prism is listening')) done()
    })
  })
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`Prism ended with ${code}:\n${printed}`)
  })
  await Promise.race([ready, ended])
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port: free } = server.address() as AddressInfo
  server.close()
  return free
}
