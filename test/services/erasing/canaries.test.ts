import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { personFieldNames } from '../../../src/domain/person-fields.ts'
import { task as removeDocumentFiles } from '../../../src/jobs/remove_document_files.ts'
import { announce, pdf, put } from '../../support/documents.ts'
import { contractActions } from '../../support/contract.ts'
import { pictureOf } from '../../support/images.ts'
import { connectedApp } from '../../support/oauth.ts'
import { runJob } from '../../support/run-job.ts'
import { inputSchema, resolveSchema, type Schema } from '../../support/schemas.ts'
import { useServer, type TestServer } from '../../support/server.ts'
import { linkAccount } from '../../support/sign-in.ts'

/** Values that stand nowhere else. */
class Canaries {
  readonly made: string[] = []
  /** Those that only the key of the person opens. */
  readonly sealed: string[] = []
  #count = 0

  /** A word, in small letters, which folding does not change. */
  word(): string {
    return this.keep(`canary${(++this.#count).toString(36)}q${Math.random().toString(36).slice(2, 8)}`)
  }

  /** A word that is stored sealed. */
  secret(): string {
    return this.keepSecret(this.word())
  }

  keepSecret(value: string): string {
    this.sealed.push(value)
    return this.keep(value)
  }

  keep<Value extends string>(value: Value): Value {
    this.made.push(value)
    return value
  }

  /** A value for a schema of the contract, so that a new field joins by itself. */
  fill(schema: Schema): unknown {
    const one = resolveSchema(schema)
    const options = (one as { anyOf?: Schema[] }).anyOf
    if (options) return this.fill(options.find((option) => resolveSchema(option).type !== 'null')!)
    const type = [one.type].flat()[0]
    if (type === 'object')
      return Object.fromEntries(
        Object.entries(one.properties ?? {}).map(([name, property]) => [name, this.fill(property)]),
      )
    if (type === 'array') return [this.fill(one.items!)]
    return this.#text((one as { format?: string }).format)
  }

  #text(format: string | undefined): string {
    if (format === 'idn-email') return `${this.word()}@example.org`
    if (format === 'date') return '1971-03-17'
    if (format === 'country') return 'DE'
    if (format === 'phone') return this.keep(`+4930${1_000_000 + Math.floor(Math.random() * 8_999_999)}`)
    if (format === 'iban') return this.keep('DE89370400440532013000')
    return this.word()
  }

  /** The markers that a text holds. */
  in(text: string): string[] {
    const folded = text.toLowerCase()
    return this.made.filter((one) => folded.includes(one.toLowerCase()))
  }
}

/** All rows of all tables of the database, those of workers, too, as text. */
async function dump({ db }: TestServer): Promise<Map<string, string>> {
  const { rows: tables } = await db.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  const texts = new Map<string, string>()
  for (const { name } of tables) {
    // One after the other: a test has few connections.
    const { rows } = await db.query<{ text: string | null }>(
      `select string_agg(t::text, e'\n') as text from ${name} t`,
    )
    texts.set(name, rows[0]!.text ?? '')
  }
  return texts
}

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? [join(entry.parentPath, entry.name)] : [],
  )

const places = (texts: Map<string, string>, canaries: Canaries) =>
  [...texts].flatMap(([name, text]) => canaries.in(text).map((marker) => `${name}: ${marker}`))

