import { expect } from 'chai'
import { detailFields, personDetails } from '../../src/domain/person-details.ts'
import type { ApiError, Detail } from '../../src/errors.ts'
import { problemOf } from '../../src/validation/messages.ts'
import { spell } from '../../src/texts/phrase.ts'
import { validateInput } from '../../src/validation/validate.ts'
import { contractActions, document } from '../support/contract.ts'

describe('the words of what is wrong with an input', () => {
  const detailsOf = (operationId: string, input: object): readonly Detail[] => {
    try {
      validateInput(operationId, input)
    } catch (error) {
      return (error as ApiError).options.details!
    }
    return []
  }
  const messages = (operationId: string, input: object): string[] =>
    detailsOf(operationId, input).map(({ path, code, message }) => `${path} ${code} ${spell(message, 'en')}`)
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
      expect(told(day)).to.deep.equal(['start_date bad_format No calendar has this day. Check it.'])
    for (const text of ['28.02.2026', '2026-2-28', 'tomorrow', ''])
      expect(told(text)).to.deep.equal([
        'start_date bad_format This must be a calendar date such as 2026-11-21.',
      ])
    expect(told('2024-02-29')).to.deep.equal([])
  })
  it('never repeat what was typed as a detail of a person', () => {
    const typed = ['1985-02-31', '31.02.1985', '1985', ' 1985\t', '1985'.repeat(9000), 198_519_851_985]
    const wrongs: unknown[] = typed.flatMap((value) => [value, [value], { line1: value, city: [value] }])
    for (const field of detailFields)
      for (const value of wrongs) {
        const person = personDetails[field].contact ? { contact: { [field]: value } } : { [field]: value }
        for (const told of [
          detailsOf('org_people_hire', { ...hired, ...person }),
          detailsOf('org_people_update_profile', { person_id: 'x', ...person }),
          detailsOf('org_me_update_profile', person),
          detailsOf('org_setup_apply', { people: [{ ...hired, ...person }] }),
        ])
          expect(JSON.stringify(told), field).to.not.include('1985')
      }
    expect(messages('org_me_update_profile', { birthday: '1985-02-31' })).to.have.lengthOf(1)
  })

  it('never show a pattern of the contract, in English or German', () => {
    const shown: string[] = []
    const seen = new Set<unknown>()
    let told = 0
    const look = (part: unknown): void => {
      if (typeof part !== 'object' || part === null || seen.has(part)) return
      seen.add(part)
      const { pattern, format, $ref } = part as { pattern?: unknown; format?: unknown; $ref?: unknown }
      if (typeof $ref === 'string') {
        const [, ...steps] = $ref.split('/')
        look(steps.reduce<unknown>((at, step) => (at as Record<string, unknown>)[step], document))
      }
      // Free text has words of its own.
      if (typeof pattern === 'string' && format === undefined && !pattern.includes('\\u1680')) {
        told++
        const { message } = problemOf(
          { keyword: 'pattern', instancePath: '', params: { pattern } } as never,
          'x',
        )
        for (const language of ['en', 'de'] as const)
          if (spell(message, language).includes('^')) shown.push(pattern)
      }
      for (const inner of Object.values(part)) look(inner)
    }
    for (const { operation } of Object.values(contractActions)) look(operation.requestBody)
    expect(told).to.be.above(3)
    expect(shown, 'say them in src/texts/patterns.ts').to.deep.equal([])
    expect(messages('org_reports_headcount', { from: '11/2026' })).to.deep.equal([
      'from bad_format This must be a month such as 2026-11.',
    ])
  })
})
