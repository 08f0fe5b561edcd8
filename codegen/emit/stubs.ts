import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Contract, JsonObject, Source } from '../model.ts'
import { subjectOf } from '../ids.ts'
import { root } from '../load.ts'

/**
 * What is missing beside the contract: for `openapi/paths/org/units/create.yaml` the handler
 * `src/actions/org/units/create.ts` and a failing test, `test/actions/org/units/create.test.ts`. Nothing that exists is
 * ever in the answer.
 *
 * @returns file (from the root) → text
 */
export function missingFiles(contract: Contract): Record<string, string> {
  const stubs: Record<string, string> = {}
  for (const source of contract.sources.filter(({ kind }) => kind === 'action')) {
    const path = source.segments.join('/')
    stubs[`src/actions/${path}.ts`] = handlerStub(contract, source)
    stubs[`test/actions/${path}.test.ts`] = testStub(source)
  }
  return Object.fromEntries(Object.entries(stubs).filter(([file]) => !existsSync(join(root, file))))
}

function handlerStub(contract: Contract, source: Source): string {
  const up = '../'.repeat(source.segments.length - 1)
  const subject = subjectOf(contract, source)
  const phases = subject ? 'subject, run' : 'run'
  const load = `
/** The record that ${subject?.path} names, held for a write; nothing found is not_found, which the pipeline says. */
async function subject(ctx: Context<Id>, input: Input<Id>): Promise<{ id: string } | undefined> {
  throw new Error(\`${source.action} loads nothing yet: \${ctx.action.name} \${input.${subject?.path}}\`)
}
`
  return `import { action, type Input, type Result } from '${up}action.ts'
import type { Context } from '${up}context.ts'

type Id = '${source.id}'

/** ${String(source.operation['summary'])}: say here which rule this keeps, and why. */
export const handler = action('${source.id}', { ${phases} })
${subject ? load : ''}
async function run(ctx: Context<Id>, input: Input<Id>): Promise<Result<Id>> {
  throw new Error(\`${source.action} has no handler yet: \${ctx.action.name} \${Object.keys(input).join()}\`)
}
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
