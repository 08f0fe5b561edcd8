/** A mistake in the contract. */
export interface Problem {
  file: string
  line: number
  message: string
}

/**
 * All mistakes in the contract, one on each line as `file:line message`. A mistake that schemas share is there once.
 */
export class ContractError extends Error {
  readonly problems: Problem[]

  constructor(problems: Problem[]) {
    const lines = new Map(problems.map((problem) => [lineOf(problem), problem]))
    super([...lines.keys()].join('\n'))
    this.problems = [...lines.values()]
  }
}

function lineOf({ file, line, message }: Problem): string {
  return `${file}:${line} ${message}`
}
