import { linkButton, submit } from '../button/part.ts'
import { field, input } from '../field/part.ts'
import { html, type Examples } from '../html.ts'
import { guard } from './part.ts'

export const examples: Examples = {
  'a form': (language) =>
    guard(
      { isTyped: false },
      html`<form class="card form" method="post" action="/gallery">
        ${field({ id: 'e-guard', label: 'Name', control: (aria) => input(aria, { name: 'name', value: '' }) })}
        <div class="buttons">
          ${submit({ text: language === 'de' ? 'Prüfen' : 'Review', kind: 'main' })}
          ${linkButton('/acme', { text: language === 'de' ? 'Abbrechen' : 'Cancel' })}
        </div>
      </form>`,
    ),
}
