import { expect } from 'chai'
import type { TestClient } from '../support/client.ts'
import { refused } from '../support/expect.ts'
import { McpClient } from '../support/mcp.ts'
import { unique, useServer } from '../support/server.ts'

/**
 * A value in every private field that occurs nowhere else. (There is none for the nationality: two letters occur
 * everywhere.)
 */
const contactOf = (n: number) => ({
  personal_email: `canary${n}@nest.example`,
  personal_phone: `+49 30 77700${n}`,
  address: {
    line1: `Canary Row ${n}`,
    line2: `Perch ${n}`,
    city: `Cagetown ${n}`,
    region: `Feathershire ${n}`,
    postal_code: `CNR-${n}77`,
    country: 'KI',
  },
  emergency_contacts: [
    {
      name: `Tweety ${n}`,
      relationship: `canary uncle ${n}`,
      phone: `+49 30 88800${n}`,
      email: `tweety${n}@nest.example`,
    },
  ],
})
const payrollOf = (n: number, iban: string) => ({
  tax_id: `TAX-CANARY-${n}`,
  social_security_number: `SSN-CANARY-${n}`,
  iban,
})
const customOf = (n: number) => ({
  aviary: `Canary aviary ${n}`,
  hatched: `1937-01-1${n}`,
  wingspan: 777_003 + n / 10,
})
const [ibanOfOne, ibanOfTwo] = ['GB82WEST12345698765432', 'DE89370400440532013000']

/** What is looked for: any spelling of any canary. */
const canary =
  /canary|nest\.example|\+49\s?30\s?77700|493077700|\+49\s?30\s?88800|493088800|perch|cagetown|feathershire|cnr-\d77|tweety|193\d-0\d-1\d|77700\d\.\d|82WEST|82 WEST|370400440532/i

/** The text with what a column of bytes, or a digest of a text, could hold in its place. */
function spellings(text: string): string[] {
  const bytes = [...text.matchAll(/\\+x([0-9a-f]+)/gi)].map(([, hex = '']) =>
    Buffer.from(hex, 'hex').toString('latin1'),
  )
  const coded = [...text.matchAll(/[A-Za-z0-9+/_-]{16,}={0,2}/g)].map(([part]) =>
    Buffer.from(part, 'base64').toString('latin1'),
  )
  return [text, ...bytes, ...coded]
}

const expectNone = (text: string, where: string) => {
  for (const one of spellings(text)) {
    const found = canary.exec(one)
    expect(found && one.slice(Math.max(0, found.index - 100), found.index + 40), where).to.equal(null)
  }
}

