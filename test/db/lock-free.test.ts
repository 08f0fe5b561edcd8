import { expect } from 'chai'
import { unlocked, withoutLocks } from '../../src/db/lock-free.ts'
import { withOrganization } from '../../src/db/transaction.ts'
import { useServer } from '../support/server.ts'

describe('a query without its locks', () => {
  const clauses = [
    'for update',
    'for no key update',
    'for share of m, c',
    'for key share of u',
    'for update of r skip locked',
  ]
  for (const clause of clauses)
    it(`loses ${clause}`, () => {
      expect(unlocked(`select 1 from units u\n where u.org_id = $1 ${clause}`)).to.equal(
        'select 1 from units u\n where u.org_id = $1',
      )
      expect(unlocked(`with x as (select 1 from units u ${clause}) select * from x`)).to.equal(
        'with x as (select 1 from units u) select * from x',
      )
    })

  const server = useServer()

  it('reads the same rows, once for the same question; a clause that is not known fails and locks nothing', async () => {
    const company = await server.company({ name: 'Acme' })
    const ask = <T>(text: string, times = 1) =>
      withOrganization(server.running.runtime.pool, company.id, { mode: 'read' }, async (db) => {
        const free = withoutLocks(db)
        const answers = await Promise.all(
          Array.from({ length: times }, () => free.query<T>(text, [company.id])),
        )
        return answers
      })
    const [one, two] = await ask<{ name: string }>(
      'select name from organizations where org_id = $1 for update',
      2,
    )
    expect(one).to.deep.equal([{ name: 'Acme' }])
    expect(two).to.equal(one)
    const failure = await ask('select name from organizations where org_id = $1 for  update').catch(
      (error: Error) => error,
    )
    expect(failure).to.include({ code: '25006' })
  })
})
