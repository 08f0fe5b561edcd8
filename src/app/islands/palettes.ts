/**
 * Palettes to choose from: the page wears the one that has the pointer or the focus, until both have left, or the one that
 * is chosen in a form.
 */
class Palettes extends HTMLElement {
  #gone = new AbortController()

  connectedCallback(): void {
    const { signal } = (this.#gone = new AbortController())
    const page = document.documentElement
    const own = page.dataset['palette'] ?? ''
    const wear = ({ target }: Event): void => {
      const item = target instanceof Element ? target.closest('li') : null
      page.dataset['palette'] = item?.querySelector<HTMLElement>('[data-palette]')?.dataset['palette'] ?? own
    }
    const choose = (target: unknown): void => {
      // The form chooses the sidebar, too.
      if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement)
        if (['palette', 'shell'].includes(target.name) && target.value !== '')
          page.dataset[target.name] = target.value
    }
    const restore = (): void => void (page.dataset['palette'] = own)
    this.addEventListener('change', ({ target }) => choose(target), { signal })
    // A link may have chosen before the form was opened.
    const chosen = this.querySelectorAll('select[name=palette], [name=palette]:checked, [name=shell]:checked')
    for (const control of chosen) choose(control)
    if (this.querySelector('[name=palette]')) return
    for (const kind of ['pointerover', 'focusin']) this.addEventListener(kind, wear, { signal })
    for (const kind of ['pointerleave', 'focusout']) this.addEventListener(kind, restore, { signal })
  }

  disconnectedCallback(): void {
    this.#gone.abort()
  }
}

customElements.define('x-palettes', Palettes)
