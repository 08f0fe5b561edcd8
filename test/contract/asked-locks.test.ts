import { expect } from 'chai'
import { enter } from '../support/access.ts'
import { organizationTables } from '../support/catalogue.ts'
import { makeInput } from '../support/inputs.ts'
import { useServer } from '../support/server.ts'
import { allActions, forgetRates, inFifties } from '../support/sweep.ts'

/** Those that looking up a credential writes. */
const ofCredentials = ['rate_windows']

describe('platform/can takes no lock', () => {
  const server = useServer()

  it('and answers about every action while another transaction holds each row of the organization', async () => {
    const company = await server.company()
    const scene = await enter(server, company, { role: 'owner', kind: 'web', person: true })
    const calls: { action: string; input: object }[] = []
    for (const action of allActions) calls.push({ action: action.id, input: await makeInput(scene, action) })
    await forgetRates(server)
    const ask = async () => {
      const answers = await Promise.all(
        inFifties(calls).map((some) => scene.client.post('/v1/platform/can', { calls: some })),
      )
      return answers.map(({ status, body, text }) => {
        expect(status, text).to.equal(200)
        return body.data
      })
    }
    const free = await ask()
    const tables = Object.keys(await organizationTables(server.db)).filter(
      (table) => !ofCredentials.includes(table),
    )
    expect(tables).to.include.members([
      'organizations',
      'people',
      'memberships',
      'units',
      'sessions',
      'users',
    ])
    const other = await server.db.connect()
    try {
      await other.query('begin')
      const lock = tables.map((table) => `perform 1 from ${table} where org_id = '${company.id}' for update;`)
      await other.query(`do $$ begin ${lock.join(' ')} end $$`)
      expect(await ask()).to.deep.equal(free)
      const allowed = free.flat().filter(({ allowed: is }) => is)
      expect(allowed.length).to.be.above(allActions.length / 2)
    } finally {
      await other.query('rollback')
      other.release()
    }
  })
})
