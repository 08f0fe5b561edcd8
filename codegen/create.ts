import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { loadContract } from './load.ts'
import { codegen } from './run.ts'
import { help, pathItem, plan } from './scaffold.ts'

/**
 * Writes the Path Item of a new action, and runs codegen for its handler and its test.
 *
 * @param root the root of the tree
 * @param args of the command line
 * @returns lines to print
 * @throws UsageError when this action cannot be created, ContractError or CodegenError when the contract has a fault
 */
export async function* createAction(root: string, args: string[]): AsyncGenerator<string> {
  if (args.includes('--help')) return yield help
  const wanted = plan(loadContract(join(root, 'openapi')), args, root)
  const { file, action } = wanted.source
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), pathItem(wanted))
  yield `wrote ${file}`
  yield* await codegen(root)
  yield `Next: say in ${file} what ${action} takes and answers, then write its handler and its test.`
}
