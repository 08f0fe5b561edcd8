import { expect } from 'chai'
import type { Company } from '../support/company.ts'
import { accept, postAuth } from '../support/invites.ts'
import { linkIn, startMailServer, startSilentServer, type MailServer } from '../support/mail.ts'
import { useServer, type TestServer } from '../support/server.ts'
import { open, readAll, readAnswers } from '../support/socket.ts'
import { notBefore, until } from '../support/wait.ts'

interface MailRow {
  id: string
  status: string
  attempts: number
  reason: string | null
}

/** The mails of a company, without those who cause them. */
async function rowsOf(server: TestServer, company: Company): Promise<MailRow[]> {
  const { rows } = await server.db.query<MailRow>(
    'select id, status, attempts, reason from mails where org_id = $1 order by created_at, id',
    [company.id],
  )
  return rows
}

/** What every mail server of a test may do with a mail, until it is told otherwise. */
const behaviour: { refuse: number | undefined; hang: boolean } = { refuse: undefined, hang: false }

describe('mails to a mail server', () => {
  const settings: Record<string, string> = {
    TRUST_PROXY: 'true',
    MAIL_FROM: 'Acme People <people@acme.example>',
    MAIL_PER_DAY: '3',
  }
  let mails: MailServer
  before(async () => {
    mails = await startMailServer({
      onRcptTo: (_to, _session, done) =>
        behaviour.hang
          ? undefined
          : done(
              behaviour.refuse ? Object.assign(new Error('no'), { responseCode: behaviour.refuse }) : null,
            ),
    })
    settings['SMTP_URL'] = `smtp://127.0.0.1:${mails.port}`
  })
  const server = useServer(settings)
  after(() => mails.close())
  afterEach(() => Object.assign(behaviour, { refuse: undefined, hang: false }))

  const invite = async (company: Company) =>
    (await company.as('owner', 'web')).call('org_invites_create', { person_id: (await company.person()).id })
  const deliver = (company: Company, id: string) => server.running.runtime.postbox.deliver(company.id, id)
  /** Moves the time, so that a mail is due again. */
  const later = (minutes: number) => void (server.now = new Date(Date.now() + minutes * 60_000))

  it('are sent when the answer says so, and their link works', async () => {
    const company = await server.company()
    const before = mails.taken.length
    const made = await invite(company)
    expect(made.email).to.deep.equal({
      status: 'sent',
      message: 'The link is on its way to their work e-mail.',
    })
    const { mail, from, raw } = mails.taken[before]!
    expect(from).to.equal('people@acme.example')
    expect(mail.from).to.include({ name: 'Acme People', address: 'people@acme.example' })
    expect(linkIn(mail).url).to.equal(made.url)
    expect((await accept(server, company, linkIn(mail).token)).status).to.equal(200)
    const [row] = await rowsOf(server, company)
    expect(row).to.include({ status: 'sent', attempts: 1, reason: null })
    expect(raw).to.include(`Message-ID: <${row!.id}@acme.example>`)
  })

  it('are sent once, however many try at the same moment', async () => {
    const company = await server.company()
    await server.db.query(`update organizations set name = $2 where org_id = $1`, [company.id, company.slug])
    behaviour.refuse = 451
    await invite(company)
    behaviour.refuse = undefined
    const [row] = await rowsOf(server, company)
    later(2)
    const outcomes = await Promise.all([1, 2, 3, 4].map(() => deliver(company, row!.id)))
    expect(outcomes.map(({ outcome }) => outcome).toSorted()).to.deep.equal([
      'later',
      'later',
      'later',
      'sent',
    ])
    expect(mails.taken.filter(({ mail }) => mail.subject!.includes(company.slug))).to.have.length(1)
    expect((await deliver(company, row!.id)).outcome).to.equal('later')
  })

  it('that are refused for now are tried again when their time comes; for good, never', async () => {
    const company = await server.company()
    behaviour.refuse = 451
    const put = await invite(company)
    expect(put.email.status).to.equal('failed')
    expect(put.email.message).to.include('tried again')
    let [row] = await rowsOf(server, company)
    expect(row).to.include({ status: 'pending', attempts: 1 })
    expect((await deliver(company, row!.id)).outcome).to.equal('later')
    expect((await rowsOf(server, company))[0]!.attempts).to.equal(1)
    for (let attempt = 2, minutes = 0; attempt <= 9; attempt++) {
      later((minutes += 1441))
      if (attempt === 9) await server.db.query(`update invites set expires_at = now() + interval '60 days'`)
      await deliver(company, row!.id)
    }
    ;[row] = await rowsOf(server, company)
    expect(row).to.include({ status: 'failed', attempts: 9, reason: 'unreachable' })

    server.now = undefined
    behaviour.refuse = 550
    const refused = await invite(company)
    expect(refused.email).to.deep.include({ status: 'failed' })
    expect(refused.email.message).to.include('Check the work e-mail')
    expect((await rowsOf(server, company))[1]).to.include({ status: 'failed', reason: 'refused' })
  })

  it('of which nobody knows what became of them are not sent again', async () => {
    const company = await server.company()
    behaviour.refuse = 451
    await invite(company)
    behaviour.refuse = undefined
    const [row] = await rowsOf(server, company)
    // As a process leaves it that is killed while it sends.
    await server.db.query(
      `update mails set status = 'sending', due_at = now() + interval '5 minutes' where id = $1`,
      [row!.id],
    )
    const before = mails.taken.length
    later(4)
    await deliver(company, row!.id)
    expect((await rowsOf(server, company))[0]).to.include({ status: 'sending' })
    later(6)
    await deliver(company, row!.id)
    expect((await rowsOf(server, company))[0]).to.include({ status: 'failed', reason: 'unknown' })
    expect(mails.taken).to.have.length(before)
  })

  it('of a link that does not work any more are not sent', async () => {
    const change = (set: string) => async (company: Company) =>
      server.db.query(
        `update people set ${set} where org_id = $1 and id = (select person_id from invites where org_id = $1)`,
        [company.id],
      )
    const ends: Record<string, (company: Company, invite_id: string) => Promise<unknown>> = {
      revoked: async (company, invite_id) =>
        (await company.as('hr')).call('org_invites_revoke', { invite_id }),
      'to an address from before': change(
        `work_email = 'new@acme.example', work_email_key = 'new@acme.example'`,
      ),
      'for somebody who was erased': change('erased_at = now()'),
      'for somebody who has left': (company) =>
        server.db.query(
          `update employments set last_day = '2026-01-31'
            where org_id = $1 and person_id = (select person_id from invites where org_id = $1)`,
          [company.id],
        ),
      'of somebody who may invite nobody any more': (company) =>
        server.db.query(`update memberships set role = 'viewer' where org_id = $1`, [company.id]),
      'of somebody who is disabled': (company) =>
        server.db.query(`update memberships set status = 'disabled' where org_id = $1`, [company.id]),
    }
    for (const [what, end] of Object.entries(ends)) {
      server.now = undefined
      const company = await server.company()
      behaviour.refuse = 451
      const { invite_id } = await invite(company)
      behaviour.refuse = undefined
      const [row] = await rowsOf(server, company)
      await end(company, invite_id)
      later(2)
      const before = mails.taken.length
      expect((await deliver(company, row!.id)).outcome, what).to.equal('failed')
      expect((await rowsOf(server, company))[0], what).to.include({ status: 'failed', reason: 'over' })
      expect(mails.taken, what).to.have.length(before)
    }
  })

  it('with a link for a new password or another e-mail that does not work any more are not sent', async () => {
    const ends = {
      'another password': `update users set password_hash = 'another' where org_id = $1`,
      'another address': `update users set email_key = 'new@acme.example' where org_id = $1`,
      'a login that is disabled': `update memberships set status = 'disabled' where org_id = $1`,
      'a link that has ended': 'update $links set ended_at = now() where org_id = $1',
    }
    const asks: Record<string, (company: Company) => Promise<unknown>> = {
      password_resets: ({ slug: organization, owner: { email } }) =>
        postAuth(server, 'password_forgotten', { organization, email }),
      email_changes: async (company) =>
        (await company.as('owner', 'web')).call('platform_sign_in_methods_change_email', {
          email: `new@${company.slug}.example`,
        }),
    }
    for (const [links, ask] of Object.entries(asks))
      for (const [what, end] of Object.entries(ends)) {
        const company = await server.company()
        await ask(company)
        const id = await until('the mail is written', async () => (await rowsOf(server, company))[0]?.id)
        await server.db.query(end.replace('$links', links), [company.id])
        const before = mails.taken.length
        expect((await deliver(company, id)).outcome, what).to.equal('failed')
        expect((await rowsOf(server, company))[0], what).to.include({ status: 'failed', reason: 'over' })
        expect(mails.taken, what).to.have.length(before)
      }
  })

  it('are so many a day for an organization, in its time zone; the link is made all the same', async () => {
    const company = await server.company({ timeZone: 'Pacific/Kiritimati' })
    const other = await server.company()
    server.now = new Date('2026-03-10T09:00:00Z')
    await server.db.query(`update sessions set expires_at = '2099-01-01'`)
    const web = await company.as('owner')
    const inviteOne = async () =>
      (await web.call('org_invites_create', { person_id: (await company.person()).id })).email
    expect([
      (await inviteOne()).status,
      (await inviteOne()).status,
      (await inviteOne()).status,
    ]).to.deep.equal(Array(3).fill('sent'))
    const limited = await inviteOne()
    expect(limited).to.include({ status: 'failed', reason: 'rate_limited' })
    expect(await web.call('org_invites_list', {})).to.have.length(4)
    expect((await rowsOf(server, company)).at(-1)).to.include({ status: 'failed', reason: 'rate_limited' })
    expect(
      (await (await other.as('owner')).call('org_invites_create', { person_id: (await other.person()).id }))
        .email.status,
    ).to.equal('sent')
    // Midnight on Kiritimati is 10:00 UTC.
    server.now = new Date('2026-03-10T10:00:00Z')
    expect((await inviteOne()).status).to.equal('sent')
  })

  it('keep the answer waiting for five seconds, and go on after it', async () => {
    const company = await server.company()
    behaviour.hang = true
    const { email } = await notBefore(5000, () => invite(company))
    expect(email.status).to.equal('failed')
    expect((await rowsOf(server, company))[0]).to.include({ status: 'sending' })
  })

  it('leave no secret and no address in the log', () => {
    const log = server.logLines.join()
    expect(log).to.include('a mail was not sent')
    expect(log).not.to.match(/@|invite\/[\w-]{43}/)
  })
})

