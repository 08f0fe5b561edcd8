import { submit } from '../button/part.ts'
import { field, input } from '../field/part.ts'
import { html, type Examples } from '../html.ts'
import { list } from '../list/part.ts'
import { live } from './part.ts'

export const examples: Examples = {
  'a list with a filter': (language) =>
    live('1', [
      html`<form class="row" method="get" action="/gallery">
        ${field({
          id: 'e-live',
          label: 'Name',
          control: (aria) => input(aria, { name: 'live', value: '', type: 'search' }),
        })}
        ${submit({ text: language === 'de' ? 'Anzeigen' : 'Show' })}
      </form>`,
      list([{ name: 'Grace Hopper', note: 'Admiral' }]),
    ]),
}
