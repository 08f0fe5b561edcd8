import type { TestClient } from './client.ts'
import type { TestServer } from './server.ts'

export interface PageAnswer {
  status: number
  headers: Headers
  text: string
}

/**
 * The headers of a browser that shows pages, with the session of a caller. It asks for them as they are: the pages that Chromium opens
 * are compressed, and `http/headers.test.ts` tells of both.
 */
const headersOf = (client: TestClient, more: Record<string, string> = {}): Record<string, string> => ({
  ...client.headers,
  Accept: 'text/html,*/*;q=0.8',
  'Accept-Language': 'en',
  'Accept-Encoding': 'identity',
  ...more,
})

/** Opens a page with the session of a caller. Redirects are not followed. */
export async function openPage(
  { baseUrl }: Pick<TestServer, 'baseUrl'>,
  client: TestClient,
  path: string,
  headers: Record<string, string> = {},
): Promise<PageAnswer> {
  const answer = await fetch(`${baseUrl}${path}`, { redirect: 'manual', headers: headersOf(client, headers) })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

/** Sends a form with the session of a caller, as one of our own pages does. */
export async function submitForm(
  { baseUrl }: Pick<TestServer, 'baseUrl'>,
  client: TestClient,
  path: string,
  controls: Iterable<readonly [string, string]>,
  headers: Record<string, string> = {},
): Promise<PageAnswer> {
  const answer = await fetch(`${baseUrl}${path}`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(
      [...controls].map(([name, value]): [string, string] => [name, value]),
    ).toString(),
    headers: headersOf(client, {
      'Content-Type': 'application/x-www-form-urlencoded',
      Origin: baseUrl,
      'Sec-Fetch-Site': 'same-origin',
      ...headers,
    }),
  })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

/** A text as it stands in HTML, read back. */
export const unescape = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (_all, name: string) => signs[name]!)
const signs: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

/** The values of the hidden controls of a page, by name; those of its menu are left out. */
export function hiddenControls(page: string): Map<string, string> {
  const found = page
    .slice(page.indexOf('<main'))
    .matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)
  return new Map([...found].map(([, name, value]) => [unescape(name!), unescape(value!)]))
}

/** The names of the controls of a page that can be filled in. */
export const controlNames = (page: string): Set<string> =>
  new Set(
    [...page.matchAll(/<(?:input|select|textarea)[^>]*? name="([^"]*)"/g)].map(([, name]) => unescape(name!)),
  )

/** The form of a page with a button of these words: where it goes, and the values that it carries. */
export function formWith(page: string, button: string): { action: string; values: [string, string][] } {
  const forms = page.slice(page.indexOf('<main')).match(/<form[^]*?<\/form>/g) ?? []
  const form = forms.find((one) => new RegExp(`>\\s*${button}\\s*</button>`).test(one)) ?? ''
  const action = unescape(/ action="([^"]*)"/.exec(form)?.[1] ?? '')
  return { action, values: [...hiddenControls(`<main${form}`)] }
}
