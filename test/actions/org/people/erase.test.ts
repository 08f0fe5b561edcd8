import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import { activityOf } from '../../../support/activity.ts'
import { readEvents } from '../../../support/events.ts'
import { upload } from '../../../support/documents.ts'
import { refused } from '../../../support/expect.ts'
import { addPay } from '../../../support/pay.ts'
import { useServer } from '../../../support/server.ts'

describe('org.people.erase', () => {
  const server = useServer()

  it('deletes what is held about somebody who has left, and keeps jobs without a name', async () => {
    const company = await server.company()
    const [admin, hr] = [await company.as('admin', 'web'), await company.as('hr', 'web')]
    const left = { given_name: 'Mary', start_date: '2020-01-01', last_day: '2023-12-31', title: 'Editor' }
    const { id: person_id } = await company.person(left)
    const member = await company.member('member', { personId: person_id })
    const own = await company.key(member, 'me')
    await hr.call('org_people_update_profile', { person_id, birthday: '1990-12-26', tax_id: '12345' })
    await addPay(hr, person_id, '2020-01-01')

    const answer = await admin.call('org_people_erase', { person_id })
    expect(answer).to.include({ person_id, erased: true, closed_requests: 0 })
    const counts = Object.fromEntries(answer.gone.map(({ kind, count }) => [kind, count]))
    expect(counts).to.include({
      name_and_contact: 1,
      private_details: 1,
      login: 1,
      api_keys: 1,
      pay_rows: 1,
      key: 1,
    })
    expect(answer.kept.map(({ kind, count }) => [kind, count])).to.deep.include(['job_history', 1])

    const person = await admin.call('org_people_get', { person_id })
    expect(person).to.deep.include({ name: 'Erased person', birthday: null, tax_id: null, title: 'Editor' })
    expect(person.erased_at).to.be.a('string')
    const data = await admin.call('org_people_export_data', { person_id })
    expect(data.jobs[0]).to.include({ title: 'Editor', valid_from: '2020-01-01', valid_to: '2023-12-31' })
    expect(data.pay).to.deep.equal([])
    expect(data.logins[0]).to.include({ status: 'disabled', name: 'Erased person' })
    await refused(own.call('platform_whoami', {}), 'unauthenticated')

    const [line] = await activityOf(server, company, 'org.people.erase')
    expect(line).to.include({ summary: 'Erased the data of a person', person_id })
    const events = await readEvents(server.db, company)
    expect(events.at(-1)).to.deep.include({ type: 'person.erased', payload: { person_id } })
  })

  it('tells in a dry run what would go and what stays, and does nothing', async () => {
    const company = await server.company()
    const admin = await company.as('admin', 'web')
    const { id: person_id } = await company.person({
      given_name: 'Ada',
      last_day: '2024-01-31',
      start_date: '2020-01-01',
    })
    const told = await admin.call('org_people_erase', { person_id }, { dryRun: true })
    expect(told.gone).to.deep.include({ kind: 'name_and_contact', count: 1 })
    expect(told.kept.map(({ kind }) => kind)).to.include.members(['job_history', 'backups'])
    for (const { why } of told.kept) expect(why).to.match(/\w/)
    expect(await admin.call('org_people_get', { person_id })).to.include({
      given_name: 'Ada',
      erased_at: null,
    })
  })

  it('is refused for who works here or will, for oneself, twice, and for an owner by an admin', async () => {
    const company = await server.company()
    const member = await company.member('admin', { person: true })
    const admin = await company.web(member)
    const codeOf = async (person_id: string, status: 'conflict' | 'forbidden') =>
      (await refused(admin.call('org_people_erase', { person_id }), status)).body.error.details![0]!.code
    const here = await company.person()
    const coming = await company.person({ start_date: '2099-01-01' })
    for (const { id } of [here, coming]) expect(await codeOf(id, 'conflict')).to.equal('employment_not_over')
    expect(await codeOf(member.personId!, 'forbidden')).to.equal('own_erasure')
    const gone = await company.person({ start_date: '2020-01-01', last_day: '2021-12-31' })
    await company.member('owner', { personId: gone.id })
    expect(await codeOf(gone.id, 'forbidden')).to.equal('erasure_of_owner')
    const left = await company.person({ start_date: '2020-01-01', last_day: '2021-12-31' })
    await admin.call('org_people_erase', { person_id: left.id })
    expect(await codeOf(left.id, 'conflict')).to.equal('erased_already')
  })

  it('counts the requests that waited', async () => {
    const company = await server.company()
    const owner = await company.as('owner', 'web')
    const hr = await company.as('hr', 'web')
    await owner.call('org_approvals_settings_update', { pay_change: 'hr' } as never)
    const { id: person_id } = await company.person({ start_date: '2020-01-01', last_day: '2023-12-31' })
    await company.as('hr', 'web')
    await hr.call('org_pay_add', {
      person_id,
      effective_date: '2022-01-01',
      amount: 1,
      currency: 'EUR',
      period: 'year',
    })
    const { closed_requests } = await owner.call('org_people_erase', { person_id })
    expect(closed_requests).to.equal(1)
    const { rows } = await server.db.query('select 1 from approval_requests where person_id = $1', [
      person_id,
    ])
    expect(rows).to.deep.equal([])
  })

  it('deletes what members were told about them, and ends their keys and open invites, once', async () => {
    server.now = new Date('2026-06-15T12:00:00Z')
    const company = await server.company()
    const admin = await company.as('admin', 'web')
    const { id: person_id } = await company.person({ start_date: '2020-01-01', last_day: '2023-12-31' })
    const member = await company.member('member', { personId: person_id })
    await company.key(member, 'me')
    await company.key(member, 'me')
    await server.db.query(
      `update api_keys set revoked_at = '2023-01-01T00:00:00Z'
        where id = (select min(id::text)::uuid from api_keys where membership_id = $1)`,
      [member.membershipId],
    )
    await server.db.query(
      `insert into notifications (org_id, id, membership_id, kind, about_id, person_id, reminder, date, created_at)
       select org_id, gen_random_uuid(), id, 'reminder', $2, $2, 'start_today', '2020-01-01', now()
         from memberships where org_id = $1 limit 1`,
      [company.id, person_id],
    )
    for (const revoked of ['2023-01-01T00:00:00Z', null])
      await server.db.query(
        `insert into invites (org_id, id, person_id, email, role, membership_id, token_hash, created_by, created_at, expires_at,
                              revoked_at)
         select org_id, gen_random_uuid(), $1, 'mary@company.example', role, id, $2, id, '2022-12-01', '2099-01-01', $3
           from memberships where id = $4`,
        [person_id, randomBytes(32), revoked, member.membershipId],
      )
    await upload(admin, { personId: person_id })
    const { gone, kept } = await admin.call('org_people_erase', { person_id })
    expect(gone.map(({ kind }) => kind)).to.include.members(['notifications', 'documents', 'api_keys'])
    // Events are kept for 30 days.
    expect(kept.find(({ kind }) => kind === 'events')!.until).to.equal('2026-07-15')
    const count = async (text: string, value: string) => (await server.db.query(text, [value])).rowCount
    expect(await count('select 1 from notifications where person_id = $1', person_id)).to.equal(0)
    for (const table of ['api_keys', 'invites']) {
      const { rows } = await server.db.query(
        `select revoked_at from ${table} where membership_id = $1 order by revoked_at`,
        [member.membershipId],
      )
      expect(
        rows.map(({ revoked_at: at }) => new Date(at).toISOString()),
        table,
      ).to.deep.equal(['2023-01-01T00:00:00.000Z', server.now.toISOString()])
    }
  })
})
