import { highlight, type Grammar } from '../highlight.ts'

/**
 * A new element. Everything is built from nodes and texts, never from HTML in a string: the content security policy of
 * the pages forbids that (Trusted Types).
 */
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Record<string, string> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  made.append(...children)
  return made
}

/** Code with colours, as codegen makes it for the samples. */
export function code(grammar: Grammar, text: string): HTMLElement {
  const pieces = highlight(grammar, text).map(([kind, piece]) =>
    kind === '' ? piece : element('span', { class: kind }, piece),
  )
  return element('code', {}, ...pieces)
}

/** The first element that fits, which must be there. */
export function find<E extends HTMLElement = HTMLElement>(
  selector: string,
  within: ParentNode = document,
): E {
  const found = within.querySelector<E>(selector)
  if (!found) throw new Error(`the page has no ${selector}`)
  return found
}
