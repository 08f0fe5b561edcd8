import { expect } from 'chai'
import fc from 'fast-check'
import { emailKey } from '../../src/domain/email.ts'
import { formats, patterns } from '../../src/validation/formats.ts'

const isEmail = formats['idn-email'] as (value: string) => boolean
const pattern = new RegExp(patterns['idn-email'], 'u')

describe('an e-mail address', () => {
  const same: [written: string, key: string][] = [
    ['Ada@Acme.Example', 'ada@acme.example'],
    ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
    ['ada@BÜCHER.example', 'ada@xn--bcher-kva.example'],
    ['ada@bu\u0308cher.example', 'ada@xn--bcher-kva.example'],
    ['ada@XN--BCHER-KVA.example', 'ada@xn--bcher-kva.example'],
    ['ada@straße.example', 'ada@xn--strae-oqa.example'],
    ['ada@strasse.example', 'ada@strasse.example'],
    ['ada@例え.テスト', 'ada@xn--r8jz45g.xn--zckzah'],
    ['ada@1and1.4you.example', 'ada@1and1.4you.example'],
    ['ada@a.x1', 'ada@a.x1'],
    [`${'a'.repeat(64)}@${'a'.repeat(63)}.example`, `${'a'.repeat(64)}@${'a'.repeat(63)}.example`],
    ["o'Neill+hr@a-b.example", "o'neill+hr@a-b.example"],
  ]
  for (const [written, key] of same)
    it(`${written} is ${key}`, () => {
      expect(isEmail(written)).to.equal(true)
      expect(written).to.match(pattern)
      expect(emailKey(written)).to.equal(key)
      expect(emailKey(key)).to.equal(key)
    })

  for (const written of [
    'ada',
    'ada@',
    '@bücher.example',
    'ada@bücher',
    'ada@bücher..example',
    'ada@bücher.example.',
    'ada@bücher .example',
    'ada@bücher.example/x',
    'ada@bücher.example:80',
    'ada@bü%63her.example',
    'ada@ü@bücher.example',
    'adä@bücher.example',
    'ada@\u{1F980}.example',
    'ada@a\u200db.example',
    'ada@127.0.0.1',
    'ada@１２７.0.0.1',
    'ada@127.1',
    'ada@0x7f.0x1',
    'ada@x.1',
    'ada@1.2.3.4.5',
    'ada@bücher.1',
    'ada@xn--a.example',
    'ada@xn--.example',
    'ada@xn--a-.example',
    'ada@XN--ZZZZZZ99999.example',
    `ada@${'a'.repeat(64)}.example`,
    `ada@acme.${'a'.repeat(64)}`,
    `${'a'.repeat(65)}@acme.example`,
    `${'a'.repeat(65)}@bücher.example`,
    `ada@${'a.'.repeat(125)}ex`,
    `ada@${'ü'.repeat(64)}.example`,
    `ada@${'ü.'.repeat(60)}example`,
    `ada@${'ü'.repeat(100_000)}.example`,
  ])
    it(`${written.slice(0, 40)} is none`, () => {
      expect(isEmail(written)).to.equal(false)
    })

  it('has a key that is an address again and its own key, and fits the pattern that the document shows', () => {
    const label = fc.string({
      unit: fc.constantFrom('a', 'B', '7', '-', 'ü', 'Ö', 'ß', 'ı', '例', 'é', 'ـ', 'א'),
      minLength: 1,
      maxLength: 8,
    })
    fc.assert(
      fc.property(label, label, (one, two) => {
        const address = `ada@${one}.${two}`
        if (!isEmail(address)) return true
        const key = emailKey(address)
        return pattern.test(address) && isEmail(key) && emailKey(key) === key
      }),
    )
  })
})
