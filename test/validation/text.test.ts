import fc from 'fast-check'
import { text } from '../../src/validation/formats.ts'
import { normalize } from '../../src/validation/normalize.ts'

describe('the patterns that the document shows for free text', () => {
  const any = new RegExp(text.any, 'u')
  const filled = new RegExp(text.filled, 'u')
  /** Much white space and many control characters among all else. */
  const texts = fc.string({
    unit: fc.oneof(
      fc.constantFrom(
        ' ',
        '\n',
        '\t',
        '\r\n',
        '\r',
        '\u00a0',
        '\u2028',
        '\ufeff',
        '\u0000',
        '\u001f',
        '\u007f',
        '\u0085',
        'a',
      ),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    ),
  })
  const accepted = (value: string) => normalize({ value }).problems.length === 0

  it('fit what is accepted, and nothing else; but \\r\\n, which becomes \\n, they do not know', () => {
    fc.assert(fc.property(texts, (value) => any.test(value) === (accepted(value) && !value.includes('\r'))))
  })

  it('fit, where something must be said, what leaves something after trimming', () => {
    fc.assert(fc.property(texts, (value) => filled.test(value) === (any.test(value) && value.trim() !== '')))
  })
})
