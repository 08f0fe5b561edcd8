import { erasedPerson } from '../../domain/erased.ts'
import type { Language } from '../language.ts'

/** The name of somebody who was erased, as pages say it. Answers have it in English. */
export const nameOfErased: Readonly<Record<Language, string>> = { en: erasedPerson, de: 'Gelöschte Person' }
