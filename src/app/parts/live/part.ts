import { html, type Child } from '../html.ts'

/**
 * A list with its filters, its tabs and the ways to its other pages. A script changes it in place; its form must be a child
 * of its own.
 *
 * @param said the words that screen readers hear when it has changed: how many there are
 */
export const live = (said: string, content: Child): Child =>
  html`<x-list data-said=${said}>${content}</x-list>`
