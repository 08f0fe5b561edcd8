import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { Program } from '../support/process.ts'
import { Receiver as Postbox } from '../support/receiver.ts'
import type { Client, Faults } from './client.ts'
import { openapiGenerator } from './openapi-generator.ts'
import { others } from './others.ts'
import { fetchDelivery, receivers, tryReceiver } from './receivers.ts'
import { tryClient, type Caller } from './try.ts'
import { fromRegistry, installed } from './typescript.ts'
import { isThere, Workspace } from './workspace.ts'

const usage = `npm run clients -- [--only <words>] [--document <file>] [--dir <folder>]

Generates clients from the document with generators of several languages, builds each with a small program, starts a
server, and calls it with each of them: whoami, a list, a hire with a timeline, a value that is set and cleared with null, a
refusal, and answers with values that the document does not know. What a generator itself cannot do is listed with its reason.
Then it builds the receivers of webhooks that docs/integrators.md shows, and sends each a delivery, as it was and forged.
Skips what needs a command that is not on this machine. The languages' package registries must be in reach.
  --only      only clients whose name contains the words, such as Go or openapi-generator
  --document  generate from this document, and not from the one that the server hands out
  --dir       where to build (a temporary folder that is removed); what is there from an earlier run makes the next one faster`

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    document: { type: 'string' },
    dir: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) {
  console.log(usage)
  process.exit(0)
}
const clients = [...installed, ...fromRegistry, ...openapiGenerator, ...others]
const isWanted = ({ name }: { name: string }) => name.toLowerCase().includes(values.only.toLowerCase())
const chosen = clients.filter(isWanted)
const chosenReceivers = receivers.filter(isWanted)
if (chosen.length + chosenReceivers.length === 0) {
  console.error(
    `No client is called ${values.only}. They are:\n${[...clients, ...receivers].map(({ name }) => `  ${name}`).join('\n')}`,
  )
  process.exit(2)
}

const dir = values.dir === undefined ? mkdtempSync(join(tmpdir(), 'rollcall-clients-')) : resolve(values.dir)
const data = mkdtempSync(join(tmpdir(), 'rollcall-clients-'))
const postbox = new Postbox()
const server = new Program('src/main.ts', [], {
  DATA_DIR: data,
  PORT: '0',
  NODE_ENV: 'development',
  OUTBOUND_TEST_CA_FILE: postbox.caFile,
})
process.once('SIGINT', () => void stop().finally(() => process.exit(130)))
try {
  const caller = await start()
  const documents = await fetchDocuments(caller)
  const rows: string[][] = []
  const workspaceOf = ({ name }: { name: string }) =>
    new Workspace(join(dir, name.toLowerCase().replace(/[^a-z]+/g, '-')), documents)
  for (const client of chosen) {
    const missing = client.needs.filter((command) => !isThere(command))
    const started = performance.now()
    const workspace = workspaceOf(client)
    const tried = missing.length > 0 ? undefined : await tryClient(client, workspace, caller)
    const seconds = `${Math.round((performance.now() - started) / 1000)} s`
    const row = tried
      ? [client.name, tried.problem ?? verdict(client), tried.tomorrow, seconds]
      : [client.name, `skipped: needs ${missing.join(', ')}`, '', '']
    const { faults = {} } = client
    const failed = tried?.problem !== undefined || (tried?.tomorrow === 'fails' && !faults['unknown values'])
    if (failed) process.exitCode = 1
    console.log([row.join(' · '), ...reasons(faults)].join('\n    '))
    rows.push(row)
  }
  const delivery = chosenReceivers[0] && (await fetchDelivery(caller, join(data, 'demo.json'), postbox))
  for (const receiver of chosenReceivers) {
    const missing = receiver.needs.filter((command) => !isThere(command))
    const started = performance.now()
    const problem =
      missing.length > 0
        ? `skipped: needs ${missing.join(', ')}`
        : await tryReceiver(receiver, workspaceOf(receiver), delivery!).catch((error: Error) => error.message)
    if (problem !== undefined && missing.length === 0) process.exitCode = 1
    const row = [
      receiver.name,
      problem ?? 'works',
      '',
      `${Math.round((performance.now() - started) / 1000)} s`,
    ]
    console.log(row.join(' · '))
    rows.push(row)
  }
  console.log(`\n${table([['client', 'calls', 'unknown values', 'time'], ...rows])}`)
} finally {
  await stop()
}

function verdict({ faults = {} }: Client): string {
  const steps = Object.keys(faults)
  return steps.length === 0 ? 'works' : `works, but for ${steps.join(', ')}`
}

/** The faults of a generator as lines of text. */
function reasons(faults: Faults): string[] {
  return Object.entries(faults).map(([step, reason]) => `${step}: the generator's fault: ${reason}`)
}

/** Waits for the server, which makes a demo company with a key. */
async function start(): Promise<Caller> {
  await postbox.start()
  await server.says('/docs')
  const [url] = /http:\/\/localhost:\d+/.exec(server.stdout)!
  const demo = JSON.parse(readFileSync(join(data, 'demo.json'), 'utf8')) as { manage_key: string }
  return { url, key: demo.manage_key }
}

/** Stops the server and removes its data. */
async function stop(): Promise<void> {
  await server.end('SIGTERM')
  await postbox.stop()
  rmSync(data, { recursive: true, force: true })
  // The logs of commands that failed are there.
  if (values.dir === undefined && !process.exitCode) rmSync(dir, { recursive: true, force: true })
}

/** The files of the document and of its copy in OpenAPI 3.0. */
async function fetchDocuments({ url }: Caller): Promise<{ document: string; document30: string }> {
  mkdirSync(dir, { recursive: true })
  const files = { document: join(dir, 'openapi.json'), document30: join(dir, 'openapi-3.0.json') }
  writeFileSync(files.document, await (await fetch(`${url}/v1/openapi.json`)).text())
  writeFileSync(files.document30, await (await fetch(`${url}/v1/openapi-3.0.json`)).text())
  if (values.document !== undefined) copyFileSync(values.document, files.document)
  return files
}

function table(rows: string[][]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
