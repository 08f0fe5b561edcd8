import { astToString } from 'openapi-typescript'
import ts from 'typescript'
import { at, isObject, type Json, type JsonObject } from '../model.ts'
import { refName } from '../schema.ts'

/** The types that an action of the client takes and answers, as TypeScript. */
export interface CallTypes {
  input: string
  data: string
}

/**
 * Types of what the action takes and answers.
 *
 * @param document the published one
 * @param url of the action
 */
export function callTypes(document: JsonObject, url: string): CallTypes {
  const operation = at(document, 'paths', url, 'post')
  const schemaOf = (...path: string[]) => at(operation, ...path, 'content', 'application/json', 'schema')
  const input = refName(schemaOf('requestBody')) as string
  const envelope = refName(schemaOf('responses', '200')) as string
  const data = at(document, 'components', 'schemas', envelope, 'properties', 'data')
  const listed = at(data, 'type') === 'array' ? refName(at(data, 'items')) : undefined
  return { input, data: refName(data) ?? (listed ? `${listed}[]` : `${envelope}['data']`) }
}

/**
 * The schemas that the client needs, as types with their own names: `export interface Unit { … }`. What only `/auth`
 * uses is left out, and so are the envelopes of answers, because the client opens them.
 *
 * @param nodes what openapi-typescript made of the document
 */
export function clientTypes(document: JsonObject, nodes: ts.Node[]): string {
  const wanted = schemasOfClient(document)
  const members = schemasIn(nodes).filter((member) => wanted.has(nameOf(member)))
  const types = members.map(asExport)
  // Editors show the first line of a comment as it is; a tag would be shown, too.
  return astToString(ts.transform(types, [withPlainNames]).transformed).replace(
    /(\/\*\*(?:\n\s*\*)?) @description /g,
    '$1 ',
  )
}

/** The names of the schemas that actions, refusals and events use, directly or through others. */
function schemasOfClient(document: JsonObject): Set<string> {
  const actions = Object.keys(document['paths'] as JsonObject).filter((url) => url.startsWith('/v1/'))
  const called = actions.flatMap((url) => Object.values(callTypes(document, url)))
  const events = Object.values((document['webhooks'] ?? {}) as JsonObject).map((item) =>
    refName(at(item, 'post', 'requestBody', 'content', 'application/json', 'schema')),
  )
  const found = new Set<string>()
  const follow = (name: string | undefined) => {
    if (name === undefined || found.has(name)) return
    found.add(name)
    eachRef(at(document, 'components', 'schemas', name) ?? null, follow)
  }
  for (const name of [...called, ...events, 'ErrorBody', 'DryRunReport']) follow(name?.replace(/\[.*$/, ''))
  return found
}

function eachRef(value: Json, visit: (name: string) => void): void {
  const name = refName(value)
  if (name !== undefined) visit(name)
  if (Array.isArray(value)) for (const item of value) eachRef(item, visit)
  else if (isObject(value)) for (const item of Object.values(value)) eachRef(item, visit)
}

/** The members of `components.schemas`. */
function schemasIn(nodes: ts.Node[]): ts.PropertySignature[] {
  const components = nodes.find(
    (node): node is ts.InterfaceDeclaration =>
      ts.isInterfaceDeclaration(node) && node.name.text === 'components',
  )
  const schemas = components?.members.find(
    (member): member is ts.PropertySignature =>
      ts.isPropertySignature(member) && nameOf(member) === 'schemas',
  )
  if (!schemas?.type || !ts.isTypeLiteralNode(schemas.type))
    throw new Error('openapi-typescript writes something other than interface components { schemas: { … } }')
  return schemas.type.members.filter(ts.isPropertySignature)
}

function nameOf({ name }: ts.PropertySignature): string {
  return ts.isIdentifier(name) || ts.isStringLiteral(name) ? name.text : ''
}

function asExport(member: ts.PropertySignature): ts.Statement {
  const { factory } = ts
  const exported = [factory.createModifier(ts.SyntaxKind.ExportKeyword)]
  const type = member.type as ts.TypeNode
  const statement = ts.isTypeLiteralNode(type)
    ? factory.createInterfaceDeclaration(exported, nameOf(member), undefined, undefined, type.members)
    : factory.createTypeAliasDeclaration(exported, nameOf(member), undefined, type)
  return ts.setSyntheticLeadingComments(statement, ts.getSyntheticLeadingComments(member))
}

/** Writes `Unit` for `components['schemas']['Unit']`. */
function withPlainNames(context: ts.TransformationContext): (node: ts.Node) => ts.Node {
  const visit = (node: ts.Node): ts.Node => {
    if (!ts.isIndexedAccessTypeNode(node)) return ts.visitEachChild(node, visit, context)
    const name = textOf(node.indexType)
    const isSchema =
      ts.isIndexedAccessTypeNode(node.objectType) && textOf(node.objectType.indexType) === 'schemas'
    return isSchema && name !== undefined
      ? ts.factory.createTypeReferenceNode(name)
      : ts.visitEachChild(node, visit, context)
  }
  return visit
}

function textOf(type: ts.TypeNode): string | undefined {
  return ts.isLiteralTypeNode(type) && ts.isStringLiteral(type.literal) ? type.literal.text : undefined
}
