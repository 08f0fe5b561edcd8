import { copies, element } from './shared/dom.ts'
import { addressOf, controlsOf, load, replacePage } from './shared/load.ts'

/** A form that was sent can be sent again after so many milliseconds, if no page has come. The server does it once, anyhow. */
const patience = 10_000

/**
 * A form of an action: what was typed is not lost without a question, a button works once, and what is small is confirmed in a
 * dialog above the form.
 */
class Form extends HTMLElement {
  #gone = new AbortController()
  #isDirty = false
  #isSent = false

  connectedCallback(): void {
    // A form that comes back from the server holds what was typed.
    this.#isDirty = this.hasAttribute('data-typed')
    const { signal } = (this.#gone = new AbortController())
    const dirty = () => (this.#isDirty = true)
    this.addEventListener('input', dirty, { signal })
    this.addEventListener('change', dirty, { signal })
    this.addEventListener('submit', (event) => this.#submitted(event), { signal })
    this.addEventListener('click', ({ target }) => this.#clicked(target), { signal })
    addEventListener('beforeunload', (event) => this.#isDirty && event.preventDefault(), { signal })
    // A page that comes back out of the browser's memory is as it was left.
    addEventListener('pageshow', ({ persisted }) => persisted && this.#rest(), { signal })
  }

  disconnectedCallback(): void {
    this.#gone.abort()
  }

  /** A link of the form, such as to cancel, is a decision. */
  #clicked(target: EventTarget | null): void {
    if (target instanceof Element && target.closest('.buttons a')) this.#isDirty = false
  }

  #submitted(event: SubmitEvent): void {
    const { target: form, submitter } = event
    if (!(form instanceof HTMLFormElement)) return
    const step = submitter?.getAttribute('value')
    const dialog = form.closest('dialog')
    // No page comes after a file that is saved: the form stays, for the next one.
    if (step === 'save') return
    if (this.#isSent || (dialog && step === 'edit')) {
      event.preventDefault()
      if (!this.#isSent) dialog?.close()
      return
    }
    this.#isSent = true
    this.setAttribute('aria-busy', 'true')
    if (!dialog && step === 'review' && this.hasAttribute('data-dialog')) {
      event.preventDefault()
      void this.#review(form, submitter!)
      return
    }
    this.#isDirty = false
    setTimeout(() => this.#rest(), patience)
  }

  #rest(): void {
    this.#isSent = false
    this.removeAttribute('aria-busy')
  }

  /** Asks what will happen, and shows the answer in a dialog; a form with mistakes in place of this one. */
  async #review(form: HTMLFormElement, submitter: HTMLElement): Promise<void> {
    const loaded = await load(addressOf(form), this.#gone.signal, controlsOf(form, submitter)).catch(
      () => undefined,
    )
    if (this.#gone.signal.aborted) return
    this.#rest()
    const confirm = loaded?.page.querySelector('main .confirm')
    const fresh = loaded?.page.querySelector('main x-form')
    if (confirm) return this.#ask(confirm)
    if (fresh) return replacePage(loaded!.page)
    // Whoever is signed out by now, or meets a fault, gets the page that says so.
    this.removeAttribute('data-dialog')
    form.requestSubmit(submitter)
  }

  #ask(confirm: Element): void {
    // A dialog gives the focus to its first button.
    for (const name of ['autofocus', 'tabindex']) confirm.removeAttribute(name)
    const dialog = element(
      'dialog',
      { class: 'ask', 'aria-labelledby': 'confirm-title' },
      ...copies([confirm]),
    )
    this.append(dialog)
    dialog.addEventListener('close', () => dialog.remove())
    dialog.showModal()
  }
}

customElements.define('x-form', Form)
