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
    await runJob(server, removeDocumentFiles, minutes(31))
    expect([await exists(place), await rowsLeft(document.id)]).to.deep.equal([false, 1])
    await runJob(server, removeDocumentFiles, minutes(76))
    expect(await rowsLeft(document.id)).to.equal(0)
  })

  it('of deleted documents go, bytes first, also when the job was lost or has run before', async () => {
    const company = await server.company()
    const web = await company.as('hr', 'web')
    const [first, second] = [await upload(web, { bytes: pdf('1') }), await upload(web, { bytes: pdf('2') })]
    const places = [await placeOf(company, first.id), await placeOf(company, second.id)]
    await web.call('documents_delete', { document_id: first.id })
    // The bytes went, and the process before it had removed the row.
    await server.running.runtime.storage.remove(places[0]!)
    await runJob(server, removeDocumentFiles, minutes(76))
    await runJob(server, removeDocumentFiles, minutes(77))
    expect([await rowsLeft(first.id), await rowsLeft(second.id), await exists(places[1]!)]).to.deep.equal([
      0,
      1,
      true,
    ])
  })

  it('of a deleted document go once more when its link is over: a bucket takes bytes until then', async () => {
    const company = await server.company()
    const web = await company.as('hr', 'web')
    const { id } = await upload(web, { bytes: pdf('again') })
    const place = await placeOf(company, id)
    await web.call('documents_delete', { document_id: id })
    await runJob(server, removeDocumentFiles, new Date())
    await server.running.runtime.storage.put(place, pdf('again'), 'application/pdf')
    await runJob(server, removeDocumentFiles, minutes(74))
    expect([await exists(place), await rowsLeft(id)]).to.deep.equal([true, 1])
    await runJob(server, removeDocumentFiles, minutes(76))
    expect([await exists(place), await rowsLeft(id)]).to.deep.equal([false, 0])
  })

  it('that are deleted count among the uploads that a member has begun, until their links are over', async () => {
    const company = await server.company()
    const web = await company.as('hr', 'web')
    const start = () =>
      web.call('documents_upload_start', {
        subject: { kind: 'company' },
        category: 'Policy',
        file: announce(pdf()),
      })
    const { document } = await start()
    await web.call('documents_delete', { document_id: document.id })
    await server.db.query(
      `insert into documents (org_id, id, title, search_text, category, category_key, visibility, uploaded_by, membership_id,
                              file_id, file_name, size, content_type, sha256, upload_expires_at, created_at, updated_at, deleted_at)
       select d.org_id, gen_random_uuid(), '', '', d.category, d.category_key, d.visibility, d.uploaded_by, d.membership_id,
              gen_random_uuid(), '', d.size, d.content_type, d.sha256, d.upload_expires_at, d.created_at, d.updated_at, d.deleted_at
         from documents d, generate_series(1, 99) where d.id = $1`,
      [document.id],
    )
    await refused(start(), 'conflict')
  })

  it('that have lost each other are found: stray bytes go after a week, lost ones are told', async () => {
    const company = await server.company()
    const web = await company.as('hr', 'web')
    const kept = await upload(web, { bytes: pdf('kept') })
    const lost = await upload(web, { bytes: pdf('lost') })
    const { storage } = server.running.runtime
    const stray: Place = { orgId: company.id, fileId: randomUUIDv7() }
    await storage.put(stray, pdf('stray'), 'application/pdf')
    await storage.remove(await placeOf(company, lost.id))
    // Somebody who copied files to another disk was interrupted.
    const half = await upload(web, { bytes: pdf('half') })
    await storage.remove(await placeOf(company, half.id))
    await storage.put(await placeOf(company, half.id), pdf('half').subarray(0, 99), 'application/pdf')
    const told: string[] = []
    const logger = {
      error: (message: string) => void told.push(message),
      warn: (message: string) => void told.push(message),
    }
    const day = 24 * 60
    const foreign: Place = { orgId: randomUUIDv7(), fileId: randomUUIDv7() }
    await storage.put(foreign, pdf('foreign'), 'application/pdf')
    await runJob(server, sweepFiles, minutes(6.9 * day), logger)
    expect(await exists(stray)).to.equal(true)
    // Each file is looked for in one hour of a week.
    for (let hour = 1; hour <= 7 * 24; hour++)
      await runJob(server, sweepFiles, minutes(7 * day + hour * 60), logger)
    expect([
      await exists(stray),
      await exists(await placeOf(company, kept.id)),
      await exists(foreign),
    ]).to.deep.equal([false, true, true])
    for (const { id } of [lost, half]) expect(told.filter((line) => line.includes(id))).to.have.length(1)
    expect(told.filter((line) => line.includes(kept.id))).to.deep.equal([])
    // To list all bytes takes as long as there are files, so it is done once a day.
    expect(told.filter((line) => line.includes('not in this database'))).to.have.length(7)
  })

  /** The storage of the server, which refuses what a test says. */
  const refusing = (refuses: (place: Place) => boolean, asked = { times: 0 }) => {
    const { storage } = server.running.runtime
    const unless = <T>(place: Place, work: (place: Place) => Promise<T>): Promise<T> => {
      asked.times += 1
      return refuses(place) ? Promise.reject(new Error('It is kept by a policy.')) : work(place)
    }
    return {
      db: server.db,
      running: {
        runtime: {
          storage: {
            list: (...given: Parameters<typeof storage.list>) => storage.list(...given),
            remove: (place: Place) => unless(place, (one) => storage.remove(one)),
            find: (place: Place) => unless(place, (one) => storage.find(one)),
          },
        },
      } as unknown as typeof server.running,
    }
  }

  it('of a company that cannot be removed do not keep those of others', async () => {
    const [company, other] = [await server.company(), await server.company()]
    const web = await company.as('hr', 'web')
    const { id } = await upload(web, { bytes: pdf('kept by a policy') })
    await web.call('documents_delete', { document_id: id })
    await server.db.query(
      `insert into documents (org_id, id, title, search_text, category, category_key, visibility, uploaded_by, membership_id,
                              file_id, file_name, size, content_type, sha256, status, upload_expires_at, created_at, updated_at, deleted_at)
       select d.org_id, gen_random_uuid(), '', '', d.category, d.category_key, d.visibility, d.uploaded_by, d.membership_id,
              gen_random_uuid(), '', d.size, d.content_type, d.sha256, d.status, d.upload_expires_at, d.created_at, d.updated_at, d.deleted_at
         from documents d, generate_series(1, 120) where d.id = $1`,
      [id],
    )
    const owner = await other.as('hr', 'web')
    const documents = await Promise.all(Array.from({ length: 3 }, () => upload(owner, { bytes: pdf() })))
    for (const one of documents) await owner.call('documents_delete', { document_id: one.id })
    const left = async () =>
      (await server.db.query('select 1 from documents where org_id = $1', [other.id])).rows.length
    // By chance ten of those come one after the other: then the next run goes on.
    for (let run = 0; run < 200 && (await left()) > 0; run++)
      await runJob(
        refusing(({ orgId }) => orgId === company.id),
        removeDocumentFiles,
        minutes(76),
      )
    expect(await left()).to.equal(0)
    await server.db.query('delete from documents where org_id = $1', [company.id])
  })

  it('are asked for ten times while the storage is away, and wait for the next run', async () => {
    const company = await server.company()
    const web = await company.as('hr', 'web')
    const { id } = await upload(web, { bytes: pdf('away') })
    await web.call('documents_delete', { document_id: id })
    await server.db.query(
      `insert into documents (org_id, id, title, search_text, category, category_key, visibility, uploaded_by, membership_id,
                              file_id, file_name, size, content_type, sha256, status, upload_expires_at, created_at, updated_at, deleted_at)
       select d.org_id, gen_random_uuid(), '', '', d.category, d.category_key, d.visibility, d.uploaded_by, d.membership_id,
              gen_random_uuid(), '', d.size, d.content_type, d.sha256, d.status, d.upload_expires_at, d.created_at, d.updated_at, d.deleted_at
         from documents d, generate_series(1, 30) where d.id = $1`,
      [id],
    )
    const asked = { times: 0 }
    await runJob(
      refusing(() => true, asked),
      removeDocumentFiles,
      minutes(76),
    )
    expect(asked.times).to.equal(10)
    await runJob(server, removeDocumentFiles, minutes(76))
    expect(await rowsLeft(id)).to.equal(0)
  })

  it('that the storage refuses to remove or to find do not keep the others from being swept', async () => {
    const [company, other] = [await server.company(), await server.company()].toSorted((a, b) =>
      a.id < b.id ? -1 : 1,
    ) as [Company, Company]
    const lost = await upload(await other.as('hr', 'web'), { bytes: pdf('lost') })
    await upload(await company.as('hr', 'web'), { bytes: pdf('refused') })
    const { storage } = server.running.runtime
    const strays = [company, other].map(({ id }): Place => ({ orgId: id, fileId: randomUUIDv7() }))
    for (const place of strays) await storage.put(place, pdf('stray'), 'application/pdf')
    await storage.remove(await placeOf(other, lost.id))
    const told: string[] = []
    const logger = { error: (message: string) => void told.push(message), warn: () => undefined }
    for (let hour = 0; hour < 7 * 24; hour++)
      await runJob(
        refusing(({ orgId }) => orgId === company.id),
        sweepFiles,
        minutes(8 * 24 * 60 + hour * 60),
        logger,
      ).catch(() => undefined)
    expect([await exists(strays[0]!), await exists(strays[1]!)]).to.deep.equal([true, false])
    expect(told.filter((line) => line.includes(lost.id))).to.have.length(1)
  })
})
