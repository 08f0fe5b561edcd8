import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { loadContract, root } from './load.ts'
import { ContractError } from './problems.ts'
import { help, pathItem, plan, UsageError } from './scaffold.ts'

const args = process.argv.slice(2)
try {
  if (args.includes('--help')) console.log(help)
  else create()
} catch (error) {
  if (!(error instanceof UsageError || error instanceof ContractError)) throw error
  console.error(error.message)
  process.exitCode = 1
}

function create(): void {
  const wanted = plan(loadContract(join(root, 'openapi')), args)
  const { file, action } = wanted.source
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), pathItem(wanted))
  console.log(`wrote ${file}`)
  const { status } = spawnSync(process.execPath, [join(root, 'codegen/main.ts')], { stdio: 'inherit' })
  if (status !== 0) process.exitCode = 1
  else
    console.log(`Next: say in ${file} what ${action} takes and answers, then write its handler and its test.`)
}
