import { expect } from 'chai'
import { activityOf } from '../../../support/activity.ts'
import type { TestClient } from '../../../support/client.ts'
import { readEvents } from '../../../support/events.ts'
import { refused } from '../../../support/expect.ts'
import { addPay, asRanges } from '../../../support/pay.ts'
import { race, untilBlocked } from '../../../support/race.ts'
import { unique, useServer } from '../../../support/server.ts'

describe('org.pay.remove', () => {
  const server = useServer()
  beforeEach(() => (server.now = new Date('2026-06-15T12:00:00Z')))

  async function story() {
    const company = await server.company()
    const hr = await company.as('hr', 'web')
    const person = (await company.person()).id
    const rows = [
      await addPay(hr, person, '2024-01-01', { amount: 1000.01 }),
      await addPay(hr, person, '2025-01-01', { amount: 2000.02 }),
      await addPay(hr, person, '2027-01-01', { amount: 3000.03 }),
    ]
    return { company, hr, person, rows: rows.map(({ id }) => id) as [string, string, string] }
  }

  /** The names of the refusals of a call. */
  async function reasons(call: Promise<unknown>, code: string): Promise<string[]> {
    const { body } = await refused(call, code)
    return body.error.details!.map((detail) => detail.code)
  }

  it('takes out the row in force, a scheduled one or an older one; the one before it then applies', async () => {
    const ranges = async (which: 0 | 1 | 2) => {
      const { hr, person, rows } = await story()
      const answer = await hr.call('org_pay_remove', { pay_id: rows[which] })
      expect(answer).to.include({ person_id: person, approval: null })
      const { approval: _none, ...pay } = answer
      expect(await hr.call('org_pay_list', { person_id: person })).to.deep.equal(pay)
      return [answer.current?.amount, asRanges(answer.history)]
    }
    expect(await ranges(1), 'in force').to.deep.equal([
      1000.01,
      [
        ['2027-01-01', null, 3000.03],
        ['2024-01-01', '2026-12-31', 1000.01],
      ],
    ])
    expect(await ranges(2), 'scheduled').to.deep.equal([
      2000.02,
      [
        ['2025-01-01', null, 2000.02],
        ['2024-01-01', '2024-12-31', 1000.01],
      ],
    ])
    expect(await ranges(0), 'older').to.deep.equal([
      2000.02,
      [
        ['2027-01-01', null, 3000.03],
        ['2025-01-01', '2026-12-31', 2000.02],
      ],
    ])
  })

  it('takes out a row from the first day that there can be', async () => {
    const company = await server.company()
    const hr = await company.as('hr', 'web')
    const person = (await company.person({ start_date: '0001-01-01' })).id
    const { id } = await addPay(hr, person, '0001-01-01')
    const { history } = await hr.call('org_pay_remove', { pay_id: id })
    expect(history).to.deep.equal([])
  })

  it('leaves nothing when the only row goes, and says so when it is removed again', async () => {
    const { hr, rows } = await story()
    for (const pay_id of rows.slice(1)) await hr.call('org_pay_remove', { pay_id })
    const answer = await hr.call('org_pay_remove', { pay_id: rows[0] })
    expect([answer.current, answer.history]).to.deep.equal([null, []])
    expect(await reasons(hr.call('org_pay_remove', { pay_id: rows[0] }), 'conflict')).to.deep.equal([
      'pay_removed',
    ])
  })

  it('is for the same people as adding is', async () => {
    const company = await server.company()
    const hr = await company.member('hr', { person: true })
    const otherHr = await company.member('hr', { person: true })
    const boss = await company.member('owner', { person: true })
    const owner = await company.as('owner', 'web')
    const [web, admin] = [await company.web(hr), await company.as('admin', 'web')]
    const rowOf = async ({ personId }: { personId: string | null }) =>
      (await addPay(owner, personId!, '2024-01-01')).id
    const remove = (client: TestClient, pay_id: string) => client.call('org_pay_remove', { pay_id })
    const own = await refused(remove(web, await rowOf(hr)), 'forbidden')
    expect(own.body.error.details![0]).to.include({ path: 'pay_id', code: 'own_pay' })
    const ofHr = await rowOf(otherHr)
    expect(await reasons(remove(web, ofHr), 'forbidden')).to.deep.equal(['pay_of_hr'])
    await remove(admin, ofHr)
    const ofOwner = await rowOf(boss)
    expect(await reasons(remove(admin, ofOwner), 'forbidden')).to.deep.equal(['pay_of_owner'])
    expect(await reasons(remove(await company.web(boss), ofOwner), 'forbidden')).to.deep.equal(['own_pay'])
    await remove(owner, ofOwner)
  })

  it('refuses people who were erased', async () => {
    const { company, hr, person, rows } = await story()
    await server.db.query('update people set erased_at = now() where org_id = $1 and id = $2', [
      company.id,
      person,
    ])
    expect(await reasons(hr.call('org_pay_remove', { pay_id: rows[1] }), 'conflict')).to.deep.equal([
      'person_erased',
    ])
  })

  it('tells the log that pay was removed, and sends no event', async () => {
    const { company, hr, person, rows } = await story()
    await hr.call('org_pay_remove', { pay_id: rows[1] })
    expect(await activityOf(server, company, 'org.pay.remove')).to.deep.equal([
      {
        summary: 'Removed pay of {subject}',
        subject_type: 'person',
        subject_id: person,
        subject_name: null,
        person_id: person,
        changes: [{ field: 'pay', before: null, after: null }],
      },
    ])
    expect(await readEvents(server.db, company)).to.deep.equal([])
  })

  describe('a second use of its Idempotency-Key', () => {
    const remove = (client: TestClient, pay_id: string, key: string) =>
      client.post('/v1/org/pay.remove', { pay_id }, { 'Idempotency-Key': key })

    it('gets the first answer, byte for byte, whatever became of the pay since', async () => {
      const { company, hr, person, rows } = await story()
      const key = unique('key')
      const first = await remove(hr, rows[1], key)
      expect(first.status, first.text).to.equal(200)
      await addPay(hr, person, '2026-01-01', { amount: 4000.04 })
      await hr.call('org_pay_remove', { pay_id: rows[0] })
      server.now = new Date('2027-01-02T12:00:00Z')
      await server.db.query(`update idempotency_records set expires_at = '2028-01-01' where org_id = $1`, [
        company.id,
      ])
      const second = await remove(hr, rows[1], key)
      expect(second.text).to.equal(first.text)
      expect(second.headers.get('idempotent-replayed')).to.equal('true')
    })

    it('finds no amount stored: the answer is made again from the rows', async () => {
      const { company, hr, rows } = await story()
      await remove(hr, rows[1], unique('key'))
      const { rows: stored } = await server.db.query<{ response: string }>(
        'select response from idempotency_records where org_id = $1',
        [company.id],
      )
      expect(stored).to.have.length(1)
      expect(stored[0]!.response).to.include(rows[0])
      for (const word of ['1000', '3000', 'EUR', 'year', 'amount'])
        expect(stored[0]!.response).to.not.include(word)
    })

    it('is refused to whoever may not change that pay any more, and finds nothing when the person was erased', async () => {
      const { company, person, rows } = await story()
      const member = await company.member('hr', { person: true })
      const [hr, key] = [await company.web(member), unique('key')]
      const first = await remove(hr, rows[1], key)
      const login = await company.member('hr', { personId: person })
      const second = await remove(hr, rows[1], key)
      expect([second.status, second.body.error?.details[0].code]).to.deep.equal([403, 'pay_of_hr'])
      await server.db.query(`update memberships set role = 'member' where id = $1`, [login.membershipId])
      expect((await remove(hr, rows[1], key)).text).to.equal(first.text)
      await server.db.query('delete from pay_rows where org_id = $1 and id = $2', [company.id, rows[0]])
      const third = await remove(hr, rows[1], key)
      expect([third.status, third.body.error?.details[0].path]).to.deep.equal([404, 'pay_id'])
    })
  })

  it('of two removals at the same moment one is done', async () => {
    const { hr, rows } = await story()
    const { won, lost } = await race([1, 2].map(() => hr.call('org_pay_remove', { pay_id: rows[1] })))
    expect([won.length, lost]).to.deep.equal([1, ['conflict']])
  })

  it('is refused to a caller who loses the role at the same moment, or the login', async () => {
    for (const change of [`role = 'viewer'`, `status = 'disabled'`]) {
      const { company, rows } = await story()
      const member = await company.member('admin', { person: true })
      const admin = await company.web(member)
      const other = await server.db.connect()
      try {
        await other.query('begin')
        await other.query(`update memberships set ${change} where org_id = $1 and id = $2`, [
          company.id,
          member.membershipId,
        ])
        const call = reasons(admin.call('org_pay_remove', { pay_id: rows[1] }), 'forbidden')
        await untilBlocked(server.db, call)
        await other.query('commit')
        expect(await call, change).to.deep.equal(['pay_needs_hr'])
      } finally {
        other.release()
      }
    }
  })

  it('is for good: days later the row is deleted, and no other', async () => {
    const { company, hr, person, rows } = await story()
    await hr.call('org_pay_remove', { pay_id: rows[0] })
    await hr.call('org_pay_remove', { pay_id: rows[1] })
    const age = (id: string, days: number) =>
      server.db.query('update pay_rows set removed_at = now() - make_interval(days => $2) where id = $1', [
        id,
        days,
      ])
    await age(rows[0], 5)
    await age(rows[1], 3)
    await server.db.query('select sweep_removed_pay(10000)')
    const { rows: left } = await server.db.query('select id from pay_rows where org_id = $1 order by id', [
      company.id,
    ])
    expect(left.map(({ id }) => id)).to.deep.equal([rows[1], rows[2]])
    await refused(hr.call('org_pay_remove', { pay_id: rows[0] }), 'not_found')
    expect((await hr.call('org_pay_list', { person_id: person })).history).to.have.length(1)
  })

  it('the application itself can change nothing of a row but that it is removed', async () => {
    const { company } = await story()
    const client = await server.db.connect()
    try {
      for (const statement of [`update pay_rows set sealed = ''`, 'delete from pay_rows']) {
        await client.query('begin')
        await client.query(`set local role rollcall_app; set local app.org_id = '${company.id}'`)
        const error = await client.query(statement).catch((thrown: unknown) => thrown)
        expect((error as { code?: string }).code, statement).to.equal('42501')
        await client.query('rollback')
      }
    } finally {
      await client.query('rollback')
      client.release()
    }
  })
})
