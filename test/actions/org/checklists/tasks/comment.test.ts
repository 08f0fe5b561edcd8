import { expect } from 'chai'
import { activityOf } from '../../../../support/activity.ts'
import { refused } from '../../../../support/expect.ts'
import { useServer } from '../../../../support/server.ts'

describe('org.checklists.tasks.comment', () => {
  const server = useServer()

  it('is for whoever sees the task: those who do it, whom it is about, and HR', async () => {
    const company = await server.company()
    const clerk = await company.member('hr', { person: true })
    const hr = await company.key(clerk)
    const [helper, about] = [
      await company.member('member', { person: true }),
      await company.member('member', { person: true }),
    ]
    const { id: template_id } = await hr.call('org_checklists_templates_create', {
      ...{ name: 'Move', kind: 'custom' },
      tasks: [
        { title: 'Pack', assignee: { type: 'member', person_id: helper.personId! }, offset_days: 0 },
        { title: 'Judge', assignee: { type: 'hr' }, offset_days: 1 },
      ],
    })
    const run = await hr.call('org_checklists_runs_start', { template_id, person_id: about.personId! })
    const [task_id, secret] = run.tasks.map(({ id }) => id) as [string, string]
    const say = async (caller: typeof hr, text: string) =>
      (await caller.call('org_checklists_tasks_comment', { task_id, text })).comments
    await say(await company.key(helper), 'Which boxes?')
    await say(hr, 'The big ones')
    const comments = await say(await company.key(about), 'No,\nthe small ones')
    expect(comments.map(({ author, text }) => [author!.id, text])).to.deep.equal([
      [helper.personId, 'Which boxes?'],
      [clerk.personId, 'The big ones'],
      [about.personId, 'No,\nthe small ones'],
    ])
    const strangers = [await company.as('viewer'), await company.as('member')]
    for (const caller of strangers) await refused(say(caller, 'Hello'), 'not_found')
    await refused(
      (await company.key(about)).call('org_checklists_tasks_comment', { task_id: secret, text: 'What?' }),
      'not_found',
    )
    const lines = await activityOf(server, company, 'org.checklists.tasks.comment')
    expect(JSON.stringify(lines)).not.to.include('small')
    const long = 'A'.repeat(2000)
    for (let remarks = 0; remarks < 4; remarks++) await say(hr, long)
    const { body: tooLong } = await refused(say(hr, long), 'conflict')
    expect(tooLong.error.details!.map(({ path, code }) => [path, code])).to.deep.equal([
      ['text', 'comments_too_long'],
    ])
    await say(hr, 'A'.repeat(10_000 - 4 * 2000 - 'Which boxes?The big onesNo,\nthe small ones'.length))
    await refused(say(hr, 'A'), 'conflict')
    await server.db.query(
      `insert into checklist_comments (org_id, id, task_id, text, created_at)
       select $1, gen_random_uuid(), $2, 'More', now() from generate_series(9, 50)`,
      [company.id, task_id],
    )
    const { body } = await refused(say(hr, 'One more'), 'conflict')
    expect(body.error.details!.map(({ code }) => code)).to.include('too_many_comments')
  })
})
