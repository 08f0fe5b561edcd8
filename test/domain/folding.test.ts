import { rmSync } from 'node:fs'
import { expect } from 'chai'
import pg from 'pg'
import { startEmbedded, type EmbeddedDatabase } from '../../src/embedded-postgres/start.ts'
import { foldCase, nameKey } from '../../src/domain/folding.ts'
import {
  fullNameText,
  longestFolded,
  personSearchText,
  searchText,
  searchWords,
} from '../../src/domain/search.ts'
import { newFolderInMemory } from '../support/memory.ts'

const shown = (text: string) => Array.from(text, (one) => `U+${one.codePointAt(0)!.toString(16)}`).join(' ')

/** PostgreSQL 18 folds by tables that are made from Unicode's own files. Older ones have no such function. */
describe('what PostgreSQL 18 knows about letters', () => {
  let dir: string
  let embedded: EmbeddedDatabase
  let db: pg.Client

  before(async () => {
    dir = newFolderInMemory('rollcall-folding-')
    embedded = await startEmbedded(dir, { fsync: 'off' })
    db = new pg.Client({ connectionString: embedded.url })
    await db.connect()
  })
  after(async () => {
    await db.end()
    await embedded.stop()
    rmSync(dir, { recursive: true, force: true })
  })

  it('about case: foldCase says the same of every character', async () => {
    const { rows } = await db.query<{ code: number; folded: string }>(
      `select code, casefold(chr(code) collate pg_unicode_fast) as folded from generate_series(1, 1114111) as code
        where code not between 55296 and 57343 and unicode_assigned(chr(code))`,
    )
    expect(rows.length).to.be.greaterThan(250_000)
    const wrong = rows.filter(({ code, folded }) => foldCase(String.fromCodePoint(code)) !== folded)
    expect(
      wrong.map(({ code, folded }) => `${shown(String.fromCodePoint(code))} is not ${folded}`),
    ).to.deep.equal([])
  })

  it('about accents: the search reads every Latin letter of European languages and Vietnamese as unaccent does', async () => {
    await db.query('create extension if not exists unaccent')
    const { rows } = await db.query<{ letter: string; plain: string }>(
      `select chr(code) as letter, lower(unaccent(chr(code))) as plain
         from generate_series(x'c0'::int, x'1eff'::int) as code
        where code not between x'250'::int and x'1dff'::int and code not in (x'd7'::int, x'f7'::int)
          and unaccent(chr(code)) <> chr(code)`,
    )
    expect(rows.length).to.be.greaterThan(600)
    const wrong = rows.filter(({ letter, plain }) => searchText(letter) !== searchText(plain))
    expect(wrong).to.deep.equal([])
    expect(rows.filter(({ letter }) => /[^a-z]/.test(searchText(letter)))).to.deep.equal([])
  })
})

describe('the key of a name', () => {
  const same: [string, string][] = [
    ['Sales', 'SALES'],
    ['Straße', 'STRASSE'],
    ['STRAẞE', 'strasse'],
    ['Sales  Team', 'Sales Team'],
    ['Sales\u00a0Team', 'sales team'],
    [' Sales ', 'Sales'],
    ['Cafe\u0301', 'CAFÉ'],
    ['ΟΔΟΣ', 'οδος'],
    ['οδοσ', 'οδος'],
    ['İzmir', 'i̇zmir'],
    ['ﬁnance', 'FINANCE'],
    ['ǅ', 'ǆ'],
    ['ꮳꮃꭹ', 'ᏣᎳᎩ'],
    // An iota below moves behind the other marks when it is folded.
    ['α\u0345\u0301', 'ά\u03b9'],
  ]
  for (const [one, other] of same)
    it(`is the same for ${one} and ${other}`, () => expect(nameKey(one)).to.equal(nameKey(other)))

  const different: [string, string][] = [
    ['H²', 'H2'],
    ['Cafe', 'Café'],
    ['Sales Team', 'SalesTeam'],
    ['Sales-Team', 'Sales Team'],
    ['ISPARTA', 'ısparta'],
    ['İzmir', 'Izmir'],
    ['Ｓａｌｅｓ', 'Sales'],
    ['№ 1', 'No 1'],
    ['か', 'カ'],
  ]
  for (const [one, other] of different)
    it(`differs for ${one} and ${other}`, () => expect(nameKey(one)).to.not.equal(nameKey(other)))

  it('is its own key, whatever the name', () => {
    for (let code = 1; code < 0x110000; code++) {
      if (code >= 0xd800 && code < 0xe000) continue
      const key = nameKey(`a${String.fromCodePoint(code)}a`)
      if (nameKey(key) !== key) expect.fail(shown(key))
    }
  })
})

