import { expect } from 'chai'
import { actor } from '../../support/approvals.ts'
import type { TestClient } from '../../support/client.ts'
import { pdf, upload, uploadIntoField } from '../../support/documents.ts'
import { refused } from '../../support/expect.ts'
import { McpClient } from '../../support/mcp.ts'
import { useServer } from '../../support/server.ts'

describe('documents.list: documents', () => {
  const server = useServer()

  /** HR, a manager of a manager, a report of the latter, a stranger, and a viewer; documents of every kind about the report. */
  async function scene() {
    const company = await server.company()
    const hr = await actor(server, company, 'hr')
    const top = await actor(server, company, 'member')
    const lead = await actor(server, company, 'member', { manager_id: top.personId })
    const report = await actor(server, company, 'member', { manager_id: lead.personId })
    const stranger = await actor(server, company, 'member')
    const viewer = await actor(server, company, 'viewer')
    const owner = { web: await company.as('owner', 'web'), key: await company.as('owner') }
    for (const tier of ['public', 'job', 'private'] as const)
      await owner.key.call('org_fields_create', { label: `${tier} file`, type: 'file', tier })
    const about = { personId: report.personId }
    for (const visibility of ['hr', 'hr_person', 'hr_person_manager'] as const)
      await upload(hr.web, {
        ...about,
        visibility,
        title: `person ${visibility}`,
        notes: 'noted',
        bytes: pdf(visibility),
      })
    for (const visibility of ['everyone', 'managers', 'hr'] as const)
      await upload(hr.web, {
        visibility,
        title: `company ${visibility}`,
        notes: 'noted',
        bytes: pdf(visibility),
      })
    for (const tier of ['public', 'job', 'private'])
      await uploadIntoField(hr.web, report.personId, `${tier}_file`)
    return { company, hr, top, lead, report, stranger, viewer, owner, personId: report.personId }
  }

  const nameOf = ({ title, field }: { title: string; field: { key: string } | null }) => field?.key ?? title
  const person = ['person hr', 'person hr_person', 'person hr_person_manager']
  const fields = ['public_file', 'job_file', 'private_file']
  const ofCompany = ['company everyone', 'company managers', 'company hr']
  /** By their callers: what each sees of the report, and of the company. */
  const sees: Record<string, [ofPerson: string[], ofCompany: string[]]> = {
    owner: [[...person, ...fields], ofCompany],
    hr: [[...person, ...fields], ofCompany],
    viewer: [['public_file', 'job_file'], ['company everyone']],
    report: [['person hr_person', 'person hr_person_manager', ...fields], ['company everyone']],
    lead: [
      ['person hr_person_manager', 'public_file', 'job_file'],
      ['company everyone', 'company managers'],
    ],
    top: [
      ['person hr_person_manager', 'public_file', 'job_file'],
      ['company everyone', 'company managers'],
    ],
    stranger: [['public_file'], ['company everyone']],
  }

  it('say to assistants whom they are about, so that who has none is found in one call', async () => {
    const { hr, personId } = await scene()
    const { answer } = await new McpClient(hr.key).call('documents_list')
    const { name } = await hr.key.call('org_people_get', { person_id: personId })
    const about = answer.data.documents.map(({ subject }: { subject?: string }) => subject)
    expect(about).to.have.members([...Array(6).fill(name), undefined, undefined, undefined])
  })

  it('are seen as their visibility and the tier of their field say, with names and notes in the web app alone', async () => {
    const { personId, ...callers } = await scene()
    for (const [name, [ofPerson, company]] of Object.entries(sees)) {
      const caller = callers[name as 'hr']
      const manages = ['owner', 'hr', 'viewer'].includes(name)
      for (const kind of ['web', 'key'] as const) {
        const list = (scope: 'person' | 'company') => {
          const input = scope === 'person' ? { person_id: personId } : { scope: 'company' as const }
          return manages
            ? caller[kind].call('documents_list', input)
            : caller[kind].call('documents_me_list', input)
        }
        const found = await list('person')
        expect(found.documents.map(nameOf), `${name} by ${kind}`).to.have.members(ofPerson)
        expect(found.total).to.equal(ofPerson.length)
        const isOwn = name === 'report'
        for (const document of found.documents) {
          const full = kind === 'web' || isOwn
          expect(document.access, `${name} by ${kind}`).to.equal(full ? 'full' : 'metadata')
          expect([document.file.name, document.notes]).to.deep.equal(
            full ? ['contract.pdf', document.field ? null : 'noted'] : [null, null],
          )
        }
        const shared = await list('company')
        expect(shared.documents.map(nameOf), `${name} by ${kind}`).to.have.members(company)
        for (const { access } of shared.documents) expect(access).to.equal('full')
      }
    }
    const own = await callers.report.key.call('documents_me_list', {})
    expect(own.documents.map(nameOf)).to.have.members(sees['report']![0])
  })

  it('give links to those who see them, of other people in the web app alone', async () => {
    const { personId, company, ...callers } = await scene()
    const all = await callers.owner.web.call('documents_list', {})
    for (const [name, [ofPerson, shared]] of Object.entries(sees)) {
      if (['owner', 'hr', 'viewer'].includes(name)) continue
      for (const kind of ['web', 'key'] as const)
        for (const document of all.documents) {
          const isSeen = [...ofPerson, ...shared].includes(nameOf(document))
          const isFull = kind === 'web' || name === 'report' || document.subject.kind === 'company'
          const call = callers[name as 'lead'][kind].call('documents_me_download', {
            document_id: document.id,
          })
          const told = `${nameOf(document)} for ${name} by ${kind}`
          if (!isSeen) await refused(call, 'not_found')
          else if (!isFull) await refused(call, 'forbidden')
          else expect((await call).url, told).to.be.a('string')
        }
    }
    const [document] = all.documents
    await refused(callers.owner.key.call('documents_download', { document_id: document!.id }), 'forbidden')
    const viewer: TestClient = callers.viewer.web
    await refused(viewer.call('documents_download', { document_id: document!.id }), 'forbidden')
    await server.db.query(`update job_rows set manager_id = null where org_id = $1 and person_id = $2`, [
      company.id,
      personId,
    ])
    const left = await callers.lead.web.call('documents_me_list', { person_id: personId })
    expect(left.documents.map(nameOf)).to.deep.equal(['public_file'])
    const { documents } = await callers.lead.web.call('documents_me_list', { scope: 'company' })
    expect(documents.map(nameOf)).to.deep.equal(['company everyone'])
  })

  it('are found by title, category, day and size', async () => {
    const company = await server.company()
    const web = await company.as('hr', 'web')
    await upload(web, {
      title: 'Größe der Büros',
      category: 'Policy',
      expires_on: '2026-03-31',
      bytes: pdf('1'),
    })
    await upload(web, { title: 'Offices of 2025', category: 'driving  Licence', bytes: pdf('a longer one') })
    await upload(web, { title: '100% remote', category: 'Policy', bytes: pdf('22') })
    const titles = async (input: Parameters<typeof web.call<'documents_list'>>[1]) =>
      (await web.call('documents_list', input)).documents.map(({ title }) => title)
    expect(await titles({})).to.deep.equal(['100% remote', 'Offices of 2025', 'Größe der Büros'])
    expect(await titles({ sort: 'largest', limit: 1 })).to.deep.equal(['Offices of 2025'])
    expect(await titles({ q: 'BUROS grosse' })).to.deep.equal(['Größe der Büros'])
    expect(await titles({ q: 'offices 2024' })).to.deep.equal([])
    expect(await titles({ q: '0%' })).to.deep.equal(['100% remote'])
    expect(await titles({ category: 'DRIVING licence' })).to.deep.equal(['Offices of 2025'])
    expect(await titles({ expires_before: '2026-04-01' })).to.deep.equal(['Größe der Büros'])
    expect(await titles({ expires_before: '2026-03-31' })).to.deep.equal([])
    const { total, categories, max_file_bytes } = await web.call('documents_list', { limit: 1 })
    expect([total, max_file_bytes]).to.deep.equal([3, 25 * 1024 * 1024])
    expect(categories).to.deep.equal([
      'Contract',
      'Addendum',
      'Certificate',
      'ID',
      'Policy',
      'Handbook',
      'Other',
      'driving  Licence',
    ])
    await refused(web.call('documents_list', { q: '()' }), 'validation_failed')
  })

  it('come in pages, in both orders each of them once, also after the last one of a page has gone', async () => {
    const company = await server.company()
    const owner = await company.as('owner')
    await server.db.query(
      `insert into documents (org_id, id, title, search_text, category, category_key, visibility, uploaded_by, membership_id,
                              file_id, file_name, size, content_type, sha256, status, upload_expires_at, created_at, updated_at)
       select m.org_id, d.id, 'Paper ' || d.n, 'paper ' || d.n, 'Other', 'other', 'hr', 'hr', m.id, d.id, 'a', 1 + d.n % 3,
              'text/plain', repeat('0', 64), 'ready', w.at, w.at, w.at
         from (select * from memberships where org_id = $1 limit 1) m,
              (select gen_random_uuid() as id, n from generate_series(1, 25) n) d,
              lateral (select timestamptz '2026-06-01T00:00:00Z' + interval '1 ms' * (d.n % 2) as at) w`,
      [company.id],
    )
    for (const sort of ['newest', 'largest'] as const) {
      const whole = await owner.call('documents_list', { sort })
      expect([whole.documents.length, whole.next_before]).to.deep.equal([25, null])
      const seen: string[] = []
      let before: string | null = null
      do {
        const page: { documents: { id: string }[]; total: number; next_before: string | null } =
          await owner.call('documents_list', { sort, limit: 10, ...(before !== null && { before }) })
        expect(page.total).to.equal(25)
        seen.push(...page.documents.map(({ id }) => id))
        before = page.next_before
      } while (before !== null)
      expect(seen).to.deep.equal(whole.documents.map(({ id }) => id))
    }
    const { documents, next_before: before } = await owner.call('documents_list', { limit: 20 })
    await server.db.query('update documents set deleted_at = now() where org_id = $1 and id = $2', [
      company.id,
      documents.at(-1)!.id,
    ])
    expect((await owner.call('documents_list', { before: before! })).documents).to.have.length(5)
    const last = `c${'_'.repeat(42)}8`
    expect((await owner.call('documents_list', { before: last })).documents).to.have.length(24)
    for (const wrong of [`c${'_'.repeat(43)}`, `r${'_'.repeat(32)}`, documents[0]!.id])
      await refused(owner.call('documents_list', { before: wrong }), 'validation_failed')
  })
})
