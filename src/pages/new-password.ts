import { LinkRefusal } from '../auth/links.ts'
import { SignInRefusal } from '../auth/problems.ts'
import { ApiError } from '../errors.ts'
import { field } from './form.ts'
import type { Child } from '../html/html.ts'
import type { Language } from './language.ts'
import type { PageRequest } from './request.ts'
import { newPasswordTexts } from './texts/new-password.ts'
import { providerProblem } from './texts/providers.ts'

/** Fields of a form with a new password, and the most characters of each. */
export const newPasswordFields = { password: 256, repeated: 256 } as const

/** Problems of a new password, by field. */
export type PasswordProblems = Partial<Record<keyof typeof newPasswordFields, string>>

/** The two fields of a new password: nobody sees what they type, and a slip would lock them out. */
export function newPassword(language: Language, problems: PasswordProblems = {}, autofocus = false): Child {
  const t = newPasswordTexts[language]
  const shared = { type: 'password', autocomplete: 'new-password', maxlength: 256 } as const
  return [
    field({ ...shared, name: 'password', label: t.label, help: t.help, error: problems.password, autofocus }),
    field({ ...shared, name: 'repeated', label: t.repeat, error: problems.repeated }),
  ]
}

/** Outer spaces do not count, and one letter is the same however it is coded: as the contract takes passwords. */
const cleaned = (password: string): string => password.trim().normalize('NFC')

/** Finds the problem where not the same was typed twice; undefined otherwise. */
export function repeatedWrongly(
  { password, repeated }: { password: string; repeated: string },
  language: Language,
): PasswordProblems | undefined {
  const t = newPasswordTexts[language]
  if (cleaned(password) === '') return { password: t.problems['too_short']! }
  return cleaned(password) === cleaned(repeated) ? undefined : { repeated: t.differ }
}

/** Finds the problems of the new password, if an error tells them. */
export function passwordProblems(error: unknown, language: Language): PasswordProblems | undefined {
  if (!(error instanceof ApiError) || error.code !== 'validation_failed') return undefined
  const detail = error.options.details?.find(({ path }) => path === 'password')
  if (!detail) return undefined
  const t = newPasswordTexts[language]
  return { password: Object.hasOwn(t.problems, detail.code) ? t.problems[detail.code]! : t.refused }
}

/** A page of a link again, with what was wrong when a password was set with it. */
export interface RefusedPassword {
  /** The problem as a whole. */
  problem?: string | undefined
  fields?: PasswordProblems | undefined
  status?: number
}

/**
 * Finds the problems that the page tells of a refusal; undefined for a link that does not work, and for faults, which
 * have their own pages.
 */
export function refusedPassword(error: unknown, request: PageRequest): RefusedPassword | undefined {
  const fields = passwordProblems(error, request.language)
  if (fields) return { fields, status: 422 }
  if (!(error instanceof SignInRefusal) || error instanceof LinkRefusal) return undefined
  return { problem: providerProblem(error.problem, request), status: error.status }
}
