import { element } from './shared/dom.ts'
import { addressOf, Fault, load, replacePage } from './shared/load.ts'

/** The progress of a form with a file, in the form: what the browser itself shows is easily missed. */
class Upload extends HTMLElement {
  #gone = new AbortController()
  #isSending = false

  connectedCallback(): void {
    const { signal } = (this.#gone = new AbortController())
    const form = this.closest('form')!
    form.addEventListener('submit', (event) => void this.#send(event, form), { signal })
    // Whoever comes back to the page may find it as it was left.
    addEventListener('pageshow', () => (this.#isSending = false), { signal })
  }

  disconnectedCallback(): void {
    this.#gone.abort()
  }

  async #send(event: SubmitEvent, form: HTMLFormElement): Promise<void> {
    event.preventDefault()
    // A file that is sent twice would be kept twice.
    if (this.#isSending) return
    this.#isSending = true
    const { sending = '', checking = '' } = this.dataset
    const text = element('p', { role: 'status' }, sending)
    const bar = element('progress', { max: '1', 'aria-label': sending })
    this.replaceChildren(text, bar)
    const show = (part: number): void => {
      if (part < 1) return void (bar.value = part)
      // The server has all of it, and looks into it.
      bar.removeAttribute('value')
      text.textContent = checking
    }
    const address = addressOf(form)
    try {
      const { page, url } = await load(address, this.#gone.signal, new FormData(form, event.submitter), show)
      if (url.pathname === address.pathname) replacePage(page)
      else location.assign(url)
    } catch (error) {
      if (this.#gone.signal.aborted) return
      const page = error instanceof Fault && error.page
      if (page && page.querySelector('main')) replacePage(page)
      // The browser says what is wrong with the connection. What has arrived nevertheless is not kept twice.
      else HTMLFormElement.prototype.submit.call(form)
    }
  }
}

customElements.define('x-upload', Upload)
