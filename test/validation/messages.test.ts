import { expect } from 'chai'
import type { ApiError } from '../../src/errors.ts'
import { problemOf } from '../../src/validation/messages.ts'
import { spell } from '../../src/texts/phrase.ts'
import { validateInput } from '../../src/validation/validate.ts'

describe('the words of what is wrong with an input', () => {
  const messages = (operationId: string, input: object): string[] => {
    try {
      validateInput(operationId, input)
    } catch (error) {
      return (error as ApiError).options.details!.map(
        ({ path, code, message }) => `${path} ${code} ${spell(message, 'en')}`,
      )
    }
    return []
  }
  const hired = {
    ...{ given_name: 'Ada', family_name: 'Lovelace', work_email: 'ada@acme.example', title: 'Analyst' },
    start_date: '2026-02-28',
  }

  it('are plain words for the least and the most of a number, and of a text', () => {
    expect(
      messages('org_people_hire', { ...hired, weekly_hours: -1, notice_period_days: 366 }),
    ).to.have.members([
      'weekly_hours out_of_range This must be at least 0.',
      'notice_period_days out_of_range This must be at most 365.',
    ])
    expect(messages('org_people_hire', { ...hired, title: 'x'.repeat(121) })).to.deep.equal([
      'title too_long This may have at most 120 characters.',
    ])
  })

  it('have a word for each comparison that a schema knows', () => {
    for (const [keyword, comparison, word] of [
      ['minimum', '>=', 'at least'],
      ['maximum', '<=', 'at most'],
      ['exclusiveMinimum', '>', 'more than'],
      ['exclusiveMaximum', '<', 'less than'],
    ] as const) {
      const found = problemOf({ keyword, instancePath: '', params: { comparison, limit: 3 } } as never, 3)
      expect([found.code, spell(found.message, 'en')]).to.deep.equal([
        'out_of_range',
        `This must be ${word} 3.`,
      ])
    }
  })

  it('tell a day that does not exist from one in a wrong form', () => {
    const told = (start_date: unknown) => messages('org_people_hire', { ...hired, start_date })
    for (const day of ['2022-02-30', '2023-02-29', '2022-13-01'])
      expect(told(day)).to.deep.equal([`start_date bad_format There is no such day as ${day}. Check it.`])
    for (const text of ['28.02.2026', '2026-2-28', 'tomorrow', ''])
      expect(told(text)).to.deep.equal([
        'start_date bad_format This must be a calendar date such as 2026-11-21.',
      ])
    expect(told('2024-02-29')).to.deep.equal([])
  })
})
