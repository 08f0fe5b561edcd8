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
  /** Steps that the generator itself cannot do, with the reason. They are tried all the same, and must fail. */
  faults?: Faults
}

export type Faults = Partial<Record<'build' | Step | 'unknown values', string>>

/**
 * The steps of each program, which gets the name of one, and in its environment `ROLLCALL` (the address), `KEY`, `TAKEN`
 * (the name of a unit), `EMAIL` (of nobody yet), `PHONE`, and `PERSON` (the id of somebody with a work phone). A step
 * prints one line:
 *
 * - `whoami`: the name of the organization
 * - `list`: how many units and positions there are
 * - `hire`: hires somebody with `EMAIL`, and sets their work phone to `PHONE`: how many rows their timeline has, and the phone
 * - `clear`: sends null as the work phone of `PERSON`, and prints it: `null`
 * - `refusal`: status, and the code in `details`, when a unit is created whose name is taken: `409 unit_name_taken`
 * - `values`: the role of the caller, and the kind of the first unit
 */
export const steps = ['whoami', 'list', 'hire', 'clear', 'refusal', 'values'] as const
export type Step = (typeof steps)[number]

/** The newest versions of the generators when they were tried. */
export const versions = {
  openapiGenerator: '7.25.0',
  kotlin: '2.4.21',
  oapiCodegen: 'v2.8.2',
  progenitor: '0.15.1',
  openapiPythonClient: '0.29.1',
  heyApi: '0.99.0',
  orval: '8.38.0',
}
