import type pg from 'pg'
import type { Vault } from '../secrets/personal.ts'
import type { TransactionMode } from './begin.ts'

/** Asks for rows of one organization, and of no other. */
export interface Asking {
  readonly orgId: string
  /** Runs SQL with parameters `$1 …`. It is prepared once for each connection, unless it is very long. */
  query: <Row>(text: string, values?: unknown[]) => Promise<Row[]>
}

/** Options of a transaction. */
export interface TransactionOptions {
  mode: TransactionMode
  /** Roll back whatever happened: a dry run. */
  dryRun?: boolean
  /** When the client leaves, the running query is cancelled over a connection of `control`. */
  gone?: { signal: () => AbortSignal; control: pg.Pool }
  /** Opens and seals what is private of people; needed by work that reads or writes such values. */
  vault?: Vault
  /** Waits for the turn of this call, before a connection is taken. */
  turn?: (signal: AbortSignal | undefined) => Promise<Turn>
}

export interface Turn {
  /** Ends the turn. */
  end: () => void
  /** Asked with the `begin`, before all else. When it fails, so does the call, whatever else it found. */
  first?: ((db: Asking) => Promise<void>) | undefined
}

/** The vault of a transaction, which work that needs it must have been given. */
export function given(vault: Vault | undefined): Vault {
  if (!vault) throw new Error('this transaction opens nothing private: begin it with the vault')
  return vault
}
