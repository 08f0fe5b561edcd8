import { join, resolve } from 'node:path'
import { expect } from 'chai'
import ts from 'typescript'

const root = resolve(import.meta.dirname, '../..')
const registry = join(root, 'src/generated/handlers.ts')
/** The files of the repository, parsed once for all programs. */
const parsed = new Map<string, ts.SourceFile | undefined>()

/**
 * The errors of the compiler in a file, when these files have other texts.
 *
 * @param replaced file → text; undefined: the file does not exist
 * @param asked the file; left out: the registry of handlers
 */
function errors(replaced: Record<string, string | undefined>, asked = registry): string[] {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), (file) => ts.sys.readFile(file)) as {
    config: object
  }
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root)
  const host = ts.createCompilerHost(options)
  const { readFile, fileExists, getSourceFile } = host
  const changed = new Map(Object.entries(replaced).map(([file, text]) => [join(root, file), text]))
  host.readFile = (file) => (changed.has(file) ? changed.get(file) : readFile.call(host, file))
  host.fileExists = (file) =>
    changed.has(file) ? changed.get(file) !== undefined : fileExists.call(host, file)
  host.getSourceFile = (file, ...more) => {
    if (changed.has(file)) return getSourceFile.call(host, file, ...more)
    if (!parsed.has(file)) parsed.set(file, getSourceFile.call(host, file, ...more))
    return parsed.get(file)
  }
  const program = ts.createProgram([asked], options, host)
  const found = program.getSemanticDiagnostics(program.getSourceFile(asked))
  return found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
}

describe('the registry does not compile', () => {
  it('when a handler is missing, or has another result or another input', () => {
    const found = errors({
      'src/actions/org/units/create.ts': undefined,
      'src/actions/org/units/list.ts': 'export const handler = async () => 42\n',
      'src/actions/platform/whoami.ts':
        "import type { Handler } from '../handler.ts'\nexport declare const handler: Handler<'org_units_create'>\n",
    })
    expect(found.join('\n')).to.include("Cannot find module '../actions/org/units/create.ts'")
    expect(found.join('\n')).to.include('not assignable to type \'Handler<"org_units_list">\'')
    expect(found.join('\n')).to.include('not assignable to type \'Handler<"platform_whoami">\'')
    expect(found).to.have.lengthOf(3)
  })
})

describe('an action does not compile', () => {
  /** The handler of units.list, which declares neither refusals nor events, with this line added. */
  const withLine = (line: string, imports = '') => {
    const file = 'src/actions/org/units/list.ts'
    const text = `${imports}
import { problem } from '../../../errors.ts'
import { action } from '../../action.ts'
export const handler = action('org_units_list', {
  run: async (ctx) => {
    ${line}
    void [ctx, problem]
    return []
  },
})
`
    return errors({ [file]: text }, join(root, file)).join('\n')
  }

  it('when it uses a refusal that its x-errors do not name', () => {
    expect(withLine('')).to.equal('')
    expect(withLine("throw ctx.fail('unit_name_taken', { name: 'a', record_id: 'b' })")).to.include('never')
    expect(withLine("ctx.refuse([problem('company_root_missing', {})])")).to.include('never')
  })

  it('when a refusal has no parameters, or does not exist', () => {
    expect(withLine("problem('unit_name_taken', { name: 'a' })")).to.include('record_id')
    expect(withLine("problem('unit_name_takn', {})")).to.include('unit_name_takn')
  })

  it('when it records an event that its x-events do not name, or that does not exist', () => {
    const event = (type: string, data: string) =>
      `ctx.record({ activity: [], event: { type: '${type}', subjectId: '', data: ${data} } })`
    expect(withLine(event('unit.archived', '{} as never'))).to.match(/not assignable|undefined/)
    const domainEvent = "import type { DomainEvent } from '../../../events/domain-event.ts'"
    const made = (type: string, data: string) =>
      `const made: DomainEvent = { activity: [], event: { type: '${type}', subjectId: '', data: ${data} } }; void made`
    expect(withLine(made('unit.arkived', '{} as never'), domainEvent)).to.include('unit.arkived')
    expect(withLine(made('unit.archived', "{ unit_id: 'a' }"), domainEvent)).to.include("'unit' is missing")
  })

  it('when a reaction is to what does not exist, or queues such a job', () => {
    const on = "import { on } from '../../../reactions/reaction.ts'"
    const made = (type: string, task: string) =>
      `on('${type}', { does: '', jobs: () => [{ task: '${task}', payload: {} }] })`
    expect(withLine(made('unit.created', 'sweep_expired'), on)).to.equal('')
    expect(withLine(made('unit.creatd', 'sweep_expired'), on)).to.include('unit.creatd')
    expect(withLine(made('unit.created', 'sweep_expird'), on)).to.include('sweep_expird')
  })
})
