import { expect } from 'chai'
import {
  ApiError,
  detailOf,
  invalidAll,
  notFound,
  problem,
  tell,
  tellDetail,
  type ErrorName,
} from '../../src/errors.ts'
import { actions } from '../../src/generated/actions.ts'
import { errorCatalogue } from '../../src/generated/errors.ts'
import { warningCatalogue } from '../../src/generated/warnings.ts'
import { recordKinds } from '../../src/texts/records.ts'
import { languages, type Language, type Text } from '../../src/texts/language.ts'
import { paramsOf, phrases, spell, texts, untranslated, valuesIn } from '../../src/texts/phrase.ts'
import * as access from '../../src/texts/access.ts'
import * as assistants from '../../src/texts/assistants.ts'
import * as files from '../../src/texts/files.ts'
import * as input from '../../src/texts/input.ts'
import * as problems from '../../src/texts/problems.ts'
import * as requests from '../../src/texts/requests.ts'
import * as signIn from '../../src/texts/sign-in.ts'

/** A number before a word that has one form only. */
const uncounted: Record<Language, RegExp> = {
  en: /\{(?:count|min|max|limit|length|seconds|decimals|cells|years|days|levels)\} (?!to\b)[a-z]/,
  de: /\{(?:count|min|max|limit|length|seconds|decimals|cells|years|days|levels)\} (?!(?:[a-zäöü]+ )?(?:Zeichen|MiB)|weitere)(?:[a-zäöü]+ )?[A-ZÄÖÜ]/,
}
/** Texts whose number is never 1: a limit of ours, or more than that. */
const neverOne = [
  ...['size', 'people', 'morePeople', 'cells', 'longRow', 'moreCells', 'noText', 'tooManyMarks', 'tooDeep'],
  ...['tooLarge', 'overLimit', 'formFieldTooLong', 'shortPassword', 'longPassword', 'too_many_cells'],
  ...[
    'self_upload_files_used',
    'too_many_uploads',
    'too_many_api_keys',
    'too_many_email_links',
    'too_many_endpoints',
    'too_many_fields',
    'too_many_job_rows',
    'too_many_months',
    'too_many_pay_rows',
    'too_many_positions',
    'too_many_comments',
    'comments_too_long',
    'too_many_tasks',
    'too_many_tasks_at_once',
    'too_many_templates',
  ],
  ...['too_many_open_requests', 'day_far_ahead', 'day_long_ago'],
]

const places = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)

describe('the texts of errors', () => {
  for (const [name, { message, path }] of Object.entries(errorCatalogue))
    it(`${name} is told in each language, with nothing left to fill in`, () => {
      const values = Object.fromEntries(valuesIn(`${path} ${message.en}`).map((one) => [one, `«${one}»`]))
      const params = { ...values, record_id: 'an id' }
      for (const language of languages) {
        const told = tellDetail(detailOf(problem(name as ErrorName, params as never)), language)
        expect(told.message).to.not.match(/[{}]/)
        for (const one of places(message.en)) expect(told.message).to.include(`«${one}»`)
        expect(Object.keys(told.params)).to.have.members(valuesIn(message.en))
      }
      expect(message.de).to.not.equal(message.en)
    })

  it('have the same places in both languages, and all are written', () => {
    const modules = [access, assistants, files, input, problems, requests, signIn]
    for (const texts of modules.flatMap((module) => Object.values<Record<string, { text: Text }>>(module)))
      for (const [name, { text }] of Object.entries(texts)) {
        expect(valuesIn(text.de), name).to.have.members(valuesIn(text.en))
        if (name !== 'notDeleted') expect(text.de, name).to.not.equal('')
      }
  })

  it('say a number with the form of its noun, with a verb that goes with it', () => {
    const modules = [access, assistants, files, input, problems, requests, signIn]
    const all: [string, Text][] = [
      ...modules
        .flatMap((module) => Object.values<Record<string, { text: Text }>>(module))
        .flatMap((texts) => Object.entries(texts).map(([name, { text }]): [string, Text] => [name, text])),
      ...Object.entries(errorCatalogue).map(([name, { message }]): [string, Text] => [name, message]),
      ...Object.entries(warningCatalogue).map(([name, { text }]): [string, Text] => [name, text]),
    ]
    const wrong = all.filter(([, text]) => languages.some((one) => uncounted[one].test(text[one])))
    expect([...new Set(wrong.map(([name]) => name))]).to.have.members([...neverOne, 'andMore'])
    expect(spell(input.inputTexts.tooFew({ min: 1 }), 'de')).to.include('muss mindestens 1 Eintrag stehen')
    const outdated = {
      text: warningCatalogue.requests_outdated.text,
      values: { count: 1, requests: ['a'], more: 0 },
    }
    expect(spell(outdated, 'de')).to.include('ist 1 Antrag, der auf Freigabe wartet, überholt: a')
  })
})

