import type Koa from 'koa'
import type { PublicOrganization } from '../auth/public-organization.ts'
import type { Caller } from '../domain/caller.ts'
import { ApiError, invalid } from '../errors.ts'
import type { HttpRuntime } from '../http/runtime.ts'
import { readFormBody } from '../http/body.ts'
import { maxSessionBytes, readBrowser, requireSameOrigin } from '../http/browser.ts'
import { readSearch } from '../http/query.ts'
import type { Language } from './language.ts'
import { requestTexts } from '../texts/requests.ts'

/** A request for a page of an organization. */
export interface PageRequest {
  ctx: Koa.Context
  runtime: HttpRuntime
  organization: PublicOrganization
  /** Of the organization or the browser; pages of a member use the member's. */
  language: Language
  /** The words of the address that the pattern of the page names, such as `token`. */
  params: Record<string, string>
}

/** Fields that a form may send: the name of each field, and the most characters that it may have. */
export type Fields = Record<string, number>

/** A form that another site sent in this browser, or nobody knows who. */
export class ForeignForm extends ApiError {
  constructor(cause: unknown) {
    super('forbidden', (cause as ApiError).about, { cause })
  }
}

/**
 * Reads a form that one of our own pages has sent. A field that is not sent is an empty text.
 *
 * @throws ApiError forbidden when another site sent it; 415, 413; 400 for fields that the form does not have, that come
 *   twice, or that are longer than the form lets anybody type
 */
export async function readForm<const F extends Fields>(
  { ctx, runtime }: Pick<PageRequest, 'ctx' | 'runtime'>,
  fields: F,
): Promise<Record<keyof F, string>> {
  try {
    requireSameOrigin(ctx, runtime.baseUrl)
  } catch (cause) {
    throw new ForeignForm(cause)
  }
  const sent = await readFormBody(ctx, maxSessionBytes)
  const values = Object.fromEntries(Object.keys(fields).map((name) => [name, ''])) as Record<keyof F, string>
  const seen = new Set<string>()
  for (const [name, value] of sent) {
    const most = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (most === undefined) throw invalid(name, 'unknown_property', requestTexts.noSuchFormField())
    if (seen.has(name)) throw invalid(name, 'duplicate', requestTexts.formFieldOnce())
    if ([...value].length > most)
      throw invalid(name, 'too_long', requestTexts.formFieldTooLong({ max: most }))
    seen.add(name)
    values[name as keyof F] = value
  }
  return values
}

/** One parameter of the address; undefined when it is missing, or there several times. All others are ignored. */
export function queryOf(ctx: Koa.Context, name: string): string | undefined {
  const values = readSearch(ctx.querystring).getAll(name)
  return values.length === 1 ? values[0] : undefined
}

/**
 * Finds the caller who is signed in with this browser at this organization. The session of another organization is no
 * session here, and one that has ended is forgotten by the browser, so that its next page does not send it again.
 *
 * @throws ApiError rate_limited, 503
 */
export async function readMember({ ctx, runtime, organization }: PageRequest): Promise<Caller | undefined> {
  return readBrowser(runtime, ctx, (caller) => caller.organization.id === organization.id)
}
