import type { PasswordProblems } from '../new-password.ts'

/** What stands on the account page besides what there is. */
export interface FormState {
  done?: string | undefined
  /** What went wrong with the form that was sent. */
  problem?: string | undefined
  /** The fields that are wrong, by their ids. */
  fields?: Record<string, string | undefined>
  /** What was typed into the form of a new key. */
  key?: { name: string; audience: string; problem?: string | undefined }
  /** The day since which keys and apps would be revoked, as it was typed. */
  since?: string | undefined
  /** What is wrong with a new password. */
  password?: PasswordProblems & { current?: string | undefined }
}
