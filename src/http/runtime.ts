import type { AuthDeps } from '../auth/authenticate.ts'
import type { Runtime } from '../pipeline/runtime.ts'

/** What requests need from the process. */
export interface HttpRuntime extends Runtime, AuthDeps {}
