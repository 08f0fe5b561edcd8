import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { withOrganization } from '../../src/db/transaction.ts'
import { makeReset } from '../../src/auth/reset.ts'
import type { TestClient } from './client.ts'
import type { Company } from './company.ts'
import type { TestServer } from './server.ts'
import { watch } from './pages.ts'
import { neverMs } from './wait.ts'

/** An answer to a browser, without what follows a redirect. */
export interface PageAnswer {
  status: number
  headers: Headers
  text: string
}

const plain = { Accept: 'text/html,*/*;q=0.8', 'Accept-Language': 'en', 'Accept-Encoding': 'identity' }

/** Asks for a page as a browser does, but not for its compressed form: Chromium gets that, and `http/headers.test.ts` tells of it. */
export async function getPage(
  { baseUrl }: TestServer,
  path: string,
  headers: Record<string, string> = {},
): Promise<PageAnswer> {
  const answer = await fetch(`${baseUrl}${path}`, {
    redirect: 'manual',
    headers: { ...plain, ...headers },
  })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

/**
 * Sends a form as a browser does.
 *
 * @param fields by name, or the body as it is
 */
export async function sendForm(
  { baseUrl }: TestServer,
  path: string,
  fields: Record<string, string> | string,
  headers: Record<string, string> = {},
): Promise<PageAnswer> {
  const answer = await fetch(`${baseUrl}${path}`, {
    method: 'POST',
    redirect: 'manual',
    body: typeof fields === 'string' ? fields : new URLSearchParams(fields).toString(),
    headers: {
      ...plain,
      'Content-Type': 'application/x-www-form-urlencoded',
      Origin: baseUrl,
      'Sec-Fetch-Site': 'same-origin',
      ...headers,
    },
  })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

/** Signs the owner in with the form, and answers the header that says so from then on. */
export async function signInByForm(
  server: TestServer,
  { slug, owner }: Company,
): Promise<{ Cookie: string }> {
  const { headers } = await sendForm(server, `/${slug}`, { email: owner.email, password: owner.password })
  return { Cookie: headers.getSetCookie()[0]!.split(';')[0]! }
}

/** The header of a browser that has a session of the owner. */
export async function ownersCookie(company: Company): Promise<{ Cookie: string }> {
  const { Cookie } = (await company.as('owner', 'web')).headers
  return { Cookie: Cookie! }
}

/** The path of a link to a new invite, for a new person with this name. */
export async function inviteLink(company: Company, given_name = 'Grace'): Promise<string> {
  const { id } = await company.person({ given_name, family_name: 'Hopper' })
  const { url } = await (await company.as('owner', 'web')).call('org_invites_create', { person_id: id })
  return new URL(url!).pathname
}

/** The path of a link to a new password for the owner. */
export async function resetLink({ running, db }: TestServer, company: Company): Promise<string> {
  const { runtime } = running
  const { rows } = await db.query(
    `select m.id as membership_id, u.email_key, u.password_hash
       from memberships m join users u on u.org_id = m.org_id and u.id = m.user_id
      where m.org_id = $1 and u.email = $2`,
    [company.id, company.owner.email],
  )
  const { token } = await withOrganization(runtime.pool, company.id, { mode: 'write' }, (transaction) =>
    makeReset(runtime, transaction, rows[0], runtime.clock(), 60),
  )
  return `/${company.slug}/reset/${token}`
}

/** A window of a reader, and what it has said and asked so far. */
type Window = Awaited<ReturnType<typeof openWindow>>

async function openWindow(browser: Browser, { baseUrl }: TestServer, options: BrowserContextOptions) {
  const context = await browser.newContext({ baseURL: baseUrl, locale: 'en-GB', ...options })
  context.setDefaultTimeout(neverMs)
  const page = await context.newPage()
  return { context, page, baseUrl, ...watch(page) }
}

/** Requires that the pages of a window complained of nothing, and asked nothing of other addresses. */
function requireCalm({ complaints, origins, baseUrl }: Window): void {
  // A form with a mistake is answered by 4xx, which the browser reports.
  const wrong = complaints.filter((text) => !/^Failed to load resource: .* status of 4\d\d/.test(text))
  if (wrong.length > 0) throw new Error(wrong.join('\n'))
  if ([...origins].some((origin) => origin !== baseUrl)) throw new Error(`asked ${[...origins].join(' ')}`)
}

/**
 * Visits as a new reader. The pages must not complain, and ask nothing of other addresses.
 *
 * @throws Error when they do
 */
export async function visit(
  browser: Browser,
  server: TestServer,
  work: (page: Page, context: BrowserContext) => Promise<void>,
  options: BrowserContextOptions = {},
): Promise<void> {
  const window = await openWindow(browser, server, options)
  try {
    await work(window.page, window.context)
    requireCalm(window)
  } finally {
    await window.context.close()
  }
}

/**
 * Visits one after the other in one window, as to open one costs more than most visits do. Each begins with no session, and with
 * nothing that the one before stored. A visit that listens to the page or holds requests back needs a window of its own.
 */
export class OneWindow {
  readonly #options: BrowserContextOptions
  #kept: Window | undefined

  constructor(options: BrowserContextOptions = {}) {
    this.#options = options
  }

  /** Makes one visit, held to what {@link visit} is held to. After one that fails, the next has a new window. */
  async visit<T>(browser: Browser, server: TestServer, work: (page: Page) => Promise<T>): Promise<T> {
    const kept = this.#kept
    // A visit that never ends keeps its window, and one at the same time has another.
    this.#kept = undefined
    const isOurs = kept?.baseUrl === server.baseUrl && kept.context.browser() === browser
    if (!isOurs) await kept?.context.close()
    const window = isOurs ? kept : await openWindow(browser, server, this.#options)
    try {
      await window.context.clearCookies()
      const done = await work(window.page)
      requireCalm(window)
      await window.page.evaluate('localStorage.clear(), sessionStorage.clear()')
      this.#kept ??= window
      return done
    } finally {
      if (this.#kept !== window) await window.context.close()
    }
  }

  async close(): Promise<void> {
    await this.#kept?.context.close()
  }
}

/**
 * Gives the browser of a page a session of the owner, as if they had signed in before. To sign in with the form is told by
 * `pages/sign-in.test.ts` and `app/stories/first-sign-in.test.ts`.
 */
export async function signInOn(page: Page, company: Company): Promise<void> {
  const client = await company.as('owner', 'web')
  await page.context().addCookies([sessionCookie(client, client.baseUrl)])
}

/** The session of a caller, as a browser keeps it. */
export function sessionCookie({ credential }: TestClient, url: string) {
  if (credential.kind !== 'web') throw new Error('only a session of a browser is kept in a cookie')
  return { name: 'rollcall', value: credential.secret, url, httpOnly: true }
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Pages that bring axe along to where they go next: that is cheaper than to send it again. */
const haveAxe = new WeakSet<Page>()

/** Otherwise axe also describes each element that is as it should be. */
const onlyViolations = { resultTypes: ['violations'], selectors: false }

/**
 * What axe finds on a page, as lines. The context must bypass the content security policy, for axe is a script.
 *
 * @param rules or tags of rules; left out: all
 * @param also rules that axe leaves out by itself
 */
export async function axeFindings(page: Page, rules?: string[], also: string[] = []): Promise<string[]> {
  if (!haveAxe.has(page)) await page.addInitScript(axe)
  haveAxe.add(page)
  if (!(await page.evaluate(`'axe' in window`))) await page.evaluate(axe)
  const enabled = Object.fromEntries(also.map((rule) => [rule, { enabled: true }]))
  // The whole report of axe is long: it costs more to bring here than many rules cost.
  const found = await page.evaluate<string[]>(
    `axe.run(${JSON.stringify({ ...(rules && { runOnly: rules }), rules: enabled, ...onlyViolations })}).then(({ violations }) =>
      violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).slice(0, 3).join(' ')))`,
  )
  return found.map((one) => `${new URL(page.url()).pathname} ${one}`)
}
