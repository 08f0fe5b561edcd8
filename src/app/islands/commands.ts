import { ask, combobox } from './shared/combobox.ts'
import { element } from './shared/dom.ts'

/** Everything that the reader may do and everybody they may see, by a few letters: Ctrl-K, ⌘K, or the link around which it is. */
class Commands extends HTMLElement {
  #gone = new AbortController()

  connectedCallback(): void {
    const { signal } = (this.#gone = new AbortController())
    const link = this.querySelector('a')!
    const label = link.textContent.trim()
    const input = element('input', {
      type: 'search',
      'aria-label': label,
      placeholder: label,
      autocomplete: 'off',
    })
    const dialog = element('dialog', { class: 'commands', 'aria-label': label }, input)
    const { open, close } = combobox(input, dialog, {
      label,
      find: (text, aborted) => ask(this.dataset['from'] ?? '', text, aborted),
      choose: ({ value }) => {
        dialog.close()
        location.assign(value)
      },
    })
    const start = (event: Event): void => {
      event.preventDefault()
      if (dialog.open) return dialog.close()
      dialog.showModal()
      input.select()
      void open(input.value.trim(), 0)
    }

    const isMac = /Mac|iPhone|iPad/.test(navigator.platform)
    link.append(element('kbd', { 'aria-hidden': 'true' }, isMac ? '⌘K' : 'Ctrl K'))
    link.setAttribute('aria-keyshortcuts', isMac ? 'Meta+K' : 'Control+K')
    this.append(dialog)
    link.addEventListener('click', start, { signal })
    dialog.addEventListener('close', close, { signal })
    // A click beside the box: what is in the dialog fills it.
    dialog.addEventListener('click', ({ target }) => target === dialog && dialog.close(), { signal })
    document.addEventListener(
      'keydown',
      (event) => {
        if (event.key.toLowerCase() === 'k' && (isMac ? event.metaKey : event.ctrlKey)) start(event)
      },
      { signal },
    )
  }

  disconnectedCallback(): void {
    this.#gone.abort()
  }
}

customElements.define('x-commands', Commands)
