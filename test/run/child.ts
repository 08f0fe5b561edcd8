import { loadCached } from '../../src/process/compile-cache.ts'

/** A process that runs the test files that its parent names (`processes.ts`). */
const { takeOrders } = await loadCached(() => import('./orders.ts'))
takeOrders()
