import { expect } from 'chai'
import { sql, withOrganization } from '../../src/db/transaction.ts'
import { createPool } from '../../src/db/pool.ts'
import { whereWord } from '../../src/queries/values.ts'
import { useServer } from '../support/server.ts'

describe('statements that are kept prepared', () => {
  const server = useServer()

  it('are few, whatever combinations of filters callers use, and still run when they were let go', async () => {
    const { id } = await server.company()
    const pool = createPool(server.database.appUrl, 'rollcall_app', 1)
    try {
      const read = (index: number) =>
        withOrganization(pool, id, { mode: 'read' }, (db) =>
          db.run<{ answer: number }>(
            sql('units')
              .where('units.org_id', db.orgId)
              .limit(1)
              .select(sql.raw(`${index} as answer`)),
          ),
        )
      for (const round of [1, 2])
        for (let index = 0; index < 200; index++)
          expect(await read(index), `round ${round}`).to.deep.equal([{ answer: index }])
      const { rows } = await pool.query<{ count: number }>('select count(*)::int from pg_prepared_statements')
      expect(rows[0]!.count).to.be.within(10, 80)
    } finally {
      await pool.end()
    }
  })

  it('are those used last, so one that every other call uses stays prepared', async () => {
    const { id } = await server.company()
    const pool = createPool(server.database.appUrl, 'rollcall_app', 1)
    try {
      const read = (name: string) =>
        withOrganization(pool, id, { mode: 'read' }, (db) =>
          db.run(
            sql('units')
              .where('units.org_id', db.orgId)
              .limit(1)
              .select(sql.raw(`1 as ${name}`)),
          ),
        )
      const preparedAt = async () => {
        const { rows } = await pool.query<{ at: string }>(
          `select extract(epoch from prepare_time)::text as at from pg_prepared_statements
            where statement like '%as usual%' and statement not like '%pg_prepared%'`,
        )
        return rows.map(({ at }) => at)
      }
      await read('usual')
      const before = await preparedAt()
      expect(before).to.have.length(1)
      for (let index = 0; index < 100; index++) {
        await read(`other_${index}`)
        await read('usual')
      }
      expect(await preparedAt(), 'it was never let go').to.deep.equal(before)
    } finally {
      await pool.end()
    }
  })
})

describe('a word that is text of a statement', () => {
  it('is one of small letters, and nothing that a caller could make', () => {
    expect(whereWord('t.status', 'open')).to.equal(`and t.status = 'open'`)
    expect(whereWord('t.status', undefined)).to.equal('')
    for (const word of [`x' or true --`, 'Open', '', 'a b', "'"])
      expect(() => whereWord('t.status', word), word).to.throw('only small letters')
  })
})
