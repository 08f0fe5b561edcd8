/**
 * The part of preact that templates use. Its own types bring those of browsers with them, which the server does not
 * have.
 */
export interface VNode<Props = object> {
  type: unknown
  props: Props
}

export function h(type: string, props: Record<string, unknown> | null, ...children: unknown[]): VNode
