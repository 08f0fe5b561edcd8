import type { components } from '../../generated/contract.ts'

type Language = components['schemas']['Language']

/** An object and not a list, so that it compiles only with exactly the languages of the contract. */
const shipped: Record<Language, true> = {
  en: true,
  de: true,
  fr: true,
  es: true,
  it: true,
  nl: true,
  pt: true,
  pl: true,
}
const available = Object.keys(shipped) as Language[]

/** The user's own choice is used before the company's. Without either, the browser decides. */
export function presentLanguage(
  company: string | null,
  own: string | null,
): components['schemas']['LanguageSettings'] {
  return {
    company: company as Language | null,
    own: own as Language | null,
    effective: (own ?? company) as Language | null,
    available,
  }
}
