import type { Page } from 'playwright-core'

interface Value {
  value?: unknown
}

interface Node {
  nodeId: string
  ignored: boolean
  role?: Value
  name?: Value
  description?: Value
  value?: Value
  properties?: { name: string; value: Value }[]
  childIds?: string[]
}

/** States that a screen reader says, beside role and name. */
const told = new Set([
  'level',
  'checked',
  'expanded',
  'invalid',
  'required',
  'disabled',
  'selected',
  'readonly',
])
/** Nodes of which nothing is said but their content. */
const silent = new Set([
  'generic',
  'none',
  'InlineTextBox',
  'LineBreak',
  'ListMarker',
  'LabelText',
  'RootWebArea',
  'MenuListPopup',
])

/**
 * The page as a screen reader tells it: the accessibility tree of Chromium, one node in each line.
 *
 * @param from the role with which it begins; left out: the whole page
 */
export async function treeOf(page: Page, from?: string): Promise<string> {
  const session = await page.context().newCDPSession(page)
  const { nodes } = (await session.send('Accessibility.getFullAXTree')) as unknown as { nodes: Node[] }
  await session.detach()
  const byId = new Map(nodes.map((node) => [node.nodeId, node]))
  const lines: string[] = []
  const write = (node: Node, depth: number, around: string): void => {
    const name = text(node.name)
    const role = text(node.role)
    // A text that its parent has as its name is said once.
    const isSaid = !node.ignored && !silent.has(role) && !(role === 'StaticText' && around.includes(name))
    if (isSaid)
      lines.push(`${'  '.repeat(depth)}${role === 'StaticText' ? 'text' : role}${lineOf(node, name)}`)
    for (const id of node.childIds ?? [])
      write(byId.get(id)!, isSaid ? depth + 1 : depth, isSaid ? name : around)
  }
  write(nodes.find(({ role }) => text(role) === from) ?? nodes[0]!, 0, '')
  return `${text(nodes[0]!.name)}\n${lines.join('\n')}\n`
}

const text = (value: Value | undefined): string =>
  String(value?.value ?? '')
    .replace(/\s+/g, ' ')
    .trim()

function lineOf({ role, value, description, properties = [] }: Node, name: string): string {
  const states = properties
    .filter((one) => one.name !== 'level' || text(role) === 'heading')
    .filter((one) => told.has(one.name) && ![false, 'false'].includes(one.value.value as string | boolean))
    .map((one) => (one.value.value === true ? one.name : `${one.name} ${text(one.value)}`))
  const said = [text(value) && `= ${text(value)}`, ...states, text(description) && `(${text(description)})`]
  return [name && ` "${name}"`, ...said.filter(Boolean).map((one) => ` ${one}`)].join('')
}
