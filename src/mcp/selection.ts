import type { Action } from '../generated/actions.ts'
import { RpcError, rpcCodes } from './jsonrpc.ts'

/** The tools that the address of a connection selects: `/mcp?toolsets=org,platform&readonly=1`. */
export interface Selection {
  /** Groups of actions; undefined: all. */
  toolsets: ReadonlySet<string> | undefined
  readonly: boolean
}

/**
 * Reads the query of the address. Unknown parameters are refused: a misspelt `readonly` must not allow writes.
 *
 * @param known the names of all toolsets
 * @throws RpcError
 */
export function readSelection(query: string, known: ReadonlySet<string>): Selection {
  const selection: Selection = { toolsets: undefined, readonly: false }
  if (query === '') return selection
  const search = new URLSearchParams(query)
  for (const [name, value] of search)
    if (search.getAll(name).length > 1)
      throw new RpcError(
        rpcCodes.invalidParams,
        'Give each query parameter once; toolsets are separated by commas.',
      )
    else if (name === 'toolsets') selection.toolsets = readToolsets(value, known)
    else if (name === 'readonly') selection.readonly = readFlag(value)
    else
      throw new RpcError(
        rpcCodes.invalidParams,
        'This address takes the query parameters toolsets and readonly only.',
      )
  return selection
}

function readToolsets(value: string, known: ReadonlySet<string>): ReadonlySet<string> {
  const wanted = value.split(',').map((name) => name.trim())
  if (wanted.some((name) => !known.has(name)))
    throw new RpcError(
      rpcCodes.invalidParams,
      `Unknown toolset. The toolsets are ${[...known].join(', ')}, separated by commas.`,
    )
  return new Set(wanted)
}

function readFlag(value: string): boolean {
  if (!['1', 'true', '0', 'false'].includes(value))
    throw new RpcError(rpcCodes.invalidParams, 'readonly is 1 or 0.')
  return value === '1' || value === 'true'
}

/** Tells whether the selection includes this action. */
export function isSelected({ group, effect }: Action, { toolsets, readonly }: Selection): boolean {
  return (toolsets?.has(group) ?? true) && !(readonly && effect !== 'read')
}
