import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import type pg from 'pg'
import { copyFilesIn, copyFilesOut } from '../../src/backup/files.ts'
import { task as removeDocumentFiles } from '../../src/jobs/remove_document_files.ts'
import type { Storage } from '../../src/storage/storage.ts'
import { createEmptyDatabase, org } from '../support/backups.ts'
import { pdf, upload } from '../support/documents.ts'
import { runJob } from '../support/run-job.ts'
import { useServer } from '../support/server.ts'

describe('the files of documents, in a backup', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rollcall-files-'))
  const [file, keys, files] = ['a.backup', 'a.keys', 'files'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  after(() => rmSync(folder, { recursive: true, force: true }))
  const server = useServer({ ROLE: 'web' })
  const backUp = (...args: string[]) => org(server.database.url, server.dataDir, ['backup', ...args])
  const storage = () => server.running.runtime.storage
  const withClient = async <T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
    const client = await server.db.connect()
    try {
      return await work(client)
    } finally {
      client.release()
    }
  }
  const idsIn = (path: string) =>
    readdirSync(path, { recursive: true, withFileTypes: true }).flatMap((entry) =>
      entry.isFile() ? [join(entry.parentPath, entry.name)] : [],
    )

  it('are copied once, come back checked by their digests, and leave with the person', async () => {
    const company = await server.company()
    const [owner, hr] = [await company.as('owner', 'web'), await company.as('hr', 'web')]
    const left = { start_date: '2020-01-01', last_day: '2022-12-31' }
    const [gone, stays] = [(await company.person(left)).id, (await company.person(left)).id]
    const bytes = pdf('of somebody who stays')
    await upload(hr, { personId: gone, bytes: pdf('of somebody who goes') })
    await upload(hr, { personId: stays, bytes })
    const damaged = await upload(hr, { bytes: pdf('of the company') })

    const first = await backUp(file, '--keys', keys, '--files', files)
    expect([first.code, first.stderr]).to.deep.equal([0, ''])
    expect(first.stdout).to.include('3 files of documents copied into').and.to.include(', 0 were there.')
    expect(idsIn(files)).to.have.length(3)

    await owner.call('org_people_erase', { person_id: gone })
    await runJob(server, removeDocumentFiles, new Date(Date.now() + 7_200_000))
    const second = await backUp('--keys', keys, '--files', files)
    expect(second.stdout).to.include('0 files of documents copied into').and.to.include(', 2 were there.')
    expect(idsIn(files), 'those of who was erased are gone').to.have.length(2)

    const inFolder = idsIn(files).find((path) => path.includes('/company/'))!
    const changed = readFileSync(inFolder)
    changed[changed.length - 1]! ^= 1
    writeFileSync(inFolder, changed)

    const database = await createEmptyDatabase(server.database)
    const dataDir = mkdtempSync(join(folder, 'restored-'))
    try {
      const restore = () => org(database.url, dataDir, ['restore', file, '--keys', keys, '--files', files])
      const { code, stdout, stderr } = await restore()
      expect([code, stderr]).to.deep.equal([0, ''])
      expect(stdout).to.include('1 file of documents restored, 0 were there.')
      expect(stdout).to.include(`1 document has no file, or another one than was stored: ${damaged.id}`)
      expect(stdout).to.include('Erased again: 1 person')
      const restored = idsIn(join(dataDir, 'files'))
      expect(restored.map((path) => readFileSync(path))).to.deep.equal([bytes])
    } finally {
      await database.drop()
    }
  })

  it('replace what is there in another size, such as half a copy', async () => {
    const hr = await (await server.company()).as('hr', 'web')
    const bytes = pdf('of the company, whole')
    await upload(hr, { bytes })
    await withClient((client) => copyFilesOut(client, storage(), files))
    const stored = idsIn(join(server.dataDir, 'files')).find((path) => readFileSync(path).equals(bytes))!
    writeFileSync(stored, bytes.subarray(0, 100))
    const { missing, copied } = await withClient((client) => copyFilesIn(client, storage(), files))
    expect([missing, copied]).to.deep.equal([[], 1])
    expect(readFileSync(stored).equals(bytes)).to.equal(true)
    // Half a file is better than none, where the folder has none either.
    writeFileSync(stored, bytes.subarray(0, 100))
    const empty = mkdtempSync(join(folder, 'empty-'))
    const again = await withClient((client) => copyFilesIn(client, storage(), empty))
    expect([again.missing.length, again.copied]).to.deep.equal([1, 0])
    expect(readFileSync(stored)).to.have.length(100)
  })

  it('of documents that are deleted while they are copied are not told as missing', async () => {
    const hr = await (await server.company()).as('hr', 'web')
    const { id } = await upload(hr, { bytes: pdf('deleted meanwhile') })
    const whole = storage()
    const open: Storage['open'] = async (place, size) => {
      const { rows } = await server.db.query('select 1 from documents where file_id = $1 and id = $2', [
        place.fileId,
        id,
      ])
      if (rows.length > 0) {
        await hr.call('documents_delete', { document_id: id })
        await whole.remove(place)
      }
      return whole.open(place, size)
    }
    const slow = { open } as Pick<Storage, 'open'> as Storage
    const { missing } = await withClient((client) => copyFilesOut(client, slow, files))
    expect(missing).to.deep.equal([])
  })

  it('are looked for in a folder that is there', async () => {
    const { code, stderr } = await org(server.database.url, server.dataDir, [
      ...['restore', file, '--keys', keys],
      ...['--files', join(folder, 'nowhere')],
    ])
    expect([code, stderr]).to.deep.equal([1, `There is no folder ${join(folder, 'nowhere')}.\n`])
  })
})