describe('the text for the search', () => {
  const texts: Record<string, string> = {
    'Zoë Müller-Øster': 'zoe muller oster',
    'JOSÉ ÖZTÜRK': 'jose ozturk',
    Straßer: 'strasser',
    'Łukasz Đorđe': 'lukasz dorde',
    'Æsa Þórsdóttir': 'aesa thorsdottir',
    'Işık İnan': 'isik inan',
    'Seán O’Neil': 'sean oneil',
    "D'Angelo": 'dangelo',
    'Col·lell': 'collell',
    'Jean\u2011Luc': 'jean luc',
    'Нгуен Ёлкин': 'нгуен елкин',
    'Ｙａｍａｄａ ハナコ': 'yamada ハナコ',
    カガ: 'カガ',
    'Nguyễn Thị Ánh': 'nguyen thi anh',
    'García-López, José;': 'garcia lopez jose',
    '(José) [José] {José} <José>': 'jose jose jose jose',
    '"José" “José” „José” «José» ‹José› „José“': 'jose jose jose jose jose jose',
    'Ｏｓｔｅｒ，（Ｚｏｅ）': 'oster zoe',
    'C++/C#, R&D': 'c++/c# r&d',
    '´': '',
    ',;()<>[]{}"“”„«»‹›': '',
  }
  for (const [text, expected] of Object.entries(texts))
    it(`of ${text} is ${expected || 'empty'}`, () => {
      expect(searchText(text)).to.equal(expected)
      expect(searchText(expected)).to.equal(expected)
      expect(searchWords(text)).to.deep.equal(expected.split(' ').filter(Boolean))
    })

  it('of a person has all names and the e-mail', () => {
    const person = {
      given_name: 'Zoë',
      family_name: 'Øster',
      preferred_name: null,
      work_email: 'z.o@acme.example',
    }
    expect(personSearchText(person)).to.equal('zoe oster z.o@acme.example')
    expect(personSearchText({ ...person, preferred_name: 'Zo' })).to.equal('zoe oster zo z.o@acme.example')
  })

  it('is cut after 300 units, but not within a character, and each name by itself', () => {
    const cut = searchText(`x${'🎯'.repeat(200)}`)
    expect(cut).to.equal(`x${'🎯'.repeat(149)}`)
    expect(searchText(`${'x'.repeat(longestFolded - 1)} y`)).to.equal('x'.repeat(longestFolded - 1))
    const names = { given_name: 'x'.repeat(2 * longestFolded), family_name: 'Øster' }
    expect(fullNameText(names)).to.equal(`${'x'.repeat(longestFolded)} oster`)
  })

  it('of a person has each spelling of an international e-mail domain', () => {
    const of = (work_email: string) => personSearchText({ given_name: 'Zoë', family_name: '-', work_email })
    expect(of('Z@Bücher.example')).to.equal('zoe z@bucher.example z@xn bcher kva.example')
    expect(of('Z@xn--bcher-kva.example')).to.equal('zoe z@xn bcher kva.example')
    for (const text of ['Z@Bücher.example', '<z@BÜCHER.EXAMPLE>', 'z@xn--bcher-kva.example'])
      expect(searchWords(text), text).to.deep.equal(['z@xn', 'bcher', 'kva.example'])
    expect(searchWords('z@bü')).to.deep.equal(['z@bu'])
    expect(searchWords('zoë@acme.example Zoë.Ø')).to.deep.equal(['zoe@acme.example', 'zoe.o'])
  })
})
