import type { ApiError } from '../../errors.ts'
import { spell, type Phrase } from '../../texts/phrase.ts'
import type { Language } from '../../texts/language.ts'
import type { Problem } from '../parts/notice/part.ts'
import { formTexts } from '../texts/forms.ts'
import { forReaders } from '../show/sentence.ts'
import { idOf } from './values.ts'

/** The problems of a refused input: for the top of its form, and by the paths of fields. */
export function problemsOf(error: ApiError, language: Language): { all: Problem[]; at: Map<string, string> } {
  const details = error.options.details ?? []
  if (details.length === 0)
    return { all: [{ text: told(error.about ?? { text: untold, values: {} }, language) }], at: new Map() }
  const at = new Map<string, string>()
  const all = details.map(({ path, code, message, params }): Problem => {
    const isNumber = code === 'wrong_type' && /\b(number|integer)\b/.test(String(params?.['expected']))
    const text = isNumber ? formTexts[language].number : told(message, language)
    if (path !== '' && !at.has(path)) at.set(path, text)
    return { id: path === '' ? undefined : idOf(path), text }
  })
  return { all, at }
}

const told = (message: Phrase, language: Language): string => forReaders(spell(message, language), language)

const untold = { en: 'It was refused.', de: 'Es wurde abgelehnt.' }
