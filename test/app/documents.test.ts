import { expect } from 'chai'
import { formWith, hiddenControls, openPage, submitForm, unescape } from '../support/app.ts'
import { actor } from '../support/approvals.ts'
import type { TestClient } from '../support/client.ts'
import type { Company } from '../support/company.ts'
import { pdf, upload } from '../support/documents.ts'
import { send } from '../support/files.ts'
import { useServer } from '../support/server.ts'

const mainOf = (page: string): string => page.slice(page.indexOf('<main'))

describe('the pages of documents', () => {
  const server = useServer()
  let company: Company
  beforeEach(async () => {
    company = await server.company()
  })

  /** Sends the form of a file as a browser without script does. */
  async function add(
    client: TestClient,
    path: string,
    {
      bytes = pdf(),
      name = 'contract.pdf',
      ...values
    }: { bytes?: Buffer; name?: string } & Record<string, unknown> = {},
    headers: Record<string, string> = {},
  ) {
    const form = new FormData()
    for (const [key, value] of Object.entries(values)) form.set(key, String(value))
    form.set('file', new Blob([new Uint8Array(bytes)]), name)
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

  it('add a document about a person by one form, and show it on their page and in the list', async () => {
    const hr = await company.as('hr', 'web')
    const { id } = await company.person({ given_name: 'Ada', family_name: 'Lovelace' })
    const page = await openPage(server, hr, `/${company.slug}/manage/people/${id}`)
    expect(page.text).to.include(`manage/documents/add?person_id=${id}`)
    const back = `/${company.slug}/manage/people/${id}`
    const form = await openPage(server, hr, `/${company.slug}/manage/documents/add?person_id=${id}`)
    expect(form.text).to.match(/<option value="Other"[^>]* selected/)
    expect(form.text).to.include('Add a document about Ada Lovelace').and.not.include('Find the person')
    const withBack = await openPage(
      server,
      hr,
      `/${company.slug}/manage/documents/add?person_id=${id}&back=${back}`,
    )
    expect(withBack.text)
      .to.match(new RegExp(`href="${back}"[^>]*>Ada Lovelace<`))
      .and.match(new RegExp(`href="${back}"[^>]*>Cancel<`))
    const ofCompany = await openPage(server, hr, `/${company.slug}/manage/documents/add`)
    expect(ofCompany.text).to.match(/manage\/people"[^>]*>Find the person</)
    const german = { 'Accept-Language': 'de' }
    for (const path of ['manage/documents', 'manage/documents/add']) {
      const { text } = await openPage(server, hr, `/${company.slug}/${path}`, german)
      expect(text, path)
        .to.match(/<option value="Contract"[^>]*>Vertrag</)
        .and.not.include('>Addendum<')
    }
    const bytes = pdf('signed')
    const sent = await add(hr, 'manage/documents/add', {
      ...{
        bytes,
        person_id: id,
        back,
        category: 'Contract',
        new_category: 'Lease',
        visibility: 'hr',
        title: '',
        notes: 'Car',
      },
    })
    expect([sent.status, sent.location?.split('?')[0]]).to.deep.equal([303, back])
    const { documents } = await hr.call('documents_list', { person_id: id })
    expect(
      documents.map(({ title, category, visibility, notes }) => [title, category, visibility, notes]),
    ).to.deep.equal([['contract.pdf', 'Lease', 'hr', 'Car']])
    for (const path of [
      `manage/people/${id}`,
      'manage/documents',
      'manage/documents?q=contract&category=Lease',
    ])
      expect((await openPage(server, hr, `/${company.slug}/${path}`)).text, path)
        .to.include('contract.pdf')
        .and.include(`${Number(bytes.length.toPrecision(3))} bytes`)
    const saved = await submitForm(server, hr, `/${company.slug}/manage/documents/${documents[0]!.id}/save`, [
      ['back', back],
    ])
    const link = saved.headers.get('location')!
    expect((await send(`${server.baseUrl}${link}`)).bytes.equals(bytes)).to.equal(true)
  })

  it('say beside a field what is wrong with it, and lead to it from the top', async () => {
    const hr = await company.as('hr', 'web')
    const sent = { title: 'x'.repeat(300), new_category: 'y'.repeat(300), expires_on: '2026-99-99' }
    const { status, text } = await add(hr, 'manage/documents/add', sent)
    expect(status).to.equal(422)
    for (const [id, label] of Object.entries({
      title: 'Title',
      new_category: 'Another category',
      expires_on: 'Valid until',
    })) {
      expect(text, id).to.include(`<a href="#${id}">${label}: `).and.include(`id="${id}-error"`)
      expect(text, id).to.match(new RegExp(`<input\\s[^>]*id="${id}"[^>]*aria-invalid="true"`))
    }
    expect(text).to.not.match(/<input\s[^>]*id="file"[^>]*aria-invalid/)
  })

  it('lead whoever was signed out meanwhile back to the form about the same person', async () => {
    const { id } = await company.person({ given_name: 'Ada', family_name: 'Lovelace' })
    const hr = await company.as('hr', 'web')
    const opened = await openPage(server, hr, `/${company.slug}/manage/documents/add?person_id=${id}`)
    const { action, values } = formWith(opened.text, 'Add it')
    const path = action.slice(`/${company.slug}/`.length)
    const { status, location } = await add(server.anonymous(), path, Object.fromEntries(values))
    expect(status).to.equal(303)
    const back = new URL(location!, server.baseUrl).searchParams.get('return_to')!
    expect((await openPage(server, hr, back)).text).to.include('Add a document about Ada Lovelace')
  })

  it('add the largest file that may be kept', async () => {
    const hr = await company.as('hr', 'web')
    const bytes = Buffer.alloc(25 * 1024 * 1024, 'a line\n')
    const sent = { bytes, name: 'notes.txt', category: 'Policy' }
    expect((await add(hr, 'manage/documents/add', sent)).status).to.equal(303)
    const { documents } = await hr.call('documents_list', { scope: 'company' })
    expect(documents.map(({ file }) => file.size)).to.deep.equal([bytes.length])
  })

  it('show people their own documents, and let them add and delete some', async () => {
    const ada = await actor(server, company, 'member')
    const hr = await company.as('hr', 'web')
    await upload(hr, { personId: ada.personId, title: 'For Ada', bytes: pdf('1') })
    await upload(hr, { personId: ada.personId, title: 'About Ada', visibility: 'hr', bytes: pdf('2') })
    await upload(hr, { title: 'For all', bytes: pdf('3') })
    const own = await openPage(server, ada.web, `/${company.slug}/documents`)
    expect(own.text).to.include('For Ada').and.not.include('About Ada').and.not.include('For all')
    expect(own.text).not.to.include('documents/me.delete')
    const shared = await openPage(server, ada.web, `/${company.slug}/documents?scope=company`)
    expect(shared.text).to.include('For all')
    const sent = await add(ada.web, 'documents/add', { category: 'Certificate', title: 'First aid' })
    expect(sent.status).to.equal(303)
    const after = await openPage(server, ada.web, `/${company.slug}/documents`)
    const asking = formWith(after.text, 'Delete')
    expect(after.text).to.include('First aid')
    const asked = await submitForm(server, ada.web, asking.action, asking.values, { 'Accept-Language': 'de' })
    expect(mainOf(asked.text))
      .to.include('<b>')
      .and.match(/Dokument: <b>[^<]*First aid<\/b>/)
    expect(mainOf(asked.text)).to.not.include('Hier ist nichts').and.not.include('>Document<')
  })

  it('begin a change with what the document is, and name it before it is deleted', async () => {
    const hr = await company.as('hr', 'web')
    const { id: person } = await company.person({ given_name: 'Ada', family_name: 'Lovelace' })
    const { id } = await upload(hr, { personId: person, title: 'Lease', visibility: 'hr' })
    const page = await openPage(server, hr, `/${company.slug}/manage/documents`)
    const form = await openPage(
      server,
      hr,
      `/${company.slug}/manage/do/documents/update?document_id=${id}&back=/${company.slug}/manage/documents`,
    )
    expect(form.text)
      .to.include('<p>Ada Lovelace: Lease</p>')
      .and.match(/name="title"[^>]*value="Lease"/)
      .and.match(/<option value="hr"[^>]* selected/)
      .and.not.include(`>${id}<`)
    const changed = await submitForm(server, hr, `/${company.slug}/manage/do/documents/update`, [
      ...hiddenControls(form.text),
      ...[['title', 'Lease of a car'] as const, ['category', 'Contract'] as const],
      ...[['visibility', 'hr'] as const, ['expires_on', ''] as const, ['notes', ''] as const],
      ['~step', 'review'],
    ])
    expect(changed.text)
      .to.include('<del>Lease</del>')
      .and.include('<ins>Lease of a car</ins>')
      .and.not.include('There is nothing here')
    const asking = formWith(page.text, 'Delete')
    const asked = await submitForm(server, hr, asking.action, asking.values)
    expect(asked.text).to.include('Document: <b>Ada Lovelace: Lease</b>').and.not.include(`>${id}<`)
  })

  it('begin a change, and ask before a deletion, with a document that 500 others are newer than', async () => {
    const hr = await company.as('hr', 'web')
    const { id } = await upload(hr, { title: 'Old lease', visibility: 'everyone' })
    await server.db.query(
      `insert into documents
       select (jsonb_populate_record(d, jsonb_build_object('id', other, 'file_id', other, 'title', 'Other',
                                                           'created_at', d.created_at + interval '1 day'))).*
         from documents d, lateral (select gen_random_uuid() as other from generate_series(1, 500)) others
        where d.org_id = $1 and d.id = $2`,
      [company.id, id],
    )
    const { documents, total } = await hr.call('documents_list', {})
    expect([total, documents.some((one) => one.id === id)]).to.deep.equal([501, false])
    const before = await hr.call('platform_activity_list', {})
    const path = `/${company.slug}/manage/do/documents`
    const form = (await openPage(server, hr, `${path}/update?document_id=${id}`)).text
    expect(form)
      .to.include('<p>Old lease</p>')
      .and.match(/name="title"[^>]*value="Old lease"/)
      .and.match(/<option value="everyone"[^>]* selected/)
    expect(form.length).to.be.lessThan(40_000)
    const asked = await submitForm(server, hr, `${path}/delete`, [
      ['document_id', id],
      ['~step', 'review'],
    ])
    expect(asked.text).to.include('<dd>Old lease</dd>')
    expect(await hr.call('platform_activity_list', {})).to.deep.equal(before)
    const other = await (await server.company()).as('hr', 'web')
    expect((await openPage(server, other, `${path}/update?document_id=${id}`)).text).to.not.include(
      'Old lease',
    )
  })

  it('lead from the page of a person to all documents of that person, and keep to them while searching', async () => {
    const company = await server.company()
    const hr = await company.web(await company.member('hr', { person: true }))
    const [one, other] = [await company.person({ given_name: 'Ada' }), await company.person()]
    await server.db.query(
      `insert into documents (org_id, id, person_id, title, search_text, category, category_key, visibility, uploaded_by, membership_id,
                              file_id, file_name, size, content_type, sha256, status, upload_expires_at, created_at, updated_at)
       select m.org_id, d.id, case when d.n <= 210 then $2::uuid else $3::uuid end, 'Paper ' || d.n, 'paper ' || d.n, 'Other', 'other', 'hr', 'hr',
              m.id, d.id, 'a', 1, 'text/plain', repeat('0', 64), 'ready', w.at, w.at, w.at
         from (select * from memberships where org_id = $1 limit 1) m,
              (select gen_random_uuid() as id, n from generate_series(1, 260) n) d,
              (select date_trunc('milliseconds', now()) as at) w`,
      [company.id, one.id, other.id],
    )
    const page = async (path: string) =>
      unescape((await openPage(server, hr, `/${company.slug}/${path}`)).text)
    const rows = (text: string) => text.match(/Paper \d+\s*<br/g)!.length
    const ofOne = await page(`manage/people/${one.id}`)
    expect(rows(ofOne)).to.equal(50)
    const [, link = ''] =
      /href="\/[^/]*\/(manage\/documents\?person_id[^"]*)"[^>]*>\s*All 210 documents/.exec(ofOne)!
    const all = await page(link)
    expect(rows(all)).to.equal(200)
    const older = (text: string) => /href="\/[^/]*\/([^"]*)"[^>]*>\s*Older ones/.exec(text)?.[1]
    const rest = await page(older(all)!)
    expect([rows(rest), older(rest)]).to.deep.equal([10, undefined])
    expect(rest).to.include('Documents of Ada')
    expect(all).to.include('Documents of Ada').and.include(`href="/${company.slug}/manage/people/${one.id}"`)
    expect(all).to.include(`type="hidden" name="person_id" value="${one.id}"`)
    expect(all).to.include(new URLSearchParams({ back: `/${company.slug}/${link}` }).toString())
    const first = await page('manage/documents')
    expect(first).to.include('260 in all.')
    expect(rows(await page(older(first)!))).to.equal(60)
  })

  it('put a file into a custom field', async () => {
    const hr = await company.as('hr', 'web')
    const { id } = await company.person()
    const { key } = await hr.call('org_fields_create', { label: 'Work permit', type: 'file' })
    const page = await openPage(server, hr, `/${company.slug}/manage/people/${id}`)
    expect(page.text).to.include('Add the file: Work permit')
    const file = { kinds: ['pdf' as const], max_mb: 3, self_upload: true }
    const permit = {
      label: 'Permit of work',
      key: 'permit',
      type: 'file' as const,
      tier: 'job' as const,
      file,
    }
    await hr.call('org_fields_create', permit)
    const ada = await actor(server, company, 'member')
    const own = await openPage(server, ada.web, `/${company.slug}/documents/add?field_key=permit`)
    expect(own.text)
      .to.include('Who will see it: The person, their managers and HR.')
      .and.not.include('You and HR will see it')
    const narrow = await openPage(
      server,
      hr,
      `/${company.slug}/manage/documents/add?person_id=${id}&field_key=permit`,
    )
    expect(narrow.text).to.include('PDF, at most 3 MB.').and.not.include('DOCX')
    const back = `/${company.slug}/manage/people/${id}`
    expect((await add(hr, 'manage/documents/add', { person_id: id, field_key: key })).status).to.equal(303)
    const bytes = pdf('the next one')
    const next = await add(hr, 'manage/documents/add', { bytes, person_id: id, field_key: key, back })
    const after = await openPage(server, hr, next.location!)
    expect(after.text)
      .to.include('The file is saved.')
      .and.include('Replace the file: Work permit')
      .and.not.match(/<dt>Work permit<\/dt>\s*<dd>/)
    const [document] = (await hr.call('documents_list', { person_id: id })).documents
    expect(document!.field).to.deep.equal({ key, label: 'Work permit' })
  })

  it('say what is wrong with a file, keep what was typed, and take no form of another site', async () => {
    const hr = await company.as('hr', 'web')
    const bad: [string, Buffer, string][] = [
      ['run.exe', Buffer.from('MZ'), 'are not kept'],
      ['run.pdf', Buffer.from('MZ\x90\x00'), 'a program, a script or a page'],
      ['', Buffer.alloc(0), 'Choose a file.'],
    ]
    for (const [name, bytes, text] of bad) {
      const answer = await add(hr, 'manage/documents/add', {
        name,
        bytes,
        title: 'Typed before',
        category: 'Policy',
      })
      expect(answer.status, answer.text.slice(0, 500)).to.equal(422)
      expect(answer.text).to.include(text).and.include('Typed before')
    }
    const foreign = { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' }
    expect((await add(hr, 'manage/documents/add', {}, foreign)).status).to.equal(403)
    expect((await hr.call('documents_list', {})).documents).to.deep.equal([])
  })
})
