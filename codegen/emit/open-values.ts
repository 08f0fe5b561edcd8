import ts from 'typescript'
import { openKeyword } from '../expand/open-values.ts'

const name = 'Known'

/** The type `Known` of clients: editors offer the values, and any other text is of the type, too. */
export const knownType = `
/** One of the values that this version knows, or one of a later version: expect any text. */
export type ${name}<T extends string> = T | (string & {})
`

/** For openapi-typescript: the type of a text whose values are open. Undefined for any other schema. */
export function knownValues(schema: object): ts.TypeNode | undefined {
  const { type, [openKeyword]: values } = schema as { type?: unknown; [openKeyword]?: string[] }
  if (type !== 'string' || values === undefined) return undefined
  const { factory } = ts
  const literals = values.map((value) => factory.createLiteralTypeNode(factory.createStringLiteral(value)))
  return factory.createTypeReferenceNode(name, [factory.createUnionTypeNode(literals)])
}

/** For the service, whose own answers have no other values: the values alone. Any other type as it is. */
export function closeKnown(node: ts.Node): ts.Node {
  if (!ts.isTypeReferenceNode(node) || !ts.isIdentifier(node.typeName)) return node
  return (node.typeName.text === name && node.typeArguments?.[0]) || node
}
