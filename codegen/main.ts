import { enableCompileCache } from 'node:module'
import { resolve } from 'node:path'
import { CodegenError, codegen, modeOf, usage } from './run.ts'

// The compiler, the linter and the others are loaded when there is something to do (`codegen`).
enableCompileCache(resolve(import.meta.dirname, '../node_modules/.cache/rollcall'))

try {
  const mode = modeOf(process.argv.slice(2))
  const lines = mode === 'help' ? [usage] : await codegen(resolve(import.meta.dirname, '..'), mode)
  for (const line of lines) console.log(line)
} catch (error) {
  if (!(error instanceof CodegenError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
