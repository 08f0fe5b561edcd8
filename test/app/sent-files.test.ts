import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { formWith, openPage } from '../support/app.ts'
import { actor } from '../support/approvals.ts'
import type { TestClient } from '../support/client.ts'
import { pdf } from '../support/documents.ts'
import { useServer } from '../support/server.ts'

describe('the form of a file', () => {
  const server = useServer({})

  /** Sends the form of a page with a file, as a browser without script does. */
  async function send(client: TestClient, page: string, bytes: Buffer) {
    const { action, values } = formWith(page, 'Add it')
    const form = new FormData()
    for (const [name, value] of [...values, ['category', 'Other'] as const]) form.append(name, value)
    form.set('file', new Blob([new Uint8Array(bytes)]), 'contract.pdf')
    const headers = { ...client.headers, Accept: 'text/html', 'Sec-Fetch-Site': 'same-origin' }
    const asked = { method: 'POST', redirect: 'manual', body: form, headers } as const
    const answer = await fetch(new URL(action, server.baseUrl), asked)
    return { status: answer.status, text: await answer.text() }
  }
  const english = { 'Accept-Language': 'en' }

  it('keeps a file once, however often it is sent, also at the same moment', async () => {
    const company = await server.company()
    const hr = await company.as('hr', 'web')
    const open = () => openPage(server, hr, `/${company.slug}/manage/documents/add`, english)
    const { text: page } = await open()
    const first = await Promise.all([send(hr, page, pdf()), send(hr, page, pdf())])
    expect(first.map(({ status }) => status)).to.have.members([303, 409])
    const again = await send(hr, page, pdf())
    expect([again.status, again.text]).to.satisfy(
      ([status, text]: [number, string]) => status === 409 && text.includes('This form was sent already'),
    )
    expect((await hr.call('documents_list', {})).documents).to.have.length(1)
    expect((await send(hr, (await open()).text, pdf())).status).to.equal(303)
    expect((await hr.call('documents_list', {})).documents).to.have.length(2)
    expect((await send(hr, page, pdf('of whoever went back'))).status, 'another file').to.equal(303)
  })

  it('says of a file that is too large for a form how large it may be, and about whom it was', async () => {
    const company = await server.company()
    const hr = await company.as('hr', 'web')
    const { id } = await company.person({ given_name: 'Ada', family_name: 'Lovelace' })
    const path = `/${company.slug}/manage/documents/add?person_id=${id}`
    const { text: page } = await openPage(server, hr, path, english)
    const { status, text } = await send(hr, page, Buffer.alloc(27 * 1024 * 1024))
    expect(status).to.equal(422)
    expect(text)
      .to.include('Here a file may have at most 25 MB.')
      .and.include('Add a document about Ada Lovelace')
    expect((await send(hr, text, pdf())).status).to.equal(303)
  })

  it('can be sent again after a file that was refused', async () => {
    const company = await server.company()
    const hr = await company.as('hr', 'web')
    const { text: page } = await openPage(server, hr, `/${company.slug}/manage/documents/add`, english)
    const refused = await send(hr, page, Buffer.from('MZ\x90\x00'))
    expect(refused.status).to.equal(422)
    expect((await send(hr, refused.text, pdf())).status).to.equal(303)
  })

  it('leaves nothing that counts of a file that the storage did not take', async () => {
    const company = await server.company()
    const { web } = await actor(server, company, 'member')
    const folder = join(server.dataDir, 'files', '.unfinished')
    const left = async () => (await web.call('documents_me_list', {})).self_upload!.files_left
    const before = await left()
    const { text: page } = await openPage(server, web, `/${company.slug}/documents/add`, english)
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(join(folder, '..'), { recursive: true })
    writeFileSync(folder, '')
    try {
      expect((await send(web, page, pdf())).status).to.equal(500)
    } finally {
      rmSync(folder)
    }
    expect(await left()).to.equal(before)
  })
})
