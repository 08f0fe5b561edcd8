import type { Child } from '../../html/html.ts'
import type { Language } from '../../texts/language.ts'

export { html } from '../../pages/html.ts'
export type { Child, Language }

/** The examples of a part: the gallery shows them, and tests look at each. */
export type Examples = Record<string, (language: Language) => Child>
