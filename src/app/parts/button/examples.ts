import { icon } from '../icon/part.ts'
import { html, type Examples } from '../html.ts'
import { buttonForm, linkButton } from './part.ts'

export const examples: Examples = {
  links: () =>
    html`<p class="row">
      ${linkButton('/acme', { text: [icon('plus'), 'Hire a person'], kind: 'main' })}
      ${linkButton('/acme', { text: 'Change' })} ${linkButton('/acme', { text: 'Archive', kind: 'danger' })}
      ${linkButton('/acme', { text: 'Change', small: true, label: 'Change the unit Research' })}
    </p>`,
  'a form of one button': () => buttonForm('/acme/sign_out', { text: 'Sign out' }),
}
