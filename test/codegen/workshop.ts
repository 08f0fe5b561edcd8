import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
  readdirSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { checkContract } from '../../codegen/check.ts'
import { createAction } from '../../codegen/create.ts'
import { loadContract } from '../../codegen/load.ts'
import type { Contract } from '../../codegen/model.ts'
import { ContractError, type Problem } from '../../codegen/problems.ts'
import { CodegenError, codegen, type Mode } from '../../codegen/run.ts'
import { UsageError } from '../../codegen/scaffold.ts'

const repository = resolve(import.meta.dirname, '../..')

/** A write, a read, an error and an event, all valid. Each test breaks them in one way. */
const actions = {
  'openapi/paths/toys/boxes/create.yaml': `post:
  tags: [Structure]
  summary: Create a box
  description: |
    Adds a box for toys.

    A second paragraph, which no tool list shows.
  x-class: write
  x-retry: replay
  x-access: { manage: [owner, hr] }
  x-errors: [box_name_taken]
  x-events: [box.created]
  requestBody:
    content:
      application/json:
        schema:
          type: object
          additionalProperties: false
          required: [name]
          properties:
            name: { type: string, minLength: 1, maxLength: 20, description: As the label says. }
            unit_id: { $ref: '#/components/schemas/UnitId' }
        example: { name: Blocks }
  responses:
    '200':
      description: The box.
      content:
        application/json:
          schema: { $ref: '#/components/schemas/Box' }
          example: { id: box-1, name: Blocks }
`,
  'openapi/paths/toys/boxes/list.yaml': `post:
  tags: [Structure]
  summary: List boxes
  description: Every box.
  x-class: read
  x-access: { manage: any, me: true }
  requestBody:
    content:
      application/json:
        schema:
          type: object
          additionalProperties: false
          required: [order]
          properties:
            order: { type: string, enum: [name, age], description: What comes first. }
            limit: { type: integer, minimum: 1, maximum: 50, default: 10, description: At most this many. }
            colours: { type: array, maxItems: 9, items: { type: string, maxLength: 20 }, description: Painted in one of these. }
            unit_id: { $ref: '#/components/schemas/UnitId' }
        example: { order: name }
  responses:
    '200':
      description: The boxes.
      content:
        application/json:
          schema: { type: array, x-unbounded: As many as there are., items: { $ref: '#/components/schemas/Box' } }
          example: [{ id: box-1, name: Blocks }]
`,
  'openapi/components/errors/box_name_taken.yaml': `error: conflict
path: name
record: unit
message: Another box is called {name}. Choose another name.
de: Eine andere Kiste heißt {name}. Wählen Sie einen anderen Namen.
example: { name: Blocks }
`,
  'openapi/events/box.created.yaml': `group: Structure
subject: box
description: A box was added.
data:
  type: object
  additionalProperties: false
  required: [box_id, box]
  properties:
    box_id: { type: string, maxLength: 64, description: Painted on the lid. }
    box: { $ref: '#/components/schemas/IdName' }
example: { box_id: box-1, box: { id: box-1, name: Blocks } }
`,
  'openapi/components/schemas/Box.yaml': `description: Where toys are kept.
type: object
additionalProperties: false
required: [id, name]
properties:
  id: { type: string, maxLength: 64, description: Painted on the lid. }
  name: { type: string, maxLength: 20, description: As the label says. }
`,
}

export const create = 'openapi/paths/toys/boxes/create.yaml'
export const list = 'openapi/paths/toys/boxes/list.yaml'
export const box = 'openapi/components/schemas/Box.yaml'
export const taken = 'openapi/components/errors/box_name_taken.yaml'
export const created = 'openapi/events/box.created.yaml'

/** The schemas that codegen uses in every contract, and those that tests add to this one. */
const usedByTests = ['DryRunReport', 'NoInput', 'IdName', 'UnitId', 'PersonId', 'ContractType'].map(
  schemaFile,
)

/** The files of the schemas, and of the sets of properties, that a text refers to. */
function componentsIn(text: string): string[] {
  const schemas = [...text.matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name]) => schemaFile(name!))
  const sets = [...text.matchAll(/x-include: *\[(.*?)\]/g)].flatMap(([, names]) => names!.split(/, */))
  return [...schemas, ...sets.map((name) => `openapi/components/properties/${name}.yaml`)]
}

function schemaFile(name: string): string {
  return `openapi/components/schemas/${name}.yaml`
}

/** The exit code of a command, and what it prints. */
export interface Outcome {
  status: number | null
  output: string
}

async function outcomeOf(command: () => Promise<string[]>): Promise<Outcome> {
  try {
    const lines = await command()
    return { status: 0, output: lines.map((line) => `${line}\n`).join('') }
  } catch (error) {
    if (![UsageError, CodegenError].some((kind) => error instanceof kind)) throw error
    return { status: 1, output: `${(error as Error).message}\n` }
  }
}

