/** One thing wrong with the contract. */
export interface Problem {
  file: string
  line: number
  message: string
}

/** Everything wrong with the contract, as `file:line message` lines, each once however many schemas share it. */
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
