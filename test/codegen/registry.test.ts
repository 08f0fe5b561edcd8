import { join, resolve } from 'node:path'
import { expect } from 'chai'
import ts from 'typescript'

const root = resolve(import.meta.dirname, '../..')
const registry = join(root, 'src/generated/handlers.ts')

/** What the compiler has against the registry when these files hold other texts (undefined: when they are not there). */
function errors(replaced: Record<string, string | undefined>): string[] {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), (file) => ts.sys.readFile(file)) as {
    config: object
  }
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root)
  const host = ts.createCompilerHost(options)
  const { readFile, fileExists } = host
  const changed = new Map(Object.entries(replaced).map(([file, text]) => [join(root, file), text]))
  host.readFile = (file) => (changed.has(file) ? changed.get(file) : readFile.call(host, file))
  host.fileExists = (file) =>
    changed.has(file) ? changed.get(file) !== undefined : fileExists.call(host, file)
  const program = ts.createProgram([registry], options, host)
  const found = program.getSemanticDiagnostics(program.getSourceFile(registry))
  return found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
}

describe('the registry does not compile', function () {
  this.timeout(60_000)

  it('when a handler is missing, answers something else, or takes another input', () => {
    const found = errors({
      'src/actions/org/units/create.ts': undefined,
      'src/actions/org/units/list.ts': 'export const handler = async () => 42\n',
      'src/actions/platform/whoami.ts':
        "import type { Handler } from '../action.ts'\nexport declare const handler: Handler<'org_units_create'>\n",
    })
    expect(found.join('\n')).to.include("Cannot find module '../actions/org/units/create.ts'")
    expect(found.join('\n')).to.include('not assignable to type \'Handler<"org_units_list">\'')
    expect(found.join('\n')).to.include('not assignable to type \'Handler<"platform_whoami">\'')
    expect(found).to.have.lengthOf(3)
  })
})
