import { loadCached } from './process/compile-cache.ts'

const [argument] = process.argv.slice(2)
if (argument !== undefined) {
  console.log('npm start takes no arguments: all is set by environment variables, which .env.example lists.')
  process.exit(argument === '--help' || argument === '-h' ? 0 : 2)
}

const { serve } = await loadCached(() => import('./process/serve.ts'))
await serve()
