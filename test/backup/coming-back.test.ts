import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import { expect } from 'chai'
import { workers } from '../../src/generated/workers.ts'
import type { Job } from '../../src/jobs/job.ts'
import { withoutExports } from '../support/activity.ts'
import { createEmptyDatabase, digestsOf, org } from '../support/backups.ts'
import { TestClient } from '../support/client.ts'
import type { Company, Member } from '../support/company.ts'
import { expectGolden } from '../support/golden.ts'
import { howToFix, makeInput, type Input } from '../support/inputs.ts'
import { mailTo } from '../support/mail.ts'
import { dumpSchema } from '../support/schema-dump.ts'
import { unique, useServer } from '../support/server.ts'
import { forgetRates, reads, sweep } from '../support/sweep.ts'

/** A call of a read action, and what the first server answered. */
interface Question {
  id: string
  path: string
  input: Input
  credential: TestClient['credential']
  answer: string
}

const canary = 'canary-4711'

/** A backup is taken while somebody writes, and restored into another database, where another server goes on. */
describe('a backup that is restored', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rollcall-backup-'))
  const [file, keys] = [join(folder, 'company.backup'), join(folder, 'company.keys')]
  after(() => rmSync(folder, { recursive: true, force: true }))
  const here = useServer({ ROLE: 'web' })
  let questions: Question[] = []
  let logs: Question[]
  const once = { idempotencyKey: unique('once') }
  const unit = { name: unique('Once'), kind: 'team' } as const
  let [still, busy]: Company[] = []
  let owner: Member
  let first: { id: string | null }
  let live: Record<string, string>
  let printed: string
  let person: string
  let writes = 0

  before(async () => {
    ;[still, busy] = [await here.company(), await here.company()]
    owner = await still!.member('owner', { person: true })
    const clients = [await still!.web(owner), await still!.key(owner), await still!.key(owner, 'me')]
    const [web, key] = clients as [TestClient, TestClient]
    // Something private, and a notice of it that nobody has been told.
    await web.call('org_fields_create', { label: 'Secret', type: 'text', tier: 'private' })
    person = (await still!.person({ work_email: 'notified@company.example' })).id
    await web.call('org_people_update_profile', {
      person_id: person,
      tax_id: canary,
      custom: { secret: canary },
    })
    first = await key.call('org_units_create', unit, once)
    for (const client of clients) await prepare(client)
    await sweep(here, questions, ({ id }) => id, ask)
    questions = questions.filter(({ answer }) => answer !== '')
    // Some calls leave a line in the log, also when they are refused. So whoever tells of the log is asked last, and of
    // the other server first.
    logs = questions.filter(({ id }) => /activity/.test(id))
    await sweep(here, logs, ({ id }) => id, ask)
    live = await digestsOf(here.database.url, [still!.id])

    const writer = await busy!.as('owner')
    const backup = org(here.database.url, folder, ['backup', file, '--keys', keys])
    const stopped = backup.then(() => true)
    do {
      await writer.call('org_units_create', { name: unique('Busy'), kind: 'team' })
      if (++writes % 200 === 0) await forgetRates(here)
    } while (!(await Promise.race([stopped, new Promise<false>((done) => setImmediate(done, false))])))
    const { code, stdout, stderr } = await backup
    expect([code, stderr]).to.deep.equal([0, ''])
    printed = stdout
  })

  /** Inputs of all read actions. Some need records of their own, so that all are made before the first is asked. */
  async function prepare(client: TestClient): Promise<void> {
    const scene = { server: here, company: still!, member: owner, client }
    for (const action of reads) {
      const { id, path } = action
      questions.push({
        id,
        path,
        input: await makeInput(scene, action),
        credential: client.credential,
        answer: '',
      })
    }
  }

  /** Which action is refused for which credential is told by other tests. */
  async function ask(question: Question): Promise<void> {
    const { path, input, credential } = question
    const { status, text } = await new TestClient(here.baseUrl, credential).post(path, input)
    if (status !== 200 && status !== 403)
      throw new Error(
        howToFix(
          reads.find(({ id }) => id === question.id)!,
          { status, text },
        ),
      )
    if (status === 200) question.answer = text
  }

  /**
   * An answer without the address of the server, the minutes of last use, to which each call adds, and the name of the
   * database, which cursors of the feed begin with: only their positions are the same.
   */
  const plain = (text: string, { baseUrl }: { baseUrl: string }): unknown =>
    JSON.parse(text.replaceAll(baseUrl, ''), (name, value: unknown) => {
      if (/^(last_(used|activity)|generated)_at$/.test(name)) return null
      return name === 'next' && /^f[\w-]{22}$/.test(String(value))
        ? positionIn(String(value))
        : withoutExports(name, value)
    })
  const positionIn = (cursor: string): string =>
    Buffer.from(cursor.slice(1), 'base64url').subarray(8).toString('hex')

  let stored: Record<string, string>
  const there = useServer({ ROLE: 'all' }, async () => {
    const database = await createEmptyDatabase(here.database)
    const { code, stderr } = await org(database.url, folder, ['restore', file, '--keys', keys])
    expect([code, stderr]).to.deep.equal([0, ''])
    stored = await digestsOf(database.url, [still!.id])
    return database
  })

  it('is two files that only their owner may read, and says what is in neither', () => {
    for (const path of [file, keys]) expect(statSync(path).mode & 0o777, path).to.equal(0o600)
    expect(printed).to.match(
      /company\.backup has \d+ rows as of .*\n.*company\.keys has the keys of \d+ (person|people)/,
    )
    expect(printed).to.match(/secret.* is not in it, and nothing else of DATA_DIR\./i)
  })

  it('has no private detail, no key of a person and no secret', () => {
    const text = zstdDecompressSync(readFileSync(file)).toString()
    expect(text).to.include('notified@company.example').and.to.include('"table":"person_details"')
    for (const secret of [canary, Buffer.from(canary).toString('hex'), '"table":"person_keys"'])
      expect(text).to.not.include(secret)
    const { credential } = questions[1] as { credential: { secret: string } }
    expect(text).to.not.include(credential.secret)
    expect(zstdDecompressSync(readFileSync(keys)).toString()).to.include('"table":"person_keys"')
  })

  it('has the same schema, and each row as it was', async () => {
    expectGolden('schema.sql', await dumpSchema(there.db))
    expect(stored).to.deep.equal(live)
    expect(stored['person_details']).to.match(/^1 /)
  })

  it('answers every read action with the same', async () => {
    expect(questions.length).to.be.greaterThan(1.5 * reads.length)
    const compare = async ({ path, input, credential, answer }: Question): Promise<void> => {
      const { text } = await new TestClient(there.baseUrl, credential).post(path, input)
      expect(plain(text, there)).to.deep.equal(plain(answer, here))
    }
    await sweep(there, logs, ({ id }) => id, compare)
    await sweep(
      there,
      questions,
      ({ id }) => id,
      async (one) => {
        if (!logs.includes(one)) await compare(one)
      },
    )
  })

  it('has of what was written meanwhile all that belongs to a call, or nothing', async () => {
    const { rows } = await there.db.query<{ units: number; lines: number; events: number }>(
      `select (select count(*)::int from units where org_id = $1 and kind = 'team') as units,
              (select count(*)::int from activity where org_id = $1) as lines,
              (select count(*)::int from events where org_id = $1) as events`,
      [busy!.id],
    )
    const { units, lines, events } = rows[0]!
    expect([lines, events]).to.deep.equal([units, units])
    expect(writes).to.be.greaterThan(units)
  })

  it('goes on: a retry gets the first answer, a write works, and jobs find what those that were lost had to do', async () => {
    const key = new TestClient(there.baseUrl, questions.find(({ id }) => id === 'org_units_list')!.credential)
    const web = new TestClient(there.baseUrl, questions[0]!.credential)
    expect(await web.call('org_people_get', { person_id: person })).to.deep.include({ tax_id: canary })
    for (const client of [web, key])
      if (client.credential.kind === 'key')
        expect(await client.call('org_units_create', unit, once)).to.deep.equal(first)
    const { id } = await web.call('org_units_create', { name: unique('After'), kind: 'team' })
    expect(id! > first.id!).to.equal(true)
    await there.db.query(`select graphile_worker.add_job('tell_notices')`)
    const mail = await mailTo(there, 'notified@company.example')
    expect(mail.text).to.not.include(canary)
  })

  it('needs no job: each runs again by itself, or another one does its work', () => {
    const queued = Object.entries(workers as Record<string, Job>).filter(([, { cron }]) => cron === null)
    // What remove_files has left is found by sweep_files.
    expect(queued.map(([name]) => name)).to.deep.equal(['remove_files'])
  })
})
