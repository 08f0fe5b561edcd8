import { join, sep } from 'node:path'
import ts from 'typescript'

/** Options → the parsed files of packages, which are the same for all programs with these options. */
const parsed = new Map<string, Map<string, ts.SourceFile | undefined>>()

/**
 * What the compiler has against files of a project, and against the types of the client that it uses, in this process: a
 * compiler of its own would take seconds for each program, and check the types of Node and of the language again each
 * time.
 *
 * @param options as in a tsconfig.json
 * @returns one line for each complaint
 */
export function complaints(dir: string, files: string[], options: object): string[] {
  const { options: compilerOptions, errors } = ts.convertCompilerOptionsFromJson(options, dir)
  const places = files.map((file) => join(dir, file))
  const program = ts.createProgram(places, compilerOptions, hostIn(dir, compilerOptions))
  const ours = program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(dir + sep))
  const found = [
    ...errors,
    ...program.getOptionsDiagnostics(),
    ...program.getGlobalDiagnostics(),
    ...ours.flatMap((one) => [
      ...program.getSyntacticDiagnostics(one),
      ...program.getSemanticDiagnostics(one),
    ]),
  ]
  return found.map(
    ({ file: at, messageText }) =>
      `${at?.fileName.slice(dir.length + 1) ?? ''}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`,
  )
}

/** Reads files of the project each time, because they change, and those of packages once. */
function hostIn(dir: string, options: ts.CompilerOptions): ts.CompilerHost {
  const host = ts.createCompilerHost(options)
  const read = host.getSourceFile.bind(host)
  const key = JSON.stringify(options)
  const known = parsed.get(key) ?? new Map<string, ts.SourceFile | undefined>()
  parsed.set(key, known)
  return Object.assign(host, {
    getCurrentDirectory: () => dir,
    getSourceFile: (...[file, ...rest]: Parameters<typeof read>) => {
      if (file.startsWith(dir + sep)) return read(file, ...rest)
      if (!known.has(file)) known.set(file, read(file, ...rest))
      return known.get(file)
    },
  })
}
