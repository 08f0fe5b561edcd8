import { idOf } from '../../forms/values.ts'
import type { Language } from '../../parts/html.ts'
import { documentTexts } from './texts.ts'

/** The id of the control that a problem is about. What is about none of the others is about the file. */
export function controlAt(id: string | undefined, values: Readonly<Record<string, string>>): string {
  const control = textControls.find((name) => idOf(name) === id) ?? 'file'
  return control === 'category' && values['new_category'] ? 'new_category' : control
}

const textControls = ['title', 'category', 'visibility', 'expires_on', 'notes'] as const

/** Names of the controls of the form, by their ids. */
export const labelsOf = (language: Language): Readonly<Record<string, string>> => {
  const t = documentTexts[language]
  return {
    ...{ title: t.titleField, category: t.category, new_category: t.newCategory },
    ...{ visibility: t.sees, expires_on: t.expires, notes: t.notes },
  }
}
