import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// What was compiled and stripped of its types is kept beside the packages: it halves the time of later starts. It must
// be on before anything else is loaded.
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/rollcall'))
const { serve } = await import('./serve.ts')
await serve()
