import { join } from 'node:path'
import { checkContract } from './check.ts'
import { errorsModule } from './emit/errors.ts'
import { eventsModule } from './emit/events.ts'
import { jobsModule, tasksModule, workersModule } from './emit/jobs.ts'
import { mcpTools } from './emit/mcp.ts'
import { openapi30 } from './emit/openapi-3.0.ts'
import { actionsModule, handlersModule } from './emit/registry.ts'
import { referencePage } from './emit/reference.ts'
import { missingFiles } from './emit/stubs.ts'
import { contractTypes } from './emit/types.ts'
import { validatorTypes, validators } from './emit/validators.ts'
import { expandContract } from './expand/document.ts'
import { loadContract, root } from './load.ts'
import { committedRevisions, nextRevision, withRevision } from './revision.ts'

/** The document that is committed, and whose revisions are counted. */
const published = 'openapi/published/openapi.json'

export interface Generated {
  /** File (from the root) → content. */
  files: Record<string, string | Buffer>
  /** The same for missing handlers and tests. */
  stubs: Record<string, string>
}

/**
 * Makes everything that is derived from the contract: load → check → expand → emit. Writes nothing.
 *
 * @throws ContractError with everything that is wrong with the contract
 */
export async function generate(): Promise<Generated> {
  const contract = loadContract(join(root, 'openapi'))
  checkContract(contract)
  const document = expandContract(contract)
  const copy = openapi30(document)
  const revision = nextRevision([document, copy], committedRevisions(root, published))
  const [types, { requests, results }, reference] = await Promise.all([
    contractTypes(document),
    validators(contract),
    referencePage(),
  ])
  return {
    files: {
      [published]: pretty(withRevision(document, revision)),
      'openapi/published/mcp-tools.json': pretty(mcpTools(contract)),
      'src/generated/openapi-3.0.json': pretty(withRevision(copy, revision)),
      'src/generated/contract.ts': types.server,
      'src/generated/client.ts': types.client,
      'src/generated/requests.js': requests,
      'src/generated/requests.d.ts': validatorTypes.requests,
      'src/generated/results.js': results,
      'src/generated/results.d.ts': validatorTypes.results,
      'src/generated/actions.ts': actionsModule(contract),
      'src/generated/handlers.ts': handlersModule(contract),
      'src/generated/errors.ts': errorsModule(contract),
      'src/generated/events.ts': eventsModule(contract),
      'src/generated/jobs.ts': jobsModule(contract),
      'src/generated/tasks.ts': tasksModule(contract),
      'src/generated/workers.ts': workersModule(contract),
      ...reference,
    },
    stubs: missingFiles(contract),
  }
}

function pretty(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
