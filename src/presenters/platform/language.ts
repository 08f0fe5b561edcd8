import type { components } from '../../generated/contract.ts'

type Language = components['schemas']['Language']

/** A map, so that it does not compile when it lacks a language of the contract or has one too many. */
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

/** One's own choice goes before the company's; without either, each browser decides. */
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
