import { expect } from 'chai'
import { useWorkshop, type Workshop } from './workshop.ts'

/** A way to break a file: `from` is replaced by `to`, or removed. `at` is a text on the line that the problem names. */
export interface Mistake {
  what: string
  file: string
  from: string
  to?: string
  /** The file that the problem names, if it is not the one that was broken. */
  blames?: string
  at: string
  says: string
}

/** A test for each mistake: codegen finds exactly this problem, at the line of the mistake. */
export function refuses(mistakes: Mistake[]): void {
  const workshop = useWorkshop()
  for (const { what, file, from, to = '', blames = file, at, says } of mistakes)
    it(what, () => {
      workshop.current.edit(file, from, to)
      expectProblem(workshop.current, blames, at, says)
    })
}

export function expectProblem(workshop: Workshop, file: string, at: string, says: string): void {
  const problems = workshop.problems()
  expect(problems, problems.map(({ message }) => message).join('; ')).to.have.lengthOf(1)
  const [problem] = problems
  expect(problem!.message).to.include(says)
  expect(problem!.file).to.equal(file)
  expect(workshop.read(file).split('\n')[problem!.line - 1]).to.include(at)
}