describe('private and payroll details are nowhere but in answers to those who may see them', () => {
  const server = useServer({ ROLE: 'all', LOG_LEVEL: 'trace' })

  it('would be found in any spelling', () => {
    for (const text of [
      JSON.stringify(contactOf(1)),
      `\\x${Buffer.from('TAX-CANARY-1').toString('hex')}`,
      Buffer.from('x SSN-CANARY-1 x').toString('base64'),
      'GB82 WEST 1234',
    ])
      expect(() => expectNone(text, 'here')).to.throw('here')
  })

  it('after every action that takes them, also when it is refused, tried or repeated', async () => {
    const company = await server.company()
    const owner = await company.web(await company.member('owner', { person: true }))
    const hrKey = await company.as('hr')
    await hrKey.call('org_fields_create', { label: 'Aviary', type: 'text' })
    await hrKey.call('org_fields_create', { label: 'Hatched', type: 'date' })
    // Becomes private when people have values.
    const wingspan = await hrKey.call('org_fields_create', { label: 'Wingspan', type: 'number', tier: 'job' })
    const bossMember = await company.member('member', { person: true })
    const someone = {
      given_name: 'Ada',
      family_name: 'Lovelace',
      title: 'Engineer',
      start_date: '2024-01-01',
      manager_id: bossMember.personId!,
    }
    const work_email = () => `${unique('w')}@company.example`

    // Hired with them, by a browser session, a key and an assistant; tried first, and repeated with the same key.
    const hire = { ...someone, contact: contactOf(1), birthday: '1931-01-11', custom: customOf(1) }
    await owner.call('org_people_hire', { ...hire, work_email: work_email() }, { dryRun: true })
    const first = { ...hire, work_email: work_email() }
    const { person } = await owner.call('org_people_hire', first, { idempotencyKey: 'hire' })
    await refused(owner.call('org_people_hire', first, { idempotencyKey: 'hire' }), 'conflict')
    await refused(owner.call('org_people_hire', first), 'conflict')
    await hrKey.call('org_people_hire', { ...hire, work_email: work_email(), contact: contactOf(2) })
    await hrKey.call('org_fields_update', { field_id: wingspan.id, tier: 'private' })
    const tool = await new McpClient(hrKey).call('org_people_hire', { ...hire, work_email: work_email() })
    expect(tool.isError).to.not.equal(true)
    expectNone(JSON.stringify(tool), 'the answer of a tool')

    // Changed by HR.
    const change = {
      person_id: person.id!,
      contact: contactOf(3),
      birthday: '1932-02-12',
      gender: 'canary gender',
      nationality: 'KI',
      custom: customOf(3),
      ...payrollOf(3, ibanOfOne!),
    }
    await owner.call('org_people_update_profile', change, { dryRun: true })
    await owner.call('org_people_update_profile', change, { idempotencyKey: 'change' })
    await refused(owner.call('org_people_update_profile', change, { idempotencyKey: 'change' }), 'conflict')
    const refusals = [
      { ...change, birthday: '2999-01-11', gender: 'canary gender 2' },
      { ...change, custom: { aviary: 777003.1, hatched: 'canary', wingspan: 'canary' } },
      { ...change, iban: 'GB83WEST12345698765432' },
      { ...change, tax_id: 'TAX_CANARY' },
      { ...change, nationality: 'canary' },
      { ...change, contact: { ...contactOf(4), personal_email: 'canary' } },
      { ...change, contact: { ...contactOf(4), emergency_contacts: [{ name: 'Tweety', phone: '77700' }] } },
      { ...change, contact: { ...contactOf(4), nickname: 'Tweety' } },
    ]
    for (const wrong of refusals) {
      const answer = await owner.post('/v1/org/people.update_profile', wrong)
      expect([answer.status, answer.body.error.code]).to.deep.equal([400, 'validation_failed'])
      expectNone(answer.text, 'a refusal')
    }
    const withoutWeb = await hrKey.post('/v1/org/people.update_profile', change)
    expect(withoutWeb.status).to.equal(403)
    expectNone(withoutWeb.text, 'the refusal of payroll details')

    // Changed by the person.
    const member = await company.member('member', { personId: person.id! })
    const me = await company.web(member)
    const own = { contact: contactOf(5), birthday: '1933-03-13', ...payrollOf(5, ibanOfTwo!) }
    await me.call('org_me_update_profile', own, { dryRun: true })
    await me.call('org_me_update_profile', own, { idempotencyKey: 'own' })
    const seen = await me.call('org_me_get', {})
    expect(seen).to.include({ ...payrollOf(5, ibanOfTwo!), birthday: '1933-03-13', gender: 'canary gender' })
    expect(seen.custom).to.deep.equal(customOf(3))
    const refusedOwn = await me.post('/v1/org/me.update_profile', { ...own, birthday: '2999-03-13' })
    expectNone(refusedOwn.text, 'a refusal of the own change')

    // What those get who may not see them.
    const others: Record<string, TestClient> = {
      'a viewer in the web app': await company.as('viewer', 'web'),
      'a key of a viewer': await company.as('viewer'),
      'a key of an owner': await company.as('owner'),
      'a key of HR': hrKey,
      'a colleague': await company.as('member', 'web'),
      'the manager in the web app': await company.web(bossMember),
      'a key of the manager': await company.key(bossMember, 'me'),
    }
    for (const [who, client] of Object.entries(others)) {
      const shown = await client.post('/v1/org/people.get', { person_id: person.id })
      expect(shown.body.data.hidden_fields, who).to.include.members([
        'contact',
        'birthday',
        'iban',
        'custom.aviary',
        'custom.wingspan',
      ])
      expectNone(shown.text, who)
      for (const [path, input] of [
        ['/v1/org/people.list', {}],
        ['/v1/org/people.list', { q: 'nest.example' }],
        ['/v1/platform/activity.list', { limit: 100 }],
      ] as const) {
        const answer = await client.post(path, input)
        if (answer.status === 200) expectNone(answer.text, `${who}: ${path}`)
        if ('q' in input) expect(answer.body.data.people, who).to.deep.equal([])
      }
    }
    const { items } = await owner.call('platform_activity_list', { limit: 100 })
    expect(items).to.have.length(9)
    expectNone(JSON.stringify(items), 'the activity log, as an owner sees it')

    // What is stored and logged.
    const { rows: tables } = await server.db.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
        where schemaname not in ('pg_catalog', 'information_schema')`,
    )
    expect(tables.map(({ name }) => name)).to.include.members([
      'public.person_details',
      'public.custom_values',
      'public.notices',
    ])
    for (const { name } of tables) {
      const { rows } = await server.db.query<{ text: string }>(`select t::text as text from ${name} t`)
      expectNone(rows.map(({ text }) => text).join('\n'), name)
    }
    expect(server.logLines.length).to.be.at.least(30)
    expectNone(server.logLines.join('\n'), 'the log')
    const { rows } = await server.db.query('select * from person_details where person_id = $1', [person.id])
    for (const [column, value] of Object.entries(rows[0] as Record<string, unknown>))
      if (!['org_id', 'person_id', 'payroll_changed_at'].includes(column))
        expect(value, column).to.be.instanceOf(Buffer)
    const { rows: values } = await server.db.query(
      `select count(*)::int as stored, count(v.sealed)::int as sealed from custom_values v where v.org_id = $1`,
      [company.id],
    )
    expect(values, 'three people with three values each').to.deep.equal([{ stored: 9, sealed: 9 }])
  })
})
