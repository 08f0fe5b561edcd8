import { expect } from 'chai'
import { activityOf } from '../../support/activity.ts'
import type { Company, Member } from '../../support/company.ts'
import { untilBlocked } from '../../support/race.ts'
import { unique, useServer } from '../../support/server.ts'
import { emailKey } from '../../../src/domain/email.ts'

describe('a work e-mail that HR changes', () => {
  const server = useServer()

  const address = () => `${unique('Work')}@company.example`
  /** Somebody who signs in with their work e-mail and a password. */
  const colleague = async (company: Company): Promise<Member & { email: string }> => {
    const email = address()
    const { id } = await company.person({ work_email: email })
    const member = await company.member('member', { personId: id })
    await server.db.query(
      `update users set email = $3, email_key = $4, password_hash = owner.password_hash
         from (select password_hash from users where org_id = $1 and password_hash is not null limit 1) owner
        where org_id = $1 and id = $2`,
      [company.id, member.userId, email, emailKey(email)],
    )
    return { ...member, email }
  }
  const change = async (company: Company, { personId }: Member, email: string) =>
    (await company.as('hr', 'web')).call('org_people_update_profile', {
      person_id: personId!,
      work_email: email,
    })
  /** The links of a company to other addresses, the oldest first, and whether they are open. */
  const linksOf = async ({ id }: Company): Promise<[string, boolean][]> => {
    const { rows } = await server.db.query<{ email: string; open: boolean }>(
      `select email, ended_at is null as open from email_changes where org_id = $1 order by created_at, id`,
      [id],
    )
    return rows.map(({ email, open }) => [email, open])
  }

  it('sends its owner a link only if they can use it: not to a disabled login, one without a password, or the address of another', async () => {
    const stories: Record<string, (company: Company, member: Member, email: string) => Promise<unknown>> = {
      'a disabled login': ({ id }, { membershipId }) =>
        server.db.query(`update memberships set status = 'disabled' where org_id = $1 and id = $2`, [
          id,
          membershipId,
        ]),
      'no password': ({ id }, { userId }) =>
        server.db.query(`update users set password_hash = null where org_id = $1 and id = $2`, [id, userId]),
      'passwords turned off': ({ id }) =>
        server.db.query(`update organizations set sign_in_password = false where org_id = $1`, [id]),
      'the address of another login': async (company, _member, email) => {
        const other = await company.member('viewer')
        await server.db.query(`update users set email = $3, email_key = $4 where org_id = $1 and id = $2`, [
          company.id,
          other.userId,
          email.toUpperCase(),
          emailKey(email),
        ])
      },
    }
    for (const [name, prepare] of Object.entries(stories)) {
      const company = await server.company()
      const member = await colleague(company)
      const email = address()
      await prepare(company, member, email)
      await change(company, member, email)
      expect(await linksOf(company), name).to.deep.equal([])
    }
  })

  it('is followed by no more links than a member gets in a day', async () => {
    const company = await server.company()
    const member = await colleague(company)
    await server.db.query(
      `insert into email_changes (org_id, id, membership_id, email, token_hash, basis, created_at, expires_at, ended_at)
       select $1, gen_random_uuid(), $2, 'a@company.example', sha256(n::text::bytea), '', now(), now(), now()
         from generate_series(1, 5) n`,
      [company.id, member.membershipId],
    )
    await change(company, member, address())
    expect((await linksOf(company)).filter(([, open]) => open)).to.deep.equal([])
  })

  it('is not followed by who signs in with another address since a moment', async () => {
    const company = await server.company()
    const member = await colleague(company)
    const other = await server.db.connect()
    try {
      await other.query('begin')
      await other.query('select 1 from memberships where org_id = $1 and id = $2 for no key update', [
        company.id,
        member.membershipId,
      ])
      const call = change(company, member, address())
      await untilBlocked(server.db, call)
      await other.query(
        `update users set email = 'own@home.example', email_key = 'own@home.example' where org_id = $1 and id = $2`,
        [company.id, member.userId],
      )
      await other.query('commit')
      await call
    } finally {
      other.release()
    }
    expect(await linksOf(company)).to.deep.equal([])
  })

  it('that was wrong is followed again when it is corrected, and the link to the wrong one ends', async () => {
    const company = await server.company()
    const member = await colleague(company)
    const [wrong, right] = [address(), address()]
    await change(company, member, wrong)
    await change(company, member, right)
    expect(await linksOf(company)).to.deep.equal([
      [wrong, false],
      [right, true],
    ])
  })

  it('is told in the log without the network of who changed it, which is not that of the login', async () => {
    const company = await server.company()
    const member = await colleague(company)
    await change(company, member, address())
    const lines = await activityOf(server, company, 'org.people.update_profile')
    const line = lines.find(({ summary }) => summary.includes('link'))!
    expect(line).to.include({
      summary: 'A link to sign in with the new work e-mail was sent to it',
      person_id: member.personId,
    })
    expect(line.changes).to.deep.equal([])
  })

  it('that comes back ends the link to the one between, and sends none', async () => {
    const company = await server.company()
    const member = await colleague(company)
    const between = address()
    await change(company, member, between)
    await change(company, member, member.email)
    expect(await linksOf(company)).to.deep.equal([[between, false]])
  })

  it('takes nothing from the link that its owner asked for, to an address of their own', async () => {
    const company = await server.company()
    const member = await colleague(company)
    await change(company, member, address())
    const own = address()
    await (await company.web(member)).call('platform_sign_in_methods_change_email', { email: own })
    await change(company, member, address())
    expect((await linksOf(company)).at(-1)).to.deep.equal([own, true])
  })

  it('is in the export of their data with the addresses that links went to', async () => {
    const company = await server.company()
    const member = await colleague(company)
    const email = address()
    await change(company, member, email)
    const { logins } = await (
      await company.as('owner', 'web')
    ).call('org_people_export_data', {
      person_id: member.personId!,
    })
    expect(logins[0]!.email_changes).to.have.length(1)
    expect(logins[0]!.email_changes![0]).to.include({ email, email_before: null, ended_at: null })
  })
})
