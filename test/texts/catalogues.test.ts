import { expect } from 'chai'
import { warningCatalogue } from '../../src/generated/warnings.ts'
import { closings } from '../../src/texts/closings.ts'
import { languages, type Language, type Text } from '../../src/texts/language.ts'
import { changesAsked, loginOfNobody, spellSummary, summaries } from '../../src/texts/log.ts'
import { spell, valuesIn, wholeListOf, withoutValues, type Values } from '../../src/texts/phrase.ts'
import { tell, warning } from '../../src/warnings.ts'

const fill = (words: string, values: Values, language: Language) =>
  spell({ text: { en: words, de: words }, values }, language)

const all: Record<string, Text> = {
  ...Object.fromEntries(
    Object.entries(warningCatalogue).map(([code, { text }]) => [`warning ${code}`, text]),
  ),
  ...Object.fromEntries(Object.entries(summaries).map(([code, text]) => [`line ${code}`, text])),
  ...Object.fromEntries(Object.entries(changesAsked).map(([code, text]) => [`change ${code}`, text])),
  ...Object.fromEntries(Object.entries(closings).map(([code, text]) => [`closing ${code}`, text])),
  'login of nobody': loginOfNobody,
}

describe('the texts of warnings, of the log and of closings', () => {
  it('are there in each language, in words of its own, with the same values', () => {
    for (const [name, text] of Object.entries(all)) {
      expect(Object.keys(text), name).to.have.members(languages)
      expect(new Set(Object.values(text)).size, name).to.equal(languages.length)
      for (const language of languages) {
        expect(withoutValues(text[language]), `${name} in ${language}`).to.not.match(/[{}#]/)
        expect(valuesIn(text[language]).sort(), `${name} in ${language}`).to.deep.equal(
          valuesIn(text.en).sort(),
        )
      }
    }
  })

  it('leave no place unfilled', () => {
    for (const [name, text] of Object.entries(all))
      for (const language of languages) {
        const values = Object.fromEntries(valuesIn(text.en).map((value) => [value, 2]))
        expect(fill(text[language], values, language), `${name} in ${language}`).to.not.match(/[{}#]/)
      }
  })
})

describe('a text with values', () => {
  it('names one thing or several, as its language says it', () => {
    const text = '{days, plural, one {# day} other {# days}}'
    expect([0, 1, 2].map((days) => fill(text, { days }, 'en'))).to.deep.equal(['0 days', '1 day', '2 days'])
    const { text: notice } = warningCatalogue.shorter_than_notice
    expect([1, 30].map((days) => /\d+ \w+/.exec(fill(notice.de, { days }, 'de'))![0])).to.deep.equal([
      '1 Tag',
      '30 Tage',
    ])
  })

  it('lists records, rows and words, and says how many more there are', () => {
    const people = [
      { id: 'a', name: 'Ada' },
      { id: 'b', name: 'Bob' },
    ]
    expect(fill('{people}.', { people, more: 0 }, 'en')).to.equal('Ada (id a), Bob (id b).')
    expect(fill('{people}.', { people, more: 3 }, 'de')).to.equal('Ada (id a), Bob (id b) und 3 weitere.')
    const rows = [{ day: '2027-01-01', title: 'Cook' }]
    expect(fill('{rows}', { rows, more: 1 }, 'en')).to.equal('2027-01-01 (Cook) and 1 more')
    expect(spell(wholeListOf(['a', 'b', 'c']), 'de')).to.equal('a, b und c')
    expect(spell(wholeListOf(['{more}']), 'de')).to.equal('{more}')
  })

  it('keeps a value as it is, also one that looks like a place or a replacement, on one line', () => {
    expect(fill('{unit}!', { unit: '{more} $& #', more: 1 }, 'en')).to.equal('{more} $& #!')
    expect(fill('{unit}!', { unit: 'A\nB\u202e' }, 'en')).to.equal('A B!')
    expect(fill('{units}!', { units: ['{more}', 'A\nB'], more: 2 }, 'en')).to.equal('{more}, A B and 2 more!')
  })
})

describe('a warning', () => {
  it('has its code, its sentence, its values, and the record that it is about', () => {
    const becomes = warning('unit_lead_becomes_manager', { unit: 'Bau', name: 'Ada', record_id: 'a1' })
    expect(tell(becomes, 'de', { row: 3 })).to.deep.equal({
      code: 'unit_lead_becomes_manager',
      message:
        'Zeile 3: Es wurde keine Führungskraft angegeben: Die Leitung von Bau, Ada (id a1), wird die Führungskraft.',
      params: { row: 3, unit: 'Bau', name: 'Ada' },
      record_id: 'a1',
    })
  })
})

describe('a line of the log', () => {
  it('is spelled with the name of today, and a part of its own for what was asked', () => {
    const asked = { change: 'terminate' }
    expect(spellSummary('approval_requested', asked, '{change} $&', 'de')).to.equal(
      'Freigabe beantragt: Änderung des Endes der Beschäftigung von {change} $&',
    )
  })

  it('of a later version is its code', () => {
    expect(spellSummary('toString', {}, 'Ada', 'en')).to.equal('toString')
  })
})
