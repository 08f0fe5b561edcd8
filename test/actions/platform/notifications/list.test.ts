import { expect } from 'chai'
import { task as remind } from '../../../../src/jobs/remind.ts'
import { actor, setRules } from '../../../support/approvals.ts'
import { uploadOwn } from '../../../support/documents.ts'
import { refused } from '../../../support/expect.ts'
import { runJob } from '../../../support/run-job.ts'
import { useServer } from '../../../support/server.ts'

describe('platform.notifications.list', () => {
  const server = useServer({})
  const at = new Date('2026-06-15T12:00:00Z')
  beforeEach(() => (server.now = at))
  const tell = (day = at) => runJob(server, remind, day)
  /** Two of HR, and a manager with somebody below. */
  const withRequests = async () => {
    const company = await server.company()
    const [hr, other, boss] = await Promise.all([
      actor(server, company, 'hr'),
      actor(server, company, 'hr'),
      actor(server, company, 'member'),
    ])
    const { id: person_id } = await company.person({ manager_id: boss.personId })
    return { company, hr, other, boss, person_id }
  }

  it('tells of days that come: HR, the manager, and people of their own', async () => {
    const company = await server.company()
    const [hr, boss, self] = await Promise.all([
      actor(server, company, 'hr'),
      actor(server, company, 'member'),
      actor(server, company, 'member'),
    ])
    await server.db.query(
      `update job_rows set manager_id = $2, probation_end_date = '2026-06-29' where person_id = $1`,
      [self.personId, boss.personId],
    )
    await server.db.query(`update employments set start_date = '2024-06-15' where person_id = $1`, [
      self.personId,
    ])
    await server.db.query(`update job_rows set valid_from = '2024-06-15' where person_id = $1`, [
      self.personId,
    ])
    await tell()
    const list = async ({ web }: typeof hr) =>
      (await web.call('platform_notifications_list', {})).items.map(({ kind, date, href, reminder }) => [
        kind,
        date,
        href,
        reminder?.kind,
        reminder?.years,
        reminder?.self,
      ])
    const [ofHr, ofBoss, own] = await Promise.all([hr, boss, self].map(list))
    const id = self.personId
    expect(ofHr).to.have.deep.members([
      ['reminder', '2026-06-29', `/manage/people/${id}`, 'probation_end', null, false],
      ['reminder', '2026-06-15', `/manage/people/${id}`, 'anniversary', 2, false],
    ])
    expect(ofBoss).to.have.deep.members([
      ['reminder', '2026-06-29', `/people/${id}`, 'probation_end', null, false],
      ['reminder', '2026-06-15', `/people/${id}`, 'anniversary', 2, false],
    ])
    expect(own).to.deep.equal([['reminder', '2026-06-15', '/profile', 'anniversary', 2, true]])
    // Somebody else is the manager by now; the probation ends on another day; and then they leave.
    await server.db.query(
      `update job_rows set manager_id = null, probation_end_date = '2026-07-10' where person_id = $1`,
      [self.personId],
    )
    expect(await list(boss)).to.deep.equal([])
    expect(await list(hr)).to.have.length(1)
    await hr.web.call('org_people_terminate', { person_id: id!, last_day: '2026-06-14' })
    expect(await list(hr)).to.deep.equal([])
  })

  it('tells of tasks that are due, until somebody has done them', async () => {
    const company = await server.company()
    const hr = await company.as('hr')
    const helper = await company.member('member', { person: true })
    const { id: person_id } = await company.person({ given_name: 'Grace', family_name: 'Hopper' })
    const { id: template_id } = await hr.call('org_checklists_templates_create', {
      ...{ name: 'Move', kind: 'custom' },
      tasks: [
        { title: 'Pack', assignee: { type: 'member', person_id: helper.personId! }, offset_days: 0 },
        { title: 'Sign', assignee: { type: 'hr' }, offset_days: 1 },
      ],
    })
    const { tasks } = await hr.call('org_checklists_runs_start', { template_id, person_id })
    await tell()
    const own = await company.key(helper)
    const { items, unread } = await own.call('platform_notifications_list', {})
    expect(items.map(({ task, date, person_name, href }) => [task, date, person_name, href])).to.deep.equal([
      [{ title: 'Pack', checklist: 'Move', own: true }, '2026-06-15', 'Grace Hopper', '/tasks'],
    ])
    expect(unread).to.equal(1)
    expect((await hr.call('platform_notifications_list', {})).items).to.deep.equal([])
    server.now = new Date('2026-06-16T12:00:00Z')
    await tell(server.now)
    const [sign] = (await hr.call('platform_notifications_list', {})).items
    expect(sign!.task).to.deep.equal({ title: 'Sign', checklist: 'Move', own: false })
    await hr.call('org_checklists_tasks_set_status', { task_id: tasks[1]!.id, status: 'done' })
    expect(await hr.call('platform_notifications_list', { limit: 0 })).to.deep.equal({
      items: [],
      unread: 0,
      next: null,
    })
    // One who no longer does it hears of it no more, and nobody is told twice.
    await hr.call('org_checklists_tasks_reassign', { task_id: tasks[0]!.id, assignee: { type: 'hr' } })
    await tell(server.now)
    expect((await own.call('platform_notifications_list', {})).items).to.deep.equal([])
    expect((await hr.call('platform_notifications_list', {})).items).to.deep.equal([])
  })

  it('tells those who can decide a request, as long as they can; of pay in the web app alone', async () => {
    const { company, hr, other, boss, person_id } = await withRequests()
    await setRules(server, company, { job_change: 'manager', pay_change: 'hr' })
    const { approval } = await hr.web.call('org_people_change_job', {
      ...{ person_id, effective_date: '2026-07-01', reason: 'promotion', title: 'Chef' },
    })
    const { items } = await boss.web.call('platform_notifications_list', {})
    expect(
      items.map(({ kind, approval: one, href, date }) => [kind, one?.change, one?.as, href, date]),
    ).to.deep.equal([
      ['approval_request', 'job_change', 'manager', `/approvals/${approval!.id}`, '2026-07-01'],
    ])
    await boss.web.call('org_approvals_approve', { request_id: approval!.id })
    expect((await boss.web.call('platform_notifications_list', {})).items).to.deep.equal([])

    await hr.web.call('org_pay_add', {
      ...{ person_id, amount: 50_000, currency: 'EUR', period: 'year', effective_date: '2026-07-01' },
    })
    const [pay] = (await other.web.call('platform_notifications_list', {})).items
    expect(pay!.approval).to.deep.include({ change: 'pay_change', as: 'hr' })
    // Ids and times may have these digits by chance.
    const { id, created_at, href, ...shown } = pay!
    expect([typeof id, typeof created_at, typeof href]).to.deep.equal(['string', 'string', 'string'])
    expect(JSON.stringify(shown)).not.to.include('50')
    const key = await company.key(other.member)
    expect(await key.call('platform_notifications_list', {})).to.deep.equal({
      items: [],
      unread: 0,
      next: null,
    })
  })

  it('says unavailable of a request where too many wait to look at each, and of pay nothing over a key', async () => {
    const { company, hr, other, boss, person_id } = await withRequests()
    await setRules(server, company, { job_change: 'hr', pay_change: 'hr' })
    const { approval } = await boss.web.call('org_people_change_job', {
      ...{ person_id, effective_date: '2026-07-01', reason: 'promotion', title: 'Chef' },
    })
    await hr.web.call('org_pay_add', {
      ...{ person_id, amount: 50_000, currency: 'EUR', period: 'year', effective_date: '2026-07-01' },
    })
    const kinds = async (client: typeof other.web) =>
      (await client.call('platform_notifications_list', {})).items.map(({ kind }) => kind)
    expect(await kinds(other.web)).to.deep.equal(['approval_request', 'approval_request'])
    // 600 older ones, as many as are looked at and more.
    await server.db.query(
      `with copy as (
         insert into approval_requests
         select (jsonb_populate_record(r, jsonb_build_object('id', '00' || right(gen_random_uuid()::text, 34)))).*
           from approval_requests r, generate_series(1, 600) where r.org_id = $1 and r.id = $2
         returning org_id, id)
       insert into approval_steps (org_id, request_id, position, approver, status)
       select org_id, id, 1, 'hr', 'pending' from copy`,
      [company.id, approval!.id],
    )
    const { items, unread } = await other.web.call('platform_notifications_list', {})
    expect(unread).to.equal(2)
    for (const { id, created_at, ...rest } of items) {
      expect([typeof id, typeof created_at]).to.deep.equal(['string', 'string'])
      expect(rest).to.deep.equal({
        ...{ kind: 'unavailable', read: false, href: null, person_name: null, date: null },
        ...{ reminder: null, task: null, approval: null, document: null },
      })
    }
    expect(await kinds(other.key)).to.deep.equal(['unavailable'])
    await boss.web.call('org_approvals_withdraw', { request_id: approval!.id })
    expect(await kinds(other.web)).to.deep.equal(['unavailable'])
    expect(await kinds(other.key)).to.deep.equal([])
  })

  it('tells the next in turn when a step is approved', async () => {
    const company = await server.company()
    const [hr, boss, proposer] = await Promise.all([
      actor(server, company, 'hr'),
      actor(server, company, 'member'),
      actor(server, company, 'member'),
    ])
    await setRules(server, company, { job_change: 'manager_then_hr' })
    await server.db.query(`update job_rows set manager_id = $2 where person_id = $1`, [
      boss.personId,
      proposer.personId,
    ])
    const { id: person_id } = await company.person({ manager_id: boss.personId })
    const { approval } = await proposer.key.call('org_people_change_job', {
      ...{ person_id, effective_date: '2026-07-01', reason: 'promotion', title: 'Chef' },
    })
    const kinds = async ({ web }: typeof hr) =>
      (await web.call('platform_notifications_list', {})).items.map(({ approval: one }) => one?.as)
    expect(await Promise.all([kinds(boss), kinds(hr)])).to.deep.equal([['manager'], []])
    await boss.web.call('org_approvals_approve', { request_id: approval!.id })
    expect(await Promise.all([kinds(boss), kinds(hr)])).to.deep.equal([[], ['hr']])
  })

  it('tells HR of documents that people add themselves', async () => {
    const company = await server.company()
    const hr = await company.as('hr')
    const member = await company.member('member', { person: true })
    const document = await uploadOwn(await company.key(member))
    const [item] = (await hr.call('platform_notifications_list', {})).items
    expect([item!.kind, item!.document, item!.href]).to.deep.equal([
      'document_uploaded',
      { category: document.category },
      `/manage/people/${member.personId}`,
    ])
    await hr.call('documents_delete', { document_id: document.id })
    expect((await hr.call('platform_notifications_list', {})).items).to.deep.equal([])
  })

  it('comes in pages, counts all, and forgets what is older than 90 days', async () => {
    const company = await server.company()
    const member = await company.member('hr')
    const hr = await company.key(member)
    const people = await Promise.all(
      Array.from({ length: 5 }, () => company.person({ start_date: '2026-06-15' })),
    )
    await tell()
    const first = await hr.call('platform_notifications_list', { limit: 2 })
    expect([first.items.length, first.unread]).to.deep.equal([2, 5])
    const second = await hr.call('platform_notifications_list', { limit: 3, before: first.next! })
    expect([second.items.length, second.next]).to.deep.equal([3, null])
    const names = [...first.items, ...second.items].map(({ href }) => href!.split('/').at(-1))
    expect(names).to.have.members(people.map(({ id }) => id))
    await hr.call('platform_notifications_mark_read', { ids: [first.items[0]!.id] })
    const rest = await hr.call('platform_notifications_list', { unread_only: true })
    expect([rest.items.length, rest.unread]).to.deep.equal([4, 4])
    const { body } = await refused(
      hr.call('platform_notifications_list', { before: 'nope' }),
      'validation_failed',
    )
    expect(body.error.details![0]!.path).to.equal('before')
    const unreadAfter = async (ms: number) => {
      server.now = new Date(at.getTime() + ms)
      return (await hr.call('platform_notifications_list', {})).unread
    }
    expect([await unreadAfter(90 * 86_400_000), await unreadAfter(90 * 86_400_000 + 1)]).to.deep.equal([4, 0])
  })

  it('looks at the newest 20,000 of more, so that nobody waits for those that hold no more', async () => {
    const company = await server.company()
    const hr = await actor(server, company, 'hr')
    const { id: person } = await company.person({ start_date: '2026-06-16' })
    await tell()
    // Of tasks that are there no more.
    const add = (count: number) =>
      server.db.query(
        `insert into notifications (org_id, id, membership_id, kind, about_id, person_id, created_at)
         select $1, uuidv7(), $2, 'task', uuidv7(), $3, $4 from generate_series(1, $5::int)`,
        [company.id, hr.member.membershipId, person, at, count],
      )
    const unread = async () => (await hr.web.call('platform_notifications_list', {})).unread
    await add(19_999)
    expect(await unread()).to.equal(1)
    await add(1)
    expect(await unread()).to.equal(0)
  })

  it('tells members of HR nothing of their own ends of contracts and of documents that they add', async () => {
    const company = await server.company()
    const [hr, other] = [await actor(server, company, 'hr'), await actor(server, company, 'hr')]
    await server.db.query(`update job_rows set contract_end_date = '2026-06-20' where person_id = $1`, [
      hr.personId,
    ])
    await uploadOwn(await company.key(hr.member, 'me'))
    await tell()
    const stored = async ({ member }: typeof hr) =>
      (
        await server.db.query(`select kind from notifications where membership_id = $1 order by kind`, [
          member.membershipId,
        ])
      ).rows.map(({ kind }) => kind)
    expect(await stored(hr)).to.deep.equal([])
    expect(await stored(other)).to.deep.equal(['document_uploaded', 'reminder'])
  })

  it('shows those who are of HR no more nothing of documents, and tells disabled members nothing', async () => {
    const company = await server.company()
    const [hr, off] = [await company.member('hr', { person: true }), await company.member('hr')]
    await server.db.query(`update memberships set status = 'disabled' where id = $1`, [off.membershipId])
    await uploadOwn(await company.key(await company.member('member', { person: true })))
    const { rows } = await server.db.query(`select membership_id from notifications where org_id = $1`, [
      company.id,
    ])
    expect(rows.map(({ membership_id: id }) => id))
      .to.include(hr.membershipId)
      .and.not.include(off.membershipId)
    await server.db.query(`update memberships set role = 'member' where id = $1`, [hr.membershipId])
    const { items, unread } = await (await company.key(hr, 'me')).call('platform_notifications_list', {})
    expect([items, unread]).to.deep.equal([[], 0])
  })
})
