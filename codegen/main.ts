import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const root = join(import.meta.dirname, '..')
const stamp = join(root, 'src/generated/.stamp')
const check = process.argv.includes('--check')

/** Changes when anything that codegen reads changes: the contract, codegen itself, the formats, the lock file. */
function fingerprint(): string {
  const hash = createHash('sha256')
  for (const dir of ['openapi', 'codegen', 'src/actions'])
    for (const file of (readdirSync(join(root, dir), { recursive: true }) as string[]).sort()) {
      if (dir === 'src/actions') hash.update(file)
      else if (/\.(yaml|ts|json)$/.test(file)) hash.update(file).update(readFileSync(join(root, dir, file)))
    }
  for (const file of ['src/validation/formats.ts', 'package.json']) hash.update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

if (!check && existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint()) process.exit(0)

const { generate } = await import('./generate.ts')
const { ContractError } = await import('./problems.ts')
try {
  const { files, stubs } = await generate()
  const drift: string[] = []
  for (const [file, text] of Object.entries(files)) {
    const path = join(root, file)
    if (existsSync(path) && readFileSync(path, 'utf8') === text) continue
    if (check && file.startsWith('openapi/')) drift.push(file)
    if (check) continue
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
  if (drift.length > 0) fail(`Out of date: ${drift.join(', ')}. Run npm run codegen and commit what it writes.`)
  for (const file of stubs()) console.log(`wrote ${file}`)
  if (!check) writeFileSync(stamp, fingerprint())
} catch (error) {
  if (!(error instanceof ContractError)) throw error
  fail(`The contract has ${error.problems.length} problem(s):\n${error.message}`)
}

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}
