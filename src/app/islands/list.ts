import { announcer, copies } from './shared/dom.ts'
import { addressOf, controlsOf, load } from './shared/load.ts'

const pause = 250

interface Change {
  url: URL
  /** The entry of the history that the change makes; `none` for one that the browser has gone to. */
  entry: 'push' | 'replace' | 'none'
  /** The filters stay as they are: somebody is using them. */
  keep?: boolean
}

/**
 * A list that changes in place when its filters, its pages or its tabs are used: the same page is asked for, and its list put
 * here. The address goes along, so that back, forward and links work as they do without script.
 */
class List extends HTMLElement {
  readonly #status = announcer()
  #request = new AbortController()
  #gone = new AbortController()
  #timer = 0
  #shown = ''
  /** True while the last change came of typing: words that are typed on make no further entry of the history. */
  #isTyping = false

  connectedCallback(): void {
    this.#shown = location.pathname + location.search
    this.tabIndex = -1
    this.after(this.#status)
    const { signal } = (this.#gone = new AbortController())
    this.addEventListener('submit', (event) => this.#submitted(event), { signal })
    this.addEventListener('click', (event) => this.#clicked(event), { signal })
    this.addEventListener('input', ({ target }) => this.#typed(target), { signal })
    this.addEventListener('change', ({ target }) => this.#changed(target), { signal })
    addEventListener('popstate', () => this.#moved(), { signal })
  }

  disconnectedCallback(): void {
    this.#gone.abort()
    this.#request.abort()
    this.#status.remove()
  }

  #submitted(event: SubmitEvent): void {
    const { target, submitter } = event
    if (!(target instanceof HTMLFormElement) || target.getAttribute('method') !== 'get') return
    event.preventDefault()
    this.#begin({ url: filtered(target, submitter), entry: 'push' })
  }

  #clicked(event: MouseEvent): void {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null
    const isPlain = event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
    if (!link || !isPlain || link.pathname !== location.pathname || link.hash !== '') return
    event.preventDefault()
    this.#begin({ url: new URL(link.href), entry: 'push' })
  }

  #typed(target: EventTarget | null): void {
    if (!(target instanceof HTMLInputElement) || !target.matches('[type=search]:not([role])') || !target.form)
      return
    clearTimeout(this.#timer)
    const { form } = target
    this.#timer = setTimeout(() => {
      const entry = this.#isTyping ? 'replace' : 'push'
      void this.#change({ url: filtered(form), entry, keep: true }).then(
        (isShown) => (this.#isTyping = isShown),
      )
    }, pause)
  }

  /** A choice applies at once. Days are changed part by part, so they wait for the button. */
  #changed(target: EventTarget | null): void {
    const isChoice =
      target instanceof HTMLSelectElement ||
      (target instanceof HTMLInputElement && ['checkbox', 'radio', 'hidden'].includes(target.type))
    if (isChoice && target.form) this.#begin({ url: filtered(target.form), entry: 'push', keep: true })
  }

  #moved(): void {
    if (location.pathname + location.search === this.#shown) return
    this.#begin({ url: new URL(location.href), entry: 'none' })
  }

  #begin(change: Change): void {
    this.#isTyping = false
    void this.#change(change)
  }

  /** Resolves to true when the list has changed. */
  async #change({ url, entry, keep = false }: Change): Promise<boolean> {
    clearTimeout(this.#timer)
    this.#request.abort()
    const { signal } = (this.#request = new AbortController())
    this.setAttribute('aria-busy', 'true')
    const loaded = await load(url, signal).catch(() => undefined)
    if (signal.aborted) return false
    this.removeAttribute('aria-busy')
    const fresh = loaded?.page.querySelector('x-list')
    // Whoever is signed out by now signs in; what is no list is shown as it is.
    if (!loaded || !fresh || loaded.url.pathname !== url.pathname) {
      location.assign(url)
      return false
    }
    if (entry === 'push') history.pushState(null, '', url)
    if (entry === 'replace') history.replaceState(null, '', url)
    this.#shown = url.pathname + url.search
    document.title = loaded.page.title
    this.#show(fresh, keep)
    const lead = loaded.page.querySelector('main .lead')
    if (lead) document.querySelector('main .lead')?.replaceChildren(...copies(lead.childNodes))
    this.#status.textContent = fresh.getAttribute('data-said')
    return true
  }

  #show(fresh: Element, keep: boolean): void {
    const before = document.activeElement
    const hadFocus = this.contains(before)
    const form = keep ? [...this.children].find((child) => child instanceof HTMLFormElement) : undefined
    const nodes = copies(fresh.childNodes)
    if (form) {
      const at = nodes.findIndex((node) => node instanceof HTMLFormElement)
      for (const node of [...this.childNodes]) if (node !== form) node.remove()
      form.before(...nodes.slice(0, Math.max(at, 0)))
      form.after(...nodes.slice(at + 1))
    } else this.replaceChildren(...nodes)
    if (!hadFocus || before === this || this.contains(before)) return
    this.#focusAgain(before!)
  }

  /** The focus goes to what stands in the place of what had it; of a link that is gone, to the list. */
  #focusAgain(before: Element): void {
    const href = before.getAttribute('href')
    const again = before.id
      ? this.querySelector<HTMLElement>(`#${CSS.escape(before.id)}`)
      : href === null
        ? this.querySelector<HTMLElement>('form [type=submit]')
        : this.querySelector<HTMLElement>(`a[href="${CSS.escape(href)}"]`)
    if (again) return again.focus()
    this.focus({ preventScroll: true })
    this.scrollIntoView()
  }
}

/** The address of the list with the filters of a form. */
function filtered(form: HTMLFormElement, submitter?: HTMLElement | null): URL {
  const url = addressOf(form)
  url.search = controlsOf(form, submitter).toString()
  return url
}

customElements.define('x-list', List)
