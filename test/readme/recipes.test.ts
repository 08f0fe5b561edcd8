import { execFile } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { expect } from 'chai'
import type { checkFields as CheckFields } from '../../codegen/check-fields.ts'
import { loadContract } from '../../codegen/load.ts'
import { ContractError } from '../../codegen/problems.ts'
import { pathItem, plan } from '../../codegen/scaffold.ts'
import { cpuOfEndedPrograms } from '../support/process.ts'
import { parseReadme, readReadmes, recipeSteps, type Readme } from '../support/readmes.ts'

interface Ended {
  ok: boolean
  stdout: string
  stderr: string
}

/** The stories of the fields, and of the warning. */
const stories = ['cost-centers', 'shoe-sizes', 'last-days-on-weekends'].map(
  (name) => `test/stories/${name}.test.ts`,
)

/** What mocha's JSON reporter tells. */
interface Report {
  passes: { fullTitle: string }[]
  failures: { fullTitle: string; err: { message: string } }[]
}

/**
 * What the READMEs tell a newcomer to do, done by their own blocks in a copy of the tree: a table with its kind of id, a
 * refusal, an event, a job, and the action that brings them together; a field of a job, a detail of a person, and a warning. Beside it
 * the least that an action takes: what `npm run new` writes, and one line in its handler.
 */
