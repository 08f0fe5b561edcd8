import type { AuthDeps } from '../auth/authenticate.ts'
import type { Runtime } from '../pipeline/runtime.ts'

/** Parts of the process that requests need. */
export interface HttpRuntime extends Runtime, AuthDeps {}
