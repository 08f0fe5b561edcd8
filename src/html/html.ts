import htm from 'htm'
import { h, type VNode } from 'preact'
import { renderToString } from 'preact-render-to-string'

/** A value that may stand in a template as text or as an element. Texts are escaped, whatever they hold. */
export type Child = VNode | string | number | boolean | null | undefined | Child[]

type Props = Readonly<Record<string, unknown>>

/**
 * Makes a tag for templates: `` html`<p class="lead">Hello ${name}</p>` ``. What is filled in is escaped.
 *
 * @param check sees each element before it is made; throws for what must not be written, whoever wrote it
 */
export function templates(
  check: (type: string, props: Props) => void = () => undefined,
): (strings: TemplateStringsArray, ...values: Child[]) => VNode {
  function element(this: unknown[], type: string, props: Props | null, ...children: Child[]) {
    // Elements are not kept for the next document: to render changes them.
    this[0] = 3
    check(type, props ?? {})
    return h(type, props, ...children)
  }
  // The package declares its default export as that of a CommonJS module, which it is not.
  return (htm as unknown as typeof htm.default).bind(element as never) as never
}

/** The document as text. */
export const render = (root: VNode): string => `<!doctype html>\n${renderToString(root)}`
