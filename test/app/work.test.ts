import { expect } from 'chai'
import { openPage, submitForm, unescape } from '../support/app.ts'
import { entry } from '../support/bulk.ts'
import type { TestClient } from '../support/client.ts'
import type { Company } from '../support/company.ts'
import { longestWork } from '../support/longest-work.ts'
import { useServer } from '../support/server.ts'

describe('the work of a page', () => {
  const server = useServer()
  let company: Company
  let hr: TestClient
  beforeEach(async () => {
    company = await server.company()
    hr = await company.as('hr', 'web')
  })
  const press = (path: string, controls: [string, string][]) =>
    submitForm(server, hr, `/${company.slug}/manage/${path}`, controls)

  it('is one pass over the place of an entry, however long its number is', async () => {
    const far: [string, string][] = [['~step', `up:${'1'.repeat(50_000)}`]]
    await press('do/org/units.create', [['~step', 'up:units[1]']])
    let status = 0
    const ms = await longestWork(async () => ({ status } = await press('do/org/units.create', far)))
    expect(status).to.equal(200)
    expect(ms).to.be.below(500)
  })

  it('says a long address of the page once, and not in each row of its list', async () => {
    const units = Array.from({ length: 200 }, (_, index) => ({
      name: `Unit ${index}`,
      kind: 'team' as const,
    }))
    await hr.call('org_setup_apply', { units })
    const path = `/${company.slug}/manage/do/org/units.list`
    const back = encodeURIComponent(`${path}?include_archived=true`)
    expect((await openPage(server, hr, `${path}?include_archived=true`)).text).to.include(`back=${back}`)
    const { text } = await openPage(server, hr, `${path}?more=${'%22'.repeat(4000)}`)
    expect(text).to.include(`back=${encodeURIComponent(path)}`)
    expect(text.length).to.be.below(1024 * 1024)
  })

  it('cuts a list of far too many entries, which is refused all the same', async () => {
    const typed: [string, string][] = [
      ['label', 'Hand'],
      ['type', 'select'],
      ['tier', 'public'],
      ['options', 'a\n'.repeat(100_000)],
    ]
    const { status, text } = await press('do/org/fields.create', typed)
    expect(status).to.equal(422)
    const [, shown = ''] = /<textarea[^>]*name="options"[^>]*>([^<]*)<\/textarea>/.exec(text)!
    expect(unescape(shown).trim().split('\n')).to.have.length(150)
  })

  it('repeats no more of a text of a document than can be right', async () => {
    const form = new FormData()
    form.set('title', '"'.repeat(2 * 1024 * 1024))
    const answer = await fetch(`${server.baseUrl}/${company.slug}/manage/documents/add`, {
      method: 'POST',
      body: form,
      headers: {
        ...hr.headers,
        Accept: 'text/html',
        Origin: server.baseUrl,
        'Sec-Fetch-Site': 'same-origin',
      },
    })
    expect(answer.status).to.equal(422)
    expect((await answer.text()).length).to.be.below(200_000)
  })

  it('has fewer months of a headcount, the more groups there are', async () => {
    for (const letter of ['A', 'B']) {
      const names = Array.from({ length: 200 }, (_, index) => `${letter}${index}`)
      await hr.call('org_setup_apply', {
        units: names.map((name) => ({ name, kind: 'team' as const })),
        people: names.map((name) => entry(name, { unit: name, start_date: '2010-01-01' })),
      })
    }
    // And that of the company itself.
    const path = `/${company.slug}/manage/headcount?by=unit&from=2015-12&to=2020-11`
    const { text } = await openPage(server, hr, path)
    const [groups = ''] = /<table[^]*?<\/table>/.exec(text)!
    expect(groups.match(/<th scope="col"/g)).to.have.length(1 + 49)
    expect(groups.match(/<td/g)).to.have.length(401 * 49)
    expect(text).to.include('The last 49 months')
    expect(groups).to.include('Nov 20').and.not.include('Dec 15')
  })

  it('asks about the newest rows of a long history, and not about each', async () => {
    const { id } = await company.person({ start_date: '2000-01-01' })
    for (let row = 1; row <= 44; row++)
      await hr.call('org_people_change_job', {
        person_id: id,
        effective_date: new Date(Date.UTC(2000, row, 1)).toISOString().slice(0, 10),
        title: `Engineer ${row}`,
        reason: 'change',
      })
    const { text } = await openPage(server, hr, `/${company.slug}/manage/people/${id}`)
    expect(text).to.include('Correct: Engineer 44, 2003-09-01').and.not.include('Correct: Engineer 4,')
    expect(text.match(/people\.correct_job/g)).to.have.length(40)
  })

  it('ends with the first rows of a list in an answer, and says how many follow', async () => {
    const { id } = await company.person()
    await hr.call('org_people_update_profile', { person_id: id, preferred_name: 'Ada' })
    await server.db.query(
      `insert into activity
       select again.* from (select a from activity a where org_id = $1 and person_id = $2 order by id desc limit 1) newest
        cross join generate_series(1, 3000) n
        cross join lateral jsonb_populate_record(newest.a, jsonb_build_object('id',
          (left((newest.a).id::text, 23) || '-' || lpad(to_hex(n), 12, '0'))::uuid)) again`,
      [company.id, id],
    )
    const { status, text } = await press('do/org/people.export_data', [['person_id', id]])
    expect(status).to.equal(200)
    expect(text).to.match(/… and 28\d\d more/)
    expect(text.match(/<tr/g)!.length).to.be.below(700)
  })
})
