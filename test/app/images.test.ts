import { expect } from 'chai'
import { openPage } from '../support/app.ts'
import type { TestClient } from '../support/client.ts'
import type { Company } from '../support/company.ts'
import { badPictures, load, pictureOf } from '../support/images.ts'
import { useServer } from '../support/server.ts'

describe('the pages of images', () => {
  const server = useServer()
  let company: Company
  let hr: TestClient
  beforeEach(async () => {
    company = await server.company()
    hr = await company.as('hr', 'web')
  })

  /** Sends an image as a browser does. */
  async function send(client: TestClient, path: string, bytes: Buffer, headers: Record<string, string> = {}) {
    const form = new FormData()
    form.set('image', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'photo.png')
    const answer = await fetch(`${server.baseUrl}/${company.slug}/${path}`, {
      method: 'POST',
      redirect: 'manual',
      body: form,
      headers: {
        ...client.headers,
        Accept: 'text/html',
        'Accept-Language': 'en',
        'Sec-Fetch-Site': 'same-origin',
        ...headers,
      },
    })
    return { status: answer.status, location: answer.headers.get('location'), text: await answer.text() }
  }
  const picture = async () => Buffer.from(await pictureOf(), 'base64')

  it('give a person a photo, which then stands beside the name, and is removed by a link', async () => {
    const { id } = await company.person({ given_name: 'Ada', family_name: 'Lovelace' })
    const path = `manage/people/${id}`
    const before = await openPage(server, hr, `/${company.slug}/${path}`)
    expect(before.text).to.include(`href="/${company.slug}/${path}/photo"`).and.include('>AL<')
    const sent = await send(hr, `${path}/photo`, await picture())
    expect(sent.status).to.equal(303)
    expect(sent.location).to.match(new RegExp(`^/${company.slug}/${path}\\?done=`))
    const { photo_url } = await hr.call('org_people_get', { person_id: id })
    for (const page of [path, 'manage/people', `${path}/photo`])
      expect((await openPage(server, hr, `/${company.slug}/${page}`)).text, page).to.include(
        `src="${photo_url}"`,
      )
    expect((await load(server, photo_url!, hr)).status).to.equal(200)
    const { text } = await openPage(server, hr, `/${company.slug}/${path}/photo`)
    expect(text).to.include(`do/org/people.photo.remove?person_id=${id}`)
  })

  it('replace one’s own photo, and the logo', async () => {
    const member = await company.as('member', 'web')
    expect((await send(member, 'profile/photo', await picture())).status).to.equal(303)
    const { photo_url } = await member.call('org_me_get', {})
    expect((await openPage(server, member, `/${company.slug}/profile`)).text).to.include(`src="${photo_url}"`)
    const owner = await company.as('owner', 'web')
    expect((await send(owner, 'manage/settings/logo', await picture())).status).to.equal(303)
    const { logo_url } = await owner.call('platform_appearance_get', {})
    expect((await openPage(server, owner, `/${company.slug}/manage/settings`)).text).to.include(
      `src="${logo_url}"`,
    )
  })

  it('say what is wrong with an image, and keep the one that is there', async () => {
    const member = await company.as('member', 'web')
    for (const [, base64] of badPictures().slice(2)) {
      const answer = await send(member, 'profile/photo', Buffer.from(base64, 'base64'))
      expect(answer.status).to.equal(422)
      expect(answer.text).to.include('This image cannot be taken.')
    }
    for (const megabytes of [2.5, 8]) {
      const large = await send(member, 'profile/photo', Buffer.alloc(megabytes * 1024 * 1024))
      expect([large.status, large.text], `${megabytes} MB`).to.satisfy(
        ([status, text]: [number, string]) => status === 422 && text.includes('more than 2 MiB'),
      )
    }
    const empty = await send(member, 'profile/photo', Buffer.alloc(0))
    expect(empty.text).to.include('Choose an image.')
    expect((await member.call('org_me_get', {})).photo_url).to.equal(null)
  })

  it('take no form of another site, and none from whoever may not', async () => {
    const foreign = { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' }
    const member = await company.as('member', 'web')
    expect((await send(member, 'profile/photo', await picture(), foreign)).status).to.equal(403)
    expect((await send(member, 'manage/settings/logo', await picture())).status).to.equal(403)
    expect((await send(hr, 'manage/settings/logo', await picture())).status).to.equal(403)
  })
})
