import { expect } from 'chai'
import { canonicalPhone } from '../../src/domain/phone.ts'
import { formats, patterns } from '../../src/validation/formats.ts'

const isPhone = formats['phone'] as (value: string) => boolean
const pattern = new RegExp(patterns.phone, 'u')

describe('a phone number', () => {
  const table: [written: string, stored: string][] = [
    ['+4930901820', '+4930901820'],
    ['+49 30 901820', '+4930901820'],
    ['+44 (20) 7946-0018', '+442079460018'],
    ['+49 (0)30 901820', '+4930901820'],
    ['+49(0)30/90.18-20', '+4930901820'],
    ['(+49) (0) 30 901820', '+4930901820'],
    ['+49 ( 0 ) 30 901820', '+4930901820'],
    ['+4 9 (0)30 901820', '+4930901820'],
    ['+420 (0) 224 000 111', '+420224000111'],
    ['+353 (0)1 234 5678', '+35312345678'],
    ['+49 (0)1234567890123', '+491234567890123'],
    // Only after the country code, and not where the zero is part of the number.
    ['+49 30 (0)901820', '+49300901820'],
    ['+49 (030) 901820', '+49030901820'],
    ['+39 (0)6 6982 1234', '+390669821234'],
    ['+378 (0)549 882 312', '+3780549882312'],
  ]
  for (const [written, stored] of table)
    it(`"${written}" is stored as ${stored}`, () => {
      expect(isPhone(written)).to.equal(true)
      expect(written).to.match(pattern)
      expect(canonicalPhone(written)).to.equal(stored)
      expect(canonicalPhone(stored)).to.equal(stored)
    })

  for (const written of [
    '030 901820',
    '0049 30 901820',
    '+49 (0)3012',
    '+1234567890123456',
    '+0 30 901820',
    '+49 30 90a820',
    '+',
  ])
    it(`"${written}" is none`, () => {
      expect(isPhone(written)).to.equal(false)
    })
})
