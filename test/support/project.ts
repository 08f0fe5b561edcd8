import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve, sep } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const packages = resolve('node_modules')

/** The package of the client, as codegen packs it. */
export const clientPackage = resolve('src/generated/client.tgz')

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

  /** Compiles a file with the compiler of this repository. */
  compile(file: string, options: Record<string, unknown> = {}): Promise<Ended> {
    const compilerOptions = {
      target: 'es2022',
      lib: ['es2022'],
      module: 'nodenext',
      types: [],
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      skipLibCheck: false,
      ...options,
    }
    this.write('tsconfig.json', JSON.stringify({ compilerOptions, files: [file] }))
    return this.run(process.execPath, [join(packages, 'typescript/bin/tsc')])
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

/** A project with the client installed from its file, for all tests of the `describe`. */
export function useProject(): { current: Project } {
  const holder = {} as { current: Project }
  before(async function () {
    holder.current = new Project()
    await holder.current.install(clientPackage)
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
