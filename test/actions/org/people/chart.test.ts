import { expect } from 'chai'
import type { Result } from '../../../../src/actions/action.ts'
import { refused } from '../../../support/expect.ts'
import { addEmployment, addJobRow } from '../../../support/job-rows.ts'
import { McpClient } from '../../../support/mcp.ts'
import { useServer } from '../../../support/server.ts'

type Chart = Result<'org_people_chart'>

/** A chart as lines: name, manager, reports. The names are one letter and a number. */
const lines = ({ nodes }: Chart): string[] => {
  const names = new Map(nodes.map(({ person }) => [person.id, person.name]))
  return nodes.map(({ person, manager_id: id, direct_reports: direct, total_reports: total }) =>
    [person.name, id === null ? '-' : (names.get(id) ?? 'not here'), direct, total].join(' '),
  )
}

describe('org.people.chart', () => {
  const server = useServer()
  beforeEach(() => (server.now = new Date('2026-06-15T12:00:00Z')))

  /** A company of people who are called by their given name; each with the name of a manager who came before. */
  async function companyOf(line: Record<string, string | null>) {
    const company = await server.company()
    const ids: Record<string, string> = {}
    for (const [given_name, above] of Object.entries(line)) {
      const manager_id = above === null ? null : ids[above]!
      ids[given_name] = (await company.person({ given_name, family_name: 'P', manager_id })).id
    }
    return { company, ids }
  }

  const eight = {
    Zoe: null,
    Ben: 'Zoe',
    Amy: 'Zoe',
    Cid: 'Ben',
    Abe: 'Ben',
    Dan: 'Amy',
    Eve: 'Dan',
    Lone: null,
  }

  it('shows everybody level by level, by name, with direct and total reports', async () => {
    const { company } = await companyOf(eight)
    const chart = await (await company.as('viewer')).call('org_people_chart', {})
    const own = await company.as('owner')
    expect(chart.as_of).to.equal('2026-06-15')
    const viewer = chart.nodes.find(({ person }) => person.title === 'viewer')
    expect(viewer).to.include({ manager_id: null, direct_reports: 0, total_reports: 0 })
    const others = { ...chart, nodes: chart.nodes.filter((node) => node !== viewer) }
    expect(lines(others)).to.deep.equal([
      'Lone P - 0 0',
      'Zoe P - 2 6',
      'Amy P Zoe P 1 2',
      'Ben P Zoe P 2 2',
      'Abe P Ben P 0 0',
      'Cid P Ben P 0 0',
      'Dan P Amy P 1 1',
      'Eve P Dan P 0 0',
    ])
    expect(await own.call('org_people_chart', {})).to.deep.equal(chart)
  })

  it('sorts a level by family name, given name and id, as the list does', async () => {
    const company = await server.company()
    for (const [given_name, family_name] of [
      ['Zoe', 'adams'],
      ['Bo', 'Öberg'],
      ['Al', 'Öberg'],
      ['Al', 'Öberg'],
      ['Cy', 'Baker'],
    ] as const)
      await company.person({ given_name, family_name })
    const owner = await company.as('owner')
    const { nodes } = await owner.call('org_people_chart', {})
    const { people } = await owner.call('org_people_list', {})
    expect(nodes.map(({ person }) => person.id)).to.deep.equal(people.map(({ id }) => id))
  })

  it('cuts levels by depth, and counts those below all the same', async () => {
    const { company } = await companyOf(eight)
    const owner = await company.as('owner')
    expect(lines(await owner.call('org_people_chart', { depth: 1 }))).to.deep.equal([
      'Lone P - 0 0',
      'Zoe P - 2 6',
      'Amy P Zoe P 1 2',
      'Ben P Zoe P 2 2',
    ])
    const whole = await owner.call('org_people_chart', {})
    expect(await owner.call('org_people_chart', { depth: 3 })).to.deep.equal(whole)
    expect((await owner.call('org_people_chart', { depth: 2 })).nodes).to.have.length(7)
    for (const depth of [0, 21]) await refused(owner.call('org_people_chart', { depth }), 'validation_failed')
  })

  it('shows one person and everybody below, and whom that person reports to', async () => {
    const { company, ids } = await companyOf(eight)
    const owner = await company.as('owner')
    const below = await owner.call('org_people_chart', { root_person_id: ids['Amy']! })
    expect(lines(below)).to.deep.equal(['Amy P not here 1 2', 'Dan P Amy P 1 1', 'Eve P Dan P 0 0'])
    expect(below.nodes[0]!.manager_id).to.equal(ids['Zoe'])
    const cut = await owner.call('org_people_chart', { root_person_id: ids['Amy']!, depth: 1 })
    expect(lines(cut)).to.deep.equal(['Amy P not here 1 2', 'Dan P Amy P 1 1'])
    const top = await owner.call('org_people_chart', { root_person_id: ids['Zoe']! })
    expect(top.nodes).to.have.length(7)
    expect(top.nodes[0]!.manager_id).to.equal(null)
  })

  it('holds who works there that day: no leavers, and nobody who has not started', async () => {
    const company = await server.company()
    const boss = await company.person({ given_name: 'Boss', last_day: '2026-06-15' })
    const lead = { family_name: 'P', manager_id: boss.id }
    await company.person({ ...lead, given_name: 'Gone', last_day: '2026-06-14' })
    await company.person({ ...lead, given_name: 'Stays' })
    await company.person({ ...lead, given_name: 'Comes', start_date: '2026-06-16' })
    const owner = await company.as('owner')
    expect(lines(await owner.call('org_people_chart', {}))).to.deep.equal([
      'Boss Person - 1 1',
      'Stays P Boss Person 0 0',
    ])
    const yesterday = await owner.call('org_people_chart', { as_of: '2026-06-14' })
    expect(lines(yesterday)).to.deep.equal([
      'Boss Person - 2 2',
      'Gone P Boss Person 0 0',
      'Stays P Boss Person 0 0',
    ])
    const tomorrow = await owner.call('org_people_chart', { as_of: '2026-06-16' })
    expect(lines(tomorrow), 'the manager has left').to.deep.equal(['Comes P - 0 0', 'Stays P - 0 0'])
  })

  it('puts those at the top whose manager has left, or starts later', async () => {
    const company = await server.company()
    const left = await company.person({ given_name: 'Left', last_day: '2026-01-31' })
    const coming = await company.person({ given_name: 'Coming', start_date: '2026-07-01' })
    const under = async (given_name: string, manager_id: string) =>
      company.person({ given_name, family_name: 'P', manager_id })
    const a = await under('A', left.id)
    const b = await under('B', coming.id)
    await under('C', a.id)
    const owner = await company.as('owner')
    expect(lines(await owner.call('org_people_chart', {}))).to.deep.equal([
      'A P - 1 1',
      'B P - 0 0',
      'C P A P 0 0',
    ])
    for (const root_person_id of [a.id, b.id]) {
      const { nodes } = await owner.call('org_people_chart', { root_person_id })
      expect(nodes[0]).to.include({ manager_id: null })
    }
    for (const { id } of [left, coming])
      expect((await owner.call('org_people_chart', { root_person_id: id })).nodes).to.deep.equal([])
    const later = await owner.call('org_people_chart', { as_of: '2026-07-01', root_person_id: coming.id })
    expect(lines(later)).to.deep.equal(['Coming Person - 1 1', 'B P Coming Person 0 0'])
  })

  it('shows the titles, units and managers of the day', async () => {
    const company = await server.company()
    const unit = await company.unit({ name: 'Mill' })
    const [first, second] = [await company.person(), await company.person()]
    const { id } = await company.person({ title: 'Junior', unit_id: unit, manager_id: first.id })
    await addJobRow(server, company.id, id, '2026-06-15', { title: 'Senior', manager_id: second.id })
    const owner = await company.as('owner')
    const node = async (as_of?: string) =>
      (await owner.call('org_people_chart', as_of ? { as_of } : {})).nodes.find(
        ({ person }) => person.id === id,
      )
    expect(await node('2026-06-14')).to.deep.include({
      manager_id: first.id,
      unit: { id: unit, name: 'Mill' },
    })
    expect((await node('2026-06-14'))!.person).to.include({ title: 'Junior' })
    expect(await node()).to.deep.include({ manager_id: second.id, unit: null })
    expect((await node())!.person).to.include({ title: 'Senior' })
  })

  it('shows somebody once, also after a rehire', async () => {
    const company = await server.company()
    const { id } = await company.person({ start_date: '2020-01-01', last_day: '2021-12-31' })
    await addEmployment(server, company.id, id, '2023-01-01', { title: 'Back again' })
    const owner = await company.as('owner')
    for (const [as_of, title] of [
      ['2021-12-31', 'Engineer'],
      ['2022-06-01', undefined],
      ['2026-06-15', 'Back again'],
    ] as const) {
      const { nodes } = await owner.call('org_people_chart', { as_of })
      expect(nodes.map(({ person }) => person.title)).to.deep.equal(title ? [title] : [])
    }
  })

  it('is for everybody, a day in the future for manage credentials only', async () => {
    const { company, ids } = await companyOf({ Zoe: null, Ben: 'Zoe' })
    const lead = await company.member('member', { personId: ids['Zoe']! })
    for (const client of [await company.key(lead), await company.as('hr', 'me')]) {
      await client.call('org_people_chart', { as_of: '2026-06-15' })
      await client.call('org_people_chart', { as_of: '2020-06-15' })
      const error = await refused(client.call('org_people_chart', { as_of: '2026-06-16' }), 'forbidden')
      expect(error.body.error.details![0]).to.include({ path: 'as_of', code: 'future_needs_manage' })
    }
    await (await company.as('viewer')).call('org_people_chart', { as_of: '2026-06-16' })
  })

  it('shows everybody once if the rows make a loop, which no action allows', async () => {
    const { company, ids } = await companyOf({ Ann: null, Bob: 'Ann', Cat: 'Bob', Dot: 'Cat' })
    await server.db.query(`update job_rows set manager_id = $2 where person_id = $1`, [
      ids['Ann'],
      ids['Cat'],
    ])
    const owner = await company.as('owner')
    expect(lines(await owner.call('org_people_chart', {}))).to.deep.equal([
      'Ann P - 1 3',
      'Bob P Ann P 1 2',
      'Cat P Bob P 1 1',
      'Dot P Cat P 0 0',
    ])
    const below = await owner.call('org_people_chart', { root_person_id: ids['Bob']! })
    expect(lines(below)).to.deep.equal([
      'Bob P Ann P 1 3',
      'Cat P Bob P 2 2',
      'Ann P Cat P 0 0',
      'Dot P Cat P 0 0',
    ])
  })

  it('tells assistants how to get less when the company is too large for one answer', async () => {
    const company = await server.company()
    const boss = await company.person()
    const unit_id = await company.unit()
    await Promise.all(
      Array.from({ length: 350 }, () =>
        company.person({ manager_id: boss.id, unit_id, title: 'T'.repeat(100) }),
      ),
    )
    const mcp = new McpClient(await company.as('owner'))
    const result = await mcp.call('org_people_chart', { limit: 1000 })
    expect(result.isError).to.equal(true)
    expect(result.content[0]!.text).to.match(/narrow the call with .*root_person_id, depth/)
  })
})
