import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zstdCompressSync } from 'node:zlib'
import { expect } from 'chai'
import { formVersion, sealOf } from '../../src/backup/format.ts'
import { knownMigrations } from '../../src/db/migrate.ts'
import { createEmptyDatabase, org } from '../support/backups.ts'
import { createDatabase, type TestDatabase } from '../support/cluster.ts'

/** Files that are whole, with a checksum that is right, and that no Rollcall wrote. */
describe('a backup that somebody made up', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rollcall-forms-'))
  const path = join(folder, 'made.up')
  let beside: TestDatabase
  let place: TestDatabase
  before(async () => {
    beside = await createDatabase()
    place = await createEmptyDatabase(beside)
  })
  after(async () => {
    await place?.drop()
    await beside?.drop()
    rmSync(folder, { recursive: true, force: true })
  })

  const header = {
    form: 'rollcall backup',
    version: formVersion,
    kind: 'data',
    taken_at: '2027-01-31T00:00:00.000Z',
    migrations: knownMigrations().slice(0, 1),
    organizations: 0,
    keys: {},
  }
  /** One line of text, which says what is wrong with it. */
  async function restoring(bytes: Buffer): Promise<string> {
    writeFileSync(path, Buffer.concat([bytes, sealOf(createHash('sha256').update(bytes).digest())]))
    const { code, stdout, stderr } = await org(place.url, folder, ['restore', path])
    expect([code, stdout]).to.deep.equal([1, ''])
    expect(stderr).to.match(/^[^\n]*made\.up [^\n]*\n$/)
    return stderr
  }
  const written = (...lines: unknown[]) =>
    zstdCompressSync(
      lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)) + '\n').join(''),
    )

  it('is refused for its first line', async () => {
    const wrong: unknown[] = [
      'null',
      '7',
      [],
      {},
      { ...header, version: 0 },
      { ...header, version: '1' },
      { ...header, kind: 'both' },
      { ...header, taken_at: '\u001b[2J' },
      { ...header, database: 7 },
      { ...header, migrations: undefined },
      { ...header, migrations: '0001_foundation.ts' },
      { ...header, migrations: [] },
      { ...header, migrations: knownMigrations().slice(4, 5) },
      { ...header, migrations: [header.migrations[0], header.migrations[0]] },
      { ...header, organizations: -1 },
      { ...header, keys: null },
      { ...header, keys: { a: '1' } },
    ]
    for (const line of wrong)
      expect(await restoring(written(line)), JSON.stringify(line)).to.include(
        'its first line has another form',
      )
    expect(await restoring(written('form: rollcall'))).to.include('a line of it is no JSON')
    expect(await restoring(Buffer.alloc(100, 7))).to.include('it is not compressed as one')
    expect(await restoring(zstdCompressSync(''))).to.include('it ends too early')
  })

  it('is refused for a line that has no end, before the line is in memory', async () => {
    const size = 256 * 1024 * 1024
    const bomb = zstdCompressSync(Buffer.alloc(size, ' '))
    const before = process.memoryUsage().arrayBuffers
    const words = await restoring(bomb)
    expect(words).to.include('it has a line of more than 1048576 bytes')
    expect(process.memoryUsage().arrayBuffers - before).to.be.lessThan(size)
  })

  it('is not replaced when it names no database: nobody knows of which one it is', async () => {
    const bytes = written(header)
    const whole = Buffer.concat([bytes, sealOf(createHash('sha256').update(bytes).digest())])
    writeFileSync(path, whole)
    const { code, stderr } = await org(beside.url, folder, ['backup', path])
    expect([code, readFileSync(path).equals(whole)]).to.deep.equal([1, true])
    expect(stderr).to.include('is of another database')
    expect((await org(beside.url, folder, ['backup', path, '--replace'])).code).to.equal(0)
  })

  it('is refused for the lines between its tables', async () => {
    const table = { table: 'organizations', columns: ['org_id'] }
    const wrong = [
      'null',
      { rows: null },
      { rows: { organizations: '1' } },
      { table: 'organizations' },
      { ...table, columns: [] },
      { ...table, columns: [7] },
      { ...table, table: '\u001b[2J' },
    ]
    for (const line of wrong)
      expect(await restoring(written(header, line)), JSON.stringify(line)).to.include(
        'a line between its tables has another form',
      )
    expect(await restoring(written(header, table, '\\.', table))).to.include(
      'has the table organizations twice',
    )
    const strange = { ...table, table: 'strange' }
    expect(await restoring(written(header, strange, '\\.', strange))).to.include(
      'has the table strange twice',
    )
    expect(await restoring(written(header, table, '\\.', { rows: {} }))).to.include(
      'has 0 rows of organizations, and tells of none',
    )
    expect(await restoring(written(header, { rows: {} }))).to.include('lacks the tables')
  })
})
