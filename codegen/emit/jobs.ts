import type { Contract, PayloadKind } from '../model.ts'
import { header } from './registry.ts'

const typeOf: Record<PayloadKind, string> = { id: 'string', ids: 'string[]', day: 'Day' }

/** The module of payloads. It has only types: a module that queues a job must not load the task. */
export function jobsModule({ jobs }: Contract): string {
  const payloads = jobs.map(({ name, payload }) => {
    const fields = Object.entries(payload).map(([field, kind]) => `${field}: ${typeOf[kind]}`)
    return `  ${name}: ${fields.length > 0 ? `{ ${fields.join('; ')} }` : 'Record<string, never>'}`
  })
  const text = payloads.join('\n')
  const dayImport = /\bDay\b/.test(text) ? "import type { Day } from '../domain/day.ts'\n" : ''
  return `${jobsHeader}${dayImport}
/** The payload of each task. */
export interface JobPayloads {
${text}
}
`
}

/** The names of all tasks. The database refuses to queue others. */
export function tasksModule({ jobs }: Contract): string {
  return `${jobsHeader}
/** The names of all tasks. */
export const taskNames: readonly string[] = [${jobs.map(({ name }) => `'${name}'`).join(', ')}]
`
}

/** The module of all tasks, by name, which the worker runs. */
export function workersModule({ jobs }: Contract): string {
  const imports = jobs.map(({ name }) => `import * as ${name} from '../jobs/${name}.ts'\n`)
  return `${jobsHeader}${imports.join('')}
export const workers = {
${jobs.map(({ name }) => `  ${name},`).join('\n')}
}
`
}

const jobsHeader = header.replace('openapi/', 'src/jobs/')
