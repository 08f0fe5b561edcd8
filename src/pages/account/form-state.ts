import type { PasswordProblems } from '../new-password.ts'

/** Texts of the form that was sent, besides the account itself. */
export interface FormState {
  done?: string | undefined
  /** The problem of the form that was sent. */
  problem?: string | undefined
  /** The fields that are wrong, by their ids. */
  fields?: Record<string, string | undefined>
  /** Texts that were typed into the form of a new key. */
  key?: { name: string; audience: string; problem?: string | undefined }
  /** The day since which keys and apps would be revoked, as it was typed. */
  since?: string | undefined
  /** The new e-mail, as it was typed. */
  email?: { value: string; problem: string }
  /** Problems of a new password. */
  password?: PasswordProblems & { current?: string | undefined }
}
