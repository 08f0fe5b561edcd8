import { mostSimilar } from '../domain/similar-names.ts'
import { actions, type Action } from '../generated/actions.ts'
import { runCooperatively } from '../streaming/yield.ts'
import { RpcError, rpcCodes } from './jsonrpc.ts'

const actionOf = new Map<string, Action>(Object.entries(actions))

/** Tells whether an action has this operation id, which is the name of its tool. */
export const isAction = (id: string): boolean => actionOf.has(id)

/**
 * The action of a tool. Its name is `org_people_list`; an assistant that has read about the action may write
 * `org/people.list`, `org.people.list` or `/v1/org/people.list`.
 */
export function findAction(name: unknown): Action | undefined {
  if (typeof name !== 'string') return undefined
  return actionOf.get(name) ?? actionOf.get(name.replace(/^\/?v1\//, '').replace(/[/.]/g, '_'))
}

/** Longer names are compared by their beginning. */
const longestName = 60
const suggestions = 3
/** With more mistakes than this part of its letters, a name is no slip of another one. */
const mostMistaken = 1 / 3

/**
 * The error for the name of a tool that does not exist. It names the most similar ones, if any is near.
 *
 * @param offered the tools that the caller has
 */
export async function noSuchTool(name: unknown, offered: readonly string[]): Promise<RpcError> {
  const text = (typeof name === 'string' ? name : '').slice(0, longestName).toLowerCase()
  const words = text.split(/[^a-z0-9]+/).filter(Boolean)
  const tools = offered.map((id) => ({ id, names: id.replaceAll('_', ' ') }))
  const most = Math.floor(words.join('').length * mostMistaken)
  const near = words.length > 0 ? await runCooperatively(mostSimilar(words.join(' '), tools, most)) : []
  const names = near.slice(0, suggestions).map(({ id }) => id)
  const hint = names.length > 0 ? `Did you mean ${names.join(', ')}? ` : ''
  return new RpcError(
    rpcCodes.invalidParams,
    `There is no tool of this name. ${hint}tools/list names those there are.`,
    { status: 200 },
  )
}
