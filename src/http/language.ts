import type Koa from 'koa'
import type { Caller } from '../domain/caller.ts'
import { languageFor, type Language } from '../texts/language.ts'

/**
 * The language of an answer. Whoever has signed in with a browser reads their own language, else the company's. Programs,
 * also those of the same member, say theirs with each request, and so does a browser for which nothing was chosen.
 *
 * This is the only place that decides it for REST and MCP.
 */
export function languageOf(ctx: Koa.Context): Language {
  const caller = ctx.state['caller'] as Caller | undefined
  const chosen = caller?.via === 'web' ? [caller.user.language, caller.organization.language] : []
  return languageFor(ctx.get('accept-language'), ...chosen)
}
