import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { ConfigError } from '../../src/config/error.ts'
import { startEmbedded } from '../../src/embedded-postgres/start.ts'

describe('an embedded database that cannot be used', () => {
  let dir: string
  let passwords: string
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'rollcall-unusable-'))
    mkdirSync(join(dir, 'postgres'), { mode: 0o700 })
    passwords = join(dir, 'postgres.json')
  })
  afterEach(() => rmSync(dir, { recursive: true, force: true }))

  const complaint = async (): Promise<string> => {
    const thrown = await startEmbedded(dir).then(
      () => 'it started',
      (error: unknown) => error,
    )
    if (!(thrown instanceof ConfigError)) throw thrown
    return thrown.message
  }

  it('is kept when its passwords are lost: no others are made, and nobody is told to remove it', async () => {
    expect(await complaint())
      .to.include(`There is no ${passwords}`)
      .and.include('npm run org -- restore')
      .and.not.match(/remove/i)
    expect(existsSync(passwords)).to.equal(false)
  })

  it('is named with the file of its passwords, when that holds something else or cannot be read', async () => {
    for (const text of ['', '{', '{}', 'null', '{"owner":1,"app":"x"}']) {
      writeFileSync(passwords, text)
      expect(await complaint(), text).to.include(`${passwords} does not hold the passwords`)
    }
    rmSync(passwords)
    mkdirSync(passwords)
    expect(await complaint()).to.include(`${passwords} cannot be read: start Rollcall as its owner. (EISDIR`)
  })

  it('tells which PostgreSQL made it, when that was another one, and how to bring it over', async () => {
    writeFileSync(passwords, JSON.stringify({ owner: 'x', app: 'y' }))
    writeFileSync(join(dir, 'postgres', 'PG_VERSION'), '9\n')
    expect(await complaint())
      .to.match(/was made by PostgreSQL 9, and this version of Rollcall brings PostgreSQL \d\d,/)
      .and.include('npm run org -- backup')
  })
})
