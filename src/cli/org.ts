import { loadCached } from '../process/compile-cache.ts'

const { program } = await loadCached(() => import('./program.ts'))
await program(process.argv.slice(2))
