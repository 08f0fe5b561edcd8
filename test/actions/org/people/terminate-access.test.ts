import { expect } from 'chai'
import type { TestClient } from '../../../support/client.ts'
import type { Company } from '../../../support/company.ts'
import { refused } from '../../../support/expect.ts'
import { useServer } from '../../../support/server.ts'

describe('org.people.terminate closes a login, so it takes who could disable that member', () => {
  const server = useServer()
  let company: Company
  let hr: TestClient
  beforeEach(async () => {
    server.now = new Date('2026-06-15T12:00:00Z')
    company = await server.company()
    hr = await company.as('hr')
  })

  const terminate = (person_id: string, last_day: string | null) =>
    hr.call('org_people_terminate', { person_id, last_day })
  const codesOf = async (call: Promise<unknown>, code: string) => {
    const { body } = await refused(call, code)
    return body.error.details!.map((detail) => [detail.path, detail.code])
  }
  const timeline = (person_id: string) => hr.call('org_people_timeline', { person_id })
  const owner = async () => company.as('owner')
  const personOf = async (role: 'owner' | 'admin' | 'hr') =>
    (await company.member(role, { person: true })).personId!

  it('an owner ends the employment of an owner, an owner or admin that of an admin', async () => {
    const admin = await company.as('admin')
    for (const [role, who, code] of [
      ['owner', hr, 'end_of_owner'],
      ['owner', admin, 'end_of_owner'],
      ['admin', hr, 'end_of_admin'],
      ['owner', await owner(), null],
      ['admin', admin, null],
      ['admin', await owner(), null],
      ['hr', hr, null],
    ] as const) {
      const person_id = await personOf(role)
      for (const last_day of ['2026-06-01', '2026-12-31']) {
        const call = who.call('org_people_terminate', { person_id, last_day })
        if (code === null) await call
        else expect(await codesOf(call, 'forbidden')).to.deep.equal([['person_id', code]])
      }
    }
  })

  it('nobody of owners and admins ends their own, and HR may', async () => {
    for (const [role, code] of [
      ['owner', 'own_end'],
      ['admin', 'own_end'],
      ['hr', null],
    ] as const) {
      const member = await company.member(role, { person: true })
      const own = await company.web(member)
      const person_id = member.personId!
      const call = own.call('org_people_terminate', { person_id, last_day: '2026-12-31' })
      if (code === null) {
        await call
        continue
      }
      expect(await codesOf(call, 'forbidden')).to.deep.equal([['person_id', code]])
      await (await owner()).call('org_people_terminate', { person_id, last_day: '2026-12-31' })
      const back = await own.call('org_people_terminate', { person_id, last_day: null })
      expect(back.change, 'taking it back closes nothing').to.equal('cancel')
    }
  })

  it('an end that is set is moved by them only, and taken back by HR, too', async () => {
    const person_id = await personOf('admin')
    await (await owner()).call('org_people_terminate', { person_id, last_day: '2026-12-31' })
    expect(await codesOf(terminate(person_id, '2026-07-01'), 'forbidden')).to.deep.equal([
      ['person_id', 'end_of_admin'],
    ])
    expect(await terminate(person_id, null)).to.include({ change: 'cancel' })
  })

  it('is not proposed by others, and a request of who could no longer propose it is outdated', async () => {
    const admins = await Promise.all([1, 2].map(() => company.member('admin', { person: true })))
    const [proposer, approver] = [await company.web(admins[0]!), await company.as('owner', 'web')]
    await approver.call('org_approvals_settings_update', { termination: 'manager' })
    const manager = await company.member('hr', { person: true })
    await server.db.query(`update users set password_hash = 'a hash' where org_id = $1`, [company.id])
    await server.db.query(`update job_rows set manager_id = $3 where org_id = $1 and person_id = $2`, [
      company.id,
      admins[1]!.personId,
      manager.personId,
    ])
    const person_id = admins[1]!.personId!
    expect(await codesOf(terminate(person_id, '2026-12-31'), 'forbidden')).to.deep.equal([
      ['person_id', 'end_of_admin'],
    ])
    const { approval } = await proposer.call('org_people_terminate', { person_id, last_day: '2026-12-31' })
    expect(approval).to.include({ status: 'pending', waiting_for: 'manager' })
    await server.db.query(`update memberships set role = 'hr' where id = $1`, [admins[0]!.membershipId])
    const judge = await company.web(manager)
    const closed = await judge.call('org_approvals_approve', { request_id: approval!.id })
    expect(closed.status).to.equal('outdated')
    expect((await timeline(person_id)).employments[0]!.last_day).to.equal(null)
  })

  it('is taken back with an approval, too, whoever proposed that', async () => {
    const [admin, manager] = await Promise.all([personOf('admin'), company.member('hr', { person: true })])
    const approver = await company.as('owner', 'web')
    await approver.call('org_people_terminate', { person_id: admin, last_day: '2026-12-31' })
    await approver.call('org_approvals_settings_update', { termination: 'manager' })
    await server.db.query(`update users set password_hash = 'a hash' where org_id = $1`, [company.id])
    await server.db.query(`update job_rows set manager_id = $3 where org_id = $1 and person_id = $2`, [
      company.id,
      admin,
      manager.personId,
    ])
    const { approval } = await terminate(admin, null)
    expect(approval).to.include({ status: 'pending', waiting_for: 'manager' })
    const judge = await company.web(manager)
    const closed = await judge.call('org_approvals_approve', { request_id: approval!.id })
    expect(closed.status).to.equal('approved')
    expect((await timeline(admin)).employments[0]!.last_day).to.equal(null)
  })

  /** Who proposes, whose end, the role that one of them has when it is approved, and what becomes of the request. */
  const later = [
    ['hr', 'own', 'hr', 'approved'],
    ['hr', 'own', 'admin', 'outdated'],
    ['hr', 'own', 'owner', 'outdated'],
    ['admin', 'hr', 'admin', 'approved'],
    ['admin', 'hr', 'owner', 'outdated'],
    ['hr', 'hr', 'hr', 'approved'],
    ['hr', 'hr', 'admin', 'outdated'],
    ['hr', 'hr', 'owner', 'outdated'],
    ['owner', 'admin', 'owner', 'approved'],
  ] as const
  for (const [by, about, role, status] of later)
    it(`${by} proposes the end of ${about}, who is ${role} when it is approved: ${status}`, async () => {
      const proposer = await company.member(by, { person: true })
      const leaver = about === 'own' ? proposer : await company.member(about, { person: true })
      const manager = await company.member('viewer', { person: true })
      await (
        await company.as('owner', 'web')
      ).call('org_approvals_settings_update', { termination: 'manager' })
      await server.db.query(`update users set password_hash = 'a hash' where org_id = $1`, [company.id])
      await server.db.query('update job_rows set manager_id = $3 where org_id = $1 and person_id = $2', [
        company.id,
        leaver.personId,
        manager.personId,
      ])
      const person_id = leaver.personId!
      const { approval } = await (
        await company.web(proposer)
      ).call('org_people_terminate', { person_id, last_day: '2026-12-31' })
      expect(approval).to.include({ status: 'pending', waiting_for: 'manager' })
      await server.db.query('update memberships set role = $2 where id = $1', [leaver.membershipId, role])
      const judge = await company.web(manager)
      const closed = await judge.call('org_approvals_approve', { request_id: approval!.id })
      expect(closed.status).to.equal(status)
      const [employment] = (await timeline(person_id)).employments
      expect(employment!.last_day).to.equal(status === 'approved' ? '2026-12-31' : null)
    })
})
