import { randomUUIDv7 } from 'node:crypto'
import { expect } from 'chai'
import type { Company, Member } from '../support/company.ts'
import { browserOf, signIn } from '../support/browser.ts'
import { loginMails, readMails } from '../support/mail.ts'
import { untilBlocked } from '../support/race.ts'
import { unique, useServer } from '../support/server.ts'

describe('a mail about a changed login', () => {
  const server = useServer({ TRUST_PROXY: 'true' })

  const addressOf = async ({ userId }: Member): Promise<string> => {
    const { rows } = await server.db.query('select email from users where id = $1', [userId])
    return rows[0].email
  }
  const waiting = (company: Company) => loginMails(server, company)
  const deliver = async (company: Company, mail: string) =>
    (await server.running.runtime.postbox.deliver(company.id, mail)).outcome
  const later = (minutes: number) => void (server.now = new Date(Date.now() + minutes * 60_000))
  afterEach(() => (server.now = undefined))

  it('tells after a minute all that was done in it, and then starts over', async () => {
    const company = await server.company()
    const member = await company.member('hr')
    const to = await addressOf(member)
    const web = await company.web(member)
    await web.call('platform_api_keys_create', { name: 'Payroll <export>', audience: 'manage' })
    await web.call('platform_api_keys_create', { name: 'Second', audience: 'manage' })
    const [mail, ...others] = await waiting(company)
    expect(others).to.deep.equal([])
    expect(await deliver(company, mail!)).to.equal('later')
    later(2)
    expect(await deliver(company, mail!)).to.equal('filed')
    const [first] = await readMails(server, to)
    expect(first!.subject).to.match(/^Your login at .+ was changed$/)
    expect(first!.text).to.match(/^- .+ \(UTC\): The API key “Payroll <export>” was made\.$/m)
    expect(first!.text).to.include('“Second”').and.to.include(`/${company.slug}/account`)
    expect(first!.html).to.include('“Payroll &lt;export').and.not.to.include('<export')

    await web.call('platform_api_keys_create', { name: 'Third', audience: 'manage' })
    const [next] = await waiting(company)
    later(4)
    expect(await deliver(company, next!)).to.equal('filed')
    const [, second] = await readMails(server, to)
    expect(second!.text).to.include('“Third”').and.not.to.include('“Second”')
  })

  it('tells of a changed password', async () => {
    const company = await server.company()
    const email = `${unique('owner')}@company.example`
    await server.db.query('update users set email = $2, email_key = $2 where org_id = $1', [
      company.id,
      email,
    ])
    const { slug, owner } = company
    const answer = await signIn(server, { organization: slug, email, password: owner.password })
    const changed = await browserOf(server, answer).post(
      '/v1/platform/password.change',
      { current_password: owner.password, password: 'seven quiet otters swim' },
      { Origin: server.running.runtime.baseUrl },
    )
    expect(changed.status).to.equal(200)
    const [mail] = await waiting(company)
    later(2)
    await deliver(company, mail!)
    expect((await readMails(server, email))[0]!.text).to.include('The password was changed.')
  })

  it('is written by no dry run, no refusal and nobody else’s call, and is not sent to a member who is disabled', async () => {
    const company = await server.company()
    const member = await company.member('hr')
    const web = await company.web(member)
    await web.call('platform_api_keys_create', { name: 'Never', audience: 'manage' }, { dryRun: true })
    expect(await waiting(company)).to.deep.equal([])
    await web.call('platform_api_keys_create', { name: 'Real', audience: 'manage' })
    const [mail] = await waiting(company)
    await server.db.query(`update memberships set status = 'disabled' where id = $1`, [member.membershipId])
    later(2)
    expect(await deliver(company, mail!)).to.equal('failed')
    expect(await readMails(server, await addressOf(member))).to.deep.equal([])
  })

  it('waits for those that happen while it is about to be sent', async () => {
    const company = await server.company()
    const member = await company.member('hr')
    const web = await company.web(member)
    await web.call('platform_api_keys_create', { name: 'First', audience: 'manage' })
    const [mail] = await waiting(company)
    const client = await server.db.connect()
    try {
      await client.query('begin')
      await client.query(`select set_config('app.org_id', $1, true)`, [company.id])
      await client.query('select tell_member($1, $1, $2, now(), now())', [mail, member.membershipId])
      later(2)
      const sent = deliver(company, mail!)
      await untilBlocked(server.db, sent)
      await client.query(
        `insert into activity (org_id, id, at, action, summary, summary_code, actor_kind, actor_id, membership_id, via, subject_type, subject_id, subject_name, changes, request_id)
         select org_id, $2, at, action, summary, summary_code, actor_kind, actor_id, membership_id, via, subject_type, subject_id, 'Late', changes, request_id
           from activity where org_id = $1 and action = 'platform.api_keys.create'`,
        [company.id, randomUUIDv7()],
      )
      await client.query('commit')
      expect(await sent).to.equal('filed')
    } finally {
      client.release()
    }
    const [told] = await readMails(server, await addressOf(member))
    expect(told!.text).to.include('“First”').and.to.include('“Late”')
  })

  /** A line of the log as the key's own, with another name and an id from another time. */
  const addLine = (company: Company, name: string, at: Date) => {
    const ms = at.getTime().toString(16).padStart(12, '0')
    const id = `${ms.slice(0, 8)}-${ms.slice(8)}${randomUUIDv7().slice(13)}`
    return server.db
      .query(
        `insert into activity (org_id, id, at, action, summary, summary_code, actor_kind, actor_id, membership_id, via, subject_type, subject_id, subject_name, changes, request_id)
         select org_id, $2, at, action, summary, summary_code, actor_kind, actor_id, membership_id, via, subject_type, subject_id, $3, changes, request_id
           from activity where org_id = $1 and action = 'platform.api_keys.create' limit 1`,
        [company.id, id, name],
      )
      .then(() => id)
  }

  it('tells what another process with a slower clock did after it', async () => {
    const company = await server.company()
    const member = await company.member('hr')
    await (await company.web(member)).call('platform_api_keys_create', { name: 'First', audience: 'manage' })
    const [mail] = await waiting(company)
    const line = await addLine(company, 'Slow', new Date(Date.now() - 2000))
    const client = await server.db.connect()
    try {
      await client.query(`begin; set local app.org_id = '${company.id}'`)
      await client.query('select tell_member($1, $2, $3, now(), now())', [
        randomUUIDv7(),
        line,
        member.membershipId,
      ])
      await client.query('commit')
    } finally {
      client.release()
    }
    expect(await waiting(company)).to.deep.equal([mail])
    later(2)
    expect(await deliver(company, mail!)).to.equal('filed')
    const [told] = await readMails(server, await addressOf(member))
    expect(told!.text).to.include('“First”').and.to.include('“Slow”')
  })

  it('is tried again soon, and often enough, when something new is told by one that could not be sent', async () => {
    const company = await server.company()
    const member = await company.member('hr')
    const web = await company.web(member)
    await web.call('platform_api_keys_create', { name: 'First', audience: 'manage' })
    const [mail] = await waiting(company)
    await server.db.query(`update mails set attempts = 8, due_at = now() + interval '1 day' where id = $1`, [
      mail,
    ])
    await web.call('platform_api_keys_create', { name: 'Second', audience: 'manage' })
    const { rows } = await server.db.query('select attempts from mails where id = $1', [mail])
    expect(rows).to.deep.equal([{ attempts: 0 }])
    expect(await deliver(company, mail!), 'not at once').to.equal('later')
    later(2)
    expect(await deliver(company, mail!)).to.equal('filed')
  })

  it('says when more was done than it lists', async () => {
    const company = await server.company()
    const member = await company.member('hr')
    await (await company.web(member)).call('platform_api_keys_create', { name: 'Hidden', audience: 'manage' })
    const [mail] = await waiting(company)
    for (let n = 1; n <= 19; n++) await addLine(company, `Key ${n}`, new Date(Date.now() + 1000 + n))
    later(2)
    const language = (to: string) =>
      server.db.query('update users set language = $2 where id = $1', [member.userId, to])
    const textIn = async (to: string) => {
      await language(to)
      await server.db.query(
        `update mails set status = 'pending', ended_at = null, due_at = created_at where id = $1`,
        [mail],
      )
      expect(await deliver(company, mail!)).to.equal('filed')
      return (await readMails(server, await addressOf(member))).at(-1)!.text
    }
    expect(await textIn('en'), 'twenty fit')
      .to.include('“Hidden”')
      .and.not.to.include('more was done')
    await addLine(company, 'Key 20', new Date(Date.now() + 1020))
    expect(await textIn('en'))
      .to.include('“Key 20”')
      .and.to.include('- Before that, more was done than fits here.')
    expect(await textIn('de')).to.include('- Davor wurde mehr geändert, als hier Platz hat.')
  })
})
