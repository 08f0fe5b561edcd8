import type Koa from 'koa'
import type { HttpRuntime } from '../http/api.ts'

export function createMcp(_runtime: HttpRuntime): (ctx: Koa.Context) => Promise<void> {
  return async () => {
    throw new Error('being written')
  }
}
