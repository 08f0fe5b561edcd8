import { expect } from 'chai'
import fc from 'fast-check'
import { splitName } from '../../src/domain/person-name.ts'

describe('the given and family name in a display name', () => {
  const table: [displayName: string, given: string, family: string][] = [
    ['Ada Lovelace', 'Ada', 'Lovelace'],
    ['Ana María Cruz', 'Ana María', 'Cruz'],
    ['Anna van der Berg', 'Anna', 'van der Berg'],
    ['Ludwig van Beethoven', 'Ludwig', 'van Beethoven'],
    ['Vincent Willem van Gogh', 'Vincent Willem', 'van Gogh'],
    ['Maria de la Cruz', 'Maria', 'de la Cruz'],
    ['Leonardo da Vinci', 'Leonardo', 'da Vinci'],
    ['Otto von und zu Habsburg', 'Otto', 'von und zu Habsburg'],
    ['Ursula von der Leyen', 'Ursula', 'von der Leyen'],
    ['Ana dos Santos', 'Ana', 'dos Santos'],
    ['Mohammed bin Salman', 'Mohammed', 'bin Salman'],
    ['Yasmin Al-Sayed', 'Yasmin', 'Al-Sayed'],
    ['Hassan al Sayed', 'Hassan', 'al Sayed'],
    ['Robert De Niro', 'Robert', 'De Niro'],
    ['Jean-Claude Van Damme', 'Jean-Claude', 'Van Damme'],
    ['Oscar De La Hoya', 'Oscar', 'De La Hoya'],
    ['José Ortega y Gasset', 'José', 'Ortega y Gasset'],
    ["Gabriele d'Annunzio", 'Gabriele', "d'Annunzio"],
    ['ANNA VAN DER BERG', 'ANNA', 'VAN DER BERG'],
    ['HASSAN AL SAYED', 'HASSAN', 'AL SAYED'],
    ['anna van der berg', 'anna', 'van der berg'],
    // The first word belongs to the given name, and what looks like a particle may be a given name.
    ['Van Morrison', 'Van', 'Morrison'],
    ['Ben Kingsley', 'Ben', 'Kingsley'],
    ['Weird Al Yankovic', 'Weird Al', 'Yankovic'],
    ['John E Smith', 'John E', 'Smith'],
    ['Lou van', 'Lou', 'van'],
    ['Cher', 'Cher', '-'],
    ['  Anna   van\tder  Berg ', 'Anna', 'van der Berg'],
    ['', '-', '-'],
  ]

  for (const [displayName, given_name, family_name] of table)
    it(`"${displayName}" is ${given_name} / ${family_name}`, () => {
      expect(splitName(displayName)).to.deep.equal({ given_name, family_name })
    })

  it('counts characters as the contract does, and cuts none in half', () => {
    const [long, clipped] = ['🎯'.repeat(101), '🎯'.repeat(100)]
    expect(splitName(`${long} ${long}`)).to.deep.equal({ given_name: clipped, family_name: clipped })
    expect(splitName(clipped)).to.deep.equal({ given_name: clipped, family_name: '-' })
  })

  it('loses no word, and leaves neither name empty or longer than the contract allows', () => {
    const word = fc.constantFrom('Ada', 'van', 'Der', 'y', 'E', 'BIN', 'Ö'.repeat(150), '李')
    fc.assert(
      fc.property(fc.array(word, { minLength: 2, maxLength: 8 }), (words) => {
        const { given_name, family_name } = splitName(words.join(' '))
        for (const name of [given_name, family_name]) {
          const { length } = [...name]
          if (length < 1 || length > 100) return false
        }
        const tooLong = [given_name, family_name].some((name) => [...name].length === 100)
        return tooLong || `${given_name} ${family_name}` === words.join(' ')
      }),
    )
  })
})
