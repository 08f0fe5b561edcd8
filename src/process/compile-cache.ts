import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

/**
 * Loads a module with all that it imports, keeping what was compiled and stripped of its types beside the packages: it
 * halves the time of later starts. The cache must be on before anything else is loaded, hence the late import.
 */
export async function loadCached<T>(load: () => Promise<T>): Promise<T> {
  enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/rollcall'))
  return load()
}
