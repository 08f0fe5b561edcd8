import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Contract, JsonObject, Source } from '../model.ts'

/**
 * Stubs for files that the contract needs and that do not exist: for `openapi/paths/org/units/create.yaml` the handler
 * `src/actions/org/units/create.ts` and a failing test, `test/actions/org/units/create.test.ts`. Files that exist are
 * never in the answer.
 *
 * @param root the root of the tree
 * @returns file (from the root) → text
 */
export function missingFiles(contract: Contract, root: string): Record<string, string> {
  const stubs: Record<string, string> = {}
  for (const source of contract.sources.filter(({ kind }) => kind === 'action')) {
    const path = source.segments.join('/')
    stubs[`src/actions/${path}.ts`] = handlerStub(source)
    stubs[`test/actions/${path}.test.ts`] = testStub(source)
  }
  return Object.fromEntries(Object.entries(stubs).filter(([file]) => !existsSync(join(root, file))))
}

function handlerStub(source: Source): string {
  const up = '../'.repeat(source.segments.length - 1)
  return `import { action } from '${up}action.ts'

/** ${String(source.operation['summary'])}: say here which rule this keeps. */
export const handler = action('${source.id}', {
  run: async (ctx, input) => {
    throw new Error(\`${source.action} has no handler yet: \${ctx.action.name} \${Object.keys(input).join()}\`)
  },
})
`
}

function testStub(source: Source): string {
  const up = '../'.repeat(source.segments.length)
  const caller = (source.operation['x-access'] as JsonObject)['me'] ? 'member' : 'owner'
  return `import { useServer } from '${up}support/server.ts'

describe('${source.action}', () => {
  const server = useServer()

  it('does what its description says', async () => {
    const company = await server.company()
    const caller = await company.as('${caller}')
    await caller.call('${source.id}', {} as never)
    throw new Error('write the story of ${source.action} here')
  })
})
`
}
