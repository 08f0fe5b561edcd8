import { html, type Child } from '../html.ts'

export interface Guard {
  /** True where the page answers a form that was sent: it holds what was typed. */
  isTyped: boolean
  /** True where what will happen is asked in a dialog above the form. */
  inDialog?: boolean
}

/**
 * A form that sends something, in the care of a script: what was typed is not lost without a question, and no button works
 * twice. A link among its buttons leaves without a question.
 */
export const guard = ({ isTyped, inDialog = false }: Guard, content: Child): Child =>
  html`<x-form data-typed=${isTyped ? '' : undefined} data-dialog=${inDialog ? '' : undefined}
    >${content}</x-form
  >`
