import { loadCached } from './compile-cache.ts'

const { serve } = await loadCached(() => import('./serve.ts'))
await serve()
