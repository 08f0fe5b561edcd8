import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Contract, Source } from '../model.ts'
import { root } from '../load.ts'

/**
 * Writes a handler for each action that has none, and a failing test for it where no test of its resource
 * (`test/actions/org/units.test.ts`) names it. Never overwrites either.
 *
 * @returns the files written, from the repository's root
 */
export function writeStubs(contract: Contract): string[] {
  return contract.sources
    .filter((source) => source.kind === 'action')
    .flatMap((source) => [
      ...writeNew(`src/actions/${source.segments.join('/')}.ts`, handlerStub(source)),
      ...(hasStory(source) ? [] : writeNew(`test/actions/${source.segments.join('/')}.test.ts`, testStub(source))),
    ])
}

function hasStory(source: Source): boolean {
  const resource = join(root, `test/actions/${source.segments.slice(0, -1).join('/')}.test.ts`)
  return existsSync(resource) && readFileSync(resource, 'utf8').includes(source.id)
}

function writeNew(file: string, text: string): string[] {
  const path = join(root, file)
  if (existsSync(path)) return []
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  return [file]
}

function handlerStub(source: Source): string {
  const up = '../'.repeat(source.segments.length)
  return `import type { Handler } from '${up}pipeline/action.ts'

/** ${String(source.operation['summary'])}: say here which rule this keeps, and where the rule comes from. */
export const handler: Handler<'${source.id}'> = async (ctx, input) => {
  throw new Error(\`${source.action} has no handler yet: \${ctx.action.name} \${Object.keys(input).join()}\`)
}
`
}

function testStub(source: Source): string {
  const up = '../'.repeat(source.segments.length)
  return `import { useServer } from '${up}support/server.ts'

describe('${source.action}', () => {
  const server = useServer()

  it('does what its description says', async () => {
    const company = await server.company()
    await company.owner.call('${source.id}', {} as never)
    throw new Error('write the story of ${source.action} here')
  })
})
`
}
