import { expect } from 'chai'
import type { TestClient } from '../../../../support/client.ts'
import type { Company } from '../../../../support/company.ts'
import { applyPeople, emailOf, entry, problemsOf } from '../../../../support/bulk.ts'
import { refused } from '../../../../support/expect.ts'
import { useServer } from '../../../../support/server.ts'

describe('org.setup.apply: what is refused', () => {
  const server = useServer()
  let company: Company
  let hr: TestClient
  beforeEach(async () => {
    server.now = new Date('2026-06-15T12:00:00Z')
    company = await server.company()
    hr = await company.as('hr')
  })

  const archivedOnes = async () => {
    const unit = await company.unit({ name: 'Old unit' })
    const location = await hr.call('org_locations_create', {
      name: 'Old town',
      country: 'DE',
      kind: 'office',
    })
    const entity = await hr.call('org_legal_entities_create', { name: 'Old AG', country: 'CH' })
    const places = { unit_id: unit, location_id: location.id, legal_entity_id: entity.id }
    await company.person({ work_email: emailOf('There'), ...places })
    const gone = { ...places, last_day: '2026-06-14' }
    await company.person({ work_email: emailOf('Gone'), title: 'Cook', ...gone })
    for (const [table, id] of [
      ['units', unit],
      ['locations', location.id],
      ['legal_entities', entity.id],
    ])
      await server.db.query(`update ${table} set archived_at = now() where org_id = $1 and id = $2`, [
        company.id,
        id,
      ])
  }

  it('archived units, locations and legal entities, but only when somebody changes to them', async () => {
    await archivedOnes()
    await company.person({ work_email: emailOf('Here') })
    const old = { unit: 'old unit', location: 'old town', legal_entity: 'old ag' }
    const names = ['location_archived', 'unit_archived', 'legal_entity_archived']
    const fields = ['location', 'unit', 'legal_entity']
    expect(
      await problemsOf(
        applyPeople(
          hr,
          entry('New', old),
          entry('Here', old),
          entry('There', { ...old, title: 'Head' }),
          entry('Gone', old),
        ),
      ),
    ).to.deep.equal(
      [0, 1].flatMap((index) => fields.map((field, at) => `people[${index}].${field} ${names[at]}`)).sort(),
    )
    const { updated } = await applyPeople(hr, entry('There', { ...old, title: 'Head' }))
    expect(updated.people).to.equal(1)
  })

  it('archived units and locations that are to change, and archived parents; a unit may stay below one', async () => {
    await archivedOnes()
    const above = await company.unit({ name: 'Above' })
    await company.unit({ name: 'Below', parent_id: above })
    await server.db.query(`update units set archived_at = now() where org_id = $1 and id = $2`, [
      company.id,
      above,
    ])
    expect(
      await problemsOf(
        hr.call('org_setup_apply', {
          locations: [{ name: 'OLD town', country: 'DE' }],
          units: [
            { name: 'Old Unit', kind: 'team' },
            { name: 'New', kind: 'team', parent: 'Above' },
            { name: 'Below', kind: 'division', parent: 'Above' },
          ],
        }),
      ),
    ).to.deep.equal([
      'locations[0].name location_archived',
      'units[0].name unit_archived',
      'units[1].parent unit_archived',
    ])
    const { updated } = await hr.call('org_setup_apply', {
      units: [{ name: 'Below', kind: 'division', parent: 'Above' }],
    })
    expect(updated.units).to.equal(1)
  })

  it('any entry for the company itself; its name may be a parent and a unit of people', async () => {
    expect(
      await problemsOf(hr.call('org_setup_apply', { units: [{ name: 'COMPANY', kind: 'division' }] })),
    ).to.deep.equal(['units[0].name company_root_fixed'])
    await hr.call('org_setup_apply', {
      units: [{ name: 'Below', kind: 'team', parent: 'Company' }],
      people: [entry('Top', { unit: 'Company', manager_email: null })],
    })
  })

  it('units and locations and people that are given twice, with the place of the first', async () => {
    const { body } = await refused(
      hr.call('org_setup_apply', {
        locations: [
          { name: 'Lisbon', country: 'PT' },
          { name: ' LISBON', country: 'PT' },
        ],
        units: [
          { name: 'Care', kind: 'team' },
          { name: 'care', kind: 'division' },
          { name: 'CARE', kind: 'team' },
        ],
        people: [
          entry('Anna', { work_email: 'anna@bücher.example' }),
          entry('Anna', { work_email: 'ANNA@xn--bcher-kva.example' }),
        ],
      }),
      'validation_failed',
    )
    expect(body.error.details!.map(({ path, code, message }) => `${path} ${code} ${message}`)).to.deep.equal([
      'locations[1].name given_twice This is given twice: locations[0] is the same. Keep one of them.',
      'units[1].name given_twice This is given twice: units[0] is the same. Keep one of them.',
      'units[2].name given_twice This is given twice: units[0] is the same. Keep one of them.',
      'people[1].work_email given_twice This is given twice: people[0] is the same. Keep one of them.',
    ])
  })

  it('another row in a job history that has 500; a correction of the row of today is none', async () => {
    const add = async (name: string, from: string, days: number) => {
      const { id, employmentId } = await company.person({ work_email: emailOf(name), start_date: from })
      await server.db.query(
        `update job_rows set valid_to = valid_from where org_id = $1 and person_id = $2`,
        [company.id, id],
      )
      await server.db.query(
        `insert into job_rows (org_id, id, person_id, employment_id, valid_from, valid_to, title, search_text,
                               employment_type, fte, reason, contract_type, start_announced_at)
         select $1, gen_random_uuid(), $2, $3, $4::date + n, case when n < $5 then $4::date + n end, 'Engineer',
                'engineer', 'full_time', 1, 'change', 'permanent', now()
           from generate_series(1, $5::int) n`,
        [company.id, id, employmentId, from, days],
      )
    }
    await add('Full', '2024-01-01', 499)
    await add('Today', '2025-02-01', 499)
    const { rows } = await server.db.query(
      `select max(valid_from)::text as last from job_rows j join people p on p.org_id = j.org_id and p.id = j.person_id
        where j.org_id = $1 and p.work_email_key = $2`,
      [company.id, emailOf('Today')],
    )
    expect(rows[0].last).to.equal('2026-06-15')
    expect(
      await problemsOf(applyPeople(hr, entry('Full', { title: 'Head' }), entry('Today', { title: 'Head' }))),
    ).to.deep.equal(['people[0].work_email too_many_job_rows'])
    expect((await applyPeople(hr, entry('Full'), entry('Today', { title: 'Head' }))).updated.people).to.equal(
      2,
    )
  })

  it('an erased person', async () => {
    await company.person({ work_email: emailOf('Erased'), erased: true })
    expect(await problemsOf(applyPeople(hr, entry('Erased')))).to.deep.equal([
      'people[0].work_email person_erased',
    ])
  })

  it('everything, when the company has no root unit', async () => {
    await server.db.query('delete from units where org_id = $1', [company.id])
    expect(await problemsOf(applyPeople(hr, entry('Anna')))).to.deep.equal([' company_root_missing'])
  })

  it('more than 250 people, 200 units and 50 locations', async () => {
    const many = <Item>(count: number, make: (index: number) => Item) =>
      Array.from({ length: count }, (_, at) => make(at))
    expect(
      await problemsOf(
        hr.call('org_setup_apply', {
          people: many(251, (at) => entry(`P${at}`)),
          units: many(201, (at) => ({ name: `U${at}`, kind: 'team' as const })),
          locations: many(51, (at) => ({ name: `L${at}`, country: 'DE' })),
        }),
      ),
    ).to.deep.equal(['locations too_many', 'people too_many', 'units too_many'])
  })

  it('roles other than owner, admin and HR', async () => {
    for (const role of ['viewer', 'member'] as const) {
      const caller = await company.as(role)
      await refused(applyPeople(caller, entry('Anna')), 'forbidden')
    }
  })
})
