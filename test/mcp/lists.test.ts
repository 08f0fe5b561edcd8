import { expect } from 'chai'
import { actions, type Action } from '../../src/generated/actions.ts'
import { enter } from '../support/access.ts'
import type { Company } from '../support/company.ts'
import { contractActions } from '../support/contract.ts'
import { makeInput } from '../support/inputs.ts'
import { McpClient } from '../support/mcp.ts'
import { unique, useServer } from '../support/server.ts'

const lists = Object.values(actions as Record<string, Action>).filter(({ rows }) => rows !== null)

/** The value at a path such as `person.id`. */
const at = (row: unknown, path: string) =>
  path.split('.').reduce<any>((value, step) => value?.[step], row) as unknown

describe('the lists of tools', () => {
  const server = useServer()
  let company: Company
  let unit_id: string

  before(async () => {
    company = await server.company()
    unit_id = await company.unit()
    for (let n = 0; n < 3; n++) await company.person({ unit_id })
    const owner = await company.as('owner')
    for (const name of ['One', 'Two'])
      await owner.call('org_locations_create', { name: unique(name), country: 'DE' })
    await owner.call('org_fields_create', { label: 'Desk', type: 'text' })
    await owner.call('org_fields_create', { label: 'Shoes', type: 'text' })
    await company.as('hr')
  })

  it('are all the reads that answer as many records as there are', () => {
    expect(lists.map(({ id }) => id)).to.include.members([
      'org_people_list',
      'org_people_chart',
      'org_units_list',
      'org_locations_list',
      'org_legal_entities_list',
      'org_fields_list',
      'org_approvals_list',
      'org_pay_list',
      'platform_activity_list',
      'platform_api_keys_list',
      'platform_members_list',
      'webhooks_deliveries_list',
      'webhooks_endpoints_list',
      'webhooks_feed_list',
    ])
    const ends = Object.values(actions as Record<string, Action>).filter(({ name }) => name.endsWith('.list'))
    // Categories of documents have no id. The ways to sign in are the same three for everybody; sessions are for the web app alone, and have no tool; types of
    // events have no id, and three short fields.
    const noRows = ends.filter(({ rows }) => rows === null).map(({ id }) => id)
    expect(noRows).to.have.members([
      'documents_categories_list',
      'platform_sign_in_methods_list',
      'platform_sessions_list',
      'webhooks_events_list',
    ])
  })

  /** Lists of what belongs to one record. */
  const needsInput = new Set(['org_pay_list', 'webhooks_deliveries_list'])

  for (const action of lists) {
    const { id, rows } = action as Action & { rows: NonNullable<Action['rows']> }
    const [key] = rows.columns as [string]
    const listIn = (data: any): unknown[] => (rows.list === null ? data : data[rows.list])

    it(`${id}: a row at a time, all that REST answers in the same order, whether results are checked or not`, async () => {
      const kind = (action as Action).access.manage === null ? 'me' : 'key'
      const scene = await enter(server, company, { role: 'owner', kind, person: true })
      const input = needsInput.has(id) ? await makeInput(scene, contractActions[id]!) : {}
      const mcp = new McpClient(scene.client)
      const { body } = await scene.client.post(action.url, { ...input, ...(rows.paged && { limit: 50 }) })
      const wanted = listIn(body.data).map((row) => at(row, key))
      for (const checkResults of [true, false]) {
        server.running.runtime.checkResults = checkResults
        try {
          const found: unknown[] = []
          let cursor: object | undefined = {}
          while (cursor) {
            const { isError, answer } = await mcp.call(id, { ...input, limit: 1, fields: [key], ...cursor })
            expect(isError, JSON.stringify(answer)).to.not.equal(true)
            found.push(...listIn(answer.data).map((row) => leaf(row)))
            expect(found.length).to.be.at.most(wanted.length)
            cursor = nextOf(answer)
          }
          expect(found).to.deep.equal(wanted)
        } finally {
          server.running.runtime.checkResults = true
        }
      }
    })

    /** Where the next page begins; undefined on the last one. */
    function nextOf(answer: any): object | undefined {
      if (!rows.paged) return answer.next === undefined ? undefined : { after: answer.next }
      const { next, next_before: before, has_more } = answer.data
      // The feed always tells where to go on.
      if (has_more === false) return undefined
      if (next !== undefined) return { [cursorOf(id)]: next }
      return before === undefined ? undefined : { before }
    }
  }

  /** The property of the input that takes where the next page begins. */
  const cursorOf = (id: string): string => (id === 'platform_notifications_list' ? 'before' : 'after')

  /** The only value of a row that shows only its id. */
  function leaf(row: unknown): unknown {
    return typeof row === 'object' && row !== null ? leaf(Object.values(row)[0]) : row
  }

  it('have 25 rows and say how many there are', async () => {
    const big = await server.company()
    await server.db.query(
      `insert into units (org_id, id, name, name_key, kind, parent_id)
       select $1, gen_random_uuid(), 'U' || n, 'u' || n, 'team', $2 from generate_series(1, 59) n`,
      [big.id, big.root],
    )
    const mcp = new McpClient(await big.as('viewer'))
    const { answer } = await mcp.call('org_units_list')
    expect([answer.data.length, answer.total]).to.deep.equal([25, 60])
    const rest = await mcp.call('org_units_list', { after: answer.next, limit: 100 })
    expect(rest.answer).to.have.all.keys('data')
    expect(rest.answer.data).to.have.length(35)
    const gone = await mcp.call('org_units_list', { after: 'gone' })
    expect(gone.answer.error.details[0]).to.include({ path: 'after', code: 'bad_cursor' })
  })

  it('have no arguments that REST has not, but for the pages and fields of tools', async () => {
    const hr = await company.as('hr')
    for (const input of [{ limit: 1 }, { after: 'x' }, { fields: ['id'] }]) {
      const { status, body } = await hr.post('/v1/org/units.list', input)
      expect([status, body.error.details[0].code]).to.deep.equal([400, 'unknown_property'])
    }
  })

  it('tell once what is hidden from the caller, if they show it', async () => {
    const me = new McpClient(await company.as('member', 'me'))
    const { answer } = await me.call('org_people_list', { unit_id })
    expect(answer.hidden_fields).to.deep.equal(['end_date'])
    expect(JSON.stringify(answer.data)).to.not.include('hidden_fields')
    const jobs = await me.call('org_people_list', { unit_id, fields: ['name', 'job.title'] })
    expect(jobs.answer.hidden_fields).to.deep.equal(['job'])
    const shown = await me.call('org_people_list', { unit_id, fields: ['name'] })
    expect(shown.answer).to.have.all.keys('data')
  })
})
