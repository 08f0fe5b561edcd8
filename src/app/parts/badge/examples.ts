import { html, type Examples } from '../html.ts'
import { badge } from './part.ts'

export const examples: Examples = {
  tones: () =>
    html`<p class="row">
      ${badge('Team')} ${badge('You', 'accent')} ${badge('Active', 'good')}
      ${badge('Starts on 1 March', 'warn')} ${badge('Revoked', 'danger')}
    </p>`,
}
