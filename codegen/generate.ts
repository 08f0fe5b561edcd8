import { join } from 'node:path'
import { checkContract } from './check.ts'
import { checkPublishedDescriptions } from './check-descriptions.ts'
import { checkEmitted } from './check-emitted.ts'
import { checkPublishedNames } from './check-names.ts'
import { checkFields } from './check-fields.ts'
import { actionNames, clientModules } from './emit/client.ts'
import { clientPackage } from './emit/client-package.ts'
import { errorsModule } from './emit/errors.ts'
import { eventsModule } from './emit/events.ts'
import { formsModule } from './emit/forms.ts'
import { inspectionProgram } from './emit/inspection.ts'
import { islandModules } from './emit/islands.ts'
import { jobsModule, tasksModule, workersModule } from './emit/jobs.ts'
import { mcpTools } from './emit/mcp.ts'
import { openapi30 } from './emit/openapi-3.0.ts'
import { actionsModule, handlersModule } from './emit/registry.ts'
import { reactionsModule } from './emit/reactions.ts'
import { missingFiles } from './emit/stubs.ts'
import { contractTypes } from './emit/types.ts'
import { validatorTypes, validators } from './emit/validators.ts'
import { warningsModule } from './emit/warnings.ts'
import { expandContract } from './expand/document.ts'
import { loadContract } from './load.ts'
import type { Contract, JsonObject } from './model.ts'
import { ContractError } from './problems.ts'
import { referencePages } from './reference/pages.ts'
import { committedRevisions, nextRevision, releasedNumbers, withRevision } from './revision.ts'

/** The document that is committed, and whose revisions are counted. */
const published = 'openapi/published/openapi.json'

export interface Generated {
  /** File (from the root) → content. */
  files: Record<string, string | Buffer>
  /** Texts of missing handlers and tests, by path. */
  stubs: Record<string, string>
}

/**
 * Makes everything that is derived from the contract: load → check → expand → emit. Writes nothing.
 *
 * @param root the root of the tree
 * @throws ContractError with everything that is wrong with the contract
 */
export async function generate(root: string): Promise<Generated> {
  const contract = loadContract(join(root, 'openapi'))
  // Before all else: examples and handlers that use a field would be blamed for what a file lacks.
  const problems = checkFields(contract, root)
  if (problems.length > 0) throw new ContractError(problems)
  checkContract(contract)
  const unsent = checkEmitted(contract, root)
  if (unsent.length > 0) throw new ContractError(unsent)
  const expanded = expandContract(contract)
  const found = [
    ...checkPublishedDescriptions(contract, expanded),
    ...checkPublishedNames(contract, expanded),
  ]
  if (found.length > 0) throw new ContractError(found)
  const { document, copy } = revised(expanded, root)
  const [types, { requests, results }, reference, islands, inspection] = await Promise.all([
    contractTypes(document),
    validators(contract),
    referencePages(contract, document),
    islandModules(root),
    inspectionProgram(root),
  ])
  return {
    files: {
      [published]: pretty(document),
      'openapi/published/mcp-tools.json': pretty(mcpTools(contract)),
      'src/generated/openapi-3.0.json': pretty(copy),
      'src/generated/contract.ts': types.server,
      ...(await clientFiles(contract, document, types.client, root)),
      'src/generated/requests.js': requests,
      'src/generated/requests.d.ts': validatorTypes.requests,
      'src/generated/results.js': results,
      'src/generated/results.d.ts': validatorTypes.results,
      'src/generated/actions.ts': actionsModule(contract),
      'src/generated/handlers.ts': handlersModule(contract),
      'src/generated/errors.ts': errorsModule(contract),
      'src/generated/warnings.ts': warningsModule(contract),
      'src/generated/forms.ts': formsModule(contract),
      'src/generated/events.ts': eventsModule(contract),
      'src/generated/jobs.ts': jobsModule(contract),
      'src/generated/tasks.ts': tasksModule(contract),
      'src/generated/workers.ts': workersModule(contract),
      'src/generated/reactions.ts': reactionsModule(contract),
      ...reference,
      ...islands,
      ...inspection,
    },
    stubs: missingFiles(contract, root),
  }
}

/** The document and its copy of OpenAPI 3.0, with their revision. */
export function revised(expanded: JsonObject, root: string): { document: JsonObject; copy: JsonObject } {
  const copy = openapi30(expanded)
  const released = releasedNumbers(root).at(-1)
  const revision = nextRevision([expanded, copy], committedRevisions(root, published), released)
  return { document: withRevision(expanded, revision), copy: withRevision(copy, revision) }
}

/**
 * The modules of the client and its package.
 *
 * @param types the types of its inputs and answers
 */
export async function clientFiles(
  contract: Contract,
  document: JsonObject,
  types: string,
  root: string,
): Promise<Record<string, string | Buffer>> {
  const modules = {
    'src/generated/client-schemas.ts': types + actionNames(contract),
    ...clientModules(contract, document),
  }
  const packed = await clientPackage(contract, document, modules, root)
  return { ...modules, 'src/generated/client.tgz': packed }
}

function pretty(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
