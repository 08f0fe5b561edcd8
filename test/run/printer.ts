import { relative } from 'node:path'
import Mocha from 'mocha'
import type { Spent } from '../support/times.ts'
import type { Failure } from './messages.ts'

const { Base } = Mocha.reporters
const width = Math.floor(Base.window.width * 0.75)

/**
 * Prints what several processes say, each line whole: a dot for each test, or on a terminal a line for each file. A file
 * that failed has a line everywhere: the list of all failures comes minutes later.
 */
export class Printer {
  #dots = 0

  test(ok: boolean): void {
    if (process.stdout.isTTY) return
    process.stdout.write(`${this.#dots++ % width === 0 ? '\n  ' : ''}${ok ? '.' : '!'}`)
  }

  file(file: string, { wall }: Spent, failures: number): void {
    if (!process.stdout.isTTY && failures === 0) return
    const mark =
      failures === 0 ? Base.color('checkmark', Base.symbols.ok) : Base.color('fail', Base.symbols.err)
    this.line(`${mark} ${wall.toFixed(1).padStart(6)} s  ${relative(process.cwd(), file)}`)
  }

  line(text: string): void {
    if (this.#dots > 0) process.stdout.write('\n')
    this.#dots = 0
    process.stdout.write(`${text}\n`)
  }

  failures(all: Failure[]): void {
    Base.list(all.map(({ titles, err }) => ({ titlePath: () => titles, err })) as never)
  }
}
