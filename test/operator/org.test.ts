import { expect } from 'chai'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { commands } from '../../src/cli/commands.ts'
import { program } from '../../src/cli/program.ts'
import { TestClient } from '../support/client.ts'
import { refused } from '../support/expect.ts'
import { runProgram, type Finished } from '../support/process.ts'
import { startMailServer } from '../support/mail.ts'
import { testSecret, unique, useServer } from '../support/server.ts'

describe("the operator's command line", () => {
  const server = useServer({})
  let dataDir: string
  before(() => void (dataDir = mkdtempSync(join(tmpdir(), 'rollcall-org-'))))
  after(() => rmSync(dataDir, { recursive: true, force: true }))

  const settings = () => ({
    DATABASE_URL: server.database.url,
    DATA_DIR: dataDir,
    SECRET_KEY: testSecret,
    BASE_URL: 'https://people.example.com',
  })
  /** Runs a command on the database of this test, while a server uses it: all of the program but its process. */
  const orgWith = async (env: Record<string, string>, ...args: string[]): Promise<Finished> => {
    const printed = { stdout: '', stderr: '' }
    const code = await program(args, {
      env: { ...settings(), ...env },
      print: (text) => void (printed.stdout += `${text}\n`),
      complain: (text) => void (printed.stderr += `${text}\n`),
    })
    return { code, ...printed }
  }
  const org = (...args: string[]) => orgWith({}, ...args)
  const json = async (...args: string[]): Promise<any> => {
    const { code, stdout, stderr } = await org(...args, '--json')
    expect(code, stderr).to.equal(0)
    return JSON.parse(stdout)
  }
  /** The error message of a command that fails. */
  const complaint = async (code: number, ...args: string[]): Promise<string> => {
    const finished = await org(...args)
    expect(finished.code, finished.stderr).to.equal(code)
    expect(finished.stdout).to.equal('')
    return finished.stderr
  }
  const owner = ['--country', 'DE', '--owner-email', 'ada@acme.example', '--owner-name', 'Ada Lovelace']
  const row = async (slug: string): Promise<any> => {
    const all = await json('list')
    return all.find((one: { slug: string }) => one.slug === slug)
  }
  const post = (endpoint: string, body: object) =>
    new TestClient(server.baseUrl, { kind: 'none' }).post(`/auth/${endpoint}`, body, {
      Origin: server.baseUrl,
    })
  /** What the link of an address is for, and its secret. */
  const linkOf = (url: string): { organization: string; token: string } => {
    const [, organization = '', token = ''] =
      /^https:\/\/people\.example\.com\/([\w-]+)\/(?:invite|reset)\/([\w-]{43})$/.exec(url) ?? []
    return { organization, token }
  }
  const password = 'nine lanterns by the sea'
  const signIn = (organization: string, email: string) => post('sign_in', { organization, email, password })

  describe('create', () => {
    it('makes an organization whose owner gets in by the link that it prints, once', async () => {
      const slug = unique('acme')
      const { code, stdout } = await org('create', '--name', 'Acme', '--slug', slug, ...owner)
      expect(code).to.equal(0)
      expect(stdout).to.include('ada@acme.example').and.not.to.include('mailed')
      const [url = ''] = /https:\S+/.exec(stdout) ?? []
      expect((await signIn(slug, 'ada@acme.example')).status).to.equal(401)
      expect((await post('invite_accept', { ...linkOf(url), password })).status).to.equal(200)
      expect((await signIn(slug, 'ada@acme.example')).status).to.equal(200)
      expect((await post('invite_accept', { ...linkOf(url), password })).status).to.equal(404)
    })

    it('mails the link, if there is a mail server', async () => {
      const mails = await startMailServer()
      const smtp = { SMTP_URL: `smtp://127.0.0.1:${mails.port}`, MAIL_FROM: 'people@example.com' }
      const name = unique('Mailed')
      const { code, stdout, stderr } = await orgWith(smtp, 'create', '--name', name, ...owner, '--json')
      await mails.close()
      expect([code, stderr]).to.deep.equal([0, ''])
      const { invite } = JSON.parse(stdout)
      expect(invite.mail).to.equal('sent')
      expect(mails.taken.map(({ to, mail }) => [to, mail.text!.includes(invite.url)])).to.deep.equal([
        [['ada@acme.example'], true],
      ])
    })

    it('makes the slug from the name, and answers JSON', async () => {
      const name = `Łódź & Söhne ${unique('x')}`
      const made = await json('create', '--name', name, '--time-zone', 'Europe/Warsaw', ...owner)
      expect(made).to.have.keys('organization_id', 'name', 'slug', 'time_zone', 'owner', 'invite')
      expect(made.slug).to.match(/^lodz-sohne-x-/)
      expect(made.owner).to.deep.equal({ email: 'ada@acme.example' })
      expect(made.invite.mail).to.equal('skipped')
      expect(linkOf(made.invite.url).organization).to.equal(made.slug)
      const { rows } = await server.db.query(
        `select name, country, time_zone, status from organizations where slug = $1`,
        [made.slug],
      )
      expect(rows).to.deep.equal([{ name, country: 'DE', time_zone: 'Europe/Warsaw', status: 'active' }])
    })

    it('takes the only time zone of the country, or UTC where it has several, and says which', async () => {
      const { stdout: given } = await org('create', '--name', unique('Zone'), '--time-zone', 'UTC', ...owner)
      expect(given).not.to.include('time zone')
      for (const [country, zone, told] of [
        ['DE', 'Europe/Berlin', 'The time zone is Europe/Berlin, the only one of DE.'],
        [
          'US',
          'UTC',
          'because US has no single one. An owner or admin sets it with platform/organization.set',
        ],
      ] as const) {
        const slug = unique('zone')
        const flags = ['create', '--name', 'Zone', '--slug', slug, ...owner, '--country', country]
        expect((await org(...flags)).stdout, country).to.include(told)
        const { rows } = await server.db.query('select time_zone from organizations where slug = $1', [slug])
        expect(rows, country).to.deep.equal([{ time_zone: zone }])
        flags[flags.indexOf(slug)] = unique('zone')
        expect((await json(...flags)).time_zone, country).to.equal(zone)
      }
    })

    it('gives a machine its first keys, and shows each secret once', async () => {
      const slug = unique('machine')
      const flags = ['create', '--name', 'Machine', '--slug', slug, ...owner]
      const { code, stdout, stderr } = await org(...flags, '--with-key', 'manage,me', '--json')
      expect([code, stderr]).to.deep.equal([0, ''])
      const made = JSON.parse(stdout) as Record<string, string>
      const all = ['organization_id', 'name', 'slug', 'time_zone', 'owner', 'invite', 'manage_key', 'me_key']
      expect(made).to.have.keys(...all)
      const { manage_key: secret = '', me_key: own = '' } = made
      expect([secret, own].map((one) => stdout.split(one).length - 1)).to.deep.equal([1, 1])

      const manage = new TestClient(server.baseUrl, { kind: 'key', secret })
      const me = new TestClient(server.baseUrl, { kind: 'key', secret: own })
      const { user, roles, audiences } = await manage.call('platform_whoami', {})
      expect([user.email, roles, audiences]).to.deep.equal(['ada@acme.example', ['owner'], ['manage']])
      await refused(me.call('org_me_get', {}), 'forbidden')
      await manage.call('org_setup_init', {})
      expect((await me.call('org_me_get', {})).work_email).to.equal('ada@acme.example')

      const { items } = await manage.call('platform_activity_list', {
        action: 'platform.organization.create',
      })
      expect(items.map(({ summary }) => summary).toSorted()).to.deep.equal([
        'Created the API key First key',
        'Created the API key First key, own workspace',
        `Created the organization ${items.at(-1)!.subject!.name}`,
      ])
      expect(items.at(-1)!.changes.map(({ field }) => field)).to.deep.equal([
        ...['name', 'slug', 'country', 'time_zone'],
      ])
      for (const { actor } of items) expect(actor).to.include({ kind: 'system', id: null, via: 'service' })
      const keys = await manage.call('platform_api_keys_list', {})
      expect(JSON.stringify(keys)).to.include(`"last4":"${secret.slice(-4)}"`)
    })

    it('gives a key to people, too, and says where me works', async () => {
      const flags = ['create', '--name', unique('Key'), ...owner]
      const { stdout } = await org(...flags, '--with-key', 'manage')
      const [, key = ''] = /^ {2}manage +(hrk_\S+)$/m.exec(stdout) ?? []
      expect(stdout).not.to.match(/^ {2}me /m)
      expect(stdout).to.include('not shown again').and.not.to.include('curl')
      const manage = new TestClient(server.baseUrl, { kind: 'key', secret: key })
      expect((await manage.call('platform_whoami', {})).audiences).to.deep.equal(['manage'])
    })

    it('names the flag that is wrong, and keeps nothing', async () => {
      const slug = unique('wrong')
      const name = unique('Wrong')
      const flags = ['create', '--name', name, '--slug', slug, ...owner]
      expect(await complaint(1, ...flags, '--time-zone', 'Mars/Base')).to.match(/^--time-zone: /)
      expect(await complaint(1, ...flags, '--owner-email', 'ada')).to.match(/^--owner-email: /)
      for (const audience of ['hr', '', 'manage;me', 'Manage'])
        expect(await complaint(1, ...flags, '--with-key', audience), audience).to.match(/^--with-key: /)
      const taken = (await server.company()).slug
      expect(await complaint(1, ...flags, '--slug', taken)).to.match(/^--slug: /)
      const { rows } = await server.db.query(`select 1 from organizations where name = $1`, [name])
      expect(rows).to.have.length(0)
    })
  })

  describe('reset-owner', () => {
    it('gives an owner who is locked out a link for a new password, and says so', async () => {
      const company = await server.company()
      await server.db.query('update organizations set sign_in_password = false where org_id = $1', [
        company.id,
      ])
      const made = await json('reset-owner', '--slug', company.slug, '--email', company.owner.email)
      expect((await post('password_reset', { ...linkOf(made.url), password })).status).to.equal(200)
      expect((await signIn(company.slug, company.owner.email)).status).to.equal(200)
      expect((await post('password_reset', { ...linkOf(made.url), password })).status).to.equal(404)
      const { items } = await (
        await company.as('owner')
      ).call('platform_activity_list', {
        action: 'platform.organization.reset_owner',
      })
      expect(items.map(({ summary }) => summary)).to.deep.equal([
        'Made a link for a new password for a login of no person',
        `Changed how members of ${items.at(-1)!.subject!.name} sign in`,
      ])
      expect(items.at(-1)!.changes).to.deep.equal([{ field: 'password', before: false, after: true }])
    })

    it('makes a new invite for an owner who has no login so far', async () => {
      const slug = unique('late')
      const made = await json('create', '--name', 'Late', '--slug', slug, ...owner)
      const { url } = await json('reset-owner', '--slug', slug, '--email', 'ADA@acme.example')
      expect((await post('invite_accept', { ...linkOf(made.invite.url), password })).status).to.equal(404)
      expect((await post('invite_accept', { ...linkOf(url), password })).status).to.equal(200)
    })

    it('is for owners alone', async () => {
      const company = await server.company()
      const { userId } = await company.member('admin')
      const { rows } = await server.db.query('select email from users where id = $1', [userId])
      for (const email of [rows[0].email, 'nobody@company.example'])
        expect(await complaint(1, 'reset-owner', '--slug', company.slug, '--email', email)).to.match(
          /^--email: .*sign in with owner@company\.example\.$/m,
        )
    })
  })

  it('pauses, resumes and closes, and the API follows at once', async () => {
    const company = await server.company()
    const { slug } = company
    const hr = await company.as('hr')
    const web = await company.web(await company.member('owner'))
    expect(await row(slug)).to.include({
      status: 'active',
      pause_reason: null,
      paused_since: null,
      delete_on: null,
    })

    const paused = await json('pause', '--slug', slug, '--reason', 'unpaid')
    expect(paused).to.include({ slug, status: 'paused', pause_reason: 'unpaid', delete_on: null })
    await refused(hr.call('platform_whoami', {}), 'forbidden')
    expect((await web.call('platform_whoami', {})).paused).to.deep.equal({
      reason: 'unpaid',
      since: paused.paused_since,
      delete_on: null,
    })

    const closed = await json('close', '--slug', slug, '--delete-on', '2099-12-31')
    expect(closed).to.include({
      status: 'closed',
      pause_reason: 'unpaid',
      delete_on: '2099-12-31',
      paused_since: paused.paused_since,
    })
    expect((await web.call('platform_whoami', {})).paused).to.include({ delete_on: '2099-12-31' })
    expect(await complaint(1, 'pause', '--slug', slug, '--reason', 'unpaid')).to.include('closed')

    expect(await json('resume', '--slug', slug)).to.include({
      status: 'active',
      pause_reason: null,
      paused_since: null,
      delete_on: null,
    })
    expect((await hr.call('platform_whoami', {})).paused).to.equal(null)
  })

  it('lists organizations with their people and members', async () => {
    const company = await server.company({ name: 'Listed Company' })
    await company.person()
    await company.member('hr', { person: true })
    expect(await row(company.slug)).to.include({
      name: 'Listed Company',
      status: 'active',
      people: 2,
      members: 2,
    })
    const { stdout } = await org('list')
    const [heading, ...lines] = stdout.split('\n')
    expect(heading).to.match(/^SLUG +NAME +STATUS +PEOPLE +MEMBERS +CREATED$/)
    expect(lines.find((line) => line.startsWith(company.slug))).to.match(
      / Listed Company +active +2 +2 +\d{4}-\d\d-\d\d$/,
    )
  })

  describe('delete', () => {
    /** How many rows of the organization are in each table. The tables are from the catalogue. */
    const census = async (id: string): Promise<Record<string, number>> => {
      const { rows: tables } = await server.db.query<{ name: string }>(
        `select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'org_id'`,
      )
      const counts = await Promise.all(
        tables.map(async ({ name }) => {
          const { rows } = await server.db.query<{ n: number }>(
            `select count(*)::int as n from ${name} where org_id = $1`,
            [id],
          )
          return [name, rows[0]!.n] as const
        }),
      )
      return Object.fromEntries(counts.filter(([, n]) => n > 0))
    }

    it('removes every row of the organization, and no row of another', async () => {
      const [gone, kept] = [await server.company(), await server.company()]
      for (const company of [gone, kept]) {
        const hr = await company.as('hr')
        const boss = await company.person()
        const unit = await company.unit({ head_person_id: boss.id })
        await company.person({
          unit_id: unit,
          manager_id: boss.id,
          location_id: company.location,
          legal_entity_id: company.legalEntity,
        })
        await company.web(await company.member('admin'))
        await hr.call(
          'org_units_create',
          { name: 'Below', kind: 'team', parent_id: unit },
          { idempotencyKey: 'once' },
        )
      }
      const before = await census(kept.id)
      expect(await census(gone.id)).to.have.all.keys(Object.keys(before))
      await json('close', '--slug', gone.slug, '--delete-on', '2099-12-31', '--reason', 'unpaid')

      const deleted = await json('delete', '--slug', gone.slug, '--confirm', gone.slug)
      expect(deleted).to.deep.include({ slug: gone.slug, deleted: true })
      expect(deleted.rows).to.include({
        units: before['units'],
        job_rows: before['job_rows'],
        organizations: 1,
      })
      expect(await census(gone.id)).to.deep.equal({})
      expect(await census(kept.id)).to.deep.equal(before)
      expect(await row(gone.slug)).to.equal(undefined)
    })

    it('refuses an organization that is not closed, unless it is forced', async () => {
      const { slug, id } = await server.company()
      const before = await census(id)
      expect(await complaint(1, 'delete', '--slug', slug, '--confirm', slug)).to.include('--force')
      expect(await census(id)).to.deep.equal(before)
      await json('delete', '--slug', slug, '--confirm', slug, '--force')
      expect(await census(id)).to.deep.equal({})
    })

    it('needs the slug twice', async () => {
      const { slug } = await server.company()
      expect(await complaint(1, 'delete', '--slug', slug, '--confirm', `${slug}x`, '--force')).to.match(
        /^--confirm:/,
      )
      expect(await row(slug)).to.include({ status: 'active' })
    })
  })

  it('names an organization that does not exist', async () => {
    expect(await complaint(1, 'resume', '--slug', 'nobody')).to.match(
      /^--slug: There is no organization nobody/,
    )
  })

  it('explains itself', async () => {
    const { code, stdout } = await org('--help')
    expect(code).to.equal(0)
    for (const [command, { options }] of Object.entries(commands)) {
      expect(stdout).to.include(`  ${command} `)
      const help = await org(command, '--help')
      expect(help.code).to.equal(0)
      for (const flag of [...Object.keys(options), 'json', 'help'])
        expect(help.stdout, command).to.include(`--${flag}`)
    }
    expect(Object.keys(commands)).to.deep.equal([
      'create',
      'reset-owner',
      'list',
      'pause',
      'resume',
      'close',
      'delete',
      'rotate-secret',
      'distribute',
      'backup',
      'restore',
      'roles',
    ])
  })

  it('ends with 2 when the command line is wrong', async () => {
    expect((await org()).code).to.equal(2)
    expect(await complaint(2, 'destroy'))
      .to.include('destroy')
      .and.to.include('create')
    expect(await complaint(2, 'constructor')).to.include('There is no command constructor')
    expect(await complaint(2, 'list', '--all')).to.include('--all')
    expect(await complaint(2, 'pause', '--slug')).to.include('--slug')
    expect(await complaint(2, 'restore')).to.include('A file is required')
    expect(await complaint(2, 'restore', 'a.backup', 'b.backup')).to.include("Unexpected argument 'b.backup'")
    expect(await complaint(2, 'delete', '--slug', 'acme')).to.include('--confirm is required')
    expect(await complaint(2, 'backup', '')).to.include('The name of the file is empty')
    expect(await complaint(2, 'backup', '--keys', '')).to.include('The name of the keys is empty')
  })

  it('names DATABASE_URL when nothing is there', async () => {
    const nowhere = { DATABASE_URL: 'postgres://x:hunter2@127.0.0.1:1/x' }
    const { code, stderr } = await orgWith(nowhere, 'list')
    expect(code).to.equal(1)
    expect(stderr).to.include('DATABASE_URL').and.not.to.include('hunter2')
  })

  it('says that a link leads to this machine alone when BASE_URL is not among its settings', async () => {
    const slug = unique('local')
    const args = ['create', '--name', 'Local', '--slug', slug, ...owner]
    const { code, stdout, stderr } = await orgWith({ BASE_URL: '' }, ...args)
    expect(code).to.equal(0)
    expect(stdout).to.include(`http://localhost:3000/${slug}/invite/`)
    expect(stderr).to.match(/^BASE_URL is not set: the link leads to http:\/\/localhost:3000,/)
  })

  it('is a program: what it prints, where it complains, and its exit code', async () => {
    const { slug } = await server.company()
    const listed = await runProgram('src/cli/org.ts', ['list', '--json'], settings())
    expect([listed.code, listed.stderr]).to.deep.equal([0, ''])
    expect(JSON.parse(listed.stdout).map((one: { slug: string }) => one.slug)).to.include(slug)
    const wrong = await runProgram('src/cli/org.ts', ['list', '--all'], settings())
    expect([wrong.code, wrong.stdout]).to.deep.equal([2, ''])
    expect(wrong.stderr).to.include('--all')
  })
})