/** A folder with a small valid contract: our own components and document head, and two actions for tests. */
export class Workshop {
  readonly dir = mkdtempSync(join(tmpdir(), 'rollcall-codegen-'))

  constructor() {
    cpSync(join(repository, 'openapi/openapi.yaml'), join(this.dir, 'openapi/openapi.yaml'))
    for (const kind of ['responses', 'parameters', 'headers'])
      cpSync(join(repository, 'openapi/components', kind), join(this.dir, 'openapi/components', kind), {
        recursive: true,
      })
    for (const [file, text] of Object.entries(actions)) this.write(file, text)
    this.takeWhatIsNeeded()
  }

  /** Copies only the schemas that are used here. To check all of them takes more time, the larger the contract is. */
  private takeWhatIsNeeded(): void {
    const here = readdirSync(join(this.dir, 'openapi'), { recursive: true, encoding: 'utf8' })
    const texts = here
      .filter((file) => file.endsWith('.yaml'))
      .map((file) => this.read(join('openapi', file)))
    const wanted = texts.flatMap(componentsIn).concat(usedByTests)
    for (let file = wanted.pop(); file !== undefined; file = wanted.pop()) {
      const ours = join(repository, file)
      if (existsSync(join(this.dir, file)) || !existsSync(ours)) continue
      const text = readFileSync(ours, 'utf8')
      this.write(file, text)
      wanted.push(...componentsIn(text))
    }
  }

  /** A copy in another folder. */
  copy(): Workshop {
    const copy = new Workshop()
    cpSync(this.dir, copy.dir, { recursive: true, verbatimSymlinks: true })
    return copy
  }

  /** Adds what the commands need: codegen itself and our packages. */
  withCommands(): this {
    cpSync(join(repository, 'codegen'), join(this.dir, 'codegen'), { recursive: true })
    for (const file of [
      'src/validation/formats.ts',
      'src/texts',
      'src/domain',
      'src/personal-data',
      'src/app/islands',
      'src/inspection/inside',
      'src/client',
      'package.json',
    ])
      cpSync(join(repository, file), join(this.dir, file), { recursive: true })
    // Ours has examples of our own actions.
    this.write(
      'src/client/guide.md',
      "# Boxes\n\n```ts\nawait client.toys.boxes.create($example('toys.boxes.create'))\n```\n",
    )
    mkdirSync(join(this.dir, 'src/actions'))
    this.write('src/events/boxes.ts', "export const boxCreated = { type: 'box.created' }\n")
    symlinkSync(join(repository, 'node_modules'), join(this.dir, 'node_modules'))
    return this
  }

  remove(): void {
    rmSync(this.dir, { recursive: true })
  }

  delete(file: string): void {
    rmSync(join(this.dir, file))
  }

  write(file: string, text: string): void {
    mkdirSync(dirname(join(this.dir, file)), { recursive: true })
    writeFileSync(join(this.dir, file), text)
  }

  read(file: string): string {
    return readFileSync(join(this.dir, file), 'utf8')
  }

  /** Replaces the first `search` of a file. */
  edit(file: string, search: string, replacement: string): void {
    const text = this.read(file)
    if (!text.includes(search)) throw new Error(`${file} holds no ${search}`)
    this.write(
      file,
      text.replace(search, () => replacement),
    )
  }

  contract(): Contract {
    return loadContract(join(this.dir, 'openapi'))
  }

  /** The problems that codegen finds in the contract. */
  problems(): Problem[] {
    try {
      checkContract(this.contract())
      return []
    } catch (error) {
      if (error instanceof ContractError) return error.problems
      throw error
    }
  }

  /** What `npm run codegen` does here, in this process. */
  codegen(mode?: Mode): Promise<Outcome> {
    return outcomeOf(() => codegen(this.dir, mode))
  }

  /** What `npm run new` does here, in this process. */
  create(...args: string[]): Promise<Outcome> {
    return outcomeOf(() => Array.fromAsync(createAction(this.dir, args)))
  }

  /** Runs a program of codegen here. */
  run(program: string, ...args: string[]): Outcome {
    const { status, stdout, stderr } = spawnSync(process.execPath, [`codegen/${program}`, ...args], {
      cwd: this.dir,
      encoding: 'utf8',
    })
    return { status, output: `${stdout}${stderr}` }
  }

  /** When each file was last written. */
  times(): Record<string, number> {
    const folders = ['openapi', 'codegen', 'src', 'test'].filter((name) => existsSync(join(this.dir, name)))
    const files = folders.flatMap((folder) =>
      (readdirSync(join(this.dir, folder), { recursive: true }) as string[]).map((file) =>
        join(folder, file),
      ),
    )
    return Object.fromEntries(files.map((file) => [file, statSync(join(this.dir, file)).mtimeMs]))
  }
}

/** A new workshop for each test of the `describe`. */
export function useWorkshop(make = () => new Workshop()): { current: Workshop } {
  const holder = {} as { current: Workshop }
  beforeEach(() => {
    holder.current = make()
  })
  afterEach(() => holder.current.remove())
  return holder
}
