import { expect } from 'chai'
import { canonicalIban, isIban } from '../../src/domain/iban.ts'
import { patterns } from '../../src/validation/formats.ts'

/** Examples of the registry of IBAN (SWIFT), with the shortest and the longest one. */
const examples =
  'DE89370400440532013000 GB82WEST12345698765432 FR1420041010050500013M02606 NL91ABNA0417164300 ' +
  'NO9386011117947 MT84MALT011000012345MTLCAST001S LC55HEMM000100010012001200023015 PL61109010140000071219812874'

describe('an IBAN', () => {
  it('has check digits that fit, whatever its country, with spaces and in small letters, too', () => {
    const pattern = new RegExp(patterns.iban, 'u')
    for (const iban of examples.split(' '))
      for (const written of [iban, iban.toLowerCase(), iban.replaceAll(/.{4}/g, '$& ').trim()]) {
        expect(isIban(written), written).to.equal(true)
        expect(written).to.match(pattern)
        expect(canonicalIban(written)).to.equal(iban)
      }
  })

  it('shows every wrong digit, and two neighbours that were exchanged', () => {
    const iban = 'DE89370400440532013000'
    for (let at = 2; at < iban.length; at++) {
      for (const digit of '0123456789')
        if (digit !== iban[at]) expect(isIban(iban.slice(0, at) + digit + iban.slice(at + 1))).to.equal(false)
      const exchanged = iban.slice(0, at) + iban[at + 1] + iban[at] + iban.slice(at + 2)
      if (at + 1 < iban.length && exchanged !== iban) expect(isIban(exchanged), exchanged).to.equal(false)
    }
  })

  it('is nothing else', () => {
    for (const wrong of [
      '',
      'DE',
      '89DE370400440532013000',
      'DE89-3704-0044-0532-0130-00',
      'ÐE89370400440532013000',
      'DE8937040044053201300O',
      'DE89370400440532013',
      `DE89${'0'.repeat(40)}`,
      // Check digits that fit, with a character too few and one too many.
      `LC20${'1'.repeat(10)}`,
      `LC42${'1'.repeat(31)}`,
    ])
      expect(isIban(wrong), wrong).to.equal(false)
  })

  it('never has the check digits 00, 01 and 99, which give the same remainders as 97, 98 and 02', () => {
    const withDigits = (digits: string) =>
      Array.from({ length: 2000 }, (_, n) => `DE${digits}${String(n).padStart(18, '0')}`).filter(isIban)
    for (const digits of ['97', '98', '02']) expect(withDigits(digits)).to.not.have.length(0)
    for (const digits of ['00', '01', '99']) expect(withDigits(digits)).to.have.length(0)
  })
})
