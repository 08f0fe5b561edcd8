import { buttonForm, linkButton } from '../button/part.ts'
import { html, type Child } from '../html.ts'

export interface Way {
  text: string
  href: string
  danger?: boolean
  /** The values that a button sends there, which asks at once. */
  sent?: Record<string, string>
}

/**
 * Ways to act on one of many records, folded behind a button.
 *
 * @param about the name of the record, for screen readers
 */
export const more = (text: string, about: string, ways: readonly Way[]): Child =>
  ways.length > 0 &&
  html`
    <details class="more">
      <summary class="button quiet small">${text}<span class="away">: ${about}</span></summary>
      <div class="more-ways">
        ${ways.map(({ text: way, href, danger, sent }) => {
          const button = {
            text: way,
            label: `${way}: ${about}`,
            small: true,
            ...(danger && { kind: 'danger' as const }),
          }
          return sent ? buttonForm(href, button, sent) : linkButton(href, button)
        })}
      </div>
    </details>
  `
