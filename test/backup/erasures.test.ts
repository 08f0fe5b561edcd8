import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import { expect } from 'chai'
import { createEmptyDatabase, org, withDb } from '../support/backups.ts'
import { addPay } from '../support/pay.ts'
import { useServer } from '../support/server.ts'

describe('a backup from before an erasure', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rollcall-erased-'))
  const [file, keys] = [join(folder, 'company.backup'), join(folder, 'company.keys')]
  after(() => rmSync(folder, { recursive: true, force: true }))
  const server = useServer({ ROLE: 'web' })
  let personId: string
  let otherId: string

  before(async () => {
    const company = await server.company()
    const [owner, hr] = [await company.as('owner', 'web'), await company.as('hr', 'web')]
    const left = { start_date: '2020-01-01', last_day: '2022-12-31' }
    personId = (await company.person({ ...left, given_name: 'Gonebefore' })).id
    otherId = (await company.person({ ...left, given_name: 'Remains' })).id
    for (const person_id of [personId, otherId])
      await hr.call('org_people_update_profile', { person_id, tax_id: '4711' })
    await addPay(hr, personId, '2020-01-01', { amount: 71_234.56, note: 'Agreed in May' })
    await addPay(hr, otherId, '2020-01-01')
    await org(server.database.url, server.dataDir, ['backup', file])
    await owner.call('org_people_erase', { person_id: personId })
    await org(server.database.url, server.dataDir, ['backup', '--keys', keys])
  })

  async function restored(args: string[]): Promise<{ printed: string; names: string[]; pay: number }> {
    const database = await createEmptyDatabase(server.database)
    try {
      const { code, stdout, stderr } = await org(database.url, server.dataDir, ['restore', file, ...args])
      expect(code, stderr).to.equal(0)
      return await withDb(database.url, async (db) => {
        const people = await db.query<{ given_name: string }>(
          'select given_name from people where id = any($1::uuid[]) order by given_name',
          [[personId, otherId]],
        )
        const pay = await db.query('select 1 from pay_rows where person_id = $1', [personId])
        return {
          printed: stdout,
          names: people.rows.map(({ given_name: name }) => name),
          pay: pay.rows.length,
        }
      })
    } finally {
      await database.drop()
    }
  }

  it('brings nobody back: the ledger beside the keys erases them again', async () => {
    const { printed, names, pay } = await restored(['--keys', keys])
    expect(printed).to.include('Erased again: 1 person, who had been erased after the backup.')
    expect(names).to.deep.equal(['Erased', 'Remains'])
    expect(pay).to.equal(0)
  })

  it('says so where the ledger is not there', async () => {
    const { printed, names, pay } = await restored(['--without-keys'])
    expect(pay, 'nobody can read it').to.equal(0)
    const data = zstdDecompressSync(readFileSync(file)).toString()
    expect(data)
      .to.include('Gonebefore')
      .and.to.not.match(/71234\.56|Agreed in May/)
    expect(printed).to.match(/Who was erased after \S+ is not known here/)
    expect(names).to.deep.equal(['Gonebefore', 'Remains'])
  })
})
