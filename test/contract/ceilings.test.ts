import { expect } from 'chai'
import type { TestClient } from '../support/client.ts'
import type { Company } from '../support/company.ts'
import { refused } from '../support/expect.ts'
import { useServer } from '../support/server.ts'

describe('records that are kept for good have a ceiling, archived ones included', () => {
  const server = useServer()
  let company: Company
  let hr: TestClient
  beforeEach(async () => {
    company = await server.company()
    hr = await company.as('hr', 'web')
  })

  /** Archived rows like the first one of the table until there are so many: `change` is SQL that makes row `n` another one. */
  const fill = (table: string, count: number, change: string) =>
    server.db.query(
      `insert into ${table}
       select made.*
         from (select * from ${table} where org_id = $1 order by id limit 1) t,
              generate_series(1, $2 - (select count(*)::int from ${table} where org_id = $1)) n,
              jsonb_populate_record(null::${table},
                to_jsonb(t) || jsonb_build_object('id', gen_random_uuid(), 'archived_at', now(), ${change})) made`,
      [company.id, count],
    )
  const otherName = `'name', 'Kept ' || n, 'name_key', 'kept ' || n`

  const full = async (call: Promise<unknown>) =>
    (await refused(call, 'conflict')).body.error.details!.map(({ path, code, message }) => [
      path,
      code,
      Number(/at most ([0-9,]+) /.exec(message)![1]!.replace(',', '')),
    ])

  it('10,000 units, however they are added', async () => {
    await fill('units', 9999, `${otherName}, 'kind', 'team', 'parent_id', t.id, 'head_person_id', null`)
    const named = (name: string) => hr.call('org_units_create', { name, kind: 'team' })
    const import_ = (unit: string) =>
      hr.call('org_people_import_csv', {
        csv: `given_name,family_name,work_email,title,team\nAda,Lu,ada@x.example,Cook,${unit}`,
      })
    const apply = (...names: string[]) =>
      hr.call('org_setup_apply', { units: names.map((name) => ({ name, kind: 'team' as const })) })
    expect(await full(apply('Last', 'More'))).to.deep.equal([['units', 'too_many_in_all', 10_000]])
    await named('Last')
    expect(await full(named('More'))).to.deep.equal([['name', 'too_many_in_all', 10_000]])
    expect(await full(apply('More'))).to.deep.equal([['units', 'too_many_in_all', 10_000]])
    expect(await full(import_('More'))).to.deep.equal([['csv', 'too_many_in_all', 10_000]])
    await apply('Last')
    expect(await import_('Last')).to.deep.include({ row_errors: [], created: 1 })
  })

  it('5,000 locations, however they are added', async () => {
    await fill('locations', 4999, otherName)
    const named = (name: string) => hr.call('org_locations_create', { name, country: 'DE' })
    const apply = (...names: string[]) =>
      hr.call('org_setup_apply', { locations: names.map((name) => ({ name, country: 'DE' })) })
    expect(await full(apply('Last', 'More'))).to.deep.equal([['locations', 'too_many_in_all', 5000]])
    await apply('Last')
    expect(await full(named('More'))).to.deep.equal([['name', 'too_many_in_all', 5000]])
    expect(await full(apply('More'))).to.deep.equal([['locations', 'too_many_in_all', 5000]])
    await apply('Last')
  })

  it('1,000 legal entities', async () => {
    await fill('legal_entities', 999, otherName)
    const named = (name: string) => hr.call('org_legal_entities_create', { name, country: 'DE' })
    await named('Last')
    expect(await full(named('More'))).to.deep.equal([['name', 'too_many_in_all', 1000]])
  })

  it('300 custom fields', async () => {
    const labelled = (label: string) => hr.call('org_fields_create', { label, type: 'text', tier: 'public' })
    await labelled('First')
    await fill('custom_fields', 299, `'key', 'kept_' || n, 'position', n`)
    await labelled('Last')
    expect(await full(labelled('More'))).to.deep.equal([['label', 'too_many_in_all', 300]])
  })

  it('200 templates of checklists', async () => {
    const task = { title: 'Say hello', assignee: { type: 'hr' as const }, offset_days: 0 }
    const named = (name: string) =>
      hr.call('org_checklists_templates_create', { name, kind: 'custom', tasks: [task] })
    await named('First')
    await fill(
      'checklist_templates',
      199,
      `'starter', null, 'name', 'Kept ' || n, 'tasks', '[]'::jsonb, 'saved', true, 'updated_at', now()`,
    )
    await named('Last')
    expect(await full(named('More'))).to.deep.equal([['name', 'too_many_in_all', 200]])
  })
})
