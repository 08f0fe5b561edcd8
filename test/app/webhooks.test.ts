import { expect } from 'chai'
import { leads } from '../../src/app/texts/leads.ts'
import { actions, type ActionId } from '../../src/generated/actions.ts'
import { endpointsUrl } from '../../src/mail/addresses.ts'
import { hiddenControls, openPage, submitForm, unescape, type PageAnswer } from '../support/app.ts'
import { sharedChromium } from '../support/chromium.ts'
import type { TestClient } from '../support/client.ts'
import type { Company } from '../support/company.ts'
import { signInOn, visit } from '../support/page-visits.ts'
import { useServer } from '../support/server.ts'
import { until } from '../support/wait.ts'
import { subscribe, useReceiver } from '../support/webhooks.ts'

const hostile = '"><script>alert(1)</script>'
const german = { 'Accept-Language': 'de' }
const secretIn = /whsec_[A-Za-z0-9+/=]{20,}/
const mainOf = (page: string): string => page.slice(page.indexOf('<main'))

describe('the pages of webhooks', () => {
  const here = useReceiver()
  const { server, receiver } = here

  const open = (client: TestClient, company: Company, path: string, headers = {}) =>
    openPage(server, client, `/${company.slug}/manage/${path}`, headers)

  /** Presses the button of a page that asks for an action, and then the one that does it. */
  async function press(client: TestClient, page: string, name: string): Promise<PageAnswer> {
    const form = [
      ...mainOf(page).matchAll(/<form[^>]*method="post"[^>]*action="([^"]*)"[^>]*>([^]*?)<\/form>/g),
    ].find(([, , content]) => content!.includes(`>${name}<`) || content!.includes(`"${name}`))
    if (!form) throw new Error(`the page has no form ${name}`)
    const [, action, content] = form
    const chosen = /<select[^>]*name="([^"]*)"[^]*?<option value="([^"]*)" selected/.exec(content!)
    const asked = await submitForm(server, client, unescape(action!), [
      ...hiddenControls(`<main${content}`),
      ...(chosen ? [[chosen[1]!, chosen[2]!] as const] : []),
    ])
    expect(asked.status, asked.text.slice(-1000)).to.equal(200)
    expect(asked.text).to.include('This will happen')
    expect(mainOf(asked.text), 'ids for readers').to.not.match(/<dd>\s*[\da-f]{8}-[\da-f]{4}-/)
    return submitForm(server, client, unescape(action!), [...hiddenControls(asked.text), ['~step', 'do']])
  }

  /** Follows a link of a page to a form about the endpoint, and sends it as it is. */
  async function sendFormOf(client: TestClient, page: string, id: ActionId): Promise<PageAnswer> {
    const path = actions[id].url.replace('/v1/', '/manage/do/')
    const [, href] = new RegExp(`href="([^"]*${path}\\?[^"]*)"`).exec(page)!
    const url = new URL(unescape(href!), server.baseUrl)
    const form = await openPage(server, client, url.pathname + url.search)
    expect(form.text).to.include(leads[id]!.en)
    const asked = await submitForm(server, client, url.pathname, [
      ...hiddenControls(form.text),
      ['~step', 'review'],
    ])
    return submitForm(server, client, url.pathname, [...hiddenControls(asked.text), ['~step', 'do']])
  }

  it('say what webhooks are for while there are none, and are where the mail leads to', async () => {
    const company = await server.company()
    const owner = await company.as('owner', 'web')
    const { text, status } = await open(owner, company, 'webhooks')
    expect([status, new URL(endpointsUrl(server.baseUrl, company.slug)).pathname]).to.deep.equal([
      200,
      `/${company.slug}/manage/webhooks`,
    ])
    expect(text).to.include('No other system is told yet').and.include('webhooks/endpoints.create?')
    const inGerman = (await open(owner, company, 'webhooks', german)).text
    expect(inGerman).to.include('Noch erfährt kein anderes System davon').and.include('Endpunkt anlegen')
  })

  it('are for owners and admins, and in the menu of nobody else', async () => {
    const company = await server.company()
    const { endpoint_id } = await subscribe(here, company)
    for (const role of ['admin', 'hr', 'viewer'] as const) {
      const client = await company.as(role, 'web')
      const menu = (await open(client, company, '')).text
      expect(menu.includes(`href="/${company.slug}/manage/webhooks"`), role).to.equal(role === 'admin')
      for (const path of ['webhooks', `webhooks/${endpoint_id}`, 'webhooks/events'])
        expect((await open(client, company, path)).status, role).to.equal(role === 'admin' ? 200 : 403)
    }
    const other = await (await server.company()).as('owner', 'web')
    const foreign = await other.call('platform_organization_get', {})
    expect(
      (await openPage(server, other, `/${foreign.slug}/manage/webhooks/${endpoint_id}`)).status,
    ).to.equal(404)
  })

  it('make an endpoint with types from a list, and show its secret once', async () => {
    const company = await server.company()
    const owner = await company.as('owner', 'web')
    const back = `/${company.slug}/manage/webhooks`
    const path = `/${company.slug}/manage/do/webhooks/endpoints.create`
    const form = (await openPage(server, owner, `${path}?${new URLSearchParams({ back })}`)).text
    for (const { type } of await owner.call('webhooks_events_list', {}))
      expect(form).to.match(new RegExp(`type="checkbox" name="event_types" value="${type}"`))
    expect(form).to.match(/<legend class="under">People<[^]*Somebody was added with their first job/)
    const inGerman = (await openPage(server, owner, path, german)).text
    expect([form, inGerman].map((text) => /<label for="f-url">([^<]*)/.exec(text)![1])).to.deep.equal([
      'Address (URL)',
      'Adresse (URL)',
    ])
    expect(inGerman).to.match(/<legend class="under">Personen<[^]*mit ihrer ersten Stelle angelegt/)

    const asked = await submitForm(server, owner, path, [
      ['url', 'https://hooks.example.com/a'],
      ['description', hostile],
      ['event_types', 'person.hired'],
      ['event_types', 'person.left'],
      ['enabled', 'true'],
      ['~back', back],
      ['~step', 'review'],
    ])
    expect(asked.text).to.not.match(secretIn)
    const carried: [string, string][] = [...hiddenControls(asked.text), ['~step', 'do']]
    const done = await submitForm(server, owner, path, carried)
    const secrets = mainOf(done.text).match(new RegExp(secretIn, 'g'))
    expect(secrets).to.have.length(1)
    expect(done.text.match(/<code class="secret"/g)).to.have.length(1)
    expect(done.text).to.include(`href="${back}"`)
    const again = await submitForm(server, owner, path, carried)
    expect([again.status, secretIn.test(again.text)]).to.deep.equal([409, false])

    const [endpoint, ...others] = await owner.call('webhooks_endpoints_list', {})
    expect(others).to.deep.equal([])
    expect(endpoint!.event_types).to.deep.equal(['person.hired', 'person.left'])
    const list = (await open(owner, company, 'webhooks')).text
    expect(list).to.include('Nothing sent yet').and.include('https://hooks.example.com/a')
    const page = (await open(owner, company, `webhooks/${endpoint!.id}`)).text
    expect(page)
      .to.include(endpoint!.secret_hint)
      .and.match(/<dt>Address \(URL\)<\/dt>/)
    for (const text of [list, page]) {
      expect(text).to.not.include('<script>alert').and.not.match(secretIn)
      expect(unescape(text)).to.include(hostile)
    }
  })

  it('change an endpoint beginning with what it is: only what differs', async () => {
    const company = await server.company()
    const { web, endpoint_id, get } = await subscribe(here, company, ['person.left', 'unit.created'])
    const path = `/${company.slug}/manage/do/webhooks/endpoints.update?endpoint_id=${endpoint_id}`
    const form = (await openPage(server, web, path)).text
    expect(form.match(/name="event_types" value="[a-z_.]+" checked/g)).to.have.length(2)
    expect(unescape(form)).to.include(`value="${(await get()).url}"`)
    expect((await open(web, company, `webhooks/${endpoint_id}`)).text).to.include(
      `endpoints.update?endpoint_id=${endpoint_id}`,
    )
    const asked = await submitForm(server, web, path, [
      ...hiddenControls(form),
      ['url', (await get()).url],
      ['event_types', 'unit.created'],
      ['enabled', 'true'],
      ['~step', 'review'],
    ])
    const done = await submitForm(server, web, path, [...hiddenControls(asked.text), ['~step', 'do']])
    expect(done.status).to.equal(200)
    expect((await get()).event_types).to.deep.equal(['unit.created'])
  })

  it('try an endpoint, and tell what became of it', async () => {
    const company = await server.company()
    const { web, endpoint_id, path, settled } = await subscribe(here, company)
    const page = () => open(web, company, `webhooks/${endpoint_id}`)
    const done = await press(web, (await page()).text, 'Send a test event')
    const [, next] = /^(.*\/webhooks\/[^?]*)\?done=/.exec(done.headers.get('location')!)!
    expect(next).to.equal(`/${company.slug}/manage/webhooks/${endpoint_id}`)
    const [came] = await receiver.wait(path, 1)
    expect(came!.body.type).to.equal('webhook.test')
    await settled('succeeded', 1)
    const { text } = await page()
    expect(text).to.match(/<code>webhook\.test<\/code>[^]*Arrived[^]*204\u00a0· \d+\u00a0ms/)
    expect(text).to.match(/<dt>State<\/dt><dd><span class="badge good">Works/)
    expect((await open(web, company, 'webhooks')).text).to.include('Works')
  })

  it('say what fails and why, and send again one delivery, or all that failed', async () => {
    const company = await server.company()
    const { web, endpoint_id, path, create, settled, deliveries } = await subscribe(here, company)
    const page = async (query = '', headers = {}) =>
      mainOf((await open(web, company, `webhooks/${endpoint_id}${query}`, headers)).text)
    receiver.answer(path, (response) => void response.writeHead(500).end())
    await create()
    await settled('pending', 1)
    await create()
    await settled('pending', 1)
    const failing = await page()
    expect(failing).to.include('Failing').and.include('The last 2 attempts failed')
    expect(failing)
      .to.include('The receiver did not answer with a status of 200 to 299.')
      .and.include('500\u00a0· ')
    expect(failing.match(/data-name="Send again" *>–<\/td>/g), 'no button while it waits').to.have.length(2)
    expect(await page('', german))
      .to.include('Scheitert')
      .and.include('Der Empfänger hat nicht')

    await press(web, await page(), 'Turn off')
    const off = await page()
    expect(off).to.include('Somebody turned it off').and.include('The endpoint was turned off or deleted.')
    expect(off).to.not.include('Send again')
    expect((await open(web, company, 'webhooks')).text).to.include('Somebody turned it off')

    await press(web, off, 'Turn on')
    const on = await page()
    expect(on).to.include('The last attempt before failed').and.not.include('>Works<')
    receiver.answer(path, undefined)
    const before = receiver.at(path).length
    const one = await press(web, await page('?status=failed'), 'Send again: A unit was added.')
    expect(one.headers.get('location')).to.include('?done=')
    await settled('succeeded', 1)
    expect(receiver.at(path)).to.have.length(before + 1)
    const all = await press(web, await page(), 'failed_since')
    expect(all.status).to.equal(303)
    await receiver.wait(path, before + 2)
    await settled('succeeded', 1)
    expect(new Set((await deliveries()).map(({ event_id }) => event_id)).size).to.equal(2)
  })

  it('send again what failed at an endpoint that fails since then, its first failure with it', async () => {
    const company = await server.company()
    const { web, endpoint_id, path, create, settled, deliveries, get } = await subscribe(here, company)
    receiver.answer(path, (response) => void response.writeHead(500).end())
    await create()
    await settled('pending', 1)
    // After its last attempt.
    await server.db.query(
      `update webhook_deliveries set status = 'failed', next_attempt_at = null, attempt = 8 where endpoint_id = $1`,
      [endpoint_id],
    )
    expect((await get()).failing_since).to.be.a('string')
    receiver.answer(path, undefined)
    const { text } = await open(web, company, `webhooks/${endpoint_id}`)
    await press(web, mainOf(text), 'failed_since')
    await settled('succeeded', 1)
    expect(new Set((await deliveries()).map(({ event_id }) => event_id)).size).to.equal(1)
  })

  it('list deliveries by status, page after page', async () => {
    const company = await server.company()
    const { web, endpoint_id, create, settled } = await subscribe(here, company)
    for (let count = 0; count <= 25; count++) await create(`Unit ${count}`)
    await settled('succeeded', 1)
    const page = async (query = '') =>
      mainOf((await open(web, company, `webhooks/${endpoint_id}${query}`)).text)
    const rows = (text: string) => text.match(/<th scope="row"/g)?.length ?? 0
    const first = await page()
    const [, next] = /href="[^"]*(\?[^"]*before=[^"]*)"/.exec(first)!
    expect([rows(first), rows(await page(unescape(next!)))]).to.deep.equal([25, 1])
    expect(await page('?status=failed')).to.include('There are no such deliveries.')
    expect(rows(await page('?status=succeeded'))).to.equal(25)
    expect((await open(web, company, `webhooks/${endpoint_id}?before=x`)).status).to.equal(400)
  })

  it('say of an endpoint that was turned off because nothing reached it why it is off', async () => {
    const company = await server.company()
    const { web, endpoint_id, path, create, get } = await subscribe(here, company)
    receiver.answer(path, (response) => void response.writeHead(410).end())
    await create()
    await receiver.wait(path, 1)
    await settledOff(get)
    const { text } = await open(web, company, `webhooks/${endpoint_id}`)
    expect(text).to.include('No delivery succeeded for a day, or it wanted no more events')
  })

  it('roll a secret, which is shown once, and delete an endpoint', async () => {
    const company = await server.company()
    const { web, endpoint_id, get, secret } = await subscribe(here, company)
    const page = async () => (await open(web, company, `webhooks/${endpoint_id}`)).text
    const rolled = await sendFormOf(web, await page(), 'webhooks_endpoints_roll_secret')
    const [shown] = secretIn.exec(rolled.text)!
    expect(shown).to.not.equal(secret)
    expect(await page())
      .to.include('The secret before signs as well, until')
      .and.include((await get()).secret_hint)
    const deleted = await sendFormOf(web, await page(), 'webhooks_endpoints_delete')
    const next = deleted.headers.get('location')!
    expect(next).to.include(`/${company.slug}/manage/webhooks?done=`)
    expect((await openPage(server, web, next)).text).to.include('Deleted the webhook endpoint localhost')
    expect(await web.call('webhooks_endpoints_list', {})).to.deep.equal([])
  })
})

