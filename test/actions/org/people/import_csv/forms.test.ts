import { expect } from 'chai'
import type { TestClient } from '../../../../support/client.ts'
import type { Company } from '../../../../support/company.ts'
import { expectUnchanged, readContents } from '../../../../support/contents.ts'
import { refused } from '../../../../support/expect.ts'
import { personOf } from '../../../../support/bulk.ts'
import { useServer } from '../../../../support/server.ts'

const names = 'given_name,family_name,work_email,title'
const row = (name: string, title = 'Cook') => `${name},Example,${name.toLowerCase()}@company.example,${title}`

describe('org.people.import_csv: the forms of a file', () => {
  const server = useServer()
  let company: Company
  let hr: TestClient
  beforeEach(async () => {
    server.now = new Date('2026-06-15T12:00:00Z')
    company = await server.company()
    hr = await company.as('hr')
  })

  const send = (csv: string) => hr.call('org_people_import_csv', { csv })
  const titleOf = async (name: string) => (await personOf(server, company, hr, name)).title

  it('commas or semicolons, whichever the first line has more of, quotes aside', async () => {
    expect(await send(`${names},"manager_email"\n${row('Anna', '"a;b;c"')},none`)).to.include({ created: 1 })
    expect(await titleOf('Anna')).to.equal('a;b;c')
    const semicolons = [names, row('Bert')].join('\n').replaceAll(',', ';')
    expect(await send(semicolons)).to.include({ created: 1 })
    const single = await send(`${names},a;b\n${row('Dora')}`)
    expect(single.row_errors.map(({ column }) => column)).to.deep.equal(['a;b'])
    const quoted = `"given_name";"family_name";"work_email";"title";"a,b,c,d,e,f"\n${row('Carl').replaceAll(',', ';')}`
    expect((await send(quoted)).row_errors.map(({ column }) => column)).to.deep.equal(['a,b,c,d,e,f'])
  })

  it('names in quotes after a byte order mark', async () => {
    const csv = `\ufeff${names.replaceAll(/\w+/g, '"$&"')}\n${row('Anna')}`
    expect(await send(csv)).to.deep.include({ created: 1, row_errors: [] })
  })

  it('line ends of all systems, a last line with one and without, and a byte order mark', async () => {
    for (const [index, end] of ['\n', '\r\n'].entries()) {
      const who = `Anna${index}`
      expect(await send(`\ufeff${[names, row(who)].join(end)}`), 'without an end').to.include({ created: 1 })
      expect(await send(`${[names, row(`Bert${index}`), ''].join(end)}`)).to.include({ created: 1 })
      expect(await titleOf(who)).to.equal('Cook')
    }
  })

  it('quotes around delimiters, quotes and line breaks; a row is one of the table, however many lines it has', async () => {
    await hr.call('org_fields_create', { label: 'Note', type: 'text', tier: 'public' })
    const csv = [
      `${names},note`,
      `${row('Anna', '"Head of ""Salt, Pepper"""')},"two\r\nlines"`,
      `${row('Bert', '')},`,
    ].join('\r\n')
    const { row_errors } = await send(csv)
    expect(row_errors.map(({ row, column }) => [row, column])).to.deep.equal([[3, 'title']])
    await send(csv.split('\r\n').slice(0, 3).join('\r\n'))
    const anna = await personOf(server, company, hr, 'Anna')
    expect([anna.title, anna.custom]).to.deep.equal(['Head of "Salt, Pepper"', { note: 'two\nlines' }])
  })

  it('names of columns in any order and any case, with spaces around', async () => {
    const csv = ' TITLE ,Work_Email,FAMILY_name,given_name\nCook,anna@company.example,Example,Anna'
    expect(await send(csv)).to.include({ created: 1 })
    expect(await personOf(server, company, hr, 'Anna')).to.include({ title: 'Cook', given_name: 'Anna' })
  })

  it('rows that are empty are skipped, but counted, however many there are', async () => {
    const empty = ['', ',,,', ' , ,', '""']
    const csv = [names, ...empty, row('Anna'), ...empty, `${row('Bert', '')}`].join('\n')
    const { row_errors } = await send(csv)
    expect(row_errors.map(({ row, code }) => [row, code])).to.deep.equal([[11, 'required']])
    const far = [names, row('Anna'), ...Array.from({ length: 30_000 }, () => ',,,'), row('Carl')].join('\n')
    expect(await send(far)).to.include({ created: 2 })
  })

  it('rows that are short, and rows that are longer by empty cells; longer ones are refused', async () => {
    const csv = [`${names},team,location`, row('Anna'), `${row('Bert')},,, ,`, `${row('Carl')},,, ,x`].join(
      '\n',
    )
    const { row_errors } = await send(csv)
    expect(row_errors).to.deep.equal([
      {
        ...{ row: 4, column: null, code: 'too_many_cells' },
        message:
          'This row has 8 cells, and the first row 6. Put values that hold a delimiter in quotation marks.',
        params: { cells: 8, columns: 6 },
      },
    ])
    expect(await send(csv.split('\n').slice(0, 3).join('\n'))).to.include({ created: 2 })
  })

  it('characters of several bytes, wherever a piece of the file ends', async () => {
    const title = '\u{1F680}'.repeat(120)
    const rows = Array.from({ length: 250 }, (_, at) =>
      row(`P${at}`, `${'x'.repeat(at % 7)}${title.slice(14)}`),
    )
    const { row_errors, created } = await hr.call(
      'org_people_import_csv',
      { csv: [names, ...rows].join('\n') },
      { dryRun: true },
    )
    expect([row_errors.slice(0, 1), created]).to.deep.equal([[], 250])
  })

  describe('what is no such file', () => {
    const problem = async (csv: string) => {
      const before = await readContents(server.db, company)
      const { body } = await refused(send(csv), 'validation_failed')
      await expectUnchanged(server.db, before, 'a refused file', company)
      return body.error.details!.map(({ path, code, message }) => `${path} ${code} ${message}`)
    }

    it('a quotation mark that is not closed, with the line where its value begins', async () => {
      expect(
        await problem([names, row('Anna', '"a\nb"'), row('Bert', '"open'), row('Carl')].join('\n')),
      ).to.deep.equal(['csv csv_unreadable Line 4 cannot be read as CSV: a quotation mark is not closed.'])
    })

    it('a quotation mark within a value, and a value that goes on after one', async () => {
      expect((await problem([names, row('Anna', 'a"b')].join('\n')))[0]).to.include(
        'Line 2 cannot be read as CSV: a quotation mark is inside a value',
      )
      expect((await problem([names, '', row('Anna', '"a"b')].join('\n')))[0]).to.include(
        'Line 3 cannot be read as CSV: a value goes on after its closing',
      )
    })

    it('251 people; 250 are taken, with empty rows between', async () => {
      const rows = Array.from({ length: 251 }, (_, at) => row(`P${at}`))
      expect(await problem([names, ...rows].join('\n\n'))).to.deep.equal([
        'csv csv_too_long The file has more than 250 people; at most 250 people are read at a time. Import it in parts.',
      ])
      const { created } = await hr.call(
        'org_people_import_csv',
        { csv: [names, ...rows.slice(1)].join('\n\n') },
        { dryRun: true },
      )
      expect(created).to.equal(250)
    })

    it('more than 1 MiB, in bytes', async () => {
      const [most] = [1024 ** 2]
      const file = (title: string) => `${names},x\n${row('Anna', title)}`
      const long = file('ä'.repeat(most / 2))
      expect(await problem(long)).to.deep.equal([
        'csv csv_too_long The file has 1.00 MiB; at most 1 MiB are read at a time. Import it in parts.',
      ])
      expect((await problem(file('x'.repeat(most))))[0]).to.match(/^csv too_long /)
      const { row_errors } = await send(file('x'.repeat(most - Buffer.byteLength(file('')))))
      expect(row_errors.map(({ row, column, code }) => `${row} ${column} ${code}`)).to.deep.equal([
        '1 x unknown_column',
        '2 title too_long',
      ])
    })

    it('nothing but names of columns changes nothing', async () => {
      expect(await send(names)).to.deep.include({ created: 0, updated: 0, unchanged: 0, row_errors: [] })
    })
  })
})
