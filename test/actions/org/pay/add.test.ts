import { expect } from 'chai'
import { activityOf } from '../../../support/activity.ts'
import type { ClientInput } from '../../../support/client.ts'
import type { Company, Member } from '../../../support/company.ts'
import { readEvents } from '../../../support/events.ts'
import { refused } from '../../../support/expect.ts'
import { addPay, asRanges, usualPay } from '../../../support/pay.ts'
import { race, untilBlocked } from '../../../support/race.ts'
import { useServer } from '../../../support/server.ts'

describe('org.pay.add', () => {
  const server = useServer()
  beforeEach(() => (server.now = new Date('2026-06-15T12:00:00Z')))

  async function story() {
    const company = await server.company()
    return { company, hr: await company.as('hr', 'web'), person: (await company.person()).id }
  }

  /** The names of the refusals of a call. */
  async function reasons(call: Promise<unknown>, code: string): Promise<string[]> {
    const { body } = await refused(call, code)
    return body.error.details!.map((detail) => detail.code)
  }

  it('adds rows in any order, each until the day before the next one', async () => {
    const { hr, person } = await story()
    await addPay(hr, person, '2026-07-01', { amount: 3 })
    await addPay(hr, person, '2020-01-01', { amount: 1 })
    const { answer } = await addPay(hr, person, '2024-03-01', { amount: 2 })
    expect(asRanges(answer.history)).to.deep.equal([
      ['2026-07-01', null, 3],
      ['2024-03-01', '2026-06-30', 2],
      ['2020-01-01', '2024-02-29', 1],
    ])
    expect(answer.current).to.deep.equal(answer.history[1])
    expect(answer.approval).to.equal(null)
    expect(await hr.call('org_pay_list', { person_id: person })).to.deep.equal(without(answer, 'approval'))
  })

  it('keeps amounts exactly, and refuses what it would have to round', async () => {
    const { company, hr } = await story()
    for (const amount of [0, 0.01, 0.07, 0.1, 0.29, 8.2, 4350.57, 71_500.1, 99_999_999.99, 100_000_000]) {
      const { answer } = await addPay(hr, (await company.person()).id, '2024-01-01', { amount })
      expect(answer.current?.amount).to.equal(amount)
    }
    const { id } = await company.person()
    const wrongs: Partial<Record<keyof ClientInput<'org_pay_add'>, unknown[]>> = {
      amount: [-0.01, 100_000_000.01, 1.005, 1e-7, 1 / 3, 1e300, '48000', null],
      currency: ['eur', 'EURO', 'XYZ', 'ABC', 'XAU', 'XXX', '€', '', null],
      period: ['week', 'YEAR', ''],
      note: ['x'.repeat(201), ''],
      effective_date: ['2026-02-30', '2026-1-1', '', '2026-06-15T00:00:00Z'],
    }
    for (const [field, values] of Object.entries(wrongs))
      for (const value of values) {
        const call = hr.call('org_pay_add', {
          person_id: id,
          effective_date: '2024-01-01',
          ...usualPay,
          [field]: value,
        })
        const { paths } = await refused(call, 'validation_failed')
        const told = field === 'currency' ? paths : [...new Set(paths)]
        expect(told, `${field} ${String(value)}`).to.deep.equal([field])
      }
    const note = 'x'.repeat(199) + '\u{1F4B6}'
    expect((await addPay(hr, id, '2024-01-01', { note })).answer.current?.note).to.equal(note)
  })

  it('knows currencies of ISO 4217, units of account and some that ended lately', async () => {
    const { company, hr } = await story()
    for (const currency of ['EUR', 'CHF', 'JPY', 'KWD', 'BAM', 'VES', 'CLF', 'HRK'])
      expect(
        (await addPay(hr, (await company.person()).id, '2024-01-01', { currency })).answer.current,
      ).to.include({
        currency,
      })
  })

  it('has one row a day: the row that is there must be removed first', async () => {
    const { hr, person } = await story()
    const { id } = await addPay(hr, person, '2026-07-01')
    const again = await refused(addPay(hr, person, '2026-07-01', { amount: 7 }), 'conflict')
    expect(again.body.error.details).to.have.length(1)
    expect(again.body.error.details![0]).to.include({
      path: 'effective_date',
      code: 'pay_date_taken',
      record_id: id,
    })
    await hr.call('org_pay_remove', { pay_id: id })
    const { answer } = await addPay(hr, person, '2026-07-01', { amount: 7 })
    expect(asRanges(answer.history)).to.deep.equal([['2026-07-01', null, 7]])
  })

  it('begins between the first day and the last one, over all employments', async () => {
    const { company, hr } = await story()
    const { id } = await company.person({ start_date: '2024-03-01', last_day: '2026-09-30' })
    expect(await reasons(addPay(hr, id, '2024-02-29'), 'conflict')).to.deep.equal(['pay_before_start'])
    expect(await reasons(addPay(hr, id, '2026-10-01'), 'conflict')).to.deep.equal(['pay_after_last_day'])
    await addPay(hr, id, '2024-03-01')
    await addPay(hr, id, '2026-09-30')
    await server.db.query(
      `insert into employments (org_id, id, person_id, start_date) values ($1, gen_random_uuid(), $2, '2027-02-01')`,
      [company.id, id],
    )
    const { answer } = await addPay(hr, id, '2027-02-01')
    expect(answer.history).to.have.length(3)
    await addPay(hr, id, '2026-10-01')
    const early = await refused(addPay(hr, id, '2024-02-29'), 'conflict')
    expect(early.body.error.message, 'the original first day').to.include('2024-03-01')
  })

  it('refuses people who were erased', async () => {
    const { company, hr } = await story()
    const { id } = await company.person({ last_day: '2025-12-31', erased: true })
    expect(await reasons(addPay(hr, id, '2025-01-01'), 'conflict')).to.deep.equal(['person_erased'])
  })

  it('is never for oneself; HR pay is for owners and admins, owner pay for another owner', async () => {
    const company = await server.company()
    const roles = ['owner', 'admin', 'hr', 'viewer', 'member'] as const
    const members = new Map<string, Member>()
    for (const role of roles) members.set(role, await company.member(role, { person: true }))
    const others = new Map<string, Member>()
    for (const role of roles) others.set(role, await company.member(role, { person: true }))
    const outcome = async (changer: Member, personId: string) => {
      const { status, body } = await (
        await company.web(changer)
      ).post('/v1/org/pay.add?dry_run=true', {
        person_id: personId,
        effective_date: '2024-01-01',
        ...usualPay,
      })
      return status === 200 ? 'may' : body.error.details[0].code
    }
    const table: Record<string, Record<string, string>> = {}
    for (const by of ['owner', 'admin', 'hr']) {
      const row: Record<string, string> = {
        self: await outcome(members.get(by)!, members.get(by)!.personId!),
      }
      for (const of of roles) row[of] = await outcome(members.get(by)!, others.get(of)!.personId!)
      row['nobody'] = await outcome(members.get(by)!, (await company.person()).id)
      table[by] = row
    }
    const may = { viewer: 'may', member: 'may', nobody: 'may' }
    expect(table).to.deep.equal({
      owner: { self: 'own_pay', owner: 'may', admin: 'may', hr: 'may', ...may },
      admin: { self: 'own_pay', owner: 'pay_of_owner', admin: 'may', hr: 'may', ...may },
      hr: { self: 'own_pay', owner: 'pay_of_owner', admin: 'may', hr: 'pay_of_hr', ...may },
    })
    const hr = members.get('hr')!
    await server.db.query(`update memberships set status = 'disabled' where id = $1`, [
      others.get('hr')!.membershipId,
    ])
    expect(await outcome(hr, others.get('hr')!.personId!), 'a disabled login keeps its role').to.equal(
      'pay_of_hr',
    )
  })

  it('tells the log that pay was added, without amount or day, and sends no event', async () => {
    const { company, hr, person } = await story()
    await addPay(hr, person, '2026-07-01', { amount: 61_234.56, note: 'A secret reason' })
    expect(await activityOf(server, company, 'org.pay.add')).to.deep.equal([
      {
        summary: 'Added pay of {subject}',
        subject_type: 'person',
        subject_id: person,
        subject_name: null,
        person_id: person,
        changes: [{ field: 'pay', before: null, after: null }],
      },
    ])
    expect(await readEvents(server.db, company)).to.deep.equal([])
    const owner = await company.as('owner')
    const { items } = await owner.call('platform_activity_list', { action: 'org.pay.add' })
    expect(items[0]!.summary).to.equal('Added pay of Pat Person')
    expect(items[0]!.changes).to.deep.equal([{ field: 'pay', before: null, after: null }])
  })

  describe('at the same moment', () => {
    it('of several rows of one day, one is added, and the others are told which', async () => {
      const { hr, person } = await story()
      const calls = [1, 2, 3, 4, 5].map((amount) =>
        hr.post('/v1/org/pay.add', {
          ...usualPay,
          person_id: person,
          effective_date: '2026-07-01',
          amount,
        }),
      )
      const answers = await Promise.all(calls)
      const added = answers.filter(({ status }) => status === 200)
      expect(added).to.have.length(1)
      const [row] = added[0]!.body.data.history
      for (const { status, body } of answers)
        if (status !== 200)
          expect([status, body.error.details[0].code, body.error.details[0].record_id]).to.deep.equal([
            409,
            'pay_date_taken',
            row.id,
          ])
      expect((await hr.call('org_pay_list', { person_id: person })).history).to.deep.equal([row])
    })

    it('rows of several days are all added, and every answer is a history that was true', async () => {
      const { hr, person } = await story()
      const days = ['2026-01-01', '2026-02-01', '2026-03-01', '2026-04-01']
      const { won, lost } = await race(days.map(async (day) => (await addPay(hr, person, day)).answer))
      expect([won.length, lost]).to.deep.equal([4, []])
      expect(won.map(({ history }) => history.length).sort()).to.deep.equal([1, 2, 3, 4])
    })

    it('a row is added and another one removed', async () => {
      const { hr, person } = await story()
      const { id } = await addPay(hr, person, '2026-01-01', { amount: 1 })
      await Promise.all([
        addPay(hr, person, '2026-02-01', { amount: 2 }),
        hr.call('org_pay_remove', { pay_id: id }),
      ])
      expect(asRanges((await hr.call('org_pay_list', { person_id: person })).history)).to.deep.equal([
        ['2026-02-01', null, 2],
      ])
    })

    it('the person becomes an HR member: HR cannot add pay any more', async () => {
      const { company, hr } = await story()
      const member = await company.member('member', { person: true })
      const codes = await whileRoleChanges(company, member, `role = 'hr'`, () =>
        reasons(addPay(hr, member.personId!, '2026-01-01'), 'forbidden'),
      )
      expect(codes).to.deep.equal(['pay_of_hr'])
    })

    it('the caller loses the role, or the login', async () => {
      for (const change of [`role = 'viewer'`, `status = 'disabled'`]) {
        const { company, person } = await story()
        const member = await company.member('admin', { person: true })
        const admin = await company.web(member)
        const codes = await whileRoleChanges(company, member, change, () =>
          reasons(addPay(admin, person, '2026-01-01'), 'forbidden'),
        )
        expect(codes, change).to.deep.equal(['pay_needs_hr'])
      }
    })

    it('the caller is linked to that person', async () => {
      const { company, person } = await story()
      const member = await company.member('admin')
      const admin = await company.web(member)
      const codes = await whileRoleChanges(company, member, `person_id = '${person}'`, () =>
        reasons(addPay(admin, person, '2026-01-01'), 'forbidden'),
      )
      expect(codes).to.deep.equal(['own_pay'])
    })

    it('the person is erased', async () => {
      const { company, hr } = await story()
      const { id } = await company.person({ last_day: '2025-12-31' })
      const other = await server.db.connect()
      try {
        await other.query('begin')
        await other.query('update people set erased_at = now() where org_id = $1 and id = $2', [
          company.id,
          id,
        ])
        const call = addPay(hr, id, '2025-01-01')
        await untilBlocked(server.db, call)
        await other.query('commit')
        expect(await reasons(call, 'conflict')).to.deep.equal(['person_erased'])
      } finally {
        other.release()
      }
    })

    /** Makes the call while a change of a membership is not committed yet, and commits it when the call waits. */
    async function whileRoleChanges<T>(
      company: Company,
      { membershipId }: Member,
      change: string,
      call: () => Promise<T>,
    ): Promise<T> {
      const other = await server.db.connect()
      try {
        await other.query('begin')
        await other.query(`update memberships set ${change} where org_id = $1 and id = $2`, [
          company.id,
          membershipId,
        ])
        const answer = call()
        await untilBlocked(server.db, answer)
        await other.query('commit')
        return await answer
      } finally {
        other.release()
      }
    }
  })

  it('lets one request wait for a day: another one is refused, and names it', async () => {
    const { company, hr, person } = await story()
    const owner = await company.as('owner', 'web')
    await server.db.query(`update users set password_hash = 'a hash' where org_id = $1`, [company.id])
    await owner.call('org_approvals_settings_update', { pay_change: 'hr' })
    const add = (effective_date: string, amount: number) =>
      hr.call('org_pay_add', { person_id: person, effective_date, amount, currency: 'EUR', period: 'year' })
    const { approval } = await add('2026-09-01', 50_000)
    expect(approval?.status).to.equal('pending')
    const { body } = await refused(add('2026-09-01', 60_000), 'conflict')
    expect(body.error.details![0]).to.include({
      path: 'effective_date',
      code: 'pay_proposed_already',
      record_id: approval!.id,
    })
    const same = await refused(add('2026-09-01', 50_000), 'conflict')
    expect(same.body.error.details![0]).to.include({ code: 'change_proposed_already' })
    expect((await add('2026-10-01', 60_000)).approval?.status).to.equal('pending')
    const all = await race([1, 2, 3].map((amount) => add('2026-11-01', amount)))
    expect([all.won.length, all.lost]).to.deep.equal([1, ['conflict', 'conflict']])
  })
})

function without<T extends object, K extends keyof T>(value: T, key: K): Omit<T, K> {
  const { [key]: _left, ...rest } = value
  return rest
}
