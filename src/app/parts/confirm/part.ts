import { carried, linkButton, submit } from '../button/part.ts'
import { html, type Child } from '../html.ts'

export interface Confirm {
  /** The heading: `This will happen`. */
  title: string
  /** The things that will happen, a line each. */
  lines: readonly Child[]
  /** Warnings, and whose approval is needed. */
  notes?: Child
  /** The address that the form is sent to. */
  action: string
  values: Record<string, string>
  /** The button that does it; left out where there is nothing to do. */
  confirm?: string | undefined
  danger?: boolean
  /** The button that leads back to the form, with what was typed. */
  change?: { text: string; name: string; value: string }
  cancel: { text: string; href: string }
}

/** A question before something is done: it says what will happen. One click does it. As a page, it takes the focus. */
export const confirm = (one: Confirm): Child => html`
  <section class="confirm" aria-labelledby="confirm-title" tabindex="-1" autofocus>
    <h2 id="confirm-title">${one.title}</h2>
    <ul class="confirm-lines">
      ${one.lines.map((line) => html`<li>${line}</li>`)}
    </ul>
    ${one.notes}
    <form method="post" action=${one.action}>
      ${Object.entries(one.values).map(([name, value]) => carried(name, value))}
      <div class="buttons">
        ${one.confirm !== undefined && submit({ text: one.confirm, kind: one.danger ? 'danger' : 'main' }, { name: '~step', value: 'do' })}
        ${one.change && submit({ text: one.change.text }, one.change)}
        ${linkButton(one.cancel.href, { text: one.cancel.text })}
      </div>
    </form>
  </section>
`
