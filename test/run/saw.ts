import { checkLocks, lockProblems } from '../support/lock-order.ts'
import { answers, type Answered } from '../support/row-recorder.ts'
import { seen } from '../support/seen.ts'
import { checkStatements, recorded, sites, type Recorded } from '../support/sql-recorder.ts'

/** What tests of a process have seen, for the checks at the end of the run. */
export interface Saw {
  contract: typeof seen
  statements: Recorded
  /** Statement of src/ → where it was asked. */
  sites: ReadonlyMap<string, string>
  answers: ReadonlyMap<string, readonly Answered[]>
  lockProblems: ReadonlySet<string>
}

export function whatWasSeen(): Saw {
  return { contract: seen, statements: recorded, sites, answers, lockProblems }
}

/** What several processes saw, as if one had seen it. */
export function together(all: Saw[]): Saw {
  const sets = <T>(of: (saw: Saw) => ReadonlySet<T>) => new Set(all.flatMap((saw) => [...of(saw)]))
  // A statement of src/ that a test has sent first, in one of them, is still one of src/.
  const statements = all
    .flatMap((saw) => [...saw.statements])
    .toSorted(([, a], [, b]) => +(a !== null) - +(b !== null))
  return {
    contract: {
      succeeded: sets(({ contract }) => contract.succeeded),
      codes: sets(({ contract }) => contract.codes),
      events: sets(({ contract }) => contract.events),
    },
    statements: new Map(statements),
    sites: new Map(all.flatMap((saw) => [...saw.sites])),
    answers: joined(all.map((saw) => saw.answers)),
    lockProblems: sets((saw) => saw.lockProblems),
  }
}

/** A column that one process has seen empty was empty. */
function joined(all: readonly Saw['answers'][]): Saw['answers'] {
  const result = new Map<string, readonly Answered[]>()
  for (const [text, columns] of all.flatMap((answered) => [...answered])) {
    const before = result.get(text)
    const merged = columns.map((one, at) => ({
      ...one,
      sawNull: one.sawNull || (before?.[at]?.sawNull ?? false),
    }))
    result.set(text, merged)
  }
  return result
}

/**
 * Checks what a run has seen.
 *
 * @param isFull whether it was a full run. Only that can tell that something was left out.
 * @returns an error for each check that fails
 */
export async function problemsOf(saw: Saw, isFull: boolean): Promise<Error[]> {
  const checks = [
    () => checkStatements(saw.statements, isFull),
    () => checkLocks(saw.lockProblems),
    ...(isFull ? await fullChecks(saw) : []),
  ]
  return checks.flatMap((check) => {
    try {
      check()
      return []
    } catch (error) {
      return [error as Error]
    }
  })
}

/** Only a full run pays for the contract and the compiler: to load them takes longer than most files. */
async function fullChecks(saw: Saw): Promise<(() => void)[]> {
  const { checkCoverage } = await import('../support/coverage.ts')
  const { checkRows, declaredRows } = await import('../support/row-types.ts')
  return [() => checkCoverage(saw.contract), () => checkRows(declaredRows(), saw.sites, saw.answers)]
}
