import type Koa from 'koa'

/** By path and method. What takes GET takes HEAD, too. */
export type Addresses = Record<string, Record<string, (ctx: Koa.Context) => Promise<void> | void>>
