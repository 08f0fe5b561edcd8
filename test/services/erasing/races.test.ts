import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { asSystem, ofOrganization } from '../../../src/db/system.ts'
import { tellDueTasks } from '../../../src/services/notifications/remind.ts'
import { announce, pdf } from '../../support/documents.ts'
import { CallError, type TestClient } from '../../support/client.ts'
import { makeRequest } from '../../support/approvals.ts'
import { inUndoneTransaction, heldUp, interrupted, untilBlocked } from '../../support/race.ts'
import { useServer } from '../../support/server.ts'

/** Somebody who has left, with a checklist, while others write about them. */
interface Subject {
  org_id: string
  hr: TestClient
  person_id: string
  task_id: string
  run_id: string
  /** A text that stands nowhere else. */
  marker: string
}

const lockOf = ({ org_id, person_id }: Subject) => ({
  text: 'select 1 from people where org_id = $1 and id = $2 for update',
  values: [org_id, person_id],
})

/** What writes about a person, by what it is. Each of them stores the marker. */
const writes: Record<string, (subject: Subject) => Promise<unknown>> = {
  'a changed profile': ({ hr, person_id, marker }) =>
    hr.call('org_people_update_profile', { person_id, preferred_name: marker }),
  'a private detail': ({ hr, person_id, marker }) =>
    hr.call('org_people_update_profile', { person_id, contact: { personal_email: `${marker}@example.org` } }),
  'a note about pay': ({ hr, person_id, marker }) =>
    hr.call('org_pay_add', {
      ...{ person_id, amount: 50_000, currency: 'EUR', period: 'year', effective_date: '2021-01-01' },
      note: marker,
    }),
  'a document': ({ hr, person_id, marker }) =>
    hr.call('documents_upload_start', {
      ...{ subject: { kind: 'person', person_id }, category: 'ID', title: marker },
      file: announce(pdf(marker)),
    }),
  'a remark on a task': ({ hr, task_id, marker }) =>
    hr.call('org_checklists_tasks_comment', { task_id, text: marker }),
  'a new task': ({ hr, run_id, marker }) =>
    hr.call('org_checklists_tasks_add', { run_id, title: marker, assignee: { type: 'hr' }, offset_days: 0 }),
  'a skipped task': ({ hr, task_id, marker }) =>
    hr.call('org_checklists_tasks_set_status', { task_id, status: 'skipped', reason: marker }),
  'another last day': ({ hr, person_id, marker }) =>
    hr.call('org_people_terminate', { person_id, last_day: '2023-11-30', reason: marker }),
}

