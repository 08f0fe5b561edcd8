import { expect } from 'chai'
import { pdf as newPdf, storeAwaited } from '../support/documents.ts'
import { newPlace, send } from '../support/files.ts'
import { useServer } from '../support/server.ts'

const html = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

const pdf = newPdf()

describe('a link to a file that a browser opens', () => {
  const server = useServer({})

  it('saves the file, and is a page in the language of its reader once it has ended; programs get the error', async () => {
    server.now = new Date('2026-06-15T12:00:00Z')
    const { storage } = server.running.runtime
    const place = newPlace((await server.company()).id)
    await storeAwaited(server.db, place, pdf.length)
    await storage.put(place, pdf, 'application/pdf')
    const expiresAt = new Date('2026-06-15T12:05:00Z')
    const url = await storage.grantDownload(place, {
      name: 'a.pdf',
      contentType: 'application/pdf',
      expiresAt,
    })
    const asBrowser = (language: string) =>
      send(url, { headers: { Accept: html, 'Accept-Language': language } })
    const saved = await asBrowser('en')
    expect([saved.status, saved.headers['content-type'], saved.bytes.length]).to.deep.equal([
      200,
      'application/pdf',
      pdf.length,
    ])

    server.now = new Date('2026-06-15T12:06:00Z')
    for (const [language, title] of [
      ['en', 'This link has ended'],
      ['de', 'Dieser Link gilt nicht mehr'],
    ] as const) {
      const { status, headers, bytes } = await asBrowser(language)
      expect([status, headers['content-type'], headers['content-language']]).to.deep.equal([
        404,
        'text/html; charset=utf-8',
        language,
      ])
      expect(bytes.toString())
        .to.include(`<h1>${title}</h1>`)
        .and.include(headers['x-request-id'] as string)
      expect(headers['content-security-policy']).to.include("default-src 'none'")
      expect(bytes.toString()).to.not.include(new URL(url).searchParams.get('token')!)
    }
    for (const Accept of ['*/*', 'application/json', 'application/pdf', undefined]) {
      const { status, headers, bytes } = await send(url, { headers: { ...(Accept && { Accept }) } })
      expect([status, headers['content-type']], Accept).to.deep.equal([
        404,
        'application/json; charset=utf-8',
      ])
      expect((JSON.parse(bytes.toString()) as { error: { code: string } }).error.code).to.equal('not_found')
    }
  })

  it('is no page where its method or its part is wrong: nobody reads it', async () => {
    const put = await send(`${server.baseUrl}/files/download`, { method: 'PUT', headers: { Accept: html } })
    expect([put.status, put.headers.allow]).to.deep.equal([405, 'GET, HEAD'])
    server.now = undefined
    const { storage } = server.running.runtime
    const place = newPlace((await server.company()).id)
    await storeAwaited(server.db, place, pdf.length)
    await storage.put(place, pdf, 'application/pdf')
    const expiresAt = new Date(Date.now() + 60_000)
    const url = await storage.grantDownload(place, {
      name: 'a.pdf',
      contentType: 'application/pdf',
      expiresAt,
    })
    const part = await send(url, { headers: { Accept: html, Range: `bytes=${pdf.length}-` } })
    expect([part.status, part.headers['content-range']]).to.deep.equal([416, `bytes */${pdf.length}`])
    expect(part.headers['content-type']).to.equal('application/json; charset=utf-8')
  })
})
