import { expect } from 'chai'
import { longestFolded, personSearchText, searchText } from '../../src/domain/search.ts'
import { comparableText, mistakesBetween, mostSimilar } from '../../src/domain/similar-names.ts'
import { atOnce } from '../support/at-once.ts'
import { leastWorkMs } from '../support/longest-work.ts'

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
      ['anna '.repeat(20), 'anna'],
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
      for (const most of [0, 1, 2, 3, Infinity])
        expect(mistakesBetween(one, other, most), `${one} ${other} ${most}`).to.equal(
          mistakes > most ? Infinity : mistakes,
        )
  })

  it('are at most five; equally good ones keep their order', () => {
    const people = ['ada feldkow', 'bo feldkam', 'cy feldkamp', 'di feldkampe', 'ed feldkamp', 'fi xu'].map(
      (names) => ({ names }),
    )
    const names = (text: string) => atOnce(mostSimilar(text, people)).map((person) => person.names)
    expect(names('feldkmap')).to.deep.equal([
      'cy feldkamp',
      'ed feldkamp',
      'bo feldkam',
      'di feldkampe',
      'ada feldkow',
    ])
    expect(names('ed feldkmap')[0]).to.equal('ed feldkamp')
  })

  it('are compared by their first eight words, whichever of them is meant', () => {
    const people = [
      'ana',
      'ana bea cleo dora eva fay gil hugo',
      'ana bea cleo dora eva fay gil hugo ines',
    ].map((names) => ({ names }))
    const first = (text: string, of = people) => of.indexOf(atOnce(mostSimilar(text, of))[0]!)
    expect([first('ana'), first('hugo')]).to.deep.equal([0, 1])
    expect(first('ines', people.slice(1)), 'the ninth').to.equal(0)
  })

  it('take little time for each person, however many letters a character becomes', () => {
    const person = { given_name: '㎯'.repeat(100), family_name: '㎉'.repeat(100), work_email: 'a@b.example' }
    expect(searchText(person.given_name)).to.have.length(longestFolded)
    const people = Array.from({ length: 200 }, () => ({ names: personSearchText(person) }))
    const text = comparableText(`${'㎯'.repeat(33)} ${'㎉'.repeat(33)} ${'ﷺ'.repeat(32)}`)!
    expect([...mostSimilar(text, people)]).to.have.length(people.length)
    const milliseconds = leastWorkMs(() => atOnce(mostSimilar(text, people)))
    expect(milliseconds, 'of processor time').to.be.below(200)
  })

  it('of old rows are no more work: only the beginnings of words and the first words count', () => {
    const same = { names: `${'m'.repeat(6000)} ${'ada '.repeat(1000)}` }
    const before = process.threadCpuUsage()
    atOnce(
      mostSimilar(
        'm'.repeat(6000),
        Array.from({ length: 20 }, () => same),
      ),
    )
    const { user, system } = process.threadCpuUsage(before)
    expect((user + system) / 1000, 'milliseconds of processor time').to.be.below(200)
  })
})