describe('the page of events', () => {
  const server = useServer()

  it('shows the newest first, about whom, and their JSON; of some types when asked to', async () => {
    const company = await server.company()
    const owner = await company.as('owner', 'web')
    const { id: unit_id } = await owner.call('org_units_create', { name: hostile, kind: 'team' })
    const page = async (query = '', headers = {}) =>
      mainOf((await openPage(server, owner, `/${company.slug}/manage/webhooks/events${query}`, headers)).text)
    expect(await page())
      .to.include('A unit was added.')
      .and.include('<code>unit.created</code>')
    const { id } = await company.person({ given_name: 'Ada', family_name: 'Byron' })
    await owner.call('org_units_set_head', { unit_id, person_id: id })
    await owner.call('org_people_update_profile', { person_id: id, preferred_name: 'Countess' })
    const all = await page()
    const order = ['person.updated', 'unit.head_changed', 'unit.created'].map((type) =>
      all.indexOf(`<code>${type}</code>`),
    )
    expect(order)
      .to.deep.equal(order.toSorted((a, b) => a - b))
      .and.not.include(-1)
    expect(all).to.match(new RegExp(`<a href="/${company.slug}/manage/people/${id}">[^<]*Byron</a>`))
    expect(all).to.not.include('<script>alert')
    const [event] = (await owner.call('webhooks_feed_list', { from: 'newest', limit: 1 })).events
    expect(unescape(all)).to.include(JSON.stringify(event, null, 2))
    const some = await page('?types=unit.created&types=unit.archived')
    expect(some).to.include('1 event').and.include('value="unit.archived" checked').and.include('Only:')
    expect(some).to.not.include('<code>person.updated</code>')
    const { membershipId, personId } = await company.member('viewer', { person: true })
    await owner.call('platform_members_disable', { membership_id: membershipId })
    expect(await page('?types=member.disabled')).to.include(`/manage/people/${personId}">`)
    expect(await page('?types=webhook.test', german)).to.include('Es gibt keine solchen Ereignisse')
  })

  it('and the endpoints work with the keyboard alone, and without script', async () => {
    const company = await server.company()
    await visit(
      await sharedChromium(),
      server,
      async (page) => {
        await signInOn(page, company)
        await page.goto(`/${company.slug}/manage/webhooks`)
        await page.getByRole('link', { name: 'Create an endpoint' }).focus()
        await page.keyboard.press('Enter')
        await page.getByRole('textbox', { name: 'Address (URL)' }).focus()
        await page.keyboard.type('https://hooks.example.com/keys')
        await page.getByRole('checkbox', { name: 'person.hired' }).focus()
        await page.keyboard.press('Space')
        await page.keyboard.press('Enter')
        await page.getByRole('button', { name: 'Create a webhook endpoint' }).focus()
        await page.keyboard.press('Enter')
        const secret = page.locator('code.secret')
        // One click selects all of it, to be copied.
        await secret.click()
        expect(await page.evaluate('String(getSelection())')).to.match(secretIn)
        await page.goto(`/${company.slug}/manage/webhooks`)
        await page.getByRole('link', { name: 'https://hooks.example.com/keys' }).focus()
        await page.keyboard.press('Enter')
        await page.getByRole('button', { name: 'Turn off' }).focus()
        await page.keyboard.press('Enter')
        await page.getByRole('button', { name: 'Change a webhook endpoint' }).focus()
        await page.keyboard.press('Enter')
        await page.getByText('Somebody turned it off.').waitFor()
        await page.goto(`/${company.slug}/manage/webhooks/events`)
        await page.getByText('Types of events').first().focus()
        await page.keyboard.press('Enter')
        await page.getByRole('checkbox', { name: 'unit.created' }).focus()
        await page.keyboard.press('Space')
        await page.keyboard.press('Enter')
        await page.waitForURL('**/events?types=unit.created')
      },
      { javaScriptEnabled: false },
    )
  })
})

/** Waits until an endpoint is off. */
const settledOff = (get: () => Promise<{ enabled: boolean }>) =>
  until('the endpoint is off', async () => !(await get()).enabled)
