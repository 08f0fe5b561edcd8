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

if (import.meta.main) {
  const { code, said } = await check(process.cwd())
  if (said) console.log(said)
  process.exitCode = code
}

/** The exit code for the projects of a folder, and what is wrong with them. */
export async function check(folder: string): Promise<{ code: number; said: string }> {
  const host: ts.FormatDiagnosticsHost = {
    getCurrentDirectory: () => folder,
    getCanonicalFileName: (file) => file,
    getNewLine: () => '\n',
  }
  const programs = projects.map((project) => open(resolve(folder, project), host))
  const complaints = programs.flatMap(complaintsOf)
  const eslint = new ESLint({
    cwd: folder,
    overrideConfig: [
      { files: ['**/*.ts'], languageOptions: { parserOptions: { projectService: false, programs } } },
    ],
  })
  const results = await eslint.lintFiles(['.'])
  const texts = [
    complaints.length > 0 ? ts.formatDiagnosticsWithColorAndContext(complaints, host) : '',
    await (await eslint.loadFormatter()).format(results),
  ]
  const found = results.some(({ errorCount, warningCount }) => errorCount + warningCount > 0)
  return { code: complaints.length > 0 || found ? 1 : 0, said: texts.filter(Boolean).join('\n') }
}

/** A program as `tsc --project` makes it. */
function open(project: string, host: ts.FormatDiagnosticsHost): ts.Program {
  const parsed = ts.getParsedCommandLineOfConfigFile(project, undefined, {
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
