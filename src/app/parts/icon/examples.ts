import { html, type Examples } from '../html.ts'
import { icon, type IconName } from './part.ts'

const some: IconName[] = ['home', 'people', 'chart', 'place', 'building', 'check', 'money', 'gear', 'warn']

export const examples: Examples = {
  icons: () => html`<p class="row">${some.map(icon)}</p>`,
}
