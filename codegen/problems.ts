/** One thing wrong with the contract. */
export interface Problem {
  file: string
  line: number
  message: string
}

/** Everything wrong with the contract, as `file:line message` lines. */
export class ContractError extends Error {
  readonly problems: Problem[]

  constructor(problems: Problem[]) {
    super(problems.map((p) => `${p.file}:${p.line} ${p.message}`).join('\n'))
    this.problems = problems
  }
}
