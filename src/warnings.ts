import type { components } from './generated/contract.ts'
import { warningCatalogue, type WarningParams } from './generated/warnings.ts'
import type { Language } from './texts/language.ts'
import { spell, type Phrase, type Values } from './texts/phrase.ts'
import { placeTexts, problemTexts } from './texts/problems.ts'

export type WarningCode = keyof WarningParams
export type ToldWarning = components['schemas']['Warning']

/** A warning of the catalogue (`openapi/components/warnings/<code>.yaml`), and the values for its message. */
export type Warning<Code extends WarningCode = WarningCode> = {
  [C in Code]: { code: C; params: WarningParams[C] }
}[Code]

/** The codes of what a rule warns of. */
export type CodeOf<Rule extends (...args: never[]) => readonly Warning[]> = ReturnType<Rule>[number]['code']

/** A warning as a value. Domain rules answer these; the action spells them with `ctx.tell`. */
export const warning = <Code extends WarningCode>(code: Code, params: WarningParams[Code]): Warning<Code> =>
  ({ code, params }) as Warning<Code>

/** The place of one of many people, for a sentence and for programs: an entry of the input, or a row of a file. */
export type Place = { path: string } | { row: number }

const placePhrase = (place: Place): Phrase =>
  'row' in place ? placeTexts.row(place) : placeTexts.path(place)

/** The place in the language of the reader, without a colon: `people[3]`, `Row 3`. */
export const placeText = (place: Place, language: Language): string => spell(placePhrase(place), language)

/** A warning as its reader gets it. */
export function tell({ code, params }: Warning, language: Language, place?: Place): ToldWarning {
  const { text, record } = warningCatalogue[code]
  const values = params as Values
  const said: Phrase = { text, values }
  const { record_id: recordId, ...named } = values
  return {
    code,
    message: spell(place ? problemTexts.at({ path: placePhrase(place), problem: said }) : said, language),
    params: { ...place, ...named },
    ...(record !== null && { record_id: recordId as string }),
  }
}
