import type { Page } from 'playwright-core'

/** Every page of the reference that a served page links to, `/docs` first. */
export async function referencePaths(baseUrl: string): Promise<string[]> {
  const page = await (await fetch(`${baseUrl}/docs`)).text()
  const [, menu = ''] = /<nav id="menu"[^]*?>([^]*?)<\/nav>/.exec(page) ?? []
  return [...menu.matchAll(/href="([^"]+)"/g)].map(([, href]) => href as string)
}

/** The text of a piece of HTML: without tags, and with its characters as they are read. */
export function textOf(html: string): string {
  return html
    .replace(/<[^>]*>/g, '')
    .replace(/&#(\d+);/g, (_all, code: string) => String.fromCharCode(Number(code)))
}

/** What went wrong on a page, and where it asked for something. Call it before the page is opened. */
export function watch(page: Page): { complaints: string[]; origins: Set<string> } {
  const watched = { complaints: [] as string[], origins: new Set<string>() }
  page.on('request', (request) => watched.origins.add(new URL(request.url()).origin))
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) watched.complaints.push(message.text())
  })
  page.on('pageerror', ({ message }) => watched.complaints.push(message))
  return watched
}

/** What makes the page wider than its window; empty when it fits. */
export function overflow(page: Page): Promise<string[]> {
  return page.evaluate(`(() => {
    const { clientWidth, scrollWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    return [...document.querySelectorAll('body *')]
      .filter((one) => one.getBoundingClientRect().right > clientWidth + 1)
      .map((one) => one.tagName + ' ' + one.className + ': ' + one.textContent.slice(0, 60))
  })()`)
}
