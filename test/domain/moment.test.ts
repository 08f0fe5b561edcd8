import { expect } from 'chai'
import { momentOf } from '../../src/domain/moment.ts'
import { formats } from '../../src/validation/formats.ts'

describe('moments of an input', () => {
  const cases: Record<string, string> = {
    '2026-11-28T03:37:00Z': '2026-11-28T03:37:00.000Z',
    '2026-11-28t03:37:00.5z': '2026-11-28T03:37:00.500Z',
    '2026-11-28 03:37:00.123456789Z': '2026-11-28T03:37:00.123Z',
    '2026-11-28T03:37:00+05:30': '2026-11-27T22:07:00.000Z',
    '2026-11-28T03:37:00-0330': '2026-11-28T07:07:00.000Z',
    '2026-11-28T03:37:00+02': '2026-11-28T01:37:00.000Z',
    '1298-03-22T20:45:27+20:56': '1298-03-21T23:49:27.000Z',
    '2016-12-31T23:59:60Z': '2017-01-01T00:00:00.000Z',
    '0000-01-01T00:00:00+23:59': '-000001-12-31T00:01:00.000Z',
    '9999-12-31T23:59:59-23:59': '+010000-01-01T23:58:59.000Z',
  }

  for (const [text, moment] of Object.entries(cases))
    it(`${text} is ${moment}`, () => {
      expect((formats['date-time'] as { validate: (value: string) => boolean }).validate(text)).to.equal(true)
      expect(momentOf(text).toISOString()).to.equal(moment)
    })

  it('are nothing else', () => {
    for (const text of ['2026-11-28', '2026-11-28T03:37:00', 'now']) expect(() => momentOf(text)).to.throw()
  })
})
