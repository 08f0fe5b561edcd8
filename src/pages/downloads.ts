import type { Addresses } from '../http/addresses.ts'
import { toApiError } from '../errors.ts'
import { sendFailure, wantsHtml } from './failure.ts'
import { failures } from './texts/failures.ts'

/**
 * Addresses of files, to which pages and people link: where one cannot be given, a browser gets a page, and every other client the
 * error. A link that has ended is the usual case, so it is told by words of its own.
 */
export function withFailurePages(addresses: Addresses): Addresses {
  return Object.fromEntries(
    Object.entries(addresses).map(([path, { GET: give, ...others }]) => [
      path,
      give ? { ...others, GET: orPage(give) } : others,
    ]),
  )
}

type Give = Addresses[string][string]

function orPage(give: Give): Give {
  return async (ctx) => {
    try {
      await give(ctx)
    } catch (thrown) {
      const { status } = toApiError(thrown)
      // Browsers ask for parts by themselves, and nobody reads the answer.
      if (!wantsHtml(ctx) || status === 416) throw thrown
      const isEnded = status === 404
      sendFailure(ctx, thrown, undefined, isEnded ? (language) => failures[language].noFile : undefined)
    }
  }
}
