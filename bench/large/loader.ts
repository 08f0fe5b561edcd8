import { call } from '../rows/compare.ts'
import type { Site } from '../world.ts'
import type { Company, Employee } from './company.ts'

const perLine = 20
const columns = 'given_name,family_name,work_email,title,team,manager_email,start_date'

/** Loads the people of a company through its service, a batch at a time. */
export class Loader {
  readonly #site: Site
  #calls = 0

  constructor(site: Site) {
    this.#site = site
  }

  /** The departments, the chief executive and the managers. */
  async setUp({ departments, first }: Company): Promise<void> {
    const people = first.map(({ given, family, email, title, department, hired, managerEmail }) => ({
      given_name: given,
      family_name: family,
      work_email: email,
      title,
      unit: department,
      start_date: hired,
      manager_email: managerEmail === 'none' ? null : managerEmail,
    }))
    const units = departments.map((name) => ({ name, kind: 'department' }))
    await this.#call('/v1/org/setup.apply', { units, people })
  }

  /** Tries the first batches without keeping anything, so that they are not slow because they are the first ones. */
  async warmUp(batches: Employee[][]): Promise<void> {
    for (const batch of batches)
      await this.#call('/v1/org/people.import_csv?dry_run=true', { csv: fileOf(batch) })
  }

  /** Imports these people. */
  async send(batch: Employee[]): Promise<void> {
    const { data } = (await this.#call('/v1/org/people.import_csv', { csv: fileOf(batch) })) as {
      data: { created: number; row_errors: unknown[] }
    }
    if (data.created !== batch.length)
      throw new Error(`${data.created} of ${batch.length} people created: ${JSON.stringify(data.row_errors)}`)
  }

  /** Imports the next batch; false when there is none. */
  async next(batches: Iterator<Employee[]>): Promise<boolean> {
    const { done, value } = batches.next() as IteratorResult<Employee[], undefined>
    if (!done) await this.send(value)
    return !done
  }

  /** Imports these batches and prints how many milliseconds each took. */
  async timeEach(batches: Employee[][]): Promise<number[]> {
    const times: number[] = []
    for (const [index, batch] of batches.entries()) {
      const started = performance.now()
      await this.send(batch)
      times.push(performance.now() - started)
      if (times.length % perLine === 0 || index === batches.length - 1) {
        const line = times
          .slice(-(times.length % perLine || perLine))
          .map((time) => time.toFixed(0).padStart(4))
        console.log(`${String(times.length).padStart(5)}: ${line.join(' ')}`)
      }
    }
    return times
  }

  #call(path: string, input: object): Promise<unknown> {
    const { ours, largeKeys } = this.#site
    const key = largeKeys[this.#calls++ % largeKeys.length]!
    return call({ url: ours.url, path, body: JSON.stringify(input) }, key)
  }
}

const fileOf = (batch: Employee[]): string =>
  [
    columns,
    ...batch.map(({ given, family, email, title, department, managerEmail, hired }) =>
      [given, family, email, title, department, managerEmail, hired].join(','),
    ),
    '',
  ].join('\n')
