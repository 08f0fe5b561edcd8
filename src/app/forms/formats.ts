import type { Language, Text } from '../../texts/language.ts'
import { valuesOfFormat } from '../../validation/formats.ts'
import type { Choice } from '../parts/field/part.ts'

const kept = new Map<string, readonly Choice[]>()

/** The choices of a text whose format is a list, such as countries, by their names in a language. They are made once. */
export function choicesOfFormat(
  format: string | undefined,
  language: Language,
): readonly Choice[] | undefined {
  const values = format === undefined ? undefined : valuesOfFormat(format)
  if (!values) return undefined
  const key = `${format} ${language}`
  const known = kept.get(key)
  if (known) return known
  const name = namesOf(format!, language)
  const { compare } = new Intl.Collator(language)
  const choices = [...values]
    .map((value) => ({ value, label: name(value) }))
    .toSorted((a, b) => compare(a.label, b.label))
  kept.set(key, choices)
  return choices
}

function namesOf(format: string, language: Language): (code: string) => string {
  if (format === 'country') {
    const names = new Intl.DisplayNames([language], { type: 'region' })
    return (code) => names.of(code) ?? code
  }
  if (format === 'currency') {
    const names = new Intl.DisplayNames([language], { type: 'currency' })
    return (code) => [code, names.of(code)].filter((word) => word !== undefined).join(' · ')
  }
  return (code) => code.replaceAll('_', ' ')
}

/** The way to write a text of a format, in our own words. */
export const helpOfFormat: Readonly<Record<string, Text>> = {
  phone: {
    en: 'With the code of the country, such as +49 30 901820.',
    de: 'Mit der Vorwahl des Landes, zum Beispiel +49 30 901820.',
  },
  iban: { en: 'Spaces make no difference.', de: 'Leerzeichen spielen keine Rolle.' },
  country: { en: '', de: '' },
  currency: { en: '', de: '' },
  'time-zone': { en: '', de: '' },
}
