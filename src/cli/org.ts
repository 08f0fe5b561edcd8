import { loadCached } from '../process/compile-cache.ts'

const { program } = await loadCached(() => import('./program.ts'))
process.exitCode = await program(process.argv.slice(2), {
  env: process.env,
  print: (text) => console.log(text),
  complain: (text) => console.error(text),
})
