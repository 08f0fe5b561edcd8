import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { formWith, openPage, submitForm, unescape } from '../support/app.ts'
import { useServer } from '../support/server.ts'

const hostile = '"><script>alert(1)</script>'

describe('the pages of checklists', () => {
  const server = useServer()
  beforeEach(() => (server.now = new Date('2026-06-15T12:00:00Z')))

  async function running() {
    const company = await server.company()
    const hr = await company.as('hr', 'web')
    const helper = await company.member('member', { person: true })
    const { id: person_id } = await company.person({ given_name: 'Grace', family_name: 'Hopper' })
    const { id: template_id } = await hr.call('org_checklists_templates_create', {
      ...{ name: 'Move', kind: 'custom' },
      tasks: [
        {
          title: hostile,
          description: hostile,
          assignee: { type: 'member', person_id: helper.personId! },
          offset_days: -1,
        },
        {
          title: 'Sign',
          link_url: 'https://sign.example/?a=1&b=2',
          assignee: { type: 'hr' },
          offset_days: 1,
        },
      ],
    })
    const run = await hr.call('org_checklists_runs_start', { template_id, person_id })
    const page = (client: typeof hr, path: string, language = 'en') =>
      openPage(server, client, `/${company.slug}/${path}`, { 'Accept-Language': language })
    return { company, hr, helper: await company.web(helper), person_id, template_id, run, page }
  }

  it('show open ones and their tasks to HR, who cancel one by two clicks', async () => {
    const { hr, run, page, person_id } = await running()
    const list = (await page(hr, 'manage/checklists')).text
    expect(list).to.include(`manage/checklists/${run.id}`).and.include('Grace Hopper').and.include('0 of 2')
    const one = (await page(hr, `manage/checklists/${run.id}`)).text
    expect(one).to.not.include('<script>')
    expect(one)
      .to.include('https://sign.example/?a=1&amp;b=2')
      .and.include('>sign.example<')
      .and.include('overdue')
    const main = unescape(one.split('<main')[1]!)
    for (const shown of [hostile, 'Sign', 'Done', 'Skip', 'Remark', 'Give away', 'Add a task', 'Cancel it'])
      expect(main).to.include(shown)
    const ofOther = run.tasks[0]!.id
    const skip = await page(hr, `manage/do/org/checklists.tasks.set_status?task_id=${ofOther}&status=skipped`)
    expect(skip.text).to.not.include(`>${ofOther}<`)
    expect(unescape(skip.text)).to.include(`Grace Hopper: ${hostile}`)
    const cancels = formWith(one, 'Cancel it')
    expect(cancels.action).to.include('checklists.runs.cancel')
    const asked = await submitForm(server, hr, cancels.action, cancels.values)
    expect(asked.status).to.equal(200)
    expect(unescape(asked.text))
      .to.include('Move')
      .and.match(/<a [^>]*>Back</)
      .and.not.match(/<a [^>]*>Cancel</)
    expect((await hr.call('org_checklists_runs_get', { run_id: run.id })).status).to.equal('open')
    const german = (await page(hr, `manage/checklists/${run.id}`, 'de')).text
    expect(german).to.include('Überspringen').and.include('überfällig')
    const ofPerson = (await page(hr, `manage/people/${person_id}`)).text
    expect(ofPerson).to.include(`manage/checklists/${run.id}`).and.include('Start a checklist for them')
    await hr.call('org_checklists_runs_cancel', { run_id: run.id })
    expect((await page(hr, 'manage/checklists')).text.split('<main')[1]).to.not.include('Grace')
    const ended = (await page(hr, 'manage/checklists?state=ended')).text
    expect(ended).to.include('Grace').and.include('Cancelled')
  })

  it('tick a task with one click, and open it again with one', async () => {
    const { hr, run, page } = await running()
    const press = async (text: string) => {
      const { action, values } = formWith((await page(hr, `manage/checklists/${run.id}`)).text, text)
      const { status, headers } = await submitForm(server, hr, action, values)
      expect(status).to.equal(303)
      expect(headers.get('location')).to.include(`manage/checklists/${run.id}?done=`)
      return (await hr.call('org_checklists_runs_get', { run_id: run.id })).progress.done
    }
    expect(await press('Done')).to.equal(1)
    expect(await press('Open again')).to.equal(0)
  })

  it('lead whoever ticked a task by mistake to those that are done, and back', async () => {
    const { company, hr, helper, run, page } = await running()
    const press = async (path: string, text: string) => {
      const { action, values } = formWith((await page(helper, path)).text, text)
      const { headers } = await submitForm(server, helper, action, values)
      return headers.get('location')!
    }
    await press('tasks', 'Done')
    const mine = await page(helper, 'tasks')
    expect(mine.text)
      .to.include('Nothing is to be done.')
      .and.include(`href="/${company.slug}/tasks?status=done"`)
    // It comes back to the list of done ones, from which it is gone then.
    expect(await press('tasks?status=done', 'Open again')).to.include('/tasks?status=done&done=')
    expect((await page(helper, 'tasks?status=done')).text).to.include('No task is like that.')
    const { tasks } = await hr.call('org_checklists_runs_get', { run_id: run.id })
    expect(tasks.map(({ status }) => status)).to.deep.equal(['open', 'open'])
  })

  it('go on page by page in the list of an action, too', async () => {
    const { company, hr, template_id, page } = await running()
    for (let other = 0; other < 25; other += 1) {
      const { id: person_id } = await company.person()
      await hr.call('org_checklists_runs_start', { template_id, person_id })
    }
    const rows = (text: string) => text.match(/<tr/g)!.length - 1
    const first = await page(hr, 'manage/do/org/checklists.runs.list?kind=custom')
    expect(rows(first.text)).to.equal(25)
    const [, next = ''] = /href="\/[^/]*\/([^"]*)"[^>]*>\s*Next page/.exec(first.text)!
    const last = await page(hr, unescape(next))
    expect(next).to.include('kind=custom')
    expect(rows(last.text)).to.equal(1)
    expect(last.text).to.not.include('Next page')
  })

  it('call what is done with a task by its name, and say where something lacks', async () => {
    const { hr, run, page } = await running()
    const path = `manage/do/org/checklists.tasks.set_status?task_id=${run.tasks[0]!.id}`
    const titleOf = async (status: string, language?: string) =>
      /<h1>([^<]*)/.exec((await page(hr, `${path}&status=${status}`, language)).text)?.[1]
    expect(await titleOf('skipped')).to.equal('Skip a task')
    expect(await titleOf('open')).to.equal('Open a task again')
    expect(await titleOf('done', 'de')).to.equal('Aufgabe erledigen')
    const { action, values } = formWith((await page(hr, `${path}&status=skipped`)).text, 'Review')
    const { text } = await submitForm(server, hr, action, [...values, ['~step', 'review']])
    expect(text).to.include('>Reason: A task is skipped with a reason. Say why it is not done.<')
  })

  it('ask for neither the task nor the status that the way to the form has decided', async () => {
    const { hr, run, page } = await running()
    const [, { id: task_id }] = run.tasks as [unknown, { id: string }]
    const path = 'manage/do/org/checklists.tasks.set_status'
    const { text } = await page(hr, `${path}?task_id=${task_id}&status=skipped`)
    const asked = [...text.matchAll(/<(?:select|textarea|input type="radio")[^>]* name="([^"~]+)/g)]
    expect(asked.map(([, name]) => name)).to.deep.equal(['reason'])
    expect(text).to.include('<p>Grace Hopper: Sign</p>').and.include('<p>Skipped</p>')
    expect(unescape(text)).to.not.include(hostile)
    // Whoever comes without a task, or with one that is none, chooses.
    for (const query of ['', `?task_id=${randomUUID()}`])
      expect((await page(hr, `${path}${query}`)).text).to.match(/<option[^>]*>Grace Hopper: Sign</)
    // After a look at what will happen, it is as before.
    const { action, values } = formWith(text, 'Review')
    const sent = [...values, ['reason', 'Signed on paper'] as [string, string]]
    const review = await submitForm(server, hr, action, [...sent, ['~step', 'review']])
    const back = await submitForm(server, hr, action, [
      ...formWith(review.text, 'Change something').values,
      ['~step', 'edit'],
    ])
    expect(back.text).to.include('<p>Skipped</p>').and.include('Signed on paper')
  })

  it('tell which task was ticked, which no line of the log names, and lead back to its place', async () => {
    const { company, hr, helper, page } = await running()
    const { text } = await page(helper, 'tasks')
    const { action, values } = formWith(text, 'Done')
    const { headers } = await submitForm(server, helper, action, values)
    const [, path, place] = /^[^?]*\/(tasks\?[^#]*)#(.*)$/.exec(headers.get('location')!)!
    expect(text).to.include(`<tr role="row" id="${place}">`)
    expect(unescape((await page(helper, path!)).text)).to.include(
      `Done: Tick a task: Grace Hopper: ${hostile}.`,
    )
    expect((await page(helper, path!, 'de')).text).to.include('Erledigt: Aufgabe erledigen: Grace Hopper')
    const stranger = await company.web(await company.member('member', { person: true }))
    expect((await page(stranger, path!)).text)
      .to.include('Done: Tick a task.')
      .and.not.include('Grace')
    expect((await page(hr, path!)).status).to.equal(200)
  })

  it('show every link that a task may have', async () => {
    const { hr, run, page } = await running()
    const added = { run_id: run.id, title: 'Read', offset_days: 0, assignee: { type: 'hr' } as const }
    const odd = ['!', '"', '#', "'", '<', '>', '@', '[', '\\', '`', '{', '|', '}', 'ß', '\u200b', '\uffff']
    const taken: string[] = []
    for (const sign of odd)
      for (const link_url of [`https://${sign}.example`, `https://sign.example/${sign}x`])
        await hr.call('org_checklists_tasks_add', { ...added, link_url }).then(
          () => taken.push(link_url),
          () => undefined,
        )
    expect(taken.length).to.be.above(20)
    expect((await page(hr, `manage/checklists/${run.id}`)).status).to.equal(200)
  })

  it('show each what is theirs to do, on their home page, too', async () => {
    const { hr, helper, page, run } = await running()
    const own = (await page(helper, 'tasks')).text
    expect(unescape(own)).to.include(hostile).and.include('Grace Hopper')
    expect(own.split('<main')[1]).to.not.include('Sign<').and.not.include(`checklists/${run.id}`)
    const home = unescape((await page(helper, 'home')).text)
    expect(home).to.include(hostile).and.include('overdue')
    expect((await page(hr, 'manage/tasks')).text).to.include('Sign')
    expect((await page(hr, 'manage')).text).to.include('My tasks')
    expect((await page(helper, 'manage/checklists')).status).to.equal(403)
  })

  it('show HR what somebody does, from their page, also what is done', async () => {
    const { company, hr, run, page } = await running()
    const doer = run.tasks[0]!.assignee.person!
    const path = `manage/tasks?assignee_id=${doer.id}`
    expect((await page(hr, `manage/people/${doer.id}`)).text).to.include(`href="/${company.slug}/${path}"`)
    const theirs = unescape((await page(hr, path)).text)
    expect(theirs).to.include(`Tasks that ${doer.name} does`).and.include(hostile).and.not.include('>Sign<')
    expect((await page(hr, path, 'de')).text).to.include('erledigt</h1>')
    await hr.call('org_checklists_tasks_set_status', { task_id: run.tasks[0]!.id, status: 'done' })
    expect((await page(hr, path)).text).to.include(`${path}&amp;status=done`)
    expect((await page(hr, path)).text).to.include('Nothing is to be done.')
    expect(unescape((await page(hr, `${path}&status=done`)).text)).to.include(hostile)
    expect((await page(hr, `manage/tasks?assignee_id=${randomUUID()}`)).status).to.equal(404)
    const member = await company.web(await company.member('member', { person: true }))
    expect((await page(member, `tasks?assignee_id=${doer.id}`)).status).to.equal(403)
  })

  it('show templates with their tasks, those that nobody has changed as such', async () => {
    const { hr, page, template_id } = await running()
    const text = unescape((await page(hr, 'manage/checklists/templates')).text)
    for (const shown of [
      'Onboarding',
      'nobody has changed it, so it starts only by hand · For whom: Everybody',
      '14 days before · HR',
      'The manager',
      hostile,
    ])
      expect(text).to.include(shown)
    expect(text).to.include(`templates.update?template_id=${template_id}`)
    const form = (await page(hr, `manage/do/org/checklists.templates.update?template_id=${template_id}`)).text
    expect(unescape(form)).to.include(hostile)
  })
})
