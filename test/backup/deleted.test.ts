import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { createEmptyDatabase, org } from '../support/backups.ts'
import { useServer } from '../support/server.ts'
import type { Company } from '../support/company.ts'

describe('a backup from before an organization was deleted', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rollcall-deleted-'))
  const [file, keys, earlier] = ['company.backup', 'newest.keys', 'earlier.keys'].map((name) =>
    join(folder, name),
  ) as [string, string, string]
  after(() => rmSync(folder, { recursive: true, force: true }))
  const server = useServer({ ROLE: 'web' })
  let deleted: Company

  before(async () => {
    deleted = await server.company()
    await server.company()
    const run = async (...args: string[]) => {
      const { code, stderr } = await org(server.database.url, server.dataDir, args)
      expect(code, stderr).to.equal(0)
    }
    await run('backup', file, '--keys', earlier)
    await run('delete', '--slug', deleted.slug, '--confirm', deleted.slug, '--force')
    await server.company()
    await run('backup', '--keys', keys)
  })

  async function restored(args: string[]): Promise<string> {
    const database = await createEmptyDatabase(server.database)
    try {
      const { code, stdout, stderr } = await org(database.url, server.dataDir, ['restore', file, ...args])
      expect(code, stderr).to.equal(0)
      return stdout
    } finally {
      await database.drop()
    }
  }

  it('brings it back, and says so: the file of the keys tells which there were', async () => {
    const printed = await restored(['--keys', keys])
    expect(printed).to.include(`Deleted after the backup, and back with it: ${deleted.slug}.`)
    const { deleted_before } = JSON.parse(await restored(['--keys', keys, '--json'])) as {
      deleted_before: string[]
    }
    expect(deleted_before).to.deep.equal([deleted.slug])
  })

  it('says nothing of the kind where all were there', async () => {
    expect(await restored(['--keys', earlier])).to.not.include('back with it')
  })
})
