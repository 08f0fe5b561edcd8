import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { expect } from 'chai'
import pg from 'pg'
import { ConfigError } from '../../src/config/error.ts'
import { freePort } from '../../src/embedded-postgres/start.ts'
import {
  findRunning,
  initialise,
  startPostmaster,
  stopPostmaster,
} from '../../src/embedded-postgres/postmaster.ts'
import { copyOf, programsForAll, type Binaries } from '../../src/embedded-postgres/programs.ts'
import { until } from '../support/wait.ts'

const isRoot = process.getuid?.() === 0
const nobody = 65_534

/** The fields of /proc/<process>/status; none on other systems than Linux. */
function statusOf(pid: number | 'self'): Record<string, string> {
  const file = `/proc/${pid}/status`
  if (!existsSync(file)) return {}
  const lines = readFileSync(file, 'utf8').split('\n')
  return Object.fromEntries(lines.map((line) => line.split(/:\s+/) as [string, string]))
}

/** Whether this process may limit what another one can ever get (the capability CAP_SETPCAP). */
function mayLimit(): boolean {
  const hasSetpriv = ['/usr/bin/setpriv', '/bin/setpriv'].some((path) => existsSync(path))
  return hasSetpriv && (BigInt(`0x${statusOf('self')['CapEff'] ?? 0}`) & (1n << 8n)) !== 0n
}

/**
 * Users choose where the repository is. In the home of root, for example, programs and data are closed to others.
 */
describe('the embedded PostgreSQL', () => {
  const folders = {
    'below a folder that only its owner may enter': { mode: 0o700 },
    'below a folder that everybody may enter': {
      mode: 0o755,
      also: 'has new statistics within seconds after a table was filled, ',
    },
  }
  for (const [where, { mode, also = '' }] of Object.entries<{ mode: number; also?: string }>(folders))
    describe(where, () => {
      let dir: string
      let binaries: Binaries
      let cluster: string

      before(() => {
        dir = mkdtempSync(join(tmpdir(), 'rollcall home '))
        chmodSync(dir, mode)
        binaries = copyPrograms(dir)
        mkdirSync(join(dir, 'var'), { mode })
        cluster = join(dir, 'var/postgres')
      })
      after(async () => {
        await stopPostmaster(cluster)
        rmSync(copyOf(binaries), { recursive: true, force: true })
        rmSync(dir, { recursive: true, force: true })
      })

      it(`is set up, starts, is found, works without any rights, ${also}and stops`, async () => {
        initialise(binaries, cluster, 'a password')
        const port = await freePort()
        await startPostmaster(binaries, cluster, port, { fsync: 'off' })
        expect(await findRunning(cluster)).to.equal(port)

        const pid = Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0])
        for (const process of [pid, ...childrenOf(pid)]) expectNoRights(process)
        expect(statSync(dir).mode & 0o777, 'the folder is as it was').to.equal(mode)
        expect(statSync(cluster).mode & 0o777).to.equal(0o700)

        if (also) await expectNewStatistics(port)
        await stopPostmaster(cluster)
        expect(await findRunning(cluster)).to.equal(undefined)
      })
    })

  /** So that no plan for an empty table is kept. */
  async function expectNewStatistics(port: number): Promise<void> {
    const ask = async <Row extends object>(text: string): Promise<Row[]> => {
      const client = new pg.Client(`postgres://postgres:a%20password@127.0.0.1:${port}/postgres`)
      await client.connect()
      try {
        return (await client.query<Row>(text)).rows
      } finally {
        await client.end()
      }
    }
    await ask(`create table filled as select generate_series(1, 2000) as number`)
    const rowsKnown = `select reltuples::int as rows from pg_class where oid = 'filled'::regclass`
    await until(
      'statistics of 2000 rows',
      async () => (await ask<{ rows: number }>(rowsKnown))[0]?.rows === 2000,
      20_000,
    )
  }

  /** PostgreSQL and its programs, in a folder of their own. A file makes them differ from all others. */
  function copyPrograms(dir: string): Binaries {
    const { resolve: find } = createRequire(import.meta.resolve('embedded-postgres'))
    const programs = resolve(
      dirname(find(`@embedded-postgres/${process.platform}-${process.arch}`)),
      '../native',
    )
    cpSync(programs, join(dir, 'native'), { recursive: true, verbatimSymlinks: true })
    appendFileSync(join(dir, 'native/share', `${randomUUID()}.txt`), 'only here')
    return { postgres: join(dir, 'native/bin/postgres'), initdb: join(dir, 'native/bin/initdb') }
  }

  function childrenOf(pid: number): number[] {
    const file = `/proc/${pid}/task/${pid}/children`
    return existsSync(file) ? readFileSync(file, 'utf8').split(' ').filter(Boolean).map(Number) : []
  }

  function expectNoRights(pid: number): void {
    const status = statusOf(pid)
    // Only Linux tells.
    if (status['CapEff'] === undefined) return
    for (const set of ['CapInh', 'CapPrm', 'CapEff', 'CapAmb', ...(mayLimit() ? ['CapBnd'] : [])])
      expect(status[set], set).to.match(/^0+$/)
    if (mayLimit()) expect(status['NoNewPrivs'], 'NoNewPrivs').to.equal('1')
    const ids = (isRoot ? [nobody, nobody, nobody, nobody] : [0, 1, 2, 3].map(() => process.getuid!())).join(
      '\t',
    )
    expect(status['Uid']).to.equal(ids)
    if (isRoot) expect([status['Gid'], status['Groups']?.trim()]).to.deep.equal([ids, ''])
  }

  describe('the copy of its programs for a root in whose folders nobody else may be', () => {
    let dir: string
    let binaries: Binaries
    before(() => {
      dir = mkdtempSync(join(tmpdir(), 'rollcall programs '))
      binaries = copyPrograms(dir)
      chmodSync(join(dir, 'native/lib'), 0o700)
    })
    after(() => {
      rmSync(copyOf(binaries), { recursive: true, force: true })
      rmSync(dir, { recursive: true, force: true })
    })

    it('can be used by all and changed by root alone; who is not root is told what to do', () => {
      if (!isRoot) {
        expect(() => programsForAll(binaries)).to.throw(ConfigError, /others may enter.*DATABASE_URL/)
        return
      }
      const { postgres } = programsForAll(binaries)
      for (const path of [postgres, join(copyOf(binaries), 'lib'), dirname(copyOf(binaries))])
        expect([lstatSync(path).uid, lstatSync(path).mode & 0o777], path).to.deep.equal([0, 0o755])
      const { ino } = lstatSync(postgres)
      expect(lstatSync(programsForAll(binaries).postgres).ino, 'it is made once').to.equal(ino)

      chmodSync(copyOf(binaries), 0o777)
      expect(() => programsForAll(binaries)).to.throw(ConfigError, /can be changed by others/)
    })
  })
})
