import ts from 'typescript'
import { problemAt } from './check-schemas.ts'
import { parseFolder } from './exports.ts'
import type { Contract } from './model.ts'
import type { Problem } from './problems.ts'

const emitters = 'src/events'

/**
 * Each event of the catalogue is one that the service can send: a file of `src/events` names its type. The document
 * promises no events that nobody gets yet.
 *
 * @param root the folder in which `src` is
 */
export function checkEmitted(contract: Contract, root: string): Problem[] {
  const named = new Set(parseFolder(root, emitters).flatMap(({ tree }) => textsIn(tree)))
  return [...contract.events]
    .filter(([type]) => !named.has(type))
    .map(([type, file]) =>
      problemAt(
        file,
        [],
        `nothing sends ${type}: write the function that makes it in ${emitters}, or remove this file`,
      ),
    )
}

/** The texts that a file writes out. */
function textsIn(node: ts.Node): string[] {
  const own = ts.isStringLiteral(node) ? [node.text] : []
  const below: string[] = []
  ts.forEachChild(node, (child) => void below.push(...textsIn(child)))
  return [...own, ...below]
}
