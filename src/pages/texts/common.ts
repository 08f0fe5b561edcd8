import type { Translations } from '../language.ts'

const en = {
  skip: 'Skip to content',
  madeWith: 'Powered by',
}

const de: typeof en = {
  skip: 'Zum Inhalt springen',
  madeWith: 'Bereitgestellt mit',
}

/** Texts of every page. */
export const common: Translations<typeof en> = { en, de }
