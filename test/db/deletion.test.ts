import { expect } from 'chai'
import { tablesOfOrganizations } from '../../src/queries/system/deletion.ts'
import { organizationTables } from '../support/catalogue.ts'
import { useServer } from '../support/server.ts'

/** Foreign keys are checked after each delete, so the order matters. */
describe('the order in which tables are emptied', () => {
  const server = useServer()

  it('has every table, and each before those that it refers to', async () => {
    const client = await server.db.connect()
    try {
      const order = await tablesOfOrganizations(client)
      expect(order).to.include.members(Object.keys(await organizationTables(client)))
      const { rows } = await client.query<{ from: string; to: string }>(
        `select conrelid::regclass::text as "from", confrelid::regclass::text as "to"
           from pg_constraint
          where connamespace = 'public'::regnamespace and contype = 'f' and conrelid <> confrelid`,
      )
      expect(rows).to.not.have.length(0)
      for (const { from, to } of rows)
        expect(order.indexOf(from), `${from} refers to ${to}`).to.be.lessThan(order.indexOf(to))
    } finally {
      client.release()
    }
  })

  it('does not exist when foreign keys lead in a circle; the error names the tables', async () => {
    const client = await server.db.connect()
    try {
      await client.query('begin')
      await client.query('alter table people add unit_id uuid')
      await client.query(
        'alter table people add constraint circle foreign key (org_id, unit_id) references units (org_id, id)',
      )
      const error = await tablesOfOrganizations(client).catch((thrown: unknown) => thrown)
      expect(String(error)).to.match(/circle.*people.*units/)
    } finally {
      await client.query('rollback')
      client.release()
    }
  })
})
