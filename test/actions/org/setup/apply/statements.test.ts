import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { expect } from 'chai'
import type { TestClient } from '../../../../support/client.ts'
import { setRules } from '../../../../support/approvals.ts'
import { entry } from '../../../../support/bulk.ts'
import { useServer } from '../../../../support/server.ts'

describe('org.setup.apply and org.people.import_csv send as many statements for 250 people as for one', () => {
  const server = useServer()
  beforeEach(() => (server.now = new Date('2026-06-15T12:00:00Z')))

  /** How many statements a call sends. */
  async function countDuring(call: () => Promise<unknown>): Promise<number> {
    let count = 0
    const note = () => void count++
    subscribe('rollcall:statement', note)
    try {
      await call()
    } finally {
      unsubscribe('rollcall:statement', note)
    }
    return count
  }

  /** Everybody has a lead of a unit, a manager of the input, places, values of all tiers and payroll details. */
  const people = (count: number, more: object, custom: object) =>
    Array.from({ length: count }, (_, at) =>
      entry(`P${at}`, {
        ...{ unit: at % 2 ? 'Sales' : 'New', location: 'Lisbon', legal_entity: 'Company GmbH', custom },
        ...{ iban: 'DE89370400440532013000', weekly_hours: 40, employee_number: String(at), ...more },
        ...(at % 3 === 1 && { manager_email: entry(`P${at - 1}`).work_email }),
      }),
    )
  const cases: [string, (count: number) => object][] = [
    ['new', (count) => ({ people: people(count, {}, { shirt: 'M', locker: '1' }) })],
    ['unchanged', (count) => ({ people: people(count, {}, { shirt: 'M', locker: '1' }) })],
    [
      'changed',
      (count) => ({
        people: people(
          count,
          { title: 'Head', family_name: 'Else', tax_id: '1', preferred_name: 'Pat', fte: 0.5 },
          { shirt: 'L', locker: '2' },
        ),
      }),
    ],
    [
      'refused',
      (count) => ({
        people: people(count, { title: 'Chief', location: 'Nowhere', custom: { no_such: 1 } }, {}),
      }),
    ],
  ]

  async function countsFor(count: number): Promise<Record<string, number>> {
    server.now = new Date('2026-06-15T12:00:00Z')
    const company = await server.company()
    const web = await company.as('owner', 'web')
    for (const [label, tier] of [
      ['Shirt', 'public'],
      ['Locker', 'private'],
    ] as const)
      await web.call('org_fields_create', { label, type: 'text', tier })
    const lead = await company.person()
    await company.unit({ name: 'Sales', head_person_id: lead.id })
    await company.unit({ name: 'New', head_person_id: lead.id })
    await web.call('org_locations_create', { name: 'Lisbon', country: 'PT', kind: 'office' })
    const counts: Record<string, number> = {}
    for (const [name, input] of cases) {
      counts[name] = await countDuring(() => web.post('/v1/org/setup.apply', input(count)))
      server.now = new Date(server.now.getTime() + 86_400_000)
    }
    await setRules(server, company, { job_change: 'manager_then_hr' })
    const held = { people: people(count, { title: 'Cook' }, {}) }
    counts['under a rule'] = await countDuring(() => web.post('/v1/org/setup.apply', held))
    await setRules(server, company, { job_change: 'off' })
    counts['a file'] = await countDuring(() => importAll(web, count))
    return counts
  }

  async function importAll(client: TestClient, count: number): Promise<unknown> {
    const lines = Array.from({ length: count }, (_, at) => `G,Else,${entry(`P${at}`).work_email},Boss,XL`)
    const csv = ['given_name,family_name,work_email,title,shirt', ...lines].join('\n')
    const result = await client.call('org_people_import_csv', { csv })
    expect(result).to.deep.include({ updated: count, row_errors: [] })
    return result
  }

  it('new, unchanged, changed, refused, and from a file', async () => {
    const one = await countsFor(1)
    expect(Object.values(one).every((count) => count > 5)).to.equal(true)
    const some = await countsFor(50)
    expect(await countsFor(250)).to.deep.equal(some)
    expect(some).to.deep.equal(one)
  })

  it('structure, too', async () => {
    const counts = await Promise.all(
      [2, 18].map(async (count) => {
        const company = await server.company()
        return { company, count, owner: await company.as('owner') }
      }),
    )
    const numbers: number[][] = []
    for (const { owner, count } of counts) {
      const list = (make: (at: number) => object) => Array.from({ length: count }, (_, at) => make(at))
      const input = (country: string, kind: string) => ({
        locations: list((at) => ({ name: `L${at}`, country })),
        units: list((at) => ({ name: `U${at}`, kind, ...(at && { parent: `U${at - 1}` }) })),
      })
      const made = await countDuring(() => owner.post('/v1/org/setup.apply', input('DE', 'team')))
      const same = await countDuring(() => owner.post('/v1/org/setup.apply', input('DE', 'team')))
      numbers.push([
        made,
        same,
        await countDuring(() => owner.post('/v1/org/setup.apply', input('FR', 'division'))),
      ])
    }
    expect(numbers[1]).to.deep.equal(numbers[0])
  })
})
