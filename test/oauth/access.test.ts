import { expect } from 'chai'
import { globSync, readFileSync } from 'node:fs'
import { audiencesOf } from '../../src/access/roles.ts'
import type { Caller, CredentialKind, Role } from '../../src/domain/caller.ts'
import { actions, type Action } from '../../src/generated/actions.ts'
import { consentTexts } from '../../src/pages/texts/consent.ts'
import { permit } from '../../src/pipeline/permit.ts'
import { McpClient } from '../support/mcp.ts'
import { connectedApp } from '../support/oauth.ts'
import { useServer } from '../support/server.ts'

const roles: Role[] = ['owner', 'admin', 'hr', 'viewer', 'member']

describe('a connected app may do what an API key of its audience may', () => {
  const server = useServer()

  const mayCall = (
    action: Action,
    kind: CredentialKind,
    role: Role,
    audience: 'me' | 'manage',
    linked: boolean,
  ) => {
    const personId = linked ? 'person' : null
    const audiences = audiencesOf(role, personId).filter((one) => one === audience)
    const caller = {
      credential: { kind, id: 'id' },

      from: { address: '192.0.2.7', network: '192.0.2.0/24' },
      audiences,
      role,
      personId,
      organization: { status: 'active' },
    }
    try {
      return permit(action, caller as unknown as Caller)
    } catch {
      return 'refused'
    }
  }

  it('for every action, role and audience, and nothing that only the web app may', () => {
    let refused = 0
    for (const action of Object.values(actions))
      for (const role of roles)
        for (const audience of ['me', 'manage'] as const)
          for (const linked of [true, false]) {
            const app = mayCall(action, 'app', role, audience, linked)
            expect(app, `${action.name} ${role} ${audience}`).to.equal(
              mayCall(action, 'key', role, audience, linked),
            )
            if (action.access.webOnly) expect(app).to.equal('refused')
            if (app === 'refused') refused++
          }
    expect(refused).to.be.above(100)
  })

  it('because nothing in the service asks whether a credential is a key', () => {
    const asking = globSync('src/**/*.ts', { exclude: ['src/generated/**'] }).filter((file) =>
      /credential\.kind [!=]== 'key'|kind [!=]== 'key'/.test(readFileSync(file, 'utf8')),
    )
    // Who acts is told apart in the log.
    expect(asking).to.deep.equal(['src/events/origin.ts'])
  })

  it('so it sees what a key sees of others: no private details and no pay', async () => {
    const company = await server.company()
    const member = await company.member('hr', { person: true })
    const { id } = await company.person({ family_name: 'Lovelace' })
    const web = await company.web(member)
    await web.call('org_people_update_profile', { person_id: id, birthday: '1990-12-10', tax_id: '12 345' })
    const { client } = await connectedApp(server, company, member)
    const app = new McpClient(client)
    const seen = (await app.call('org_people_get', { person_id: id })).answer.data
    const byKey = await (await company.key(member)).call('org_people_get', { person_id: id })
    expect(byKey.hidden_fields).to.include.members(['birthday', 'tax_id'])
    expect(seen.hidden_fields).to.deep.equal(byKey.hidden_fields)
    expect(JSON.stringify(seen)).to.not.include('1990-12-10').and.not.include('12 345')
    const { error } = (await app.call('org_people_update_profile', { person_id: id, tax_id: '9' })).answer
    expect(error.code).to.be.oneOf(['forbidden', 'validation_failed'])
    const tools = (await app.tools()).map(({ name }) => name)
    const webOnly = Object.values(actions).filter(({ access }) => access.webOnly)
    for (const { id: tool } of webOnly) expect(tools).to.not.include(tool)
  })

  it('has keys of safe retries of its own, apart from other kinds of credentials of its member', async () => {
    const company = await server.company()
    const member = await company.member('hr')
    const { client } = await connectedApp(server, company, member)
    const input = { name: 'Research', kind: 'team' as const }
    const args = { ...input, idempotency_key: 'once' }
    const app = new McpClient(client)
    const first = await app.call('org_units_create', args)
    expect((await app.call('org_units_create', args)).answer).to.deep.equal(first.answer)
    const key = new McpClient(await company.key(member))
    const other = { ...args, name: 'Sales' }
    const second = await key.call('org_units_create', other)
    expect(second.answer.data.name, 'a fresh call').to.equal('Sales')
    expect((await key.call('org_units_create', other)).answer).to.deep.equal(second.answer)
    const web = await company.web(member)
    const third = await web.post(
      '/v1/org/units.create',
      { ...input, name: 'Support' },
      { 'Idempotency-Key': 'once' },
    )
    expect([third.status, third.headers.get('idempotent-replayed')], third.text).to.deep.equal([200, null])
    const { error } = (await key.call('org_units_create', args)).answer
    expect(error.details[0].code).to.equal('idempotency_key_of_another_call')
  })
})

describe('what a member reads before connecting an app', () => {
  /** Words for what the tools of an audience change, in both languages, and these tools. */
  const told = {
    me: [
      ['details', 'Angaben', /^(org_me_|documents_me_field_file_|platform_(language|notifications)_)/],
      ['documents', 'Dokumente', /^documents_me_/],
      ['tasks', 'Aufgaben', /^org_checklists_tasks_/],
      ['keys and apps', 'Schlüssel und Apps', /^platform_(api_keys|connections)_revoke$/],
      [
        'propose changes of their jobs',
        'Änderungen an deren Stellen',
        /^org_(people_change_job|approvals_withdraw)$/,
      ],
      ['the end of their employment', 'das Ende ihrer Beschäftigung', /^org_people_terminate$/],
    ],
    manage: [
      ['members and their roles', 'Mitglieder mit ihren Rollen', /^platform_members_/],
      ['documents', 'Dokumente', /^documents_/],
      ['people, jobs, teams', 'Personen, Stellen, Teams', /^org_/],
      ['settings', 'Einstellungen', /^(platform|webhooks)_/],
    ],
  } as const

  for (const audience of ['me', 'manage'] as const)
    it(`tells all that it may change: ${audience}`, () => {
      const tools = Object.values(actions).filter(
        ({ access, effect }) =>
          !access.webOnly && effect !== 'read' && (audience === 'me' ? access.me : access.manage !== null),
      )
      expect(tools.length).to.be.above(15)
      for (const { id } of tools)
        expect(
          told[audience].some(([, , names]) => names.test(id)),
          id,
        ).to.equal(true)
      for (const [english, german] of told[audience]) {
        expect(consentTexts.en.audiences[audience].help).to.include(english)
        expect(consentTexts.de.audiences[audience].help).to.include(german)
      }
    })

  it('promises to hide only what is hidden: the pay of others, and not their own', () => {
    expect(consentTexts.en.audiences.manage.help).to.include('pay of others').and.include('your own do not')
    expect(consentTexts.de.audiences.manage.help)
      .to.include('Gehälter anderer')
      .and.include('Ihre eigenen nicht')
  })
})
