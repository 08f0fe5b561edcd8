import type { Workspace } from './workspace.ts'

/** A client that a generator makes from the document, and a small program that calls the service with it. */
export interface Client {
  /** The language, then the generator: `Go, oapi-codegen`. */
  name: string
  /** Commands that must be on the machine. */
  needs: readonly string[]
  /** Generates the client below `workspace.dir`, and builds it together with the program. */
  build: (workspace: Workspace) => Promise<void>
  /** The command that runs the program; the step is added as its last argument. */
  run: readonly [command: string, ...args: string[]]
}

/**
 * What each program does when it is given the name of the step, with `ROLLCALL` (the address), `KEY` and `TAKEN` (the name
 * of a unit that exists) in its environment. It prints one line:
 *
 * - `whoami`: the name of the organization
 * - `list`: how many units there are
 * - `refusal`: status, and the code in `details`, when a unit is created whose name is taken: `409 unit_name_taken`
 * - `values`: the role of the caller, and the kind of the first unit
 */
export const steps = ['whoami', 'list', 'refusal', 'values'] as const
export type Step = (typeof steps)[number]

/** The versions of the generators that were tried. */
export const versions = {
  openapiGenerator: '7.25.0',
  oapiCodegen: 'v2.8.2',
  progenitor: '0.15.1',
  openapiPythonClient: '0.29.1',
  heyApi: '0.99.0',
  orval: '8.38.0',
}
