import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endWhateverHappens } from '../../bench/ending.ts'
import { Keeper } from '../../bench/keeper.ts'

/**
 * A process that has started a program and made a folder, as a benchmark does, and ends both in the same way. It prints
 * them, and waits. `throws`: it fails with an error that nobody catches. `below`: it runs below a parent of its own.
 */
const [how] = process.argv.slice(2)
if (how === 'below') spawn(process.execPath, [import.meta.filename], { stdio: 'inherit' })
else begin()
setInterval(() => undefined, 1000)

function begin(): void {
  const folder = mkdtempSync(join(tmpdir(), 'rollcall-small-'))
  const keeper = new Keeper()
  keeper.folder(folder)
  const program = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
  keeper.program(program)
  endWhateverHappens(async () => {
    program.kill()
    await once(program, 'exit')
    rmSync(folder, { recursive: true })
    keeper.close()
    console.log('ended by itself')
  })
  console.log(`${JSON.stringify({ program: program.pid, folder, own: process.pid })} begun`)
  if (how === 'throws')
    setImmediate(() => {
      throw new Error('nobody catches this')
    })
}
