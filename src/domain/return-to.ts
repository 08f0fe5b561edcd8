import { isSlug, ownPaths } from './slugs.ts'

const here = 'https://here.invalid'

/**
 * Where a browser may be sent after it has signed in: to the consent of an app (`/oauth/…`) or to a page of the company.
 * Whatever else an address asks for is ignored, so a link to our sign-in page never ends on another site.
 *
 * @param slug of the company; left out: of any
 * @returns the path with its place in the page, `..` resolved; undefined when it is none of those
 */
export function safeReturnTo(text: string | undefined, slug?: string): string | undefined {
  if (text === undefined || text.length > maxReturnTo || !/^\/(?!\/)[!-[\]-~]*$/.test(text)) return undefined
  const url = URL.parse(text, here)
  if (url?.origin !== here || url.pathname.startsWith('//')) return undefined
  const [, first = '', second] = url.pathname.split('/')
  const allowed = first === 'oauth' ? second : slug === undefined ? companyOf(text) && second : first === slug
  return allowed ? url.pathname + url.search + url.hash : undefined
}

export const maxReturnTo = 2000

/** The page that follows a sign-in which began nowhere else: it leads to the home page of the member. */
export const startOf = (slug: string): string => `/${slug}/start`

/** The company to whose pages a path belongs. */
export function companyOf(path: string): string | undefined {
  const first = URL.parse(path, here)?.pathname.split('/')[1] ?? ''
  return isSlug(first) && !ownPaths.has(first) ? first : undefined
}

/** Tells whether an app waits for the member to come back and decide. */
export const isForApp = (returnTo: string | undefined): boolean => returnTo?.startsWith('/oauth/') ?? false

/** The address with the way back after it, if there is one. */
export const withReturnTo = (path: string, returnTo: string | undefined): string =>
  returnTo === undefined ? path : `${path}?return_to=${encodeURIComponent(returnTo)}`
