import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { expect } from 'chai'
import { withOrganization } from '../../src/db/transaction.ts'
import { rewriteValues } from '../../src/queries/org/rewrite-custom-values.ts'
import { startWorker } from '../../src/worker/worker.ts'
import type { TestClient } from '../support/client.ts'
import type { Company } from '../support/company.ts'
import { refused } from '../support/expect.ts'
import { untilBlocked } from '../support/race.ts'
import { unique, useServer } from '../support/server.ts'
import { until } from '../support/wait.ts'

type Tier = 'public' | 'job' | 'private'
type Custom = Record<string, string | number | boolean | null>

/** One value of each type, two of which JavaScript takes for nothing. */
const values: Custom = { note: 'Ågot', size: 0, grade: 'red', since: '2024-02-29', driver: false }
const types = { note: 'text', size: 'number', grade: 'select', since: 'date', driver: 'boolean' } as const

const entries = Object.entries(types) as [keyof typeof types, (typeof types)[keyof typeof types]][]

describe('values of private custom fields', () => {
  const server = useServer({})

  async function story(tier: Tier) {
    const company = await server.company()
    const web = await company.as('hr', 'web')
    const ids = {} as Record<keyof typeof types, string>
    for (const [label, type] of entries) {
      const options = type === 'select' ? { options: ['red', 'green'] } : {}
      ids[label] = (await web.call('org_fields_create', { label, type, tier, ...options })).id
    }
    return { company, web, ids }
  }

  const hire = async (web: TestClient, more: object = {}) => {
    const { person } = await web.call('org_people_hire', {
      given_name: 'Ada',
      family_name: 'Lovelace',
      work_email: `${unique('ada')}@company.example`,
      title: 'Engineer',
      start_date: '2024-03-01',
      custom: values,
      ...more,
    })
    return person
  }
  const customOf = async (web: TestClient, person_id: string) =>
    (await web.call('org_people_get', { person_id })).custom
  const widen = (web: TestClient, field_id: string, tier: Tier) =>
    web.call('org_fields_update', { field_id, tier, confirm_expose_existing: true })

  /** In how many rows the values of the company are stored plain, and sealed. */
  async function forms(company: Company): Promise<[plain: number, sealed: number]> {
    const { rows } = await server.db.query<{ plain: number; sealed: number }>(
      `select count(value)::int as plain, count(sealed)::int as sealed from custom_values where org_id = $1`,
      [company.id],
    )
    return [rows[0]!.plain, rows[0]!.sealed]
  }

  it('are sealed, whoever stores them: with other private details, before them, or after them', async () => {
    const { company, web } = await story('private')
    const contact = { personal_phone: '+49 30 1234567' }
    const hired = await hire(web, { contact, birthday: '1990-01-01' })
    expect(hired.custom).to.deep.equal(values)
    expect(await customOf(web, hired.id)).to.deep.equal(values)
    expect((await web.call('org_people_get', { person_id: hired.id })).birthday).to.equal('1990-01-01')
    expect(await forms(company)).to.deep.equal([0, 5])

    const orders = [
      [{ custom: values }, { contact }],
      [{ contact }, { custom: values }],
      [{ custom: values, contact }],
    ]
    for (const [index, changes] of orders.entries()) {
      const { id: person_id } = await company.person()
      for (const change of changes) await web.call('org_people_update_profile', { person_id, ...change })
      const found = await web.call('org_people_get', { person_id })
      expect([found.custom, found.contact!.personal_phone]).to.deep.equal([values, '+49301234567'])
      expect(await forms(company)).to.deep.equal([0, 5 * (index + 2)])
      const cleared = Object.fromEntries(Object.keys(values).map((key) => [key, null]))
      expect(
        (await web.call('org_people_update_profile', { person_id, custom: cleared })).custom,
      ).to.deep.equal(cleared)
      await web.call('org_people_update_profile', { person_id, custom: values })
    }
    const own = await company.web(await company.member('member', { personId: hired.id }))
    expect((await own.call('org_me_get', {})).custom).to.deep.equal(values)
  })

  it('cannot be read as those of another person or another field', async () => {
    const { company, web, ids } = await story('private')
    const [one, two] = [await hire(web), await hire(web)]
    const swap = (column: string, from: string, to: string) =>
      server.db.query(
        `update custom_values v set sealed = o.sealed from custom_values o
          where v.org_id = $1 and o.org_id = $1 and v.${column} = $2 and o.${column} = $3
            and v.field_id in ($4, $5) and (v.person_id = o.person_id or v.field_id = o.field_id)`,
        [company.id, to, from, ids.note, ids.since],
      )
    for (const [column, from, to, person_id] of [
      ['person_id', one.id, two.id, two.id],
      ['field_id', ids.note, ids.since, one.id],
    ] as const) {
      await swap(column, from, to)
      const { status, text } = await web.post('/v1/org/people.get', { person_id })
      expect(status, text).to.equal(500)
    }
  })

  it('are rewritten when their field changes its tier, and mean the same before and after', async () => {
    const { company, web, ids } = await story('public')
    const people = await Promise.all(Array.from({ length: 6 }, () => hire(web)))
    // Somebody who has a key, and somebody whose value was cleared.
    await web.call('org_people_update_profile', { person_id: people[0]!.id, gender: 'x' })
    await web.call('org_people_update_profile', { person_id: people[1]!.id, custom: { note: null } })
    const expected = people.map((_, index) => (index === 1 ? { ...values, note: null } : values))
    const check = async (plain: number, sealed: number) => {
      expect(await forms(company)).to.deep.equal([plain, sealed])
      expect(await Promise.all(people.map(({ id }) => customOf(web, id)))).to.deep.equal(expected)
    }
    const each = async (tier: Tier) => {
      for (const id of Object.values(ids)) await widen(web, id, tier)
    }
    await check(29, 0)
    await each('private')
    await check(0, 29)
    await each('job')
    await check(29, 0)
    await each('public')
    await check(29, 0)
    await web.call('org_fields_update', { field_id: ids.note, tier: 'private' }, { dryRun: true })
    await check(29, 0)
  })

  it('are counted as options in use, in both forms', async () => {
    const { company, web, ids } = await story('private')
    const people = [await hire(web), await hire(web), await hire(web, { custom: { grade: 'green' } })]
    await server.db.query(
      `update custom_values set sealed = null, value = '"red"' where org_id = $1 and person_id = $2 and field_id = $3`,
      [company.id, people[0]!.id, ids.grade],
    )
    const { message } = await refused(
      web.call('org_fields_update', { field_id: ids.grade, options: ['blue', 'black'] }),
      'conflict',
    )
    expect(message).to.include('the option red: 2').and.include('the option green: 1')
    const { message: exposes } = await refused(
      web.call('org_fields_update', { field_id: ids.grade, tier: 'job' }),
      'conflict',
    )
    expect(exposes).to.include('People who have a value in this field: 3')
  })

  it('whose key is gone are never shown, counted or rewritten, and nothing is changed', async () => {
    const { company, web, ids } = await story('private')
    const [gone, kept] = [await hire(web), await hire(web)]
    await server.db.query('delete from person_keys where org_id = $1 and person_id = $2', [
      company.id,
      gone.id,
    ])
    for (const [path, input] of [
      ['people.get', { person_id: gone.id }],
      ['people.update_profile', { person_id: gone.id, custom: { size: 1 } }],
      ['fields.update', { field_id: ids.grade, options: ['green', 'blue'] }],
      ['fields.update', { field_id: ids.grade, tier: 'public', confirm_expose_existing: true }],
    ] as const) {
      const { status, text } = await web.post(`/v1/org/${path}`, input)
      expect([status, /grade|red|key/.test(text)], text).to.deep.equal([500, false])
    }
    expect(await forms(company)).to.deep.equal([0, 10])
    expect((await web.call('org_fields_list', {})).map(({ tier }) => tier)).to.deep.equal(
      Array(5).fill('private'),
    )
    expect((await web.call('org_people_list', {})).people.map(({ id }) => id)).to.include(gone.id)
    expect(await customOf(web, kept.id)).to.deep.equal(values)
    expect(server.logLines.join('')).to.include('their key is gone').and.not.include('Ågot')
  })

  it('share the key of the person with whoever made it at the same moment', async () => {
    const { company, web, ids } = await story('job')
    const person = await hire(web)
    const { vault } = server.running.runtime
    const owner = { orgId: company.id, personId: person.id }
    const { key, wrapped } = vault.create(owner)
    const other = await server.db.connect()
    try {
      await other.query('begin')
      await other.query('insert into person_keys values ($1, $2, $3, $4)', [
        company.id,
        person.id,
        wrapped.key_id,
        wrapped.wrapped_key,
      ])
      const narrowed = web.call('org_fields_update', { field_id: ids.note, tier: 'private' })
      await untilBlocked(server.db, narrowed)
      await other.query('commit')
      await narrowed
    } finally {
      await other.query('rollback')
      other.release()
    }
    expect(await customOf(web, person.id)).to.deep.equal(values)
    const { rows } = await server.db.query(
      'select sealed from custom_values where org_id = $1 and field_id = $2',
      [company.id, ids.note],
    )
    expect(key.open(`custom.${ids.note}`, rows[0].sealed)).to.equal('Ågot')
  })

  describe('too many for one call', () => {
    const isRewriting = async (company: Company) => {
      const { rows } = await server.db.query('select 1 from custom_fields where org_id = $1 and rewriting', [
        company.id,
      ])
      return rows.length > 0
    }
    const runJobs = async () => {
      const worker = await startWorker({
        ownerUrl: server.database.url,
        log: server.running.log,
        vault: server.running.runtime.vault,
        postbox: server.running.runtime.postbox,
        storage: server.running.runtime.storage,
      })
      try {
        await until('the job has run', async () => {
          const { rows } = await server.db.query(
            `select 1 from graphile_worker.jobs where task_identifier = 'rewrite_custom_values'`,
          )
          return rows.length === 0
        })
      } finally {
        await worker.stop(AbortSignal.timeout(5000))
      }
    }

    it('are read in both forms until a job has rewritten the rest; whoever changes one meanwhile loses nothing', async () => {
      const { company, web, ids } = await story('private')
      const viewer = await company.as('viewer')
      const people = await Promise.all(Array.from({ length: 5 }, () => hire(web)))
      // What a call does that reaches its limit.
      await server.db.query(`update custom_fields set tier = 'job' where org_id = $1`, [company.id])
      const rewriteTwo = (tier: Tier) =>
        withOrganization(
          server.running.runtime.pool,
          company.id,
          { mode: 'write', vault: server.running.runtime.vault },
          async (db) => {
            for (const id of Object.values(ids))
              expect(await rewriteValues(db, { id, tier }, 2)).to.equal(false)
          },
        )
      await rewriteTwo('job')
      expect(await forms(company)).to.deep.equal([10, 15])
      const shown = async () =>
        (await viewer.call('org_people_list', { q: 'lovelace' })).people.map(({ custom }) => custom)
      expect(await shown()).to.deep.equal(Array(5).fill(values))
      for (const { id: person_id } of people) {
        expect(await customOf(web, person_id)).to.deep.equal(values)
        await web.call('org_people_update_profile', { person_id, custom: { size: 7 } })
      }
      expect(await forms(company)).to.deep.equal([13, 12])
      expect(await shown()).to.deep.equal(Array(5).fill({ ...values, size: 7 }))

      // Back again, before the job has come.
      await server.db.query(`update custom_fields set tier = 'private' where org_id = $1`, [company.id])
      await rewriteTwo('private')
      expect(await customOf(web, people[0]!.id)).to.deep.equal({ ...values, size: 7 })
      expect(await isRewriting(company)).to.equal(true)
      await server.db.query(`select graphile_worker.add_job('rewrite_custom_values')`)
      await runJobs()
      expect([await forms(company), await isRewriting(company)]).to.deep.equal([[0, 25], false])
      for (const { id } of people) expect(await customOf(web, id)).to.deep.equal({ ...values, size: 7 })
    })

    it('a call rewrites 10,000 of, within its deadlines, and leaves the others to the job', async () => {
      const { company, web, ids } = await story('public')
      const { rows: people } = await server.db.query<{ id: string }>(
        `with person as (
           insert into people (org_id, id, given_name, family_name, work_email, work_email_key, search_text)
           select $1, gen_random_uuid(), 'A', 'B', n || '@c.example', n || '@c.example', 'a'
             from generate_series(1, 10500) n
           returning id)
         select id from person`,
        [company.id],
      )
      await server.db.query(
        `insert into custom_values (org_id, person_id, field_id, value, updated_at)
         select $1, p.id, $2, '"Ågot"', now() from people p where p.org_id = $1 and p.given_name = 'A'`,
        [company.id, ids.note],
      )
      // As PostgreSQL does it by itself.
      await server.db.query('analyze people, custom_values')
      for (const [tier, plain] of [
        ['private', 0],
        ['job', 10_500],
      ] as const) {
        const rewrites = await rewritesDuring(() => widen(web, ids.note, tier))
        expect(rewrites, '250 values each, and fewer on a machine that does much else').to.be.within(1, 40)
        const rest = 10_500 - 250 * rewrites
        expect(await forms(company)).to.deep.equal(
          plain === 0 ? [rest, 10_500 - rest] : [10_500 - rest, rest],
        )
        expect(await isRewriting(company)).to.equal(true)
        await runJobs()
        expect(await forms(company)).to.deep.equal([plain, 10_500 - plain])
        expect(await isRewriting(company)).to.equal(false)
      }
      const { rows } = await server.db.query(
        `select distinct value from custom_values where org_id = $1 and person_id = $2`,
        [company.id, people[0]!.id],
      )
      expect(rows).to.deep.equal([{ value: 'Ågot' }])

      // A call whose time is over after the first batch.
      await server.db.query(`update custom_fields set tier = 'private' where org_id = $1`, [company.id])
      const { pool, vault } = server.running.runtime
      const isDone = await withOrganization(pool, company.id, { mode: 'write', vault }, (db) =>
        rewriteValues(db, { id: ids.note, tier: 'private' }, 10_000, 0),
      )
      expect([isDone, await forms(company), await isRewriting(company)]).to.deep.equal([
        false,
        [10_250, 250],
        true,
      ])
    })
  })
})

/** How many statements rewrite values while `work` runs. Between them the process does other work. */
async function rewritesDuring(work: () => Promise<unknown>): Promise<number> {
  let count = 0
  const note = (text: unknown) => void (/update custom_values/.test(text as string) && count++)
  subscribe('rollcall:statement', note)
  await work().finally(() => unsubscribe('rollcall:statement', note))
  return count
}
