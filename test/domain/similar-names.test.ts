import { expect } from 'chai'
import { comparableText, mistakesBetween, mostSimilar } from '../../src/domain/similar-names.ts'

describe('names that are similar to a text', () => {
  it('are compared with its three longest words, folded, without the domain of an e-mail address', () => {
    for (const [search, text] of [
      ['  Feldkmap ', 'feldkmap'],
      ['Müler, Zoë', 'muler zoe'],
      ['zoe.muler@company.example', 'zoe.muler'],
      ['Anna de la Feldkmap', 'anna de feldkmap'],
      ['Öz', undefined],
      ['a1 2', undefined],
      ['@company.example', undefined],
    ] as const)
      expect(comparableText(search), search).to.equal(text)
  })

  it('have the fewest mistakes: letters that are swapped, replaced, left out or too many', () => {
    for (const [one, other, mistakes] of [
      ['feldkmap', 'feldkamp', 1],
      ['wilkowsky', 'wilkowski', 1],
      ['muler', 'muller', 1],
      ['smith', 'smith', 0],
      ['', 'ada', 3],
      ['ada', '', 3],
      ['kitten', 'sitting', 3],
    ] as const)
      expect(mistakesBetween(one, other), `${one} ${other}`).to.equal(mistakes)
  })

  it('are at most five; equally good ones keep their order', () => {
    const people = ['ada feldkow', 'bo feldkam', 'cy feldkamp', 'di feldkampe', 'ed feldkamp', 'fi xu'].map(
      (names) => ({ names }),
    )
    const names = (text: string) => mostSimilar(text, people).map((person) => person.names)
    expect(names('feldkmap')).to.deep.equal([
      'cy feldkamp',
      'ed feldkamp',
      'bo feldkam',
      'di feldkampe',
      'ada feldkow',
    ])
    expect(names('ed feldkmap')[0]).to.equal('ed feldkamp')
  })
})
