import { join, resolve } from 'node:path'
import { expect } from 'chai'
import ts from 'typescript'

const root = resolve(import.meta.dirname, '../..')
const registry = 'src/generated/handlers.ts'
/** The files of the repository, parsed once for all programs. */
const parsed = new Map<string, ts.SourceFile | undefined>()

/**
 * The errors of the compiler in files, when some files have other texts.
 *
 * @param replaced file → text; undefined: the file does not exist
 * @param asked the files
 * @returns the errors of each file that is asked
 */
function errors(replaced: Record<string, string | undefined>, asked: string[]): string[][] {
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
  const files = asked.map((file) => join(root, file))
  const program = ts.createProgram(files, options, host)
  return files.map((file) =>
    program
      .getSemanticDiagnostics(program.getSourceFile(file))
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n')),
  )
}

describe('the registry does not compile', () => {
  it('when a handler is missing, or has another result or another input', () => {
    const [found = []] = errors(
      {
        'src/actions/org/units/create.ts': undefined,
        'src/actions/org/units/list.ts': 'export const handler = async () => 42\n',
        'src/actions/platform/whoami.ts':
          "import type { Handler } from '../handler.ts'\nexport declare const handler: Handler<'org_units_create'>\n",
      },
      [registry],
    )
    expect(found.join('\n')).to.include("Cannot find module '../actions/org/units/create.ts'")
    expect(found.join('\n')).to.include('not assignable to type \'Handler<"org_units_list">\'')
    expect(found.join('\n')).to.include('not assignable to type \'Handler<"platform_whoami">\'')
    expect(found).to.have.lengthOf(3)
  })
})

describe('an action does not compile', () => {
  /** The handler of units.list, which declares neither refusals nor events, with this line added. */
  const withLine = (line: string, imports = '') => `${imports}
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
  const event = (type: string, data: string) =>
    `ctx.record({ activity: [], event: { type: '${type}', subjectId: '', data: ${data} } })`
  const made = (type: string, data: string) =>
    withLine(
      `const made: DomainEvent = { activity: [], event: { type: '${type}', subjectId: '', data: ${data} } }; void made`,
      "import type { DomainEvent } from '../../../events/domain-event.ts'",
    )
  const on = (type: string, task: string) =>
    withLine(
      `on('${type}', { does: '', jobs: () => [{ task: '${task}', payload: {} }] })`,
      "import { on } from '../../../reactions/reaction.ts'",
    )

  const texts = {
    nothing: withLine(''),
    failsWithAnother: withLine("throw ctx.fail('unit_name_taken', { name: 'a', record_id: 'b' })"),
    refusesWithAnother: withLine("ctx.refuse([problem('company_root_missing', {})])"),
    refusalLacksParameter: withLine("problem('unit_name_taken', { name: 'a' })"),
    refusalUnknown: withLine("problem('unit_name_takn', {})"),
    recordsAnother: withLine(event('unit.archived', '{} as never')),
    eventUnknown: made('unit.arkived', '{} as never'),
    eventLacksData: made('unit.archived', "{ unit_id: 'a' }"),
    reacts: on('unit.created', 'sweep_expired'),
    reactsToUnknown: on('unit.creatd', 'sweep_expired'),
    queuesUnknown: on('unit.created', 'sweep_expird'),
  }
  type Name = keyof typeof texts
  let told: Record<Name, string>

  // One program has all of them, beside the action: most of the time goes into the types, which are the same.
  before(() => {
    const fileOf = (name: string) => `src/actions/org/units/list-${name}.ts`
    const names = Object.keys(texts) as Name[]
    const files = Object.fromEntries(names.map((name) => [fileOf(name), texts[name]]))
    const found = errors(files, names.map(fileOf))
    told = Object.fromEntries(names.map((name, index) => [name, found[index]!.join('\n')])) as typeof told
  })

  it('when it uses a refusal that its x-errors do not name', () => {
    expect(told.nothing).to.equal('')
    expect(told.failsWithAnother).to.include('never')
    expect(told.refusesWithAnother).to.include('never')
  })

  it('when a refusal has no parameters, or does not exist', () => {
    expect(told.refusalLacksParameter).to.include('record_id')
    expect(told.refusalUnknown).to.include('unit_name_takn')
  })

  it('when it records an event that its x-events do not name, or that does not exist', () => {
    expect(told.recordsAnother).to.match(/not assignable|undefined/)
    expect(told.eventUnknown).to.include('unit.arkived')
    expect(told.eventLacksData).to.include("'unit' is missing")
  })

  it('when a reaction is to what does not exist, or queues such a job', () => {
    expect(told.reacts).to.equal('')
    expect(told.reactsToUnknown).to.include('unit.creatd')
    expect(told.queuesUnknown).to.include('sweep_expird')
  })
})
