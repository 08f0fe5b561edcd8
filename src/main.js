import * as crypto from 'node:crypto'
import * as modules from 'node:module'
import { join } from 'node:path'

/**
 * `src/main.ts` is a link to this file, which every Node can read. A Node that knows no TypeScript follows the link before
 * it looks at how the name ends; for a file of TypeScript it would only say "Unknown file extension".
 */
const oldest = '24.16'

if (!('randomUUIDv7' in crypto) || !process.features.typescript) {
  console.error(
    `Rollcall needs Node ${oldest} or newer, and ${process.execPath} is ${process.version}. (npm start uses the one of the packages, where that is installed.)`,
  )
  process.exit(1)
}

// Threads for slow work: files, hashes, compression, names of hosts. With the usual four, a slow disk could keep all others
// waiting (src/storage/turns.ts). It must be set before the first one is used.
process.env['UV_THREADPOOL_SIZE'] ??= '8'

// Before the first file of TypeScript: what translates them is then not even loaded when all of them are in the cache.
modules.enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/rollcall'))

const { main } = await import('./process/main.ts')
await main()