describe('the recipes of the READMEs', () => {
  let copy: string
  let compiled: Ended
  let report: Report
  /** For each place of a field: the file of each recipe, and what codegen says when the fields are everywhere but there. */
  const withoutField: { files: string[]; said: string }[] = []

  before(async () => {
    const before = cpuOfEndedPrograms()
    copy = mkdtempSync(join(tmpdir(), 'rollcall-copy-'))
    for (const part of ['openapi', 'codegen', 'src', 'migrations', 'test', 'package.json', '.mocharc.json'])
      cpSync(part, join(copy, part), { recursive: true, verbatimSymlinks: true })
    symlinkSync(resolve('node_modules'), join(copy, 'node_modules'))

    const least = plan(
      loadContract(resolve('openapi')),
      ['org/greetings/get', '--class', 'read', '--me'],
      copy,
    )
    write(least.source.file, () => pathItem(least))
    const readmes = readReadmes()
    const steps = recipeSteps(readmes)
    for (const step of steps) if (step.kind === 'commands') expectDone(await run('bash', '-euc', step.text))
    for (const step of steps)
      if (step.kind === 'file') write(step.file.replace('NNNN', nextMigration()), () => step.text)
      else if (step.kind === 'lines') write(step.file, (text) => addLines(text, step.after, step.text))
    write('src/actions/org/greetings/get.ts', (text) =>
      text.replace(/^ {4}throw .*$/m, `    return { id: ctx.action.id, name: String(Object.keys(input)) }`),
    )
    expectDone(await codegen())
    compiled = await compile()
    report = await test()
    for (const files of fieldFiles(readmes)) withoutField.push({ files, said: await codegenWithout(files) })
    const cpu = (cpuOfEndedPrograms() - before).toFixed(1)
    console.log(`      from nothing to an action with its table, event and job, tested: ${cpu} s of CPU`)
  })

  after(() => rmSync(copy, { recursive: true, force: true }))

  it('compile', () => expectDone(compiled))

  it('give a job and a person another field by six files each, and codegen names each that lacks it', () => {
    expect(withoutField.map(({ files }) => files.map(nameOf))).to.deep.equal([
      [
        'openapi/components/properties/JobTermFields.yaml',
        'openapi/components/properties/OwnDetailInputFields.yaml',
      ],
      [
        'openapi/components/properties/JobRowFields.yaml',
        'openapi/components/properties/PersonDetailFields.yaml',
      ],
      ['openapi/components/examples/JobRow.yaml', 'openapi/components/examples/Person.yaml'],
      ['migrations', 'migrations'],
      ['src/domain/job-fields.ts', 'src/domain/person-details.ts'],
    ])
    for (const { files, said } of withoutField) {
      expect(said).to.include('cost_center').and.include('shoe_size')
      expect(namedIn(said), said).to.have.members([...new Set(files.map(nameOf))])
    }
  })

  it('leave nothing that a test has to say', () => {
    expect(report.failures.map(({ fullTitle, err }) => `${fullTitle}: ${err.message}`)).to.deep.equal([])
  })

  const proofs: Record<string, string[]> = {
    'make a table that keeps the rules of the schema, and shows each organization its own rows': [
      'breaks none of its rules',
      "sees its own organization's rows",
      'has the same columns as the register of personal data',
    ],
    'make an action that refuses, tells its event, and queues a job that runs': [
      'org.desks.create adds a desk and says so; a job gives it a number',
      'org.desks.create refuses a name that another desk has',
    ],
    'tell what reacts to what': ['the table of reactions has each of them, and nothing else'],
    'give a job a field that is changed, answered, announced, exported and imported': [
      'the cost center of a job is given, changed, answered, announced, exported and imported',
    ],
    'give a person a detail that is changed, hidden, exported, and told without its value': [
      'the shoe size of a person is given, changed, hidden, exported, and told without its value',
    ],
    'warn of a slip in the language of the reader': [
      'a last day on a weekend is accepted with a warning, in the language of the reader',
    ],
    'make actions that the sweeps cover without another line: REST and MCP, GET and POST, dry runs, events': [
      'mcp answers as REST does org_desks_create',
      'mcp answers as REST does org_greetings_get',
      'org_greetings_get answers the same by GET as by POST',
      'org_desks_create writes no event that it does not declare',
    ],
  }
  for (const [what, titles] of Object.entries(proofs))
    it(what, () => {
      const passed = report.passes.map(({ fullTitle }) => fullTitle)
      for (const title of titles)
        expect(
          passed.some((one) => one.includes(title)),
          `${title}, among\n${passed.join('\n')}`,
        ).to.equal(true)
    })

  /**
   * The files that the recipes of fields change, apart from tests, as they are called in the copy: those of all recipes in
   * the same place, in their order.
   */
  function fieldFiles(readmes: Readme[]): string[][] {
    const { file, text } = readmes.find((readme) => readme.file === 'src/domain/README.md')!
    const recipes = text.split(/^## /m).flatMap((section) => {
      const steps = recipeSteps([parseReadme(file, section)])
      const names = steps.flatMap((step) => (step.kind === 'commands' ? [] : step.file))
      const made = [...new Set(names)].filter((name) => !name.startsWith('test/'))
      return made.length > 0 ? [made.map(madeFrom)] : []
    })
    return recipes[0]!.map((_, place) => recipes.map((files) => files[place]!))
  }

  /** The file in the copy: a migration has its number. */
  function madeFrom(file: string): string {
    const [, ending] = /^migrations\/NNNN(.*)$/.exec(file) ?? []
    const found = readdirSync(join(copy, 'migrations')).find((name) => ending && name.endsWith(ending))
    return found ? `migrations/${found}` : file
  }

  /** A problem about migrations is not one of a file. */
  function nameOf(file: string): string {
    return file.startsWith('migrations/') ? 'migrations' : file
  }

  /**
   * What codegen says when these files are as they were before the recipes. Its first check, of the fields, runs in this
   * process, with the tables of the copy. For what that does not find, and for the tables themselves, codegen is started.
   */
  async function codegenWithout(files: string[]): Promise<string> {
    const texts = files.map((file) => readFileSync(join(copy, file), 'utf8'))
    for (const file of files)
      if (existsSync(file)) write(file, () => readFileSync(file, 'utf8'))
      else rmSync(join(copy, file))
    const isCode = files.some((file) => file.startsWith('src/'))
    const checked = isCode ? undefined : await check()
    const { ok, stderr } = checked?.ok === false ? checked : await codegen()
    for (const [index, file] of files.entries()) write(file, () => texts[index]!)
    expect(ok, `codegen without ${files.join()}`).to.equal(false)
    return stderr
  }

  /** The files that codegen has something against. */
  function namedIn(said: string): string[] {
    return [...new Set([...said.matchAll(/^(\S+):\d+ /gm)].map(([, file]) => file!))]
  }

  async function check(): Promise<Ended> {
    const { checkFields } = (await import(join(copy, 'codegen/check-fields.ts'))) as {
      checkFields: typeof CheckFields
    }
    const problems = checkFields(loadContract(join(copy, 'openapi')), copy)
    return { ok: problems.length === 0, stdout: '', stderr: new ContractError(problems).message }
  }

  function codegen(): Promise<Ended> {
    return run(process.execPath, 'codegen/main.ts')
  }

  /** The story of the new action, and what the sweeps and the rules of the schema say of it. */
  async function test(): Promise<Report> {
    const files = [
      'test/actions/org/desks/create.test.ts',
      ...stories,
      ...['schema', 'twins', 'events', 'dry-run'].map((name) => `test/contract/${name}.test.ts`),
      'test/mcp/parity.test.ts',
      'test/reactions/table.test.ts',
    ]
    const names = [
      'org.desks.create|org_desks_create|org_greetings_get',
      'the cost center of a job|the shoe size of a person|a last day on a weekend',
      'none of its rules|its own organization|register of personal data|table of reactions',
    ]
    const { stdout, stderr } = await run(
      process.execPath,
      'test/run.ts',
      ...files,
      ...['--grep', names.join('|'), '--reporter', 'json'],
    )
    const start = stdout.indexOf('{\n  "stats"')
    if (start < 0) throw new Error(`the tests did not run:\n${stdout}${stderr}`)
    return JSON.parse(stdout.slice(start)) as Report
  }

  /** The service with its migrations, and what the new tests need. */
  function compile(): Promise<Ended> {
    const config = JSON.parse(readFileSync('tsconfig.json', 'utf8')) as object
    const include = ['src', 'migrations', 'test/actions/org/desks', 'test/actions/org/greetings', ...stories]
    write('tsconfig.json', () => JSON.stringify({ ...config, include }))
    return run(process.execPath, 'node_modules/typescript/bin/tsc')
  }

  function run(command: string, ...args: string[]): Promise<Ended> {
    const { ROLLCALL_FULL_RUN: _, ...env } = process.env
    return new Promise((done) =>
      execFile(command, args, { cwd: copy, env }, (error, stdout, stderr) =>
        done({ ok: error === null, stdout, stderr }),
      ),
    )
  }

  function expectDone({ ok, stdout, stderr }: Ended): void {
    expect(ok, stdout + stderr).to.equal(true)
  }

  function write(file: string, change: (text: string) => string): void {
    const path = join(copy, file)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, change(existsSync(path) ? readFileSync(path, 'utf8') : ''))
  }

  function nextMigration(): string {
    const numbers = readdirSync(join(copy, 'migrations')).map((file) => Number(file.slice(0, 4)) || 0)
    return String(Math.max(...numbers) + 1).padStart(4, '0')
  }

  function addLines(text: string, after: string, lines: string): string {
    const before = text.split('\n')
    const index = before.findIndex((line) => line.includes(after))
    expect(index, `a line with "${after}"`).to.be.greaterThan(-1)
    return before.toSpliced(index + 1, 0, lines.trimEnd()).join('\n')
  }
})
