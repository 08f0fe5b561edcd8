import { expect } from 'chai'
import { formWith, openPage, submitForm, unescape, type PageAnswer } from '../support/app.ts'
import type { TestClient } from '../support/client.ts'
import type { Company } from '../support/company.ts'
import { longestWork } from '../support/longest-work.ts'
import { useServer } from '../support/server.ts'

describe('the pages of the import', () => {
  const server = useServer()
  let company: Company
  let hr: TestClient
  beforeEach(async () => {
    company = await server.company()
    hr = await company.as('hr', 'web')
  })

  /** Sends a file as a browser does. */
  async function check(
    { file, csv = '', rename }: { file?: string | Uint8Array<ArrayBuffer>; csv?: string; rename?: string },
    headers: Record<string, string> = {},
    client = hr,
  ): Promise<PageAnswer> {
    const form = new FormData()
    form.set('file', new Blob(file === undefined ? [] : [file], { type: 'text/csv' }), 'people.csv')
    form.set('csv', csv)
    if (rename !== undefined) form.set('rename', rename)
    const answer = await fetch(`${server.baseUrl}/${company.slug}/manage/import`, {
      method: 'POST',
      redirect: 'manual',
      body: form,
      headers: {
        ...client.headers,
        Accept: 'text/html',
        'Accept-Language': 'en',
        Origin: server.baseUrl,
        'Sec-Fetch-Site': 'same-origin',
        ...headers,
      },
    })
    return { status: answer.status, headers: answer.headers, text: await answer.text() }
  }
  const names = async () => (await hr.call('org_people_list', {})).people.map(({ name }) => name)

  const head = 'given_name;family_name;work_email;title;start_date;fte;location'
  const faulty = [
    head,
    'Ada;Lovelace;ada@acme.example;Analyst;2026-02-30;1;Head office',
    'Grace;Hopper;not an address;Admiral;2026-03-01;1;Head office',
    'Alan;Turing;alan@acme.example;;2026-03-01;1;Head office',
    'Edsger;Dijkstra;edsger@acme.example;Professor;2026-03-01;seven;Head office',
    '<script>;Liskov;barbara@acme.example;Professor;2026-03-01;1;Nowhere',
    'Niklaus;Wirth;niklaus@acme.example;Professor;2026-03-01;1;Head office',
  ].join('\r\n')
  const corrected = faulty
    .replace('2026-02-30', '2026-02-28')
    .replace('not an address', 'grace@acme.example')
    .replace('alan@acme.example;;', 'alan@acme.example;Logician;')
    .replace('seven', '0.5')
    .replace('Nowhere', 'Head office')

  it('rename columns in a first row that has several lines, and leave one alone that cannot be read', async () => {
    const rest = 'family_name,work_email,title\nAda,x,Lovelace,ada@acme.example,Analyst'
    const rename = JSON.stringify({ 'first name': 'given_name' })
    const { status, text } = await check({ csv: `First name,"Notes\nof mine",${rest}`, rename })
    expect(status).to.equal(422)
    expect(unescape(text)).to.match(/given_name,"Notes\r?\nof mine",family_name/)
    for (const csv of [`"First name,${rest}`, '"'])
      expect((await check({ csv, rename })).status, csv).to.equal(422)
  })

  it('rename columns of other systems with one click, and only those that can mean but one', async () => {
    const csv = [
      '"Given name","Shoe, size",E-Mail,Job title,Boss,"Said ""x"""',
      'Ada,Lovelace,ada@acme.example,Analyst,,',
    ].join('\r\n')
    const { text } = await check({ csv })
    const [, sent] = /name="rename" value="([^"]*)"/.exec(text)!
    expect(text).to.include('Rename the columns and check again: given name → given_name, e-mail')
    expect(JSON.parse(unescape(sent!))).to.not.have.property('Said "x"')
    const again = await check({ csv, rename: unescape(sent!) })
    expect(unescape(again.text)).to.include('given_name,"Shoe, size",work_email,title,')
    expect(unescape(again.text)).to.match(/,"Said ""x"""\r?\nAda,Lovelace/)
    const clean = csv
      .replace('"Shoe, size"', 'Last name')
      .replace(/,Boss.*/, '')
      .replace(/,,$/, '')
    const [, all] = /name="rename" value="([^"]*)"/.exec((await check({ csv: clean })).text)!
    const ready = await check({ csv: clean, rename: unescape(all!) })
    expect(`${ready.status}`, ready.text).to.equal('200')
    // What the button did not send changes nothing, nor does it where the first line is no list of columns.
    const wide = `${csv.split('\r\n')[0]},${'x'.repeat(20_000)}`
    expect((await check({ csv: wide, rename: unescape(sent!) })).text).to.not.include('given_name,&quot;Shoe')
    const large = `${unescape(sent!)}${' '.repeat(20_000)}`
    for (const rename of ['[', '[]', '{"E-Mail":1}', 'null', large])
      expect((await check({ csv, rename })).text).to.include('Rename the columns')
  })

  it('say the limits first, and what a file needs', async () => {
    const { text } = await openPage(server, hr, `/${company.slug}/manage/import`)
    expect(text)
      .to.include('250 people')
      .and.include('1 MB')
      .and.include('type="file"')
      .and.include('<textarea')
    const { text: german } = await openPage(server, hr, `/${company.slug}/manage/import`, {
      'Accept-Language': 'de',
    })
    expect(german).to.include('Personen importieren').and.include('Höchstens 250 Personen')
  })

  it('show five faults at their cells, take the corrected file, and import it once', async () => {
    const wrong = await check({ file: faulty })
    expect(wrong.status).to.equal(422)
    const text = unescape(wrong.text)
    const faults = [...wrong.text.matchAll(/<div class="fault"><b>([^<]*)<\/b>/g)].map(([, value]) =>
      unescape(value!),
    )
    expect(faults).to.have.members(['2026-02-30', 'not an address', '–', 'seven', 'Nowhere'])
    expect(text).to.include('5 faults were found. Nothing was changed.')
    // What a page calls things, and no columns that nothing is wrong with.
    expect(text).to.include('“Locations” tells the names').and.not.include('org/locations')
    expect(wrong.text.split('<textarea')[0]).to.include('>work_email<').and.include('>fte<')
    expect((await check({ file: faulty.replace('seven', '1') })).text.split('<textarea')[0]).to.not.include(
      '>fte<',
    )
    expect(wrong.text).to.not.include('<script>')
    // The row without a fault is not in the table; the whole file is there to be corrected.
    expect(wrong.text.slice(0, wrong.text.indexOf('<textarea'))).to.not.include('Niklaus')
    expect(text.replaceAll('\r', '')).to.include(faulty.replaceAll('\r', ''))
    expect(await names()).to.not.include('Ada Lovelace')

    const ready = await check({ csv: corrected })
    expect(ready.status).to.equal(200)
    expect(ready.text)
      .to.match(/Will be hired<\/dt>\s*<dd>6</)
      .and.include('Import now')
    expect(await names()).to.not.include('Ada Lovelace')
    const path = `/${company.slug}/manage/do/org/people.import_csv`
    const carried = formWith(ready.text, 'Import now').values
    const done = await submitForm(server, hr, path, carried)
    expect(done.status).to.equal(200)
    expect(done.text).to.match(new RegExp(`href="/${company.slug}/manage/people"[^>]*>Back<`))
    expect(await names()).to.include.members([
      'Ada Lovelace',
      'Grace Hopper',
      'Alan Turing',
      '<script> Liskov',
    ])
    expect((await submitForm(server, hr, path, carried)).text).to.include('This was done already')
  })

  it('tell of each row whom it hires, what it changes, and that it changes nothing', async () => {
    const names = 'given_name;family_name;work_email;title;team'
    const known = [
      'Ada;Love;ada',
      'Bob;Berg;bob',
      'Cleo;Curie;cleo',
      'Jo;Same;jo1',
      'Jo;Same;jo2',
      'Max;Adams;max',
    ]
    const lea = { given_name: 'Lea', family_name: 'Long', work_email: 'lea@acme.example' }
    const line = (one: string, title = 'Cook') => `${one}@acme.example;${title};`
    await hr.call('org_people_import_csv', { csv: [names, ...known.map((one) => line(one))].join('\n') })
    const { people } = await hr.call('org_people_list', {})
    const idOf = (email: string) => people.find(({ work_email: one }) => one === `${email}@acme.example`)!.id
    await hr.call('org_people_update_profile', { person_id: idOf('cleo'), preferred_name: 'Kit' })
    const told = async (rows: string[], language = 'en') => {
      const { text } = await check({ csv: [names, ...rows].join('\n') }, { 'Accept-Language': language })
      const [, section = ''] = /id="rows"[^]*?<table[^>]*>([^]*?)<\/table>/.exec(text) ?? []
      return [...section.matchAll(/<th scope="row">([^]*?)<\/th><td>([^]*?)<\/td>/g)].map(
        ([, who, happens]) =>
          [
            who!.replace(/<span class="note">(\d+)<\/span>/, '$1'),
            happens!.replace(/<\/?time[^>]*>/g, ''),
          ].join(' | '),
      )
    }
    const linked = (email: string, name: string) =>
      `<a href="/${company.slug}/manage/people/${idOf(email)}">${name}</a>`
    const file = [
      line('Ada;Love;ada'),
      line('Bob;Borg;bob', 'Baker') + 'New team',
      '',
      line('<b>;New;new'),
      line('Cleo;Curie;cleo', 'Chef'),
    ]
    expect(await told(file)).to.deep.equal([
      `3 ${linked('bob', 'Bob Borg')} | Is changed: Family name, Title, Unit`,
      '5 &lt;b> New | Is hired',
      `6 ${linked('cleo', 'Cleo Curie')} | Is changed: Title`,
      `2 ${linked('ada', 'Ada Love')} | Stays as it is`,
    ])
    const german = await told(file, 'de')
    expect(german[0]).to.include('Wird geändert: Nachname, ')
    expect(
      await told([line('Jo;Same;jo1'), line('Max;Adams;max'), line('Jo;Same;jo2', 'Chef')]),
    ).to.deep.equal([
      `4 ${linked('jo2', 'Jo Same')} | Is changed: Title`,
      `2 ${linked('jo1', 'Jo Same')} | Stays as it is`,
      `3 ${linked('max', 'Max Adams')} | Stays as it is`,
    ])
    expect(await told([line('Jo;Same;jo1', 'Chef'), line('Jo;Same;jo2', 'Chef')])).to.deep.equal([
      `2 ${linked('jo1', 'Jo Same')} | Is changed: Title`,
      `3 ${linked('jo2', 'Jo Same')} | Is changed: Title`,
    ])
    const { id } = await company.person({ ...lea, start_date: '2020-01-01' })
    expect((await told([`Lea;Long;${lea.work_email};Chef;`]))[0]).to.match(
      new RegExp(`^2 <a href="[^"]*${id}">Lea Long</a> \\| Is changed: Title, from \\d+ \\w+ \\d{4}$`),
    )
  })

  it('start the checklists of hires where that is chosen', async () => {
    await hr.call('org_checklists_templates_create', {
      ...{ name: 'First days', kind: 'onboarding', auto_start: true },
      tasks: [{ title: 'Order a laptop', assignee: { type: 'hr' }, offset_days: -7 }],
    })
    const file = `${head}\nAda;Lovelace;ada@acme.example;Analyst;2999-03-01;1;Head office`
    expect((await check({ csv: file })).text)
      .to.include('only if you choose so')
      .and.not.include('start_checklists to')
    const ready = await check({ csv: file }, { 'Accept-Language': 'de' })
    expect(ready.text).to.include('nur, wenn Sie es so wählen').and.not.include('Senden Sie')
    const { action, values } = formWith(ready.text, 'Importieren und Checklisten beginnen')
    await submitForm(server, hr, action, values)
    const runs = await hr.call('org_checklists_runs_list', { status: 'open', limit: 5 })
    expect(runs.map(({ person }) => person.name)).to.include('Ada Lovelace')
  })

  it('take 250 people, and say of more that they are too many', async () => {
    const file = (count: number) =>
      ['given_name,family_name,work_email,title']
        .concat(
          Array.from(
            { length: count },
            (_, index) => `Pat,${'P'.repeat(90)},${'p'.repeat(50)}${index}@acme.example,${'E'.repeat(110)}`,
          ),
        )
        .join('\n')
    // More than bodies that are read at once.
    expect(file(250).length).to.be.greaterThan(64 * 1024)
    const ready = await check({ file: file(250) })
    expect(ready.text).to.match(/Will be hired<\/dt>\s*<dd>250</)
    // 50 rows with what happens to their people, and the first 20 as they were read.
    expect(ready.text.match(/<th scope="row">/g)).to.have.length(70)
    expect(ready.text).to.include('… and 200 more')
    expect((await check({ file: file(251) })).status).to.equal(422)
  })

  it('keep nobody waiting while they place a thousand faults among columns with long names', async () => {
    const names = Array.from({ length: 54 }, (_, index) => 'Ü'.repeat(3000) + index)
    const required = ',given_name,family_name,work_email,title,location'
    const rows = Array.from({ length: 249 }, () => `${','.repeat(names.length + 4)}Nowhere`)
    const csv = [`${names.join(',')}${required}`, ...rows].join('\n')
    let text = ''
    const ms = await longestWork(async () => ({ text } = await check({ csv })))
    expect(text).to.include('1000 faults were found')
    expect(ms).to.be.below(1000)
  })

  it('name the people of each row, however many lines between them are empty', async () => {
    const row = (name: string) => `${name},Berg,${name.toLowerCase()}@company.example,Cook`
    const csv = ['given_name,family_name,work_email,title', row('Uma'), ...Array(300).fill(''), row('Ida')]
    const { text } = await check({ csv: csv.join('\n') })
    expect(text)
      .to.match(/>2<\/span> Uma Berg/)
      .and.match(/>303<\/span> Ida Berg/)
  })

  it('read a file of Windows, and say so', async () => {
    const bytes = Buffer.from(
      `given_name;family_name;work_email;title\nJ\xfcrgen;M\xfcller;jm@acme.example;Koch\n`,
      'latin1',
    )
    const { text } = await check({ file: new Uint8Array(bytes) })
    expect(text).to.include('Jürgen').and.include('was read as a file of Windows')
  })

  it('answer nothing at all, what is no table, and other kinds of forms with what is wrong', async () => {
    expect((await check({})).text).to.include('Choose a file, or paste its content.')
    const quote = await check({ csv: 'given_name,family_name\n"Ada,Lovelace' })
    expect([quote.status, quote.text.includes('<textarea')]).to.deep.equal([422, true])
    expect((await submitForm(server, hr, `/${company.slug}/manage/import`, [['csv', 'x']])).status).to.equal(
      415,
    )
    const big = await check({ csv: 'x'.repeat(4 * 1024 * 1024) })
    expect(big.status).to.equal(413)
  })

  it('are for those who may import, from our own pages', async () => {
    const foreign = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }
    expect((await check({ csv: corrected }, foreign)).status).to.equal(403)
    const viewer = await company.as('viewer', 'web')
    expect((await check({ csv: corrected }, {}, viewer)).status).to.equal(403)
    expect((await openPage(server, viewer, `/${company.slug}/manage/import`)).status).to.equal(403)
  })
})
