import { randomUUIDv7 } from 'node:crypto'
import { expect } from 'chai'
import { withOrganization } from '../../src/db/transaction.ts'
import { listDocuments, listUsedCategories } from '../../src/queries/documents/documents.ts'
import { useServer } from '../support/server.ts'

const today = '2026-06-15'

/** The categories are looked for among some documents, and a list looks at all: both follow one rule. */
describe('the categories that a reader sees', () => {
  const server = useServer()

  it('are those of the documents that the reader sees, whoever that is', async () => {
    const company = await server.company()
    const { membershipId } = await company.member('hr')
    const boss = await company.person()
    const [below, stranger] = [await company.person({ manager_id: boss.id }), await company.person()]
    const fields = ['public', 'job', 'private'].flatMap((tier) =>
      [null, new Date()].map((archived_at) => ({ id: randomUUIDv7(), tier, archived_at })),
    )
    for (const { id, tier, archived_at } of fields)
      await server.db.query(
        `insert into custom_fields (org_id, id, key, label, type, tier, position, file, archived_at)
         values ($1, $2, $5, 'F', 'file', $3, 1, '{}', $4)`,
        [company.id, id, tier, archived_at, `f${id.slice(-12)}`],
      )
    const stored = [
      ...['everyone', 'managers', 'hr'].map((visibility) => ({ person: null, field: null, visibility })),
      ...[boss, below, stranger].flatMap(({ id: person }) => [
        ...['hr', 'hr_person', 'hr_person_manager'].map((visibility) => ({
          person,
          field: null,
          visibility,
        })),
        ...fields.map(({ id: field }) => ({ person, field, visibility: null })),
      ]),
    ]
    // Each has a category of its own.
    for (const [index, { person, field, visibility }] of stored.entries())
      await server.db.query(
        `insert into documents (org_id, id, person_id, field_id, title, search_text, category, category_key, visibility, uploaded_by,
                                membership_id, file_id, file_name, size, content_type, sha256, status, upload_expires_at, created_at,
                                updated_at)
         values ($1, $2, $3, $4, '', '', $5, $5, $6, 'hr', $7, $2, 'a', 1, 'text/plain', repeat('0', 64), 'ready', now(), now(), now())`,
        [company.id, randomUUIDv7(), person, field, `c${index}`, visibility, membershipId],
      )
    const readers = [
      ...[boss.id, below.id, stranger.id, null].flatMap((personId) =>
        [true, false].map((jobTier) => ({ all: false, jobTier, personId })),
      ),
      { all: true, jobTier: true, personId: null },
    ]
    const numbers: number[] = []
    for (const reader of readers)
      await withOrganization(server.running.runtime.pool, company.id, { mode: 'read' }, async (db) => {
        const used = await listUsedCategories(db, reader, today)
        const { documents } = await listDocuments(db, reader, {}, { sort: 'newest', limit: 100, today })
        expect(used.toSorted()).to.deep.equal(documents.map(({ category }) => category).toSorted())
        numbers.push(used.length)
      })
    expect(new Set(numbers).size).to.be.greaterThan(4)
    expect(numbers.at(-1)).to.equal(stored.length)
  })
})
