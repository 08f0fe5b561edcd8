import { expect } from 'chai'
import { task as remind } from '../../src/jobs/remind.ts'
import { formWith, openPage, submitForm, unescape } from '../support/app.ts'
import { runJob } from '../support/run-job.ts'
import { useServer } from '../support/server.ts'

const hostile = '"><script>alert(1)</script>'

describe('the pages of notifications', () => {
  const server = useServer({})
  const at = new Date('2026-06-15T12:00:00Z')
  beforeEach(() => (server.now = at))

  it('count what is new in a bell on each page, and lead to what it is about', async () => {
    const company = await server.company()
    const hr = await company.as('hr', 'web')
    const { id } = await company.person({
      given_name: hostile,
      family_name: 'Byron',
      start_date: '2026-06-15',
    })
    const page = async (path: string, language = 'en') =>
      (await openPage(server, hr, `/${company.slug}/${path}`, { 'Accept-Language': language })).text
    expect(await page('manage/people'))
      .to.include('aria-label="Notifications"')
      .and.not.include('bell-count')
    await runJob(server, remind, at)
    const people = await page('manage/people')
    expect(people).to.include('aria-label="Notifications, 1 unread"').and.include('bell-count')
    const list = await page('manage/notifications')
    expect(list).to.not.include('<script>alert')
    expect(unescape(list))
      .to.include(`${hostile} Byron`)
      .and.include('First day')
      .and.include(`/${company.slug}/manage/people/${id}`)
    expect(list).to.include('Mark all as read')
    expect(await page('notifications', 'de')).to.include('Mitteilungen')
    const { action, values } = formWith(list, 'Mark all as read')
    expect((await submitForm(server, hr, action, values)).status).to.equal(303)
    const after = await page('manage/notifications')
    expect(after).to.include('Byron').and.not.include('Mark all as read')
  })

  it('say of a day what is so whenever it is read', async () => {
    const company = await server.company()
    const { id: personId } = await company.person({ given_name: 'Ada', start_date: '2026-06-15' })
    const own = await company.web(await company.member('member', { personId }))
    await company.person({ given_name: 'Grace', family_name: 'Hopper', start_date: '2026-06-17' })
    const hr = await company.as('hr', 'web')
    await runJob(server, remind, at)
    server.now = new Date('2026-07-20T12:00:00Z')
    const read = async (client: typeof hr, path: string, language: string) =>
      unescape(
        (await openPage(server, client, `/${company.slug}/${path}`, { 'Accept-Language': language })).text,
      )
    expect(await read(own, 'notifications', 'en'))
      .to.include('Your first day: welcome!')
      .and.include('15 Jun')
    expect(await read(own, 'notifications', 'de'))
      .to.include('Ihr erster Tag')
      .and.not.include('Heute')
    expect(await read(hr, 'manage/notifications', 'en')).to.not.include('Starts soon')
  })

  it('say so where there is nothing, and leave the bell silent while the organization is paused', async () => {
    const company = await server.company()
    const owner = await company.as('owner', 'web')
    const text = (await openPage(server, owner, `/${company.slug}/manage/notifications`)).text
    expect(text).to.include('There is nothing new.')
    await server.db.query(
      `update organizations set status = 'paused', pause_reason = 'unpaid', paused_since = now() where org_id = $1`,
      [company.id],
    )
    const { status, text: home } = await openPage(server, owner, `/${company.slug}/manage`)
    expect(status).to.equal(200)
    expect(home).to.include('aria-label="Notifications"')
  })

  it('show in the settings what is told and mailed, and what it costs', async () => {
    const company = await server.company()
    const owner = await company.as('owner', 'web')
    const text = (await openPage(server, owner, `/${company.slug}/manage/settings`)).text
    for (const shown of [
      '30 days before',
      'on the day',
      'Sent this month',
      'notifications.settings.update',
      'reminders.settings.update',
    ])
      expect(text).to.include(shown)
    const hr = await company.as('hr', 'web')
    const ofHr = (await openPage(server, hr, `/${company.slug}/manage/settings`)).text
    expect(ofHr).to.include('30 days before').and.not.include('Sent this month')
  })

  it('tell each reader who decides what is mailed, and lead only those there who do', async () => {
    const company = await server.company()
    const link = `href="/${company.slug}/manage/settings#mails"`
    for (const role of ['owner', 'admin', 'hr', 'viewer', 'member'] as const) {
      const { status, text } = await openPage(
        server,
        await company.as(role, 'web'),
        `/${company.slug}/notifications`,
      )
      expect(status, role).to.equal(200)
      const decides = role === 'owner' || role === 'admin'
      expect(text.includes(link), role).to.equal(decides)
      expect(text.includes('Owners and admins decide which'), role).to.equal(!decides)
    }
  })
})
