import { expect } from 'chai'
import { activityOf } from '../support/activity.ts'
import { setRules } from '../support/approvals.ts'
import { browserOf, inOneMinute, newAddress } from '../support/browser.ts'
import type { RawAnswer } from '../support/client.ts'
import type { Company } from '../support/company.ts'
import { readEvents } from '../support/events.ts'
import { accept, goodPassword, inviteOf, postAuth, tokenOf } from '../support/invites.ts'
import { linkIn, mailTo } from '../support/mail.ts'
import { useServer } from '../support/server.ts'

const why = (answer: RawAnswer): unknown[] => [answer.status, answer.body.error?.details?.[0]?.code]

describe('accepting an invite', () => {
  const server = useServer({ TRUST_PROXY: 'true' })

  const lookUp = ({ slug }: Company, token: string) =>
    postAuth(server, 'invite_look_up', { organization: slug, token })
  const membersOf = async (company: Company, personId: string) => {
    const { rows } = await server.db.query(
      `select m.role, m.status, u.email, u.display_name, u.password_hash is not null as able
         from memberships m join users u on u.org_id = m.org_id and u.id = m.user_id
        where m.org_id = $1 and m.person_id = $2`,
      [company.id, personId],
    )
    return rows
  }
  const invited = async (role?: 'viewer') => {
    const company = await server.company()
    const web = await company.as('owner', 'web')
    const person = await company.person({ given_name: 'Grace', family_name: 'Hopper' })
    const { url, invite_id: id } = await web.call('org_invites_create', {
      person_id: person.id,
      ...(role && { role }),
    })
    return { company, web, person, id, token: url!.split('/').at(-1)! }
  }

  it('gives the person a login by the link of the mail, once, and says so', async () => {
    const { company, person, id } = await invited('viewer')
    const { rows } = await server.db.query('select work_email from people where id = $1', [person.id])
    const { token } = linkIn(await mailTo(server, rows[0].work_email))
    const shown = await lookUp(company, token)
    expect(shown.body.data).to.deep.include({ name: 'Grace Hopper', email: rows[0].work_email })
    const answer = await accept(server, company, token)
    expect(answer.status).to.equal(200)
    const me = await browserOf(server, answer).call('platform_whoami', {})
    expect([me.roles, me.person_id, me.user.display_name]).to.deep.equal([
      ['viewer'],
      person.id,
      'Grace Hopper',
    ])
    for (const again of [await accept(server, company, token), await lookUp(company, token)])
      expect(why(again)).to.deep.equal([404, 'invite_link_accepted'])
    const login = { organization: company.slug, email: rows[0].work_email, password: goodPassword }
    expect((await postAuth(server, 'sign_in', login)).status).to.equal(200)

    const [line] = await activityOf(server, company, 'auth.invite_accept')
    expect(line).to.include({ summary: '{subject} accepted the invite', person_id: person.id })
    const event = (await readEvents(server.db, company)).find(({ type }) => type === 'invite.accepted')
    expect(event!.payload).to.deep.include({ invite_id: id, person_id: person.id })
    const [invite] = await (await company.as('hr')).call('org_invites_list', { include_closed: true })
    expect(invite!.accepted_at).to.be.a('string')
  })

  it('gives a membership that is there its login, with the role that it has by then', async () => {
    const company = await server.company()
    const owner = await company.as('owner', 'web')
    const member = await company.member('viewer', { person: true })
    const { token } = await inviteOf(owner, member.personId!)
    await owner.call('platform_members_set_role', { membership_id: member.membershipId, role: 'hr' })
    const answer = await accept(server, company, token)
    const me = await browserOf(server, answer).call('platform_whoami', {})
    expect([me.user.id, me.roles]).to.deep.equal([member.userId, ['hr']])
    expect(await membersOf(company, member.personId!)).to.have.length(1)
  })

  it('is signed in with the address that was invited, also by a login that had another one', async () => {
    const company = await server.company()
    const owner = await company.as('owner', 'web')
    const member = await company.member('viewer', { person: true })
    const { token } = await inviteOf(owner, member.personId!)
    expect((await accept(server, company, token)).status).to.equal(200)
    const [{ email }] = await membersOf(company, member.personId!)
    const login = { organization: company.slug, email, password: goodPassword }
    const { rows } = await server.db.query('select work_email from people where id = $1', [member.personId])
    expect(email).to.equal(rows[0].work_email)
    expect((await postAuth(server, 'sign_in', login)).status).to.equal(200)
  })

  it('is no way in while another login has the address, and stays good', async () => {
    const { company, person, token } = await invited()
    const other = await company.member('viewer')
    const take = (key: string) =>
      server.db.query(
        `update users set email = $2::text, email_key = $2::text where org_id = $1 and id = $3`,
        [company.id, key, other.userId],
      )
    const { rows } = await server.db.query('select work_email_key from people where id = $1', [person.id])
    await take(rows[0].work_email_key)
    expect(why(await accept(server, company, token))).to.deep.equal([404, 'invite_link_taken'])
    expect(await membersOf(company, person.id)).to.deep.equal([])
    await take('another@company.example')
    expect((await accept(server, company, token)).status).to.equal(200)
  })

  it('makes one login when the link is used twice at the same moment', async () => {
    const { company, person, token } = await invited()
    const answers = await Promise.all([1, 2, 3].map(() => accept(server, company, token)))
    expect(answers.map(({ status }) => status).toSorted()).to.deep.equal([200, 404, 404])
    expect(await membersOf(company, person.id)).to.have.length(1)
  })

  it('and revoking it at the same moment: one of the two happens, and never both', async () => {
    for (let round = 0; round < 4; round++) {
      const { company, web, person, id, token } = await invited()
      const [accepted, revoked] = await Promise.all([
        accept(server, company, token),
        web.call('org_invites_revoke', { invite_id: id }).then(
          () => true,
          () => false,
        ),
      ])
      expect(accepted.status === 200).to.equal(!revoked)
      expect(await membersOf(company, person.id)).to.have.length(revoked ? 0 : 1)
    }
  })

  it('is not for whoever has left, was disabled or got a login meanwhile', async () => {
    const gone = await invited()
    await server.db.query(`update employments set last_day = '2021-01-01' where person_id = $1`, [
      gone.person.id,
    ])
    expect(why(await accept(server, gone.company, gone.token))).to.deep.equal([404, 'invite_link_revoked'])
    const company = await server.company()
    const owner = await company.as('owner', 'web')
    const member = await company.member('viewer', { person: true })
    const { token } = await inviteOf(owner, member.personId!)
    await owner.call('platform_members_disable', { membership_id: member.membershipId })
    expect(why(await accept(server, company, token))).to.deep.equal([404, 'invite_link_revoked'])
    await owner.call('platform_members_enable', { membership_id: member.membershipId })
    await server.db.query(`update users set password_hash = 'x' where id = $1`, [member.userId])
    expect(why(await accept(server, company, token))).to.deep.equal([404, 'invite_link_accepted'])
  })

  it('is not for a person who was erased meanwhile, although nobody has ended the link', async () => {
    const { company, person, token } = await invited()
    await server.db.query('update people set erased_at = now() where org_id = $1 and id = $2', [
      company.id,
      person.id,
    ])
    for (const answer of [await lookUp(company, token), await accept(server, company, token)])
      expect(why(answer)).to.deep.equal([404, 'invite_link_revoked'])
    expect(await membersOf(company, person.id)).to.deep.equal([])
  })

  it('works for 14 days, to the moment that was told', async () => {
    server.now = new Date('2030-05-01T12:00:00.000Z')
    const { company, token } = await invited()
    server.now = new Date('2030-05-15T11:59:59.999Z')
    const { body } = await lookUp(company, token)
    expect(body.data.expires_at).to.equal('2030-05-15T12:00:00.000Z')
    server.now = new Date(body.data.expires_at)
    expect(why(await accept(server, company, token))).to.deep.equal([404, 'invite_link_expired'])
  })

  it('ends the session that the browser had, whoever that was', async () => {
    const { company, web, token } = await invited()
    const { secret } = web.credential as { secret: string }
    const answer = await server
      .anonymous()
      .post(
        '/auth/invite_accept',
        { organization: company.slug, token, password: goodPassword },
        { Origin: server.baseUrl, 'X-Forwarded-For': newAddress(), Cookie: `rollcall=${secret}` },
      )
    expect(answer.status).to.equal(200)
    expect((await web.post('/v1/platform/whoami', {})).status).to.equal(401)
  })

  it('takes no password that others guess, and the link stays good', async () => {
    const { company, token } = await invited()
    for (const password of ['short', 'password123', 'Grace Hopper'])
      expect((await accept(server, company, token, password)).body.error.details[0].path).to.equal('password')
    expect((await accept(server, company, token)).status).to.equal(200)
  })

  it('follows the methods that are on, and a pause', async () => {
    const { company, token } = await invited()
    await server.db.query('update organizations set sign_in_password = false where org_id = $1', [company.id])
    expect((await accept(server, company, token)).status).to.equal(403)
    await server.db.query(
      `update organizations set sign_in_password = true, status = 'paused', pause_reason = 'unpaid', paused_since = now()
        where org_id = $1`,
      [company.id],
    )
    expect((await accept(server, company, token)).status).to.equal(403)
  })

  it('lets owners and admins in while the organization is paused, by the role that they have by then', async () => {
    const company = await server.company()
    const owner = await company.as('owner', 'web')
    const person = await company.person()
    const { url } = await owner.call('org_invites_create', { person_id: person.id, role: 'admin' })
    const [raised, lowered] = [
      await company.member('viewer', { person: true }),
      await company.member('admin', { person: true }),
    ]
    const links = [await inviteOf(owner, raised.personId!), await inviteOf(owner, lowered.personId!)]
    for (const [{ membershipId }, role] of [
      [raised, 'admin'],
      [lowered, 'viewer'],
    ] as const)
      await owner.call('platform_members_set_role', { membership_id: membershipId, role })
    await server.db.query(
      `update organizations set status = 'paused', pause_reason = 'unpaid', paused_since = now() where org_id = $1`,
      [company.id],
    )
    const statuses = []
    for (const token of [tokenOf(url), ...links.map((link) => link.token)])
      statuses.push((await accept(server, company, token)).status)
    expect(statuses).to.deep.equal([200, 200, 403])
  })

  it('knows no link of another organization, and counts links that do not work by address alone', async () => {
    const [one, two] = [await invited(), await server.company()]
    expect(why(await lookUp(two, one.token))).to.deep.equal([404, 'invite_link_unknown'])
    const statuses = await inOneMinute(server, async () => {
      const address = newAddress()
      const wrong = (token: string, organization = one.company.slug) =>
        postAuth(server, 'invite_look_up', { organization, token }, address)
      expect(why(await wrong('x'))).to.deep.equal([404, 'invite_link_unknown'])
      expect(why(await wrong(one.token, 'nobody'))).to.deep.equal([404, 'invite_link_unknown'])
      expect((await wrong(one.token)).status).to.equal(200)
      const answers = await Promise.all(Array.from({ length: 40 }, () => wrong('y'.repeat(43))))
      return [...answers, await wrong(one.token)].map(({ status }) => status)
    })
    expect(statuses.filter((status) => status === 404)).to.have.length(28)
    expect(statuses.filter((status) => status === 429)).to.have.length(13)
    expect((await lookUp(one.company, one.token)).status).to.equal(200)
  })

  it('makes nobody a judge of what whoever invited them proposes', async () => {
    const { company, web, person, token } = await invited()
    await setRules(server, company, { job_change: 'manager' })
    await accept(server, company, token)
    const report = await company.person({ manager_id: person.id })
    const promotion = { effective_date: '2040-01-01', reason: 'promotion', title: 'Head' } as const
    const own = await web.call('org_people_change_job', { person_id: report.id, ...promotion })
    expect(own.approval).to.include({ untrusted: 'invited_by_proposer' })
    const other = await company.person({ manager_id: person.id })
    const admin = await company.as('admin')
    const theirs = await admin.call('org_people_change_job', { person_id: other.id, ...promotion })
    expect(theirs.approval).to.deep.include({ untrusted: null, approvers: ['Grace Hopper'] })
  })

  it('is never cross-site, and leaves the secret nowhere', async () => {
    const { company, person, token } = await invited()
    const body = { organization: company.slug, token, password: goodPassword }
    const evil = await server
      .anonymous()
      .post('/auth/invite_accept', body, { Origin: 'https://evil.example' })
    expect(evil.status).to.equal(403)
    await accept(server, company, token)
    const { rows } = await server.db.query<{ dump: string }>(
      `select string_agg(t::text, ' ') as dump from (
         select row_to_json(i)::text from invites i union all select row_to_json(a)::text from activity a
         union all select row_to_json(e)::text from events e union all select row_to_json(m)::text from mails m
         union all select payload::text from graphile_worker._private_jobs) t`,
    )
    const { rows: people } = await server.db.query('select work_email from people where id = $1', [person.id])
    expect(rows[0]!.dump).not.to.include(token)
    expect(server.logLines.join()).not.to.include(token).and.not.to.include(people[0].work_email)
    const { rows: others } = await server.db.query<{ dump: string }>(
      `select coalesce(string_agg(t::text, ' '), '') as dump from (
         select row_to_json(a)::text from activity a union all select row_to_json(m)::text from mails m
         union all select payload::text from graphile_worker._private_jobs) t`,
    )
    expect(others[0]!.dump).not.to.include(people[0].work_email)
  })
})
