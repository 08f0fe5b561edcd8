import type pg from 'pg'
import type { Config } from '../config.ts'

/** Tools that commands work with. */
export interface Tools {
  /** Opens connections with the owner's login. Called only after the input was checked. */
  open: () => Promise<pg.Pool>
  config: Config
  now: Date
  /** Says what went wrong, though the command goes on. */
  complain: (text: string) => void
}

export interface Output {
  /** The result for people. */
  text: string
  /** The result for programs (`--json`). */
  json: unknown
}

export interface Option {
  about: string
  /** The name of the value in the help; left out: the flag takes no value. */
  value?: string
  required?: boolean
}

export interface Command {
  about: string
  /** The value that follows the command without a flag, by this name. */
  argument?: { name: string; about: string; required?: boolean }
  options: Record<string, Option>
  /** Needs SECRET_KEY in production, unless this is false. */
  needsSecret?: boolean
  run: (tools: Tools, values: Record<string, string | undefined> & { force?: unknown }) => Promise<Output>
}
