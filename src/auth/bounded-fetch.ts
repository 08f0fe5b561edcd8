/** A discovery document takes some kB, keys of a provider up to 20. */
const maxBytes = 256 * 1024

/**
 * `fetch` for the library that talks to providers: no redirects, and answers of a bounded size, which are read whole while
 * the time of the request runs.
 *
 * @param replace the beginning of addresses → what is asked in their place, for tests
 */
export function boundedFetch(replace?: { from: string; to: string }) {
  return async (address: string, options: RequestInit): Promise<Response> => {
    const url =
      replace && address.startsWith(replace.from) ? replace.to + address.slice(replace.from.length) : address
    const response = await fetch(url, { ...options, redirect: 'manual' })
    const { status, statusText, headers } = response
    const bytes = await readAll(response)
    return new Response(status === 204 ? null : bytes, { status, statusText, headers })
  }
}

async function readAll(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.length
    if (size > maxBytes) throw new Error('the answer of the provider is too large')
    parts.push(part)
  }
  return new Uint8Array(Buffer.concat(parts))
}
