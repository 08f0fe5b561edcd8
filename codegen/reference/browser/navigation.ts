import { find } from './dom.ts'

/**
 * Follows links between the pages and replaces only the content. So a key that was typed in
 * stays in memory, and the menu where it was scrolled to. Without this, links work as links do.
 *
 * @param arrived runs when the content was replaced
 * @returns goes to an address of the reference
 */
export function startNavigation(arrived: () => void): (href: string) => void {
  let shown = location.pathname
  let latest = 0

  const show = async (url: URL, scroll: () => void): Promise<void> => {
    const request = ++latest
    const page = await load(url.pathname).catch(() => undefined)
    if (request !== latest) return
    const content = page?.querySelector('main')
    if (!page || !content) return location.assign(url)
    shown = url.pathname
    document.title = page.title
    find('main').replaceChildren(...[...content.childNodes].map((node) => document.importNode(node, true)))
    mark(url.pathname)
    scroll()
    arrived()
  }

  const go = (href: string): void => {
    const url = new URL(href, location.href)
    closeMenu()
    if (url.pathname === shown) {
      location.hash = url.hash
      return
    }
    history.replaceState({ top: scrollY }, '')
    history.pushState({ top: 0 }, '', url)
    void show(url, () => {
      scrollTo(0, 0)
      find('main').focus({ preventScroll: true })
    })
  }

  history.scrollRestoration = 'manual'
  addEventListener('popstate', ({ state }) => {
    const top = (state as { top?: number } | null)?.top ?? 0
    if (location.pathname !== shown) void show(new URL(location.href), () => scrollTo(0, top))
  })
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null
    const plain = event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
    if (!link || !plain || event.defaultPrevented || !isReference(link)) return
    event.preventDefault()
    go(link.href)
  })
  find('.menu [aria-current]').scrollIntoView({ block: 'center' })
  scrollTo(0, 0)
  return go
}

function isReference({ origin, pathname }: HTMLAnchorElement): boolean {
  return origin === location.origin && /^\/docs(\/|$)/.test(pathname)
}

/** The page as a document whose scripts do not run. `fetch` would need a parser, which Trusted Types forbid. */
function load(path: string): Promise<Document | null> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('GET', path)
    request.responseType = 'document'
    request.onload = () => (request.status === 200 ? resolve(request.responseXML) : reject(new Error(path)))
    request.onerror = reject
    request.send()
  })
}

/** Marks the page in the menu. */
function mark(path: string): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.menu a')) {
    if (link.pathname === path) link.setAttribute('aria-current', 'page')
    else link.removeAttribute('aria-current')
  }
}

/** On small screens the menu lies over the content. */
function closeMenu(): void {
  const menu = find('#menu')
  if (menu.matches(':popover-open')) menu.hidePopover()
}
