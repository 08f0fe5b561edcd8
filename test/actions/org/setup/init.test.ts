import { expect } from 'chai'
import { refused } from '../../../support/expect.ts'
import type { Company, CompanyOptions } from '../../../support/company.ts'
import { addEmployment } from '../../../support/job-rows.ts'
import { heldUp } from '../../../support/race.ts'
import { useServer } from '../../../support/server.ts'

describe('org.setup.init', () => {
  const server = useServer()

  /** A new organization, as the operator creates it: with a login for the owner, and nothing else. */
  async function bare(options?: CompanyOptions): Promise<Company> {
    const company = await server.company(options)
    for (const table of ['units', 'locations', 'legal_entities'])
      await server.db.query(`delete from ${table} where org_id = $1`, [company.id])
    return company
  }

  async function rows<Row extends object>(company: Company, columnsAndTable: string): Promise<Row[]> {
    return (
      await server.db.query<Row>(`select ${columnsAndTable} where org_id = $1 order by created_at, id`, [
        company.id,
      ])
    ).rows
  }

  async function counts(company: Company): Promise<number[]> {
    const tables = ['legal_entities', 'locations', 'units', 'people', 'employments', 'job_rows', 'activity']
    const found = await Promise.all(
      tables.map((table) => server.db.query(`select 1 from ${table} where org_id = $1`, [company.id])),
    )
    return found.map(({ rowCount }) => rowCount ?? 0)
  }

  const nothing = {
    entity: false,
    location: false,
    units: false,
    people: false,
    invited: false,
    ai_connected: false,
    completed: false,
  }

  it('makes the basics and the owner as a person who starts today, linked to their login', async () => {
    const company = await bare({ name: 'Acme', country: 'FR', timeZone: 'Asia/Tokyo' })
    server.now = new Date('2026-03-10T20:00:00Z')
    const result = await (await company.as('owner')).call('org_setup_init', {})
    expect(result).to.deep.equal({
      ...nothing,
      entity: true,
      location: true,
      ai_connected: true,
      warnings: [],
      notes: [],
    })
    const [entity] = await rows<{ id: string }>(company, 'id, name, country from legal_entities')
    const [office] = await rows<{ id: string }>(company, 'id, name, country, kind from locations')
    const [root] = await rows<{ id: string }>(company, 'id, name, kind, parent_id from units')
    expect(entity).to.include({ name: 'Acme', country: 'FR' })
    expect(office).to.include({ name: 'Head office', country: 'FR', kind: 'office' })
    expect(root).to.include({ name: 'Acme', kind: 'company', parent_id: null })
    const [person] = await rows<{ id: string }>(
      company,
      'id, given_name, family_name, work_email from people',
    )
    expect(person).to.include({
      given_name: 'Olga',
      family_name: 'Owner',
      work_email: 'owner@company.example',
    })
    const [job] = await rows(
      company,
      'person_id, valid_from::text, valid_to, title, unit_id, location_id, legal_entity_id, manager_id, reason from job_rows',
    )
    expect(job).to.deep.equal({
      person_id: person!.id,
      valid_from: '2026-03-11',
      valid_to: null,
      title: 'Founder',
      unit_id: root!.id,
      location_id: office!.id,
      legal_entity_id: entity!.id,
      manager_id: null,
      reason: 'hire',
    })
    const [membership] = await rows(company, 'person_id from memberships')
    expect(membership).to.deep.equal({ person_id: person!.id })
  })

  it('records everything it creates; the log has the person as subject, but no name', async () => {
    const company = await bare({ name: 'Acme' })
    await (await company.as('owner')).call('org_setup_init', { owner_title: 'CEO' })
    const { rows: entries } = await server.db.query(
      'select summary_code, subject_name from activity where org_id = $1 order by id',
      [company.id],
    )
    expect(entries).to.deep.equal([
      { summary_code: 'legal_entity_created', subject_name: 'Acme' },
      { summary_code: 'location_created', subject_name: 'Head office' },
      { summary_code: 'unit_created', subject_name: 'Acme' },
      { summary_code: 'person_hired', subject_name: null },
      { summary_code: 'own_login_linked', subject_name: null },
    ])
  })

  it('answers the same and creates nothing when repeated', async () => {
    const company = await bare()
    const owner = await company.as('owner')
    const first = await owner.call('org_setup_init', {})
    const before = await counts(company)
    expect(before).to.deep.equal([1, 1, 1, 1, 1, 1, 5])
    expect(await owner.call('org_setup_init', { owner_title: 'Other' })).to.deep.equal(first)
    expect(await counts(company)).to.deep.equal(before)
  })

  it('creates nothing twice when ten calls come at once', async () => {
    const company = await bare()
    const owner = await company.as('owner')
    const results = await Promise.all(Array.from({ length: 10 }, () => owner.call('org_setup_init', {})))
    for (const result of results) expect(result).to.deep.equal(results[0])
    expect(await counts(company)).to.deep.equal([1, 1, 1, 1, 1, 1, 5])
  })

  it('makes only what is missing', async () => {
    const company = await server.company()
    await (await company.as('owner')).call('org_setup_init', {})
    expect(await counts(company)).to.deep.equal([1, 1, 1, 1, 1, 1, 2])
    const [job] = await rows(company, 'unit_id, location_id, legal_entity_id from job_rows')
    expect(job).to.deep.equal({
      unit_id: company.root,
      location_id: company.location,
      legal_entity_id: company.legalEntity,
    })
  })

  it('assigns nobody to an archived location or legal entity', async () => {
    const company = await server.company()
    const owner = await company.as('owner')
    const office = await owner.call('org_locations_create', { name: 'New office', country: 'DE' })
    const entity = await owner.call('org_legal_entities_create', { name: 'New GmbH', country: 'DE' })
    await owner.call('org_locations_archive', { location_id: company.location })
    await owner.call('org_legal_entities_archive', { legal_entity_id: company.legalEntity })
    await owner.call('org_setup_init', {})
    const [job] = await rows(company, 'location_id, legal_entity_id from job_rows')
    expect(job).to.deep.equal({ location_id: office.id, legal_entity_id: entity.id })
  })

  it('uses the person who has the e-mail of the login already, ignoring capitals', async () => {
    const company = await bare()
    const person = await company.person({ work_email: 'Owner@Company.example' })
    const result = await (await company.as('owner')).call('org_setup_init', {})
    expect(result.warnings).to.deep.equal([])
    expect(await rows(company, 'person_id from memberships')).to.deep.equal([{ person_id: person.id }])
    expect((await counts(company))[3]).to.equal(1)
  })

  it('uses the person whose e-mail domain is that of the login in another spelling', async () => {
    const company = await bare()
    await server.db.query(
      `update users set email = 'olga@bücher.example', email_key = 'olga@xn--bcher-kva.example' where org_id = $1`,
      [company.id],
    )
    const person = await company.person({ work_email: 'olga@xn--bcher-kva.example' })
    await (await company.as('owner')).call('org_setup_init', {})
    expect(await rows(company, 'person_id from memberships')).to.deep.equal([{ person_id: person.id }])
  })

  it('makes a person for HR, but leaves the link to an owner or admin', async () => {
    const company = await bare()
    const hr = await company.key(await company.member('hr'))
    const first = await hr.call('org_setup_init', {})
    expect(first.warnings).to.have.length(1)
    expect(first.warnings[0]).to.contain('members.link_person')
    expect(await hr.call('org_setup_init', {})).to.deep.equal(first)
    expect((await counts(company))[3]).to.equal(1)
    expect(await rows(company, 'person_id from memberships')).to.deep.equal([
      { person_id: null },
      { person_id: null },
    ])
  })

  it('neither rehires nor links somebody who has left', async () => {
    const company = await bare()
    await company.person({ work_email: company.owner.email, last_day: '2020-12-31' })
    const { warnings } = await (await company.as('owner')).call('org_setup_init', {})
    expect(warnings).to.have.length(1)
    expect(warnings[0]).to.contain('people.rehire')
    expect(await rows(company, 'person_id from memberships')).to.deep.equal([{ person_id: null }])
    expect((await counts(company))[4]).to.equal(1)
  })

  it('links somebody who has left and is hired again for a later day', async () => {
    const company = await bare()
    const { id } = await company.person({ work_email: company.owner.email, last_day: '2020-12-31' })
    await addEmployment(server, company.id, id, '2999-01-01', { title: 'Owner again' })
    const { warnings } = await (await company.as('owner')).call('org_setup_init', {})
    expect(warnings).to.deep.equal([])
    expect(await rows(company, 'person_id from memberships')).to.deep.equal([{ person_id: id }])
  })

  it('warns about a linked person who has left, too', async () => {
    const company = await bare()
    const { id } = await company.person({ last_day: '2020-12-31' })
    const admin = await company.key(await company.member('admin', { personId: id }))
    expect((await admin.call('org_setup_init', {})).warnings).to.have.length(1)
    expect((await counts(company))[3]).to.equal(1)
  })

  it('names the root as the organization, however long its name', async () => {
    const company = await bare()
    const owner = await company.as('owner')
    const { name } = await owner.call('platform_organization_set', { name: 'x'.repeat(100) })
    await owner.call('org_setup_init', {})
    const [root] = await owner.call('org_units_list', {})
    expect(await owner.call('org_units_update', { unit_id: root!.id, name: root!.name })).to.include({
      name,
    })
  })

  it('does not link the login to an erased person', async () => {
    const company = await bare()
    await company.person({ work_email: company.owner.email, erased: true })
    await refused((await company.as('owner')).call('org_setup_init', {}), 'conflict')
    expect(await rows(company, 'person_id from memberships')).to.deep.equal([{ person_id: null }])
  })

  it('does not link a person who is linked to another login', async () => {
    const company = await bare()
    const { id } = await company.person({ work_email: company.owner.email })
    await company.member('hr', { personId: id })
    const { warnings } = await (await company.as('owner')).call('org_setup_init', {})
    expect(warnings[0]).to.contain('another login')
    expect(await rows(company, 'person_id from memberships')).to.deep.equal([
      { person_id: null },
      { person_id: id },
    ])
  })

  it('takes nobody from a login that they are linked to meanwhile', async () => {
    const company = await server.company()
    const [mine, other] = [await company.member('admin'), await company.member('viewer')]
    const owner = await company.as('owner')
    const { rows } = await server.db.query('select email from users where id = $1', [mine.userId])
    const { id } = await company.person({ work_email: rows[0].email })
    const caller = await company.key(mine)
    const { first, second } = await heldUp(
      server.db,
      {
        text: 'select 1 from memberships where org_id = $1 and id = $2 for no key update',
        values: [company.id, mine.membershipId],
      },
      () => caller.call('org_setup_init', {}),
      () => owner.call('platform_members_link_person', { membership_id: other.membershipId, person_id: id }),
    )
    await first
    expect((await second).person_id).to.equal(id)
    const holders = await server.db.query('select id from memberships where person_id = $1', [id])
    expect(holders.rows).to.deep.equal([{ id: other.membershipId }])
  })

  it('takes nobody for the founder of a company that has people, and says that the title is missing', async () => {
    const company = await bare()
    await company.person({ last_day: '2020-12-31' })
    const owner = await company.as('owner')
    const { warnings } = await owner.call('org_setup_init', {})
    expect(warnings).to.have.length(1)
    expect(warnings[0]).to.include('owner_title').and.include('"-"')
    expect((await owner.call('org_setup_init', {})).warnings, 'told once').to.deep.equal([])
    const admin = await company.key(await company.member('admin'))
    expect((await admin.call('org_setup_init', { owner_title: 'CFO' })).warnings).to.deep.equal([])
    expect(await rows(company, 'title from job_rows')).to.deep.equal([
      { title: 'Engineer' },
      { title: '-' },
      { title: 'CFO' },
    ])
  })

  it('uses the last word of the login’s name as family name, with its particles, and marks a missing one', async () => {
    const names = ['Ana María de la Cruz', 'Cher', 'Ö'.repeat(150)]
    const found = []
    for (const name of names) {
      const company = await bare()
      await server.db.query('update users set display_name = $2 where org_id = $1', [company.id, name])
      await (await company.as('owner')).call('org_setup_init', {})
      found.push(...(await rows(company, 'given_name, family_name from people')))
    }
    expect(found).to.deep.equal([
      { given_name: 'Ana María', family_name: 'de la Cruz' },
      { given_name: 'Cher', family_name: '-' },
      { given_name: 'Ö'.repeat(100), family_name: '-' },
    ])
  })
})
