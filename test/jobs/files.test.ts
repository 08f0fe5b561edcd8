import { randomUUIDv7 } from 'node:crypto'
import { expect } from 'chai'
import { task as expireUploads } from '../../src/jobs/expire_uploads.ts'
import { task as removeDocumentFiles } from '../../src/jobs/remove_document_files.ts'
import { task as sweepFiles } from '../../src/jobs/sweep_files.ts'
import type { Place } from '../../src/storage/storage.ts'
import { actor } from '../support/approvals.ts'
import type { Company } from '../support/company.ts'
import { announce, pdf, put, upload } from '../support/documents.ts'
import { refused } from '../support/expect.ts'
import { runJob } from '../support/run-job.ts'
import { useServer } from '../support/server.ts'

const minutes = (count: number) => new Date(Date.now() + count * 60_000)

describe('files and their rows', () => {
  const server = useServer({})

  const placeOf = async (company: Company, id: string): Promise<Place> => {
    const { rows } = await server.db.query<{ file_id: string }>(
      'select file_id from documents where id = $1',
      [id],
    )
    return { orgId: company.id, fileId: rows[0]!.file_id }
  }
  const exists = async (place: Place) => (await server.running.runtime.storage.find(place)) !== undefined
  const rowsLeft = async (id: string) =>
    (await server.db.query('select 1 from documents where id = $1', [id])).rows.length

  it('of uploads that nobody finished go when their window and a quarter of an hour are over', async () => {
    const company = await server.company()
    const { key } = await actor(server, company, 'member')
    const bytes = pdf('never finished')
    const { document, upload: grant } = await key.call('documents_me_upload_start', { file: announce(bytes) })
    await put(grant, bytes)
    const place = await placeOf(company, document.id)
    const left = async () => (await key.call('documents_me_list', {})).self_upload!.files_left
    await runJob(server, expireUploads, minutes(29))
    expect([await left(), await exists(place)]).to.deep.equal([19, true])
    await runJob(server, expireUploads, minutes(31))
    expect(await left()).to.equal(20)
    await refused(key.call('documents_me_upload_finish', { document_id: document.id }), 'not_found')
    await runJob(server, removeDocumentFiles, new Date())
    expect([await exists(place), await rowsLeft(document.id)]).to.deep.equal([false, 0])
  })

  it('of deleted documents go, bytes first, also when the job was lost or has run before', async () => {
    const company = await server.company()
    const web = await company.as('hr', 'web')
    const [first, second] = [await upload(web, { bytes: pdf('1') }), await upload(web, { bytes: pdf('2') })]
    const places = [await placeOf(company, first.id), await placeOf(company, second.id)]
    await web.call('documents_delete', { document_id: first.id })
    // The bytes went, and the process before it had removed the row.
    await server.running.runtime.storage.remove(places[0]!)
    await runJob(server, removeDocumentFiles, new Date())
    await runJob(server, removeDocumentFiles, new Date())
    expect([await rowsLeft(first.id), await rowsLeft(second.id), await exists(places[1]!)]).to.deep.equal([
      0,
      1,
      true,
    ])
  })

  it('that have lost each other are found: stray bytes go after an hour, lost ones are told', async () => {
    const company = await server.company()
    const web = await company.as('hr', 'web')
    const kept = await upload(web, { bytes: pdf('kept') })
    const lost = await upload(web, { bytes: pdf('lost') })
    const { storage } = server.running.runtime
    const stray: Place = { orgId: company.id, fileId: randomUUIDv7() }
    await storage.put(stray, pdf('stray'), 'application/pdf')
    await storage.remove(await placeOf(company, lost.id))
    const told: string[] = []
    const logger = { error: (message: string) => void told.push(message), warn: () => undefined }
    await runJob(server, sweepFiles, minutes(30), logger)
    expect(await exists(stray)).to.equal(true)
    await runJob(server, sweepFiles, minutes(61), logger)
    expect([await exists(stray), await exists(await placeOf(company, kept.id))]).to.deep.equal([false, true])
    expect(told.filter((line) => line.includes(lost.id))).to.have.length(2)
    expect(told.filter((line) => line.includes(kept.id))).to.deep.equal([])
  })
})
