import { html, type Child } from '../html.ts'

export type ButtonKind = 'main' | 'quiet' | 'danger'

export interface Button {
  text: Child
  /** Left out: `quiet`. */
  kind?: ButtonKind
  /** The words for screen readers, where several buttons look alike. */
  label?: string | undefined
  small?: boolean
  /** It takes the focus when the page opens. */
  autofocus?: boolean
}

const look = ({ kind = 'quiet', small }: Button): string => `button ${kind}${small ? ' small' : ''}`

/** A link that looks like a button. */
export const linkButton = (href: string, button: Button): Child => html`
  <a class=${look(button)} href=${href} aria-label=${button.label}>${button.text}</a>
`

/**
 * A button that sends its form.
 *
 * @param sent the name and value that it sends along
 */
export const submit = (button: Button, sent?: { name: string; value: string }): Child => html`
  <button
    class=${look(button)}
    type="submit"
    name=${sent?.name}
    value=${sent?.value}
    aria-label=${button.label}
    autofocus=${button.autofocus}
  >
    ${button.text}
  </button>
`

/** A value that a form carries along. */
export const carried = (name: string, value: string | undefined): Child =>
  value !== undefined && html`<input type="hidden" name=${name} value=${value} />`

/** A form of one button, such as the one to sign out. */
export const buttonForm = (
  action: string,
  button: Button,
  values: Record<string, string> = {},
): Child => html`
  <form class="inline" method="post" action=${action}>
    ${Object.entries(values).map(([name, value]) => carried(name, value))}${submit(button)}
  </form>
`
