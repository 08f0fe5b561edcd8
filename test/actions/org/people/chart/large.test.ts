import { expect } from 'chai'
import { randomUUIDv7 } from 'node:crypto'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Result } from '../../../../../src/actions/action.ts'
import type { TestClient } from '../../../../support/client.ts'
import type { Company } from '../../../../support/company.ts'
import { lifeOf, storeLives, type Life, type Stay } from '../../../../support/lives.ts'
import { useServer } from '../../../../support/server.ts'

type Nodes = Result<'org_people_chart'>['nodes']

const managers = 40
const people = 5400
const today = '2026-06-15'

/** Of a large company only the upper levels are read, and they are the same as those of the whole chart. */
describe('org.people.chart of more than 5,000 people', () => {
  const server = useServer()
  let company: Company
  let owner: TestClient
  /** A binary tree of managers, and below them everybody else. */
  const ids = Array.from({ length: people }, () => randomUUIDv7())
  const left = ids[34]!
  const comesLater = ids[35]!

  before(async () => {
    company = await server.company()
    owner = await company.as('owner')
    await storeLives(
      server,
      company.id,
      ids.map((id, index) => ({ ...lifeOf(id, staysOf(id, index)), names: namesOf(index) })),
    )
  })
  beforeEach(() => (server.now = new Date(`${today}T12:00:00Z`)))

  /** Many have the same names, and some another one than their given name. */
  function namesOf(index: number): NonNullable<Life['names']> {
    return {
      given_name: `G${index % 3}`,
      family_name: ['Öz', 'oz', 'Ab'][Math.floor(index / 3) % 3]!,
      preferred_name: index % 7 === 0 ? 'Preferred' : null,
    }
  }

  function staysOf(id: string, index: number): Stay[] {
    const above = index < managers ? Math.floor((index - 1) / 2) : index % managers
    const manager_id = index === 0 || index % 97 === 96 ? null : ids[above]!
    const job = { unit_id: company.root, manager_id }
    if (id === left) return [{ ...job, from: '2020-01-01', to: '2026-06-14' }]
    if (id === comesLater) return [{ ...job, from: '2026-06-16', to: null }]
    if (index % 50 === 49)
      return [
        { ...job, from: '2019-01-01', to: '2020-12-31' },
        { ...job, from: '2022-01-01', to: '2027-12-31', manager_id: ids[1]! },
      ]
    return [{ ...job, from: '2020-01-01', to: null }]
  }

  const chart = async (input: { depth?: number; root_person_id?: string; as_of?: string }) =>
    (await owner.call('org_people_chart', input)).nodes

  /** The upper levels of a whole chart. */
  function upper(nodes: Nodes, depth: number): Nodes {
    const levels = new Map<string, number>()
    return nodes.filter(({ person, manager_id: managerId }) => {
      const level = 1 + (levels.get(managerId ?? '') ?? -1)
      levels.set(person.id, level)
      return level <= depth
    })
  }

  it('shows the same levels as the whole chart, on each day', async () => {
    for (const as_of of ['2019-06-01', '2026-06-14', today, '2026-06-16']) {
      const whole = await chart({ as_of })
      for (const depth of [1, 2, 3, 5, 20])
        expect(await chart({ as_of, depth }), `${depth} levels on ${as_of}`).to.deep.equal(
          upper(whole, depth),
        )
    }
  })

  it('puts those at the top whose manager has left or starts later', async () => {
    const nodes = await chart({ depth: 1 })
    const tops = nodes
      .filter(({ manager_id: managerId }) => managerId === null)
      .map(({ person }) => person.id)
    for (const absent of [left, comesLater]) {
      expect(nodes.map(({ person }) => person.id)).not.to.include(absent)
      expect(tops).to.include.members(ids.filter((id, index) => reportsTo(absent, id, index)))
    }
    const below = await chart({ depth: 1, as_of: '2026-06-14' })
    expect(below.length).to.be.below(nodes.length)
  })

  const reportsTo = (manager: string, id: string, index: number) =>
    staysOf(id, index).some(
      ({ from, to, manager_id: one }) => one === manager && from <= today && to === null,
    )

  it('shows the same levels below a person as all below that person', async () => {
    const [chief = '', one = ''] = ids
    const absents = ids.filter((id, index) => reportsTo(left, id, index))
    for (const root_person_id of [chief, one, absents[0]!, left, ids.at(-1)!]) {
      const whole = await chart({ root_person_id })
      for (const depth of [1, 2, 20])
        expect(await chart({ root_person_id, depth })).to.deep.equal(upper(whole, depth))
    }
  })

  it('keeps the manager of the person with whom it begins, unless they do not work here', async () => {
    const boss = await company.person()
    await setManager(ids[0]!, boss.id)
    const top = async () => (await chart({ root_person_id: ids[0]!, depth: 1 }))[0]
    expect(await top()).to.deep.include({ manager_id: boss.id })
    const whole = await chart({ root_person_id: ids[0]! })
    expect(whole).to.have.length.above(5000)
    expect(await chart({ root_person_id: ids[0]!, depth: 2 })).to.deep.equal(upper(whole, 2))
    await server.db.query(`update job_rows set valid_to = '2026-06-14' where id = $1`, [boss.jobId])
    expect(await top()).to.deep.include({ manager_id: null })
    await setManager(ids[0]!, null)
  })

  it('reads the names of those who are shown, and of nobody else', async () => {
    const ofAll = (texts: string[]) =>
      texts.filter((text) => /from people p where p.org_id = \$1 +order/.test(text))
    expect(ofAll(await statementsDuring(() => chart({})))).to.have.length(1)
    expect(ofAll(await statementsDuring(() => chart({ depth: 1 })))).to.deep.equal([])
  })

  it('is the same if the rows make a loop, which no action allows', async () => {
    await setManager(ids[1]!, ids[9]!)
    try {
      const whole = await chart({})
      expect(whole).to.have.length.above(5000)
      for (const depth of [1, 2]) expect(await chart({ depth })).to.deep.equal(upper(whole, depth))
      const below = await chart({ root_person_id: ids[3]! })
      expect(await chart({ root_person_id: ids[3]!, depth: 1 })).to.deep.equal(upper(below, 1))
    } finally {
      await setManager(ids[1]!, ids[0]!)
    }
  })

  async function setManager(id: string, managerId: string | null): Promise<void> {
    await server.db.query(`update job_rows set manager_id = $2 where person_id = $1`, [id, managerId])
  }
})

/** The statements of transactions of organizations while `work` runs. */
async function statementsDuring(work: () => Promise<unknown>): Promise<string[]> {
  const statements: string[] = []
  const note = (text: unknown) => void statements.push(text as string)
  subscribe('rollcall:statement', note)
  await work().finally(() => unsubscribe('rollcall:statement', note))
  return statements
}
