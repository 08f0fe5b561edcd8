import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

/** A source file that was parsed and not run. */
interface Parsed {
  /** From the root of the tree. */
  path: string
  /** The name of the file, without its ending. */
  name: string
  tree: ts.SourceFile
}

/** The source files of a folder, in order of their names. None when there is no such folder. */
export function parseFolder(root: string, folder: string): Parsed[] {
  const dir = join(root, folder)
  const files = existsSync(dir) ? readdirSync(dir).filter((file) => file.endsWith('.ts')) : []
  return files.sort().map((file) => {
    const path = `${folder}/${file}`
    const text = readFileSync(join(root, path), 'utf8')
    const tree = ts.createSourceFile(path, text, ts.ScriptTarget.Latest)
    return { path, name: file.replace(/\.ts$/, ''), tree }
  })
}

/** The exports of the file: name → the node of the value. */
export function exportsOf(tree: ts.SourceFile): Map<string, ts.Node> {
  const found = new Map<string, ts.Node>()
  for (const statement of tree.statements) {
    const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : []
    if (!modifiers.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) continue
    if (ts.isVariableStatement(statement))
      for (const { name, initializer } of statement.declarationList.declarations)
        if (ts.isIdentifier(name)) found.set(name.text, initializer ?? statement)
    if (ts.isFunctionDeclaration(statement) && statement.name) found.set(statement.name.text, statement)
  }
  return found
}
