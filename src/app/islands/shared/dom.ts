/** A new element. Everything is built of nodes and texts: the policy of the pages forbids HTML in a text (Trusted Types). */
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

/** A place where screen readers hear what changed. */
export const announcer = (): HTMLElement => element('p', { class: 'away', role: 'status' })

/** Copies of nodes of another document, to be put into this one. */
export const copies = (nodes: Iterable<Node>): Node[] =>
  [...nodes].map((node) => document.importNode(node, true))
