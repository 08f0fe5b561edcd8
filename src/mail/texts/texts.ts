import { de } from './de.ts'
import { en } from './en.ts'
import type { Texts } from './type.ts'

const languages: Record<string, Texts> = { en, de }

/** The texts of the first of these languages; null for none. What is not written yet is in English. */
export function textsFor(...wanted: readonly (string | null)[]): { language: string; texts: Texts } {
  const chosen = wanted.find((one) => one !== null)?.split('-')[0] ?? 'en'
  const texts = languages[chosen]
  return texts ? { language: chosen, texts } : { language: 'en', texts: en }
}
