import ts from 'typescript'
import { exportsOf, parseFolder } from './exports.ts'
import type { Job, PayloadKind } from './model.ts'
import type { Problem } from './problems.ts'

const kinds: PayloadKind[] = ['id', 'ids', 'day']

/**
 * The tasks in `src/jobs`, one file each. A file that does not export `payload` is no task. The files are parsed and
 * not run, because they import files that codegen is about to write.
 *
 * @param root the folder in which `src` is
 */
export function loadJobs(root: string): { jobs: Job[]; problems: Problem[] } {
  const jobs: Job[] = []
  const problems: Problem[] = []
  for (const { path, name, tree } of parseFolder(root, 'src/jobs')) {
    const report = (node: ts.Node | undefined, message: string) =>
      problems.push({ file: path, line: node ? lineOf(tree, node) : 1, message })
    const exported = exportsOf(tree)
    const payload = exported.get('payload')
    if (payload === undefined) continue
    for (const name of ['cron', 'task'])
      if (!exported.has(name)) report(undefined, `a task exports payload, cron and task; ${name} is missing`)
    if (!/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(name))
      report(undefined, 'the name of a task is lower-case words joined by _')
    jobs.push({ name, payload: readPayload(tree, payload, report) })
  }
  return { jobs, problems }
}

function readPayload(
  tree: ts.SourceFile,
  node: ts.Node,
  report: (node: ts.Node, message: string) => void,
): Job['payload'] {
  const object = withoutTypes(node)
  const payload: Job['payload'] = {}
  if (!ts.isObjectLiteralExpression(object)) {
    report(node, "payload must be an object written out here, such as { person_id: 'id' }")
    return payload
  }
  for (const property of object.properties) {
    const value = ts.isPropertyAssignment(property) ? withoutTypes(property.initializer) : undefined
    const kind = kinds.find((one) => value && ts.isStringLiteral(value) && value.text === one)
    const name = property.name?.getText(tree).replaceAll(/['"]/g, '')
    if (kind === undefined || name === undefined)
      report(property, `each field of payload must be one of ${kinds.join(', ')}`)
    else payload[name] = kind
  }
  return payload
}

/** The node without `as const`, `satisfies …` and brackets around it. */
function withoutTypes(node: ts.Node): ts.Node {
  return ts.isAsExpression(node) || ts.isSatisfiesExpression(node) || ts.isParenthesizedExpression(node)
    ? withoutTypes(node.expression)
    : node
}

function lineOf(tree: ts.SourceFile, node: ts.Node): number {
  return tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1
}