describe('an erasure beside another call about the same person', () => {
  const server = useServer()

  async function start(): Promise<Subject & { erase: () => Promise<unknown> }> {
    const company = await server.company()
    const [hr, owner] = [await company.as('hr', 'web'), await company.as('owner', 'web')]
    const { id: person_id } = await company.person({ start_date: '2020-01-01', last_day: '2023-12-31' })
    const { id: template_id } = await hr.call('org_checklists_templates_create', {
      ...{ name: 'Move', kind: 'custom' },
      tasks: [{ title: 'Pack', assignee: { type: 'hr' }, offset_days: 0 }],
    })
    const { id: run_id, tasks } = await hr.call('org_checklists_runs_start', {
      ...{ template_id, person_id, anchor_date: '2023-12-31' },
    })
    const marker = `marker${randomUUID().replaceAll('-', '').slice(0, 20)}`
    const erase = () => owner.call('org_people_erase', { person_id })
    return { org_id: company.id, hr, person_id, run_id, task_id: tasks[0]!.id, marker, erase }
  }

  /** The tables in which a text stands. */
  async function tablesWith(text: string): Promise<string[]> {
    const { rows: tables } = await server.db.query<{ name: string }>(
      `select format('%I', tablename) as name from pg_tables where schemaname = 'public'`,
    )
    const found: string[] = []
    for (const { name } of tables) {
      const { rows } = await server.db.query(
        `select 1 from ${name} t where position($1 in t::text) > 0 limit 1`,
        [text],
      )
      if (rows.length > 0) found.push(name)
    }
    return found
  }

  /** The write is done before the erasure, or refused as about somebody who is gone: never half, and never an error of ours. */
  async function judge(erased: Promise<unknown>, written: Promise<unknown>, marker: string): Promise<string> {
    await erased
    const outcome = await written.then(
      () => 'done',
      (error: unknown) => {
        if (!(error instanceof CallError)) throw error
        return error.code
      },
    )
    expect(outcome).to.be.oneOf(['done', 'not_found', 'conflict'])
    expect(await tablesWith(marker)).to.deep.equal([])
    return outcome
  }

  for (const [what, write] of Object.entries(writes)) {
    it(`leaves nothing of ${what} that waited for it`, async () => {
      const subject = await start()
      const { first, second } = await heldUp(server.db, lockOf(subject), subject.erase, () => write(subject))
      await judge(first, second, subject.marker)
    })

    it(`leaves nothing of ${what} for which it waited`, async () => {
      const subject = await start()
      const { first, second } = await heldUp(server.db, lockOf(subject), () => write(subject), subject.erase)
      await judge(second, first, subject.marker)
    })
  }

  it('waits for whoever decides a request before it takes the steps of it away', async () => {
    const company = await server.company()
    const owner = await company.as('owner', 'web')
    const about = await company.person({ start_date: '2020-01-01', last_day: '2023-12-31' })
    const ids = [company.id, await makeRequest(server, company, { about })]
    await inUndoneTransaction(server.db, async (other) => {
      // As a rejection: the request, and then its steps.
      await other.query('select 1 from approval_requests where org_id = $1 and id = $2 for update', ids)
      const erased = owner.call('org_people_erase', { person_id: about.id })
      await untilBlocked(server.db, erased)
      const { rowCount } = await other.query(
        'select 1 from approval_steps where org_id = $1 and request_id = $2 for update nowait',
        ids,
      )
      expect(rowCount).to.equal(1)
      await other.query('commit')
      expect((await erased).erased).to.equal(true)
    })
  })

  it('leaves nothing of a reminder of a task that a job writes at that moment', async () => {
    const { org_id, person_id, erase } = await start()
    const remind = async () => {
      const client = await server.db.connect()
      const moment = { now: new Date(), today: '2024-06-15' as const, newId: randomUUID }
      try {
        await asSystem(client, (system) =>
          tellDueTasks({ ...moment, db: ofOrganization(system, org_id, undefined) }, null),
        )
      } finally {
        client.release()
      }
    }
    const { first, second } = await interrupted(server.db, 'activity', erase, remind)
    await Promise.all([first, second])
    const { rows } = await server.db.query(
      'select kind from notifications where org_id = $1 and person_id = $2',
      [org_id, person_id],
    )
    expect(rows).to.deep.equal([])
  })

  it('counts a request that is withdrawn while it waits as withdrawn, and not among those that it closes', async () => {
    const company = await server.company()
    const owner = await company.as('owner', 'web')
    const proposer = await company.member('hr')
    const about = await company.person({ start_date: '2020-01-01', last_day: '2023-12-31' })
    const request_id = await makeRequest(server, company, { about, proposer })
    const hr = await company.web(proposer)
    const { first, second } = await interrupted(
      server.db,
      'approval_steps',
      () => hr.call('org_approvals_withdraw', { request_id }),
      () => owner.call('org_people_erase', { person_id: about.id }),
    )
    expect((await first).status).to.equal('cancelled')
    expect((await second).closed_requests).to.equal(0)
  })

  for (const [from, to] of [
    ['job', 'private'],
    ['private', 'job'],
  ] as const)
    it(`leaves nothing of a value that a field is giving the form of ${to} fields`, async () => {
      const company = await server.company()
      const [hr, owner] = [await company.as('hr', 'web'), await company.as('owner', 'web')]
      const { id: person_id } = await company.person({ start_date: '2020-01-01', last_day: '2023-12-31' })
      const field = await hr.call('org_fields_create', { label: 'Size', type: 'text', tier: from })
      await hr.call('org_people_update_profile', {
        ...{ person_id, contact: { personal_email: 'ada@example.org' } },
        custom: { [field.key]: 'Large' },
      })
      const { first, second } = await heldUp(
        server.db,
        {
          text: 'select 1 from custom_values where org_id = $1 and person_id = $2 for update',
          values: [company.id, person_id],
        },
        () => owner.call('org_people_erase', { person_id }),
        () => hr.call('org_fields_update', { field_id: field.id, tier: to, confirm_expose_existing: true }),
      )
      await Promise.all([first, second])
      const { rows } = await server.db.query(
        'select value, sealed from custom_values where org_id = $1 and person_id = $2',
        [company.id, person_id],
      )
      expect(rows).to.deep.equal([{ value: null, sealed: null }])
    })
})
