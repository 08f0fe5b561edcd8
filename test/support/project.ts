import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve, sep } from 'node:path'
import { promisify } from 'node:util'
import { complaints } from './compiler.ts'

const run = promisify(execFile)
const packages = resolve('node_modules')

/** The package of the client, as codegen packs it. */
export const clientPackage = resolve('src/generated/client.tgz')

/** The options of a careful project. */
const strictest = {
  target: 'es2022',
  lib: ['es2022'],
  module: 'nodenext',
  types: [],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
}

/** How a program ended. */
export interface Ended {
  code: number
  /** What it printed, errors included. */
  output: string
  stdout: string
}

/** An empty project in a folder of its own, as somebody who uses the client has one. */
export class Project {
  readonly dir = mkdtempSync(join(tmpdir(), 'rollcall-project-'))

  constructor() {
    this.write('package.json', JSON.stringify({ name: 'project', version: '1.0.0', type: 'module' }))
  }

  /**
   * Installs a package with npm. The registry cannot be reached, so a package that needs others fails.
   *
   * @param from a file or an address
   */
  async install(from: string): Promise<void> {
    const offline = ['--registry=http://127.0.0.1:9', `--cache=${join(this.dir, '.npm')}`]
    const quiet = ['--no-audit', '--no-fund', '--no-update-notifier']
    const { code, output } = await this.run('npm', ['install', ...offline, ...quiet, from])
    if (code !== 0) throw new Error(output)
  }

  /** Puts the client where npm would: to start npm takes longer. */
  async unpack(): Promise<void> {
    const place = join(this.dir, 'node_modules/@rollcall/client')
    mkdirSync(place, { recursive: true })
    await run('tar', ['-xzf', clientPackage, '-C', place, '--strip-components=1'])
  }

  /** Lets the project use packages of this repository, such as `@types/node`. After `install`, which removes them. */
  link(...names: string[]): void {
    for (const name of names) {
      const place = join(this.dir, 'node_modules', name)
      mkdirSync(dirname(place), { recursive: true })
      symlinkSync(join(packages, name), place)
    }
  }

  write(file: string, text: string): void {
    mkdirSync(dirname(join(this.dir, file)), { recursive: true })
    writeFileSync(join(this.dir, file), text)
  }

  read(file: string): string {
    return readFileSync(join(this.dir, file), 'utf8')
  }

  /** Compiles files with the compiler of this repository, as its command does. */
  compile(files: string[], options: Record<string, unknown> = {}): Promise<Ended> {
    this.write('tsconfig.json', JSON.stringify({ compilerOptions: { ...strictest, ...options }, files }))
    return this.run(process.execPath, [join(packages, 'typescript/bin/tsc')])
  }

  /**
   * What the compiler has against a program, which uses the client: for most tests that is all they ask. Writes nothing
   * but the program.
   */
  complaints(file: string, text: string, options: object = {}): string[] {
    return this.complaintsOf({ [file]: text }, options)
  }

  /** The complaints about programs of one project, by file → text: together they take hardly longer than one. */
  complaintsOf(programs: Record<string, string>, options: object = {}): string[] {
    for (const [file, text] of Object.entries(programs)) this.write(file, text)
    return complaints(this.dir, Object.keys(programs), { ...strictest, ...options })
  }

  /** Runs a program in the project. */
  async run(program: string, args: string[], env: Record<string, string> = {}): Promise<Ended> {
    // Neither what npm tells the scripts of this repository, nor the settings of whoever runs the tests.
    const settings = { npm_config_userconfig: join(this.dir, '.npmrc') }
    const inherited = Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name))
    try {
      const { stdout, stderr } = await run(program, args, {
        cwd: this.dir,
        env: { ...Object.fromEntries(inherited), ...settings, ...env },
      })
      return { code: 0, output: stdout + stderr, stdout }
    } catch (error) {
      const { code, stdout = '', stderr = '' } = error as { code?: number; stdout?: string; stderr?: string }
      if (typeof code !== 'number') throw error
      return { code, output: stdout + stderr, stdout }
    }
  }

  remove(): void {
    rmSync(this.dir, { recursive: true, force: true })
  }
}

/**
 * A project with the client, for all tests of the `describe`.
 *
 * @param add how the client comes there
 */
export function useProject(add = (project: Project) => project.unpack()): { current: Project } {
  const holder = {} as { current: Project }
  before(async function () {
    holder.current = new Project()
    await add(holder.current)
    holder.current.link('@types/node', 'undici-types')
  })
  after(() => holder.current?.remove())
  return holder
}

/** The Node of these tests, and the machine's own if that is another one: by version. */
export async function findNodes(): Promise<Record<string, string>> {
  const path = (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => !folder.includes(`${sep}node_modules${sep}`))
    .join(delimiter)
  const ask = `console.log(process.version + ' ' + process.execPath)`
  const own = await run('node', ['-e', ask], { env: { PATH: path } }).catch(() => undefined)
  const [version, file] = own?.stdout.trim().split(' ') ?? []
  return { [process.version]: process.execPath, ...(version && file && { [version]: file }) }
}
