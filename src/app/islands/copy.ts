import { announcer, element } from './shared/dom.ts'

/** A button that copies the text of the element. Browsers let pages write to the clipboard only over HTTPS and on this computer. */
class Copy extends HTMLElement {
  connectedCallback(): void {
    if (!('clipboard' in navigator) || this.querySelector('button')) return
    const { copy = '', copied = '' } = this.dataset
    const button = element('button', { type: 'button', class: 'button quiet small' }, copy)
    const status = announcer()
    const text = this.textContent.trim()
    button.addEventListener('click', () => {
      void navigator.clipboard.writeText(text).then(() => {
        button.textContent = status.textContent = copied
      })
    })
    this.append(button, status)
  }
}

customElements.define('x-copy', Copy)
