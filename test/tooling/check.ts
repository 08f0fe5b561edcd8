import { resolve } from 'node:path'
import { ESLint } from 'eslint'
import ts from 'typescript'

/**
 * `npm run check` says what `npm run typecheck` and `npm run lint:code` say, in one process: the rules of the linter ask for the
 * types of most expressions, and the compiler knows them already after its own check. One after the other, both would work
 * them out.
 */
const projects = [
  'tsconfig.json',
  ...['codegen/reference/browser', 'src/app/islands'].map((folder) => `${folder}/tsconfig.json`),
]

const host: ts.FormatDiagnosticsHost = {
  getCurrentDirectory: () => process.cwd(),
  getCanonicalFileName: (file) => file,
  getNewLine: () => '\n',
}

const programs = projects.map(open)
const complaints = programs.flatMap(complaintsOf)
if (complaints.length > 0) console.log(ts.formatDiagnosticsWithColorAndContext(complaints, host))

const eslint = new ESLint({
  overrideConfig: [
    { files: ['**/*.ts'], languageOptions: { parserOptions: { projectService: false, programs } } },
  ],
})
const results = await eslint.lintFiles(['.'])
const text = await (await eslint.loadFormatter()).format(results)
if (text) console.log(text)
const found = results.some(({ errorCount, warningCount }) => errorCount + warningCount > 0)
process.exitCode = complaints.length > 0 || found ? 1 : 0

/** A program as `tsc --project` makes it. */
function open(project: string): ts.Program {
  const parsed = ts.getParsedCommandLineOfConfigFile(resolve(project), undefined, {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic(problem) {
      throw new Error(ts.formatDiagnostic(problem, host))
    },
  })!
  return ts.createProgram({
    rootNames: parsed.fileNames,
    options: parsed.options,
    configFileParsingDiagnostics: parsed.errors,
    // The linter goes from a node to its parent.
    host: ts.createCompilerHost(parsed.options, true),
  })
}

/** As `tsc` orders them: what is wrong with the project, then with its files. */
function complaintsOf(program: ts.Program): readonly ts.Diagnostic[] {
  return ts.sortAndDeduplicateDiagnostics([
    ...program.getConfigFileParsingDiagnostics(),
    ...program.getOptionsDiagnostics(),
    ...program.getSyntacticDiagnostics(),
    ...program.getGlobalDiagnostics(),
    ...program.getSemanticDiagnostics(),
  ])
}
