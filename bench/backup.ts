import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { backUp } from '../src/backup/backup.ts'
import type { Kind } from '../src/backup/format.ts'
import { checkFile } from '../src/backup/reader.ts'
import { openFiles, restore } from '../src/backup/restore.ts'
import { findTables } from '../src/backup/tables.ts'
import { startEmbedded } from '../src/embedded-postgres/start.ts'
import { migrate } from '../src/db/migrate.ts'
import { Vault } from '../src/secrets/personal.ts'
import { secretKeysOf } from '../src/secrets/secret-key.ts'
import { endWhateverHappens } from './ending.ts'
import { dropSlowIndexes, fill } from './data.ts'
import { addRecords } from './records.ts'

const usage = `npm run bench:backup -- [people]

Makes a company of so many people (100,000 without a number) with four job rows each, and what the service keeps beside
them (records.ts). Backs it up and restores it three times, in turns with the limits: COPY of the same rows by hand, out of
the tables into nothing, and into tables without indexes. Fails when the median of the ratios is below its floor, or when memory grows by more than 100 MB.`

/** Shares of the limit's speed. A restore also builds the indexes and checks the foreign keys, which the limit does not. */
const floors = { backup: 0.5, restore: 0.2 }
const mostMemory = 100 * 2 ** 20
const rounds = 3

const { values, positionals } = parseArgs({
  options: { help: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const people = Number(positionals[0] ?? 100_000)
if (values.help || !Number.isInteger(people) || people < 1000) {
  console.log(values.help ? usage : `Give at least 1000 people.\n\n${usage}`)
  process.exit(values.help ? 0 : 2)
}

const dir = mkdtempSync(join(tmpdir(), 'rollcall-bench-backup-'))
const database = await startEmbedded(dir, { shared_buffers: '1GB', max_wal_size: '8GB' })
const end = async () => {
  await database.stop()
  rmSync(dir, { recursive: true, force: true })
}
endWhateverHappens(end)
try {
  process.exitCode = (await measure()) ? 0 : 1
} finally {
  await end()
}

async function measure(): Promise<boolean> {
  const [data, keys] = [join(dir, 'bench.backup'), join(dir, 'bench.keys')]
  const settings = { secretKey: undefined, previousSecretKey: undefined, dataDir: dir }
  await migrate(database.url)
  const source = await connect(database.url)
  const makeIndexes = await dropSlowIndexes(source)
  await fill(source, { organizations: 1, units: 1000, people, jobs: 4, reports: 50, keys: 100 })
  await addRecords(source, new Vault(secretKeysOf(settings)))
  await makeIndexes()
  await source.query('vacuum analyze')
  await source.query('checkpoint')

  const ratios = { backup: [] as number[], restore: [] as number[] }
  let bytes = 0
  let memory = 0
  for (let round = 0; round < rounds; round++) {
    const out = await timed(async () => void (bytes = await copyOut(source)))
    const backup = await timed(() => backUp(database.url, { data, keys }))
    const plain = await onNewDatabase((url) => copyIn({ data, keys }, url))
    const back = await onNewDatabase(async (url) => {
      await restore(url, await openFiles({ data, keys, withoutKeys: false }, settings))
    })
    ratios.backup.push(out.seconds / backup.seconds)
    ratios.restore.push(plain.seconds / back.seconds)
    memory = Math.max(memory, backup.memory, back.memory)
    const speed = ({ seconds }: { seconds: number }) => `${(bytes / seconds / 1e6).toFixed(0)} MB/s`
    console.log(
      `round ${round + 1}: COPY out ${speed(out)}, backup ${speed(backup)}; COPY in ${speed(plain)}, restore ${speed(back)}`,
    )
  }
  await source.end()
  const size = statSync(data).size + statSync(keys).size
  console.log(`${(bytes / 1e6).toFixed(0)} MB of rows are files of ${(size / 1e6).toFixed(0)} MB`)
  const results = (['backup', 'restore'] as const).map((name) => {
    const ratio = ratios[name].toSorted((a, b) => a - b)[rounds >> 1]!
    console.log(`${name}: ${ratio.toFixed(2)} of the limit, at least ${floors[name]}`)
    return ratio >= floors[name]
  })
  console.log(`memory: ${(memory / 2 ** 20).toFixed(0)} MB more at most, of ${mostMemory / 2 ** 20}`)
  return results.every(Boolean) && memory <= mostMemory
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  // `end` does not wait until a connection is closed, and `drop database` ends those that are left.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** How long it takes, and by how many bytes the process grows meanwhile. */
async function timed(work: () => Promise<unknown>): Promise<{ seconds: number; memory: number }> {
  const start = process.memoryUsage.rss()
  let most = start
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 20)
  const begun = performance.now()
  await work()
  clearInterval(watch)
  return { seconds: (performance.now() - begun) / 1000, memory: most - start }
}

async function onNewDatabase(
  work: (url: string) => Promise<unknown>,
): Promise<{ seconds: number; memory: number }> {
  const admin = await connect(at('postgres'))
  await admin.query('create database place template template0')
  const result = await timed(() => work(at('place')))
  await admin.query('drop database place with (force)')
  await admin.query('checkpoint')
  await admin.end()
  return result
}

function at(name: string): string {
  return Object.assign(new URL(database.url), { pathname: `/${name}` }).href
}

/** The limit of a backup. Answers the number of bytes. */
async function copyOut(client: pg.Client): Promise<number> {
  let bytes = 0
  for (const { name } of await findTables(client)) {
    const nowhere = new Writable({
      write(chunk: Buffer, _, done) {
        bytes += chunk.length
        done()
      },
    })
    await pipeline(client.query(copyTo(`copy ${name} to stdout`)), nowhere)
  }
  return bytes
}

/** The limit of a restore: the same rows, decompressed in the same way, into tables without indexes and constraints. */
async function copyIn(files: Record<Kind, string>, url: string): Promise<void> {
  const client = await connect(url)
  await client.query('begin')
  for (const kind of ['data', 'keys'] as const) {
    const contents = (await checkFile(files[kind], kind)).contents()
    await contents.line()
    for (;;) {
      const next = (await contents.line()) as { table?: string; columns: string[] }
      if (next.table === undefined) break
      const columns = next.columns.map((column) => `"${column}" text`).join(', ')
      await client.query(`create table ${next.table} (${columns})`)
      await pipeline(contents.rows(), client.query(copyFrom(`copy ${next.table} from stdin`)))
    }
  }
  await client.query('commit')
  await client.end()
}
