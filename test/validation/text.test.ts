import fc from 'fast-check'
import { text } from '../../src/validation/formats.ts'
import { normalize } from '../../src/validation/normalize.ts'

describe('the patterns that the document shows for free text', () => {
  const any = new RegExp(text.any, 'u')
  const filled = new RegExp(text.filled, 'u')
  /** Texts with many white spaces and control characters. */
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

  it('fit exactly the texts that are accepted, except those with \\r\\n, which the service changes to \\n', () => {
    fc.assert(fc.property(texts, (value) => any.test(value) === (accepted(value) && !value.includes('\r'))))
  })

  it('fit, if a text must not be empty, exactly those that are not empty after trimming', () => {
    fc.assert(fc.property(texts, (value) => filled.test(value) === (any.test(value) && value.trim() !== '')))
  })
})