describe('with a mail server that says nothing', () => {
  const settings: Record<string, string> = { MAIL_FROM: 'people@acme.example', ROLE: 'all' }
  let silent: Awaited<ReturnType<typeof startSilentServer>>
  before(async () => {
    silent = await startSilentServer()
    settings['SMTP_URL'] = `smtp://127.0.0.1:${silent.port}`
  })
  const server = useServer(settings)
  after(() => silent.close())

  it('one job at a time waits for it; a stop does not, and leaves the mail to others', async () => {
    const companies = await Promise.all([1, 2, 3, 4, 5, 6].map(() => server.company()))
    for (const { slug, owner } of companies)
      await server
        .anonymous()
        .post(
          '/auth/password_forgotten',
          { organization: slug, email: owner.email },
          { Origin: server.baseUrl },
        )
    const underWay = () =>
      server.db
        .query<{ id: string }>(`select id from mails where status = 'sending'`)
        .then(({ rows }) => rows)
    await until('mails are on their way', async () => (await underWay()).length === 3)
    // Another one has a look, and leaves it to the first.
    await until('one job waits', async () => {
      const { rows } = await server.db.query(
        `select from graphile_worker._private_jobs j
           join graphile_worker._private_tasks t on t.id = j.task_id
          where t.identifier = 'send_mails'`,
      )
      return rows.length === 1
    })
    expect(await underWay()).to.have.length(3)
    // A stop does wait for this request, some seconds at most: it is answered, so no mail was waited for before.
    const socket = open(server)
    socket.write('POST /auth/sign_out HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{')
    const answer = readAll(socket)
    await server.anonymous().raw('/healthz')
    const stopped = server.running.stop()
    await until('the mails are left to others', async () => {
      const { rows } = await server.db.query(`select 1 from mails where status <> 'pending'`)
      return rows.length === 0
    })
    socket.write('}')
    expect(readAnswers(await answer)).to.have.length(1)
    await stopped
  })
})
