import { expect } from 'chai'
import sharp from 'sharp'
import { activityOf } from '../../../../support/activity.ts'
import { refused } from '../../../../support/expect.ts'
import { badPictures, load, pictureOf } from '../../../../support/images.ts'
import { mailTo } from '../../../../support/mail.ts'
import { unique, useServer } from '../../../../support/server.ts'

describe('platform.appearance.logo.upload', () => {
  const server = useServer()

  it('shows the logo to everybody, at an address that changes with it', async () => {
    const company = await server.company()
    const owner = await company.as('owner')
    const { logo_url } = await owner.call('platform_appearance_logo_upload', {
      image_base64: `data:image/png;base64,${await pictureOf()}`,
    })
    expect(logo_url).to.match(new RegExp(`^/${company.slug}/logo/[0-9a-f]{32}\\.webp$`))
    const answer = await load(server, logo_url!)
    expect(answer.status).to.equal(200)
    const { headers } = answer
    expect(headers.get('content-type')).to.equal('image/webp')
    expect(headers.get('cache-control')).to.equal('public, max-age=31536000, immutable')
    expect(headers.get('x-content-type-options')).to.equal('nosniff')
    expect(headers.get('content-security-policy')).to.equal("default-src 'none'; sandbox")
    const { format, width, height } = await sharp(await answer.arrayBuffer()).metadata()
    expect({ format, width, height }).to.deep.equal({ format: 'webp', width: 512, height: 512 })
    expect(await owner.call('platform_appearance_get', {})).to.include({ logo_url, photos_available: true })
    const [line] = await activityOf(server, company, 'platform.appearance.logo.upload')
    expect(line).to.include({ summary: 'Uploaded the logo of {subject}' })

    const other = await owner.call('platform_appearance_logo_upload', { image_base64: await pictureOf(500) })
    expect(other.logo_url).not.to.equal(logo_url)
    expect((await load(server, logo_url!)).status).to.equal(404)
    expect((await load(server, other.logo_url!)).status).to.equal(200)
  })

  it('is on the page for signing in', async () => {
    const company = await server.company()
    const owner = await company.as('owner')
    const { logo_url } = await owner.call('platform_appearance_logo_upload', {
      image_base64: await pictureOf(),
    })
    const page = await (await load(server, `/${company.slug}`)).text()
    expect(page).to.include(`src="${logo_url}"`)
  })

  it('is in mails', async () => {
    const company = await server.company()
    const owner = await company.as('owner')
    const { logo_url } = await owner.call('platform_appearance_logo_upload', {
      image_base64: await pictureOf(),
    })
    const email = `${unique('ada')}@acme.example`
    const { id: person_id } = await company.person({ work_email: email })
    await owner.call('org_invites_create', { person_id })
    const mail = await mailTo(server, email)
    expect(mail.html).to.include(`<img src="${server.baseUrl}${logo_url}" alt`)
  })

  it('refuses what is no picture that it can keep, and tells why', async () => {
    const owner = await (await server.company()).as('owner')
    for (const [code, image_base64] of badPictures()) {
      const { body } = await refused(
        owner.call('platform_appearance_logo_upload', { image_base64 }),
        'validation_failed',
      )
      expect(body.error.details![0]).to.include({ path: 'image_base64', code })
    }
  })

  it('takes 2 MiB, in a body of up to 3', async () => {
    const owner = await (await server.company()).as('owner')
    const upload = (bytes: number) =>
      owner.call('platform_appearance_logo_upload', { image_base64: Buffer.alloc(bytes).toString('base64') })
    const { body } = await refused(upload(2 * 1024 * 1024), 'validation_failed')
    expect(body.error.details![0]).to.include({ code: 'image_type_not_accepted' })
    const tooLarge = await refused(upload(2 * 1024 * 1024 + 3), 'payload_too_large')
    expect(tooLarge.status).to.equal(413)
    expect(tooLarge.body.error.details![0]).to.include({ code: 'image_too_large' })
    const { status } = await owner.post('/v1/platform/appearance.logo.upload', {
      image_base64: 'A'.repeat(3 * 1024 * 1024),
    })
    expect(status).to.equal(413)
  })

  it('checks in a dry run, and keeps nothing', async () => {
    const owner = await (await server.company()).as('owner')
    const dryRun = { dryRun: true }
    const [code, image_base64] = badPictures()[2]!
    const { body } = await refused(
      owner.call('platform_appearance_logo_upload', { image_base64 }, dryRun),
      'validation_failed',
    )
    expect(body.error.details![0]).to.include({ code })
    const good = { image_base64: await pictureOf() }
    const { logo_url } = await owner.call('platform_appearance_logo_upload', good, dryRun)
    expect(logo_url).to.equal(null)
    expect(await owner.call('platform_appearance_get', {})).to.include({ logo_url: null })
  })
})
