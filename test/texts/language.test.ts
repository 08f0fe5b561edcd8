import { expect } from 'chai'
import { languageFor } from '../../src/texts/language.ts'

describe('the language of an answer', () => {
  const asked: Record<string, [header: string, language: string]> = {
    'German, when it is asked for': ['de', 'de'],
    'German for Austria': ['de-AT', 'de'],
    'German with a script and a region': ['de-Latn-CH-1996', 'de'],
    'German in capitals': ['DE-de', 'de'],
    'what is liked best, not what comes first': ['en;q=0.5, de;q=0.8', 'de'],
    'the first of two that are liked the same': ['de, en', 'de'],
    'the other first of two that are liked the same': ['en, de', 'en'],
    'what browsers send in Germany': ['de-DE,de;q=0.9,en-US;q=0.8,en;q=0.7', 'de'],
    'what browsers send in America': ['en-US,en;q=0.9,de;q=0.8', 'en'],
    'the next of ours, when the first is none of them': ['fr-FR, fr;q=0.9, de;q=0.2, en;q=0.1', 'de'],
    'English for languages that it does not speak': ['fr, it;q=0.5', 'en'],
    'English for any language': ['*', 'en'],
    'any other language than the one refused': ['en;q=0, *', 'de'],
    'English, when German is refused': ['de;q=0', 'en'],
    'English, when all are refused': ['*;q=0', 'en'],
    'a quality with spaces around it': [' de ; q=0.9 , en ; q=0.1 ', 'de'],
    'English for a quality above one': ['de;q=7', 'en'],
    'English for a negative quality': ['de;q=-1', 'en'],
    'English for what is no number': ['de;q=NaN', 'en'],
    'English for rubbish': ['\u0000;;=,,--,de_DE,*-de', 'en'],
    'English for an empty header': ['', 'en'],
    'the beginning of a very long header': [`de${',x'.repeat(5_000)}`, 'de'],
    'not the end of a very long header': [`${'x,'.repeat(5_000)}de`, 'en'],
  }
  for (const [title, [header, language]] of Object.entries(asked))
    it(`is ${title}`, () => {
      expect(languageFor(header)).to.equal(language)
    })

  it('is English when nobody says anything', () => {
    expect(languageFor(undefined)).to.equal('en')
  })

  it('is what was chosen, whatever the browser asks for', () => {
    expect(languageFor('en', 'de')).to.equal('de')
    expect(languageFor('de', 'en', 'de')).to.equal('en')
    expect(languageFor('en', null, 'de')).to.equal('de')
  })

  it('is what the browser asks for, when nothing was chosen', () => {
    expect(languageFor('de', null, undefined)).to.equal('de')
  })

  it('is English when another one was chosen in which the service says nothing', () => {
    expect(languageFor('de', 'fr')).to.equal('en')
  })

  it('takes no longer for a header of 10 kB than for one of 1 kB', () => {
    const spaces = ' '.repeat(10_000)
    const before = process.cpuUsage()
    for (let round = 0; round < 200; round++) languageFor(`de${spaces};q=${spaces}`)
    expect(process.cpuUsage(before).user).to.be.below(500_000)
  })
})
