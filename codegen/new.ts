import { root } from './load.ts'
import { createAction } from './create.ts'
import { ContractError } from './problems.ts'
import { CodegenError } from './run.ts'
import { UsageError } from './scaffold.ts'

try {
  for await (const line of createAction(root, process.argv.slice(2))) console.log(line)
} catch (error) {
  if (![UsageError, ContractError, CodegenError].some((kind) => error instanceof kind)) throw error
  console.error((error as Error).message)
  process.exitCode = 1
}
