import { expect } from 'chai'
import { activityOf } from '../../../support/activity.ts'
import type { TestClient } from '../../../support/client.ts'
import { refused } from '../../../support/expect.ts'
import { linkIn, mailTo, readMails } from '../../../support/mail.ts'
import { interrupted } from '../../../support/race.ts'
import { useServer } from '../../../support/server.ts'

describe('org.invites.create', () => {
  const server = useServer()

  const emailOf = async (personId: string): Promise<string> => {
    const { rows } = await server.db.query('select work_email from people where id = $1', [personId])
    return rows[0].work_email
  }
  const code = (error: { body: { error: { details?: { code: string }[] } } }) =>
    error.body.error.details![0]!.code

  it('mails the link to the work e-mail, and shows it to whoever invites in the web app', async () => {
    const company = await server.company({ name: 'Acme "Söhne"' })
    const web = await company.as('hr', 'web')
    const { id } = await company.person({ given_name: 'Grace', family_name: 'Hopper' })
    const made = await web.call('org_invites_create', { person_id: id })
    const mail = await mailTo(server, await emailOf(id))
    expect(linkIn(mail)).to.include({ url: made.url, organization: company.slug })
    expect(made.url).to.match(new RegExp(`^${server.baseUrl}/${company.slug}/invite/[\\w-]{43}$`))
    expect(mail.subject).to.equal('Your invite to Acme "Söhne"')
    expect(mail.to![0]!.name).to.equal('Grace Hopper')
    expect(mail.replyTo![0]!.address).to.match(/^hr-.*@company\.example$/)
    expect(made.email).to.deep.equal({
      status: 'skipped',
      message: 'This server sends no mail. Hand the link over yourself.',
    })
    const days = (Date.parse(made.expires_at) - Date.now()) / 86_400_000
    expect(days).to.be.closeTo(14, 0.01)
    const [line] = await activityOf(server, company, 'org.invites.create')
    expect(line).to.deep.include({
      ...{ summary: 'Invited {subject}', subject_type: 'person', subject_id: id, person_id: id },
      changes: [{ field: 'role', before: null, after: 'member' }],
    })
  })

  it('writes in the language of the company', async () => {
    const company = await server.company()
    await server.db.query(`update organizations set language = 'de' where org_id = $1`, [company.id])
    const { id } = await company.person()
    await (await company.as('owner')).call('org_invites_create', { person_id: id })
    expect((await mailTo(server, await emailOf(id))).subject).to.match(/^Ihre Einladung zu /)
  })

  it('never shows the link to a key, and says where it is shown', async () => {
    const company = await server.company()
    const key = await company.as('admin')
    const { id } = await company.person()
    const { url, email } = await key.call('org_invites_create', { person_id: id })
    expect(url).to.equal(null)
    expect(email.message).to.include('Invite them again from the web app')
  })

  it('makes nothing and mails nothing in a dry run', async () => {
    const company = await server.company()
    const web = await company.as('owner', 'web')
    const { id } = await company.person()
    const tried = await web.call('org_invites_create', { person_id: id }, { dryRun: true })
    expect([tried.url, tried.email.status]).to.deep.equal([null, 'skipped'])
    expect(await readMails(server, await emailOf(id))).to.deep.equal([])
    const { rows } = await server.db.query('select from mails where org_id = $1', [company.id])
    expect(rows).to.have.length(0)
    expect(await web.call('org_invites_list', { include_closed: true })).to.deep.equal([])
  })

  it('ends the open link that the person had', async () => {
    const company = await server.company()
    const web = await company.as('owner', 'web')
    const { id } = await company.person()
    const [first, second] = [
      await web.call('org_invites_create', { person_id: id }),
      await web.call('org_invites_create', { person_id: id, role: 'viewer' }),
    ]
    const open = await web.call('org_invites_list', { person_id: id })
    expect(open.map(({ id: one, role }) => [one, role])).to.deep.equal([[second.invite_id, 'viewer']])
    const all = await web.call('org_invites_list', { person_id: id, include_closed: true })
    expect(all[1]).to.include({ id: first.invite_id })
    expect(all[1]!.revoked_at).to.be.a('string')
  })

  it('makes one open link when two invite at the same moment', async () => {
    const company = await server.company()
    const [one, two] = [await company.as('owner'), await company.as('hr')]
    const { id } = await company.person()
    const invite = (caller: TestClient) => caller.call('org_invites_create', { person_id: id })
    const { first, second } = await interrupted(
      server.db,
      'invites',
      () => invite(one),
      () => invite(two),
    )
    await Promise.all([first, second])
    expect(await one.call('org_invites_list', { person_id: id })).to.have.length(1)
  })

  it('lets HR invite members and viewers only, and nobody but owners an owner', async () => {
    const company = await server.company()
    const [hr, admin] = [await company.as('hr'), await company.as('admin')]
    const { id } = await company.person()
    for (const role of ['hr', 'admin'] as const) {
      expect(
        code(await refused(hr.call('org_invites_create', { person_id: id, role }), 'forbidden')),
      ).to.equal('invite_needs_admin')
      await admin.call('org_invites_create', { person_id: id, role })
    }
    await hr.call('org_invites_create', { person_id: id, role: 'viewer' })
    const invite = (personId: string | null) => ({ person_id: personId! })
    const waiting = await company.member('admin', { person: true })
    for (const asked of [{}, { role: 'viewer' }] as const) {
      const input = { ...invite(waiting.personId), ...asked }
      const refusal = await refused(hr.call('org_invites_create', input), 'forbidden')
      expect(code(refusal), 'by the role that they have, whatever is asked').to.equal('invite_needs_admin')
    }
    const owner = await company.member('owner', { person: true })
    expect(
      code(await refused(admin.call('org_invites_create', invite(owner.personId)), 'forbidden')),
    ).to.equal('invite_needs_owner')
    await (await company.as('owner')).call('org_invites_create', invite(owner.personId))
  })

  it('keeps the role of somebody who has a membership', async () => {
    const company = await server.company()
    const admin = await company.as('admin')
    const { personId, membershipId } = await company.member('viewer', { person: true })
    const other = { person_id: personId!, role: 'hr' } as const
    const { body } = await refused(admin.call('org_invites_create', other), 'conflict')
    expect(body.error.details![0]).to.include({
      code: 'invite_keeps_role',
      record_id: membershipId,
      path: 'role',
    })
    await admin.call('org_invites_create', { person_id: personId!, role: 'viewer' })
    await admin.call('org_invites_create', { person_id: personId! })
    const [invite] = await admin.call('org_invites_list', { person_id: personId! })
    expect(invite).to.include({ role: 'viewer' })
  })

  it('refuses whoever has left, was erased, is disabled or can sign in, and an address of another login', async () => {
    const company = await server.company()
    const owner = await company.as('owner')
    const conflict = async (personId: string) =>
      code(await refused(owner.call('org_invites_create', { person_id: personId }), 'conflict'))
    expect(await conflict((await company.person({ last_day: '2021-01-01' })).id)).to.equal('invitee_has_left')
    expect(await conflict((await company.person({ erased: true })).id)).to.equal('person_erased')
    const member = await company.member('viewer', { person: true })
    await server.db.query(`update memberships set status = 'disabled' where id = $1`, [member.membershipId])
    expect(await conflict(member.personId!)).to.equal('invitee_disabled')
    await server.db.query(`update users set password_hash = 'x' where id = $1`, [member.userId])
    expect(await conflict(member.personId!)).to.equal('invitee_disabled')
    await server.db.query(`update memberships set status = 'active' where id = $1`, [member.membershipId])
    expect(await conflict(member.personId!)).to.equal('has_login_already')
    const { id } = await company.person({ work_email: company.owner.email.toUpperCase() })
    expect(await conflict(id)).to.equal('login_email_taken')
    await owner.call('org_invites_create', {
      person_id: (await company.person({ start_date: '2099-01-01' })).id,
    })
  })
})