describe('after a person is erased', () => {
  const server = useServer({})

  it('nothing that was personal stands anywhere', async () => {
    const canaries = new Canaries()
    const company = await server.company()
    const [owner, hr] = [await company.as('owner', 'web'), await company.as('hr', 'web')]
    const hrKey = await company.as('hr')
    const fields = await Promise.all(
      (['public', 'job', 'private'] as const).map((tier) =>
        hr.call('org_fields_create', { label: `${tier} note`, type: 'text', tier }),
      ),
    )
    const { id: person_id } = await company.person({ start_date: '2020-01-01', last_day: '2099-12-31' })
    const member = await company.member('member', { personId: person_id })

    const input = inputSchema(contractActions['org_people_update_profile']!)
    const filled = canaries.fill(input) as Record<string, unknown>
    const ofPerson = new Set<string>([...personFieldNames, 'custom'])
    canaries.sealed.push(
      ...Object.entries(filled).flatMap(([name, value]) =>
        ofPerson.has(name) ? [] : canaries.in(JSON.stringify(value)),
      ),
    )
    expect(canaries.sealed).to.have.length.above(10)
    const custom = Object.fromEntries(
      fields.map(({ key, tier }) => [key, tier === 'private' ? canaries.secret() : canaries.word()]),
    )
    await hr.call('org_people_update_profile', { ...filled, person_id, custom } as never)
    await hr.call('org_people_photo_upload', { person_id, image_base64: await pictureOf() })
    await hr.call('org_pay_add', {
      ...{ person_id, effective_date: '2020-01-01', amount: 70_123.45, currency: 'EUR', period: 'year' },
      note: canaries.secret(),
    })
    canaries.keepSecret('70123.45')

    const bytes = pdf(canaries.word())
    const { document, upload } = await hr.call('documents_upload_start', {
      subject: { kind: 'person', person_id },
      category: 'Contract',
      visibility: 'hr_person',
      file: announce(bytes, `${canaries.word()}.pdf`),
      title: canaries.word(),
      notes: canaries.secret(),
    } as never)
    await put(upload, bytes)
    await hr.call('documents_upload_finish', { document_id: document.id })

    const me = await company.web(member)
    await me.call('platform_api_keys_create', { name: canaries.word(), audience: 'me' })
    await me.call('org_me_update_profile', { preferred_name: canaries.word() })
    await linkAccount(server, company, member, 'google')
    await connectedApp(server, company, member, { audience: 'me' })
    await server.db.query(`update users set display_name = $2, email = $3, email_key = $3 where id = $1`, [
      member.userId,
      canaries.word(),
      `${canaries.word()}@example.org`,
    ])
    await server.db.query(`update sessions set network = $2, browser = $3 where membership_id = $1`, [
      member.membershipId,
      canaries.word(),
      canaries.word(),
    ])

    const { templates } = await hr.call('org_checklists_templates_list', {})
    const run = await hr.call('org_checklists_runs_start', { template_id: templates[0]!.id, person_id })
    const added = async () =>
      hr.call('org_checklists_tasks_add', {
        ...{ run_id: run.id, title: canaries.word(), description: canaries.word(), offset_days: 0 },
        ...{ link_url: canaries.keep(`https://canary${Math.random().toString(36).slice(2)}.example`) },
        assignee: { type: 'person' },
      })
    const [done, skipped] = [await added(), await added()]
    await me.call('org_checklists_tasks_comment', { task_id: done.id, text: canaries.word() })
    await me.call('org_checklists_tasks_set_status', { task_id: done.id, status: 'done' })
    await me.call('org_checklists_tasks_set_status', {
      task_id: skipped.id,
      status: 'skipped',
      reason: canaries.word(),
    })
    const other = await company.person()
    const ofOther = await hr.call('org_checklists_runs_start', {
      template_id: templates[0]!.id,
      person_id: other.id,
    })
    const helped = await hr.call('org_checklists_tasks_reassign', {
      ...{ task_id: ofOther.tasks[0]!.id, assignee: { type: 'member', person_id } },
    })
    await me.call('org_checklists_tasks_comment', { task_id: helped.id, text: canaries.word() })
    const reason = canaries.word()
    await me.call('org_checklists_tasks_set_status', { task_id: helped.id, status: 'skipped', reason })

    await owner.call('org_approvals_settings_update', { termination: 'hr', pay_change: 'hr' } as never)
    await hr.call('org_pay_add', {
      ...{ person_id, effective_date: '2021-01-01', amount: 80_123.45, currency: 'EUR', period: 'year' },
      note: canaries.secret(),
    })
    canaries.keepSecret('80123.45')
    await owner.call('org_approvals_settings_update', { termination: 'off' } as never)
    await hr.call('org_people_terminate', { person_id, last_day: '2021-06-30', reason: canaries.secret() })
    await hrKey.call('org_units_create', { name: 'Others', kind: 'team', head_person_id: null } as never)
    await server.db.query(
      `insert into idempotency_records (org_id, holder_id, key, action, fingerprint, response, mentions, expires_at)
       values ($1, $2, 'k', 'org_units_update', '', $3, array[$4::uuid], now() + interval '1 hour')`,
      [company.id, member.membershipId, JSON.stringify({ name: canaries.word() }), person_id],
    )

    const then = await dump(server)
    expect(places(then, canaries).length).to.be.above(20)
    // A copy of the database from before tells nobody what only the key opens, not even in the digits of bytes.
    const inDigits = canaries.sealed.map((text) => Buffer.from(text).toString('hex'))
    const readable = [...then].flatMap(([name, text]) =>
      [...canaries.sealed, ...inDigits].flatMap((one) => (text.includes(one) ? [`${name}: ${one}`] : [])),
    )
    expect(readable).to.deep.equal([])

    await owner.call('org_people_erase', { person_id })
    expect(places(await dump(server), canaries)).to.deep.equal([])

    await runJob(server, removeDocumentFiles, new Date(Date.now() + 7_200_000))
    const { rows } = await server.db.query('select 1 from documents where person_id = $1', [person_id])
    expect(rows).to.deep.equal([])
    const files = new Map(filesBelow(server.dataDir).map((file) => [file, readFileSync(file, 'latin1')]))
    expect(places(files, canaries)).to.deep.equal([])

    const answers = [
      ...[owner.call('org_people_export_data', { person_id }), owner.call('org_people_get', { person_id })],
      ...[
        owner.call('platform_activity_list', { person_id }),
        owner.call('webhooks_feed_list', { from: 'start' }),
      ],
      ...[owner.call('platform_members_list', {}), owner.call('org_people_list', { status: 'all' } as never)],
      owner.call('org_approvals_list', { person_id }),
    ]
    expect(canaries.in(JSON.stringify(await Promise.all(answers)))).to.deep.equal([])

    // Every read that needs no id, for every kind of credential.
    const reads = Object.values(contractActions).filter(
      (action) => action.operation['x-class'] === 'read' && (inputSchema(action).required ?? []).length === 0,
    )
    expect(reads.length).to.be.above(40)
    const callers = [owner, hr, hrKey, await company.as('viewer'), await company.as('member', 'web')]
    let answered = 0
    for (const caller of callers)
      for (const action of reads) {
        const { status, text } = await caller.post(action.path, {})
        expect(canaries.in(text), action.id).to.deep.equal([])
        if (status === 200) answered += 1
      }
    expect(answered).to.be.above(100)
    expect(server.logLines.length).to.be.above(0)
    expect(canaries.in(server.logLines.join('\n'))).to.deep.equal([])
  })
})
