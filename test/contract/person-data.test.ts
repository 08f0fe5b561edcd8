import { expect } from 'chai'
import { personalData } from '../../src/personal-data/register.ts'
import { parts } from '../../src/views/person-data/export.ts'
import { useServer } from '../support/server.ts'

/** The columns of the register that an export has to have. */
const exported = Object.entries(personalData).flatMap(([table, { personal }]) =>
  Object.entries(personal).flatMap(([column, rule]) => (rule.export ? [`${table}.${column}`] : [])),
)

describe("the export of a person's data", () => {
  const delivered = Object.values(parts).flatMap(({ delivers }) => delivers.split(/\s+/).filter(Boolean))

  it('delivers each column that the register says, and says of each that it is registered', () => {
    expect(exported.filter((column) => !delivered.includes(column))).to.deep.equal([])
    expect(delivered.filter((column) => !exported.includes(column))).to.deep.equal([])
    expect(exported.length).to.be.above(60)
  })
})

/** Private columns that stay readable, because statements ask for them or they say nothing by themselves. */
const readable: Readonly<Record<string, string>> = {
  'person_keys.wrapped_key': 'it is sealed by SECRET_KEY',
  'custom_values.value': 'of fields whose tier is public or job',
  'pay_rows.applies_from': 'the history is in its order, and no two rows are of one day',
  'documents.visibility': 'it decides who sees a document',
  'documents.expires_on': 'documents that expire are looked for',
  'documents.notes': 'of the company alone',
  'documents.file_name': 'whoever sees a document sees it in lists',
  'documents.search_text': 'made of the title, which is of the job tier',
  'documents.category_key': 'made of the category, likewise',
  'documents.size': 'the quota counts it',
  'documents.content_type': 'the download is answered with it',
  'documents.sha256': 'the bytes are compared with it',
  'activity.subject_name': 'the name of the person',
  'activity.changes': 'no values of private fields',
  'idempotency_records.response': 'deleted after 72 hours, and without private values',
}

describe('what the register calls sealed', () => {
  const server = useServer()
  const columns = Object.entries(personalData).flatMap(([table, { personal }]) =>
    Object.entries(personal).map(([column, rule]) => ({ name: `${table}.${column}`, ...rule })),
  )

  it('is every private column but those that are listed with a reason', () => {
    const open = columns.filter(({ tier, sealed }) => (tier === 'private' || tier === 'payroll') && !sealed)
    expect(open.map(({ name }) => name).toSorted()).to.deep.equal(Object.keys(readable).toSorted())
  })

  it('is stored as bytes', async () => {
    const { rows } = await server.db.query<{ name: string }>(
      `select c.relname || '.' || a.attname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
        where c.relnamespace = 'public'::regnamespace and a.atttypid = 'bytea'::regtype`,
    )
    const bytes = new Set(rows.map(({ name }) => name))
    const sealed = columns.filter((column) => column.sealed).map(({ name }) => name)
    expect(sealed.filter((name) => !bytes.has(name))).to.deep.equal([])
    expect(sealed.length).to.be.above(15)
  })
})