describe('a phrase', () => {
  const words = phrases({
    held: { en: '{who} holds {what}.', de: '{who} hat {what}.' },
    box: { en: 'a box', de: 'eine Kiste' },
  })
  const held = words.held({ who: 'Ada\n{what}', what: words.box() })

  it('is spelled with its values, words of ours in the same language, and names on one line as they are', () => {
    expect(spell(held, 'en')).to.equal('Ada {what} holds a box.')
    expect(spell(held, 'de')).to.equal('Ada {what} hat eine Kiste.')
  })

  it('compiles only with the same places in each language, also beside numbers with nouns', () => {
    const days = {
      en: '{n, plural, one {# day} other {# days}}',
      de: '{n, plural, one {# Tag} other {# Tage}}',
    } as const
    const { few } = phrases({ few: days })
    expect(spell(few({ n: 1 }), 'de')).to.equal('1 Tag')
    // @ts-expect-error the German text has another place
    texts({ line: { en: '{subject}', de: '{object}' } })
    // @ts-expect-error the English text has a place more
    texts({ line: { en: '{n, plural, one {#} other {#}} {subject}', de: '{subject}' } })
    // @ts-expect-error the place is called n
    expect(spell(few({ m: 1 }), 'en')).to.include('{n,')
  })

  it('stands where a day or a number of a refusal lacks: words of one language do not compile there', () => {
    expect(problem('end_is_past', { last_day: words.box() }).params.last_day).to.deep.equal(words.box())
    // @ts-expect-error a day, or a phrase
    problem('end_is_past', { last_day: 'not set' })
    // @ts-expect-error a number
    problem('location_in_use', { count: 'many', record_id: 'a' })
  })

  it('changes only words of ours', () => {
    expect(
      spell(words.held({ who: 'holds', what: untranslated('holds') }), 'en', (ours) =>
        ours.replace('holds', 'keeps'),
      ),
    ).to.equal('holds keeps keeps.')
  })

  it('tells its values to programs, each of limited length', () => {
    expect(paramsOf(words.held({ who: 'x'.repeat(5000), what: words.box() }), 'de')).to.deep.equal({
      who: 'x'.repeat(1000),
      what: 'eine Kiste',
    })
  })
})

describe('an error', () => {
  it('begins with the first of its problems, in the language of its reader', () => {
    const error = invalidAll(
      ['name', 'kind'].map((path) => ({
        path,
        code: 'too_long',
        message: input.inputTexts.tooLong({ max: 9 }),
      })),
    )
    expect(tell(error, 'en').message).to.equal(
      'name: This may have at most 9 characters. (and 1 more, see details)',
    )
    expect(tell(error, 'de').message).to.equal(
      'name: Das darf höchstens 9 Zeichen haben. (und 1 weitere, siehe details)',
    )
    expect(tell(error, 'de').details![0]!.params).to.deep.equal({ max: 9 })
    expect(error.message).to.equal(tell(error, 'en').message)
  })

  it('names each kind of record in both languages', () => {
    for (const kind of Object.keys(recordKinds) as (keyof typeof recordKinds)[]) {
      const error = notFound('the_id', kind)
      expect(tell(error, 'de').message).to.match(/^Keine? .*hat diese the_id\./)
      expect(tell(error, 'en').message).to.match(/^No .*has this the_id\. Take one from \S/)
      const named = Object.values(recordKinds[kind].list).flatMap((text) => text.split(/ or | oder /))
      const reads = Object.values(actions).filter(({ effect }) => effect === 'read')
      expect(reads.map(({ url }) => url.slice('/v1/'.length))).to.include.members(named)
    }
    expect(tell(notFound('unit_id', 'legal_entity'), 'de').details![0]!.message).to.equal(
      'Keine Gesellschaft mit dieser ID ist für Sie sichtbar.',
    )
  })

  it('keeps its English message for logs', () => {
    expect(new ApiError('internal', problems.problemTexts.internal()).message).to.match(
      /^Something went wrong/,
    )
  })
})
