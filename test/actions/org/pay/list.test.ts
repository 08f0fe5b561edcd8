import { expect } from 'chai'
import type { TestClient } from '../../../support/client.ts'
import { addPay, asRanges } from '../../../support/pay.ts'
import { useServer } from '../../../support/server.ts'

describe('org.pay.list', () => {
  const server = useServer()
  beforeEach(() => (server.now = new Date('2026-06-15T12:00:00Z')))

  it('shows a raise that is planned, and has it as current from its day on', async () => {
    const company = await server.company()
    const hr = await company.as('hr', 'web')
    const { id } = await company.person()
    await addPay(hr, id, '2026-07-01', { amount: 52_000.5 })
    await addPay(hr, id, '2024-01-01', { amount: 45_000, note: 'As agreed' })
    const list = () => hr.call('org_pay_list', { person_id: id })

    const before = await list()
    expect(before.person_id).to.equal(id)
    expect(before.current).to.include({ amount: 45_000, valid_to: '2026-06-30', note: 'As agreed' })
    expect(asRanges(before.history)).to.deep.equal([
      ['2026-07-01', null, 52_000.5],
      ['2024-01-01', '2026-06-30', 45_000],
    ])
    expect(before.payroll_changed_at).to.equal(null)

    server.now = new Date('2026-06-30T23:59:59Z')
    expect((await list()).current).to.deep.equal(before.current)
    server.now = new Date('2026-07-01T00:00:00Z')
    expect((await list()).current).to.deep.equal(before.history[0])
    expect((await list()).history).to.deep.equal(before.history)
  })

  it("takes today's date from the organization's time zone", async () => {
    server.now = new Date('2026-06-30T23:00:00Z')
    const current = async (timeZone: string) => {
      const company = await server.company({ timeZone })
      const hr = await company.as('hr', 'web')
      const { id } = await company.person()
      await addPay(hr, id, '2026-01-01', { amount: 1 })
      return (await addPay(hr, id, '2026-07-01', { amount: 2 })).answer.current?.amount
    }
    expect(await current('Pacific/Auckland')).to.equal(2)
    expect(await current('Pacific/Honolulu')).to.equal(1)
  })

  it('is empty before the first row begins, and when there is none', async () => {
    const company = await server.company()
    const hr = await company.as('hr', 'web')
    const { id } = await company.person({ start_date: '2026-09-01' })
    expect(await hr.call('org_pay_list', { person_id: id })).to.deep.include({ current: null, history: [] })
    const { answer } = await addPay(hr, id, '2026-09-01')
    expect([answer.current, answer.history.length]).to.deep.equal([null, 1])
  })

  it('goes on after the last day of somebody who has left', async () => {
    const company = await server.company()
    const { id } = await company.person({ last_day: '2025-12-31' })
    const { answer } = await addPay(await company.as('hr', 'web'), id, '2021-01-01')
    expect(answer.current).to.include({ valid_from: '2021-01-01', valid_to: null })
  })

  it('is for the person, with any credential, and for owners, admins and HR in the web app', async () => {
    const company = await server.company()
    const boss = await company.member('member', { person: true })
    const { id } = await company.person({ manager_id: boss.personId })
    await addPay(await company.as('owner', 'web'), id, '2021-01-01')
    const person = await company.member('member', { personId: id })
    const callers: [string, TestClient, boolean][] = [
      ['the person in the web app', await company.web(person), true],
      ['the person with a key', await company.key(person), true],
      ['their manager in the web app', await company.web(boss), false],
      ['their manager with a key', await company.key(boss), false],
    ]
    for (const role of ['owner', 'admin', 'hr', 'viewer'] as const) {
      const member = await company.member(role, { person: true })
      callers.push([`${role} web`, await company.web(member), role !== 'viewer'])
      callers.push([`${role} key`, await company.key(member, 'manage'), false])
      callers.push([`${role} me`, await company.key(member, 'me'), false])
      const own = { person_id: member.personId! }
      for (const kind of ['manage', 'me'] as const)
        expect(await (await company.key(member, kind)).call('org_pay_list', own)).to.include(own)
      expect(await (await company.web(member)).call('org_pay_list', own)).to.include(own)
    }
    callers.push(['a member who is no person', await company.web(await company.member('member')), false])
    for (const [who, client, sees] of callers) {
      const { status, body, text } = await client.post('/v1/org/pay.list', { person_id: id })
      if (sees) expect([status, body.data.current?.amount], `${who}: ${text}`).to.deep.equal([200, 48_000])
      else expect([status, body.error?.details[0].code], `${who}: ${text}`).to.deep.equal([403, 'pay_hidden'])
    }
  })
})
