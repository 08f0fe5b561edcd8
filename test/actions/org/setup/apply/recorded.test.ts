import { expect } from 'chai'
import type { TestClient } from '../../../../support/client.ts'
import type { Company } from '../../../../support/company.ts'
import { activityOf } from '../../../../support/activity.ts'
import { emailOf, entry, idOf } from '../../../../support/bulk.ts'
import { readEvents } from '../../../../support/events.ts'
import { useServer } from '../../../../support/server.ts'

/** Two companies that are the same: what one of them is told by setup.apply, the other is by the single actions. */
describe('org.setup.apply records what the single actions do', () => {
  const server = useServer()
  let bulk: Twin
  let single: Twin
  beforeEach(async () => {
    server.now = new Date('2026-06-15T12:00:00Z')
    bulk = await twin()
    single = await twin()
  })

  interface Twin {
    company: Company
    web: TestClient
    ids: Map<string, string>
  }

  async function twin(): Promise<Twin> {
    const company = await server.company({ name: 'Twin' })
    const web = await company.as('owner', 'web')
    for (const [label, tier] of [
      ['Shirt', 'public'],
      ['Locker', 'private'],
    ] as const)
      await web.call('org_fields_create', { label, type: 'text', tier })
    const boss = await company.person({
      given_name: 'Boss',
      family_name: 'Example',
      work_email: emailOf('Boss'),
    })
    await company.unit({ name: 'Sales', head_person_id: boss.id })
    for (const [name, start_date] of [
      ['Here', '2026-01-01'],
      ['Today', '2026-06-15'],
      ['Soon', '2026-08-01'],
    ])
      await company.person({
        ...{ given_name: name!, family_name: 'Example', work_email: emailOf(name!), start_date: start_date! },
        ...{ legal_entity_id: company.legalEntity },
      })
    const ids = new Map([
      [company.id, 'ORG'],
      [company.root, 'ROOT'],
      [company.legalEntity, 'ENTITY'],
      [company.location, 'LOCATION'],
      [company.slug, 'SLUG'],
    ])
    return { company, web, ids }
  }

  /** What was told, with ids that are numbered in the order of their appearance. */
  async function told({ company, ids }: Twin, actions: string[]) {
    const lines = (await Promise.all(actions.map((name) => activityOf(server, company, name)))).flat()
    const events = await readEvents(server.db, company)
    const known = new Map(ids)
    const neutral = (value: unknown) =>
      JSON.parse(
        JSON.stringify(value).replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}|company-[0-9a-f]{12}/g, (id) => {
          if (!known.has(id)) known.set(id, `ID${known.size}`)
          return known.get(id)!
        }),
      ) as unknown
    return neutral({
      events: events.map(({ type, subject_id, person_id, effective_date, payload }) => ({
        ...{ type, subject_id, person_id, effective_date, payload },
      })),
      lines: lines.filter(({ summary }) => !summary.startsWith('Set up much')),
    })
  }

  async function expectSame(
    input: Parameters<typeof apply>[1],
    actions: string[],
    byHand: (twin: Twin, id: (name: string) => Promise<string>) => Promise<unknown>,
  ) {
    await apply(bulk, input)
    await byHand(single, (name) => idOf(server, single.company, name))
    const [mass, each] = [await told(bulk, ['org.setup.apply']), await told(single, actions)]
    expect(mass).to.deep.equal(each)
    const { events, lines } = mass as { events: unknown[]; lines: unknown[] }
    expect([events.length > 0, lines.length > 0]).to.deep.equal([true, true])
  }

  const apply = ({ web }: Twin, input: object) => web.call('org_setup_apply', input)

  it('hire, today and later, with terms and custom fields', () =>
    expectSame(
      {
        people: [
          entry('New', {
            ...{
              unit: 'Sales',
              location: 'Head office',
              weekly_hours: 30,
              custom: { shirt: 'M', locker: '7' },
            },
          }),
          entry('Later', { manager_email: null, start_date: '2026-09-01' }),
        ],
      },
      ['org.people.hire'],
      async ({ company, web }) => {
        const { rows } = await server.db.query(`select id from units where org_id = $1 and name = 'Sales'`, [
          company.id,
        ])
        await web.call('org_people_hire', {
          ...entry('New'),
          ...{
            start_date: '2026-06-15',
            unit_id: rows[0].id,
            location_id: company.location,
            weekly_hours: 30,
          },
          ...{ custom: { shirt: 'M', locker: '7' } },
        })
        await web.call('org_people_hire', { ...entry('Later'), manager_id: null, start_date: '2026-09-01' })
      },
    ))

  it('change_job: several terms, and another unit with its lead', () =>
    expectSame(
      { people: [entry('Here', { title: 'Head', unit: 'Sales', location: 'Head office' })] },
      ['org.people.change_job'],
      async ({ company, web }, id) => {
        const { rows } = await server.db.query(`select id from units where org_id = $1 and name = 'Sales'`, [
          company.id,
        ])
        await web.call('org_people_change_job', {
          ...{ person_id: await id('Here'), effective_date: '2026-06-15', reason: 'change', title: 'Head' },
          ...{ unit_id: rows[0].id, location_id: company.location },
        })
      },
    ))

  it('correct_job: the row of today, a first row that is moved, and one that is moved to the past and begins', () =>
    expectSame(
      {
        people: [
          entry('Today', { title: 'Head' }),
          entry('Soon', { start_date: '2026-06-01', title: 'Head' }),
        ],
      },
      ['org.people.correct_job'],
      async ({ web }, id) => {
        const jobOf = async (name: string) => {
          const { jobs } = await web.call('org_people_timeline', { person_id: await id(name) })
          return jobs[0]!.id
        }
        await web.call('org_people_correct_job', { job_id: await jobOf('Today'), title: 'Head' })
        await web.call('org_people_correct_job', {
          ...{ job_id: await jobOf('Soon'), valid_from: '2026-06-01', title: 'Head' },
        })
      },
    ))

  it('update_profile: names, custom fields of all tiers, and payroll details', () =>
    expectSame(
      {
        people: [
          entry('Here', { given_name: 'Hera', custom: { shirt: 'M', locker: '7' }, tax_id: '5' }),
          entry('Soon', { family_name: 'Else' }),
        ],
      },
      ['org.people.update_profile'],
      async ({ web }, id) => {
        await web.call('org_people_update_profile', {
          ...{
            person_id: await id('Here'),
            given_name: 'Hera',
            custom: { shirt: 'M', locker: '7' },
            tax_id: '5',
          },
        })
        await web.call('org_people_update_profile', { person_id: await id('Soon'), family_name: 'Else' })
      },
    ))

  it('locations and units: create and update', () =>
    expectSame(
      {
        locations: [
          { name: 'Lisbon', country: 'PT', city: 'Lisboa', timezone: 'Europe/Lisbon' },
          { name: 'Head office', country: 'FR', timezone: 'Europe/Paris' },
        ],
        units: [
          { name: 'Care', kind: 'division' },
          { name: 'Sales', kind: 'department', parent: 'Care' },
        ],
      },
      ['org.locations.create', 'org.locations.update', 'org.units.create', 'org.units.update'],
      async ({ company, web }) => {
        await web.call('org_locations_create', {
          ...{ name: 'Lisbon', country: 'PT', city: 'Lisboa', time_zone: 'Europe/Lisbon', kind: 'office' },
        })
        await web.call('org_locations_update', {
          ...{ location_id: company.location, country: 'FR', time_zone: 'Europe/Paris' },
        })
        const care = await web.call('org_units_create', { name: 'Care', kind: 'division' })
        const { rows } = await server.db.query(`select id from units where org_id = $1 and name = 'Sales'`, [
          company.id,
        ])
        await web.call('org_units_update', { unit_id: rows[0].id, kind: 'department', parent_id: care.id })
      },
    ))

  it('and one line before them that says how much there was', async () => {
    await apply(bulk, {
      locations: [{ name: 'Lisbon', country: 'PT' }],
      units: [
        { name: 'Care', kind: 'team' },
        { name: 'Field', kind: 'team' },
        { name: 'Sales', kind: 'department' },
      ],
      people: [entry('New', { manager_email: null }), entry('Here', { title: 'Head' }), entry('Soon')],
    })
    const summaries = (await activityOf(server, bulk.company, 'org.setup.apply')).map(
      ({ summary }) => summary,
    )
    expect(summaries).to.deep.equal([
      'Set up much at once; created and changed locations: 1 and 0, units: 2 and 1, people: 1 and 1',
      'Created the location {subject}',
      'Created the unit {subject}',
      'Created the unit {subject}',
      'Changed the unit {subject}',
      'Hired {subject}',
      'Changed the job of {subject}',
    ])
  })
})
