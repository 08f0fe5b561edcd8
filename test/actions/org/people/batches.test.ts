import { randomUUIDv7 } from 'node:crypto'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { expect } from 'chai'
import { lifeOf, storeLives } from '../../../support/lives.ts'
import { useServer } from '../../../support/server.ts'

/** What reads everybody does so in batches of 250. What many people have in common is read once, and not in each batch. */
describe('a company of hundreds', () => {
  const server = useServer()
  beforeEach(() => (server.now = new Date('2026-06-15T12:00:00Z')))

  async function hundreds() {
    const company = await server.company()
    const boss = await company.person({ family_name: 'Lovelace' })
    const unitId = await company.unit()
    const life = () =>
      lifeOf(randomUUIDv7(), [{ from: '2020-01-01', to: null, manager_id: boss.id, unit_id: unitId }])
    await storeLives(server, company.id, Array.from({ length: 620 }, life))
    return { company, boss, unitId }
  }

  it('is listed with one statement for the unit and the manager of everybody', async () => {
    const { company, boss, unitId } = await hundreds()
    const owner = await company.as('owner')
    const { answer, statements } = await statementsDuring(() => owner.call('org_people_list', {}))
    expect(answer.people).to.have.length(621)
    const others = answer.people.filter(({ id }) => id !== boss.id)
    expect(new Set(others.map(({ manager }) => manager?.name))).to.deep.equal(new Set(['Pat Lovelace']))
    expect(new Set(others.map(({ unit }) => unit?.id))).to.deep.equal(new Set([unitId]))
    expect(statements.filter((text) => text.includes('from locations'))).to.have.length(1)
  })

  it('is exported with one statement for the unit and the manager of everybody', async () => {
    const { company } = await hundreds()
    const owner = await company.as('owner')
    const { answer, statements } = await statementsDuring(() => owner.call('org_people_export_csv', {}))
    expect(answer.rows).to.equal(621)
    expect(statements.filter((text) => text.includes('from locations'))).to.have.length(1)
  })
})

/** The statements of transactions of organizations while `work` runs. */
async function statementsDuring<T>(work: () => Promise<T>): Promise<{ answer: T; statements: string[] }> {
  const statements: string[] = []
  const note = (text: unknown) => void statements.push(text as string)
  subscribe('rollcall:statement', note)
  const answer = await work().finally(() => unsubscribe('rollcall:statement', note))
  return { answer, statements }
}
