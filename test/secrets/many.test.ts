import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import { asSystem, ofOrganization } from '../../src/db/system.ts'
import type { Db } from '../../src/db/transaction.ts'
import { detailFields, noDetails } from '../../src/domain/person-details.ts'
import { insertDetails, loadDetails, saveDetails } from '../../src/queries/org/person-details.ts'
import { Vault } from '../../src/secrets/personal.ts'
import { useServer } from '../support/server.ts'

const people = 250

describe('private details of many people', () => {
  const server = useServer()
  const vault = new Vault({ current: randomBytes(32) })

  /** Does `work` in the transaction of an organization, and counts its statements. */
  async function counted(orgId: string, work: (db: Db) => Promise<unknown>): Promise<number> {
    const client = await server.db.connect()
    let statements = 0
    try {
      await asSystem(client, async (transaction) => {
        const db = ofOrganization(transaction, orgId, vault)
        await work({ ...db, query: (text, values) => (statements++, db.query(text, values)) })
      })
    } finally {
      client.release()
    }
    return statements
  }

  it('are written and read with a few statements, each with the key of its person', async () => {
    const company = await server.company()
    const { rows } = await server.db.query<{ id: string }>(
      `insert into people (org_id, id, given_name, family_name, work_email, work_email_key, search_text)
       select $1, gen_random_uuid(), 'A', 'B', n || '@c.example', n || '@c.example', 'a' from generate_series(1, $2) n
       returning id`,
      [company.id, people],
    )
    const all = rows.map(({ id }, n) => ({
      personId: id,
      details: { ...noDetails, tax_id: `T ${n}`, birthday: '1990-01-01' as const },
    }))
    expect(await counted(company.id, (db) => insertDetails(db, all.slice(0, 100)))).to.equal(2)
    // Some have a key, and some do not.
    const changed = all.map((one) => ({ ...one, details: { ...one.details, gender: 'x' } }))
    expect(await counted(company.id, (db) => saveDetails(db, changed))).to.equal(3)
    expect(await counted(company.id, (db) => saveDetails(db, []))).to.equal(0)
    const read = await counted(company.id, async (db) => {
      const found = await loadDetails(
        db,
        rows.map(({ id }) => id),
      )
      expect(changed.map(({ personId }) => found.get(personId))).to.deep.equal(
        changed.map(({ details }) => details),
      )
    })
    expect(read).to.equal(1)
    const keys = await server.db.query('select distinct wrapped_key from person_keys where org_id = $1', [
      company.id,
    ])
    expect(keys.rows).to.have.length(people)
    await server.db.query('delete from person_keys where org_id = $1', [company.id])
  })

  it('have the columns of the table, all of bytes', async () => {
    const { rows } = await server.db.query<{ name: string; type: string }>(
      `select column_name as name, data_type as type from information_schema.columns
        where table_name = 'person_details' and column_name not in ('org_id', 'person_id', 'payroll_changed_at')`,
    )
    expect(rows.map(({ name }) => name)).to.have.members([...detailFields])
    expect([...new Set(rows.map(({ type }) => type))]).to.deep.equal(['bytea'])
  })
})
