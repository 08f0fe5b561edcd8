import { execFile } from 'node:child_process'
import { appendFileSync, copyFileSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { versions } from './client.ts'

const run = promisify(execFile)
const programs = join(import.meta.dirname, 'programs')
const jar = `openapi-generator-cli-${versions.openapiGenerator}.jar`

/** Where one client is made. */
export class Workspace {
  /** A folder of its own. What is in it from an earlier run makes the next one faster. */
  readonly dir: string
  /** The file with the document. */
  readonly document: string
  /** The file with its copy in OpenAPI 3.0, for generators that read no other version, or this one better. */
  readonly document30: string

  constructor(dir: string, documents: { document: string; document30: string }) {
    this.dir = dir
    this.document = documents.document
    this.document30 = documents.document30
    mkdirSync(dir, { recursive: true })
    writeFileSync(this.log, '')
  }

  /** The file with what all commands printed. */
  get log(): string {
    return join(this.dir, 'log.txt')
  }

  /**
   * Runs a command in `dir`, or below it.
   *
   * @returns what it printed
   * @throws Error when the command fails
   */
  async exec(
    command: string,
    args: readonly string[],
    { cwd = '', env = {} }: { cwd?: string; env?: Record<string, string> } = {},
  ): Promise<string> {
    appendFileSync(this.log, `\n$ ${command} ${args.join(' ')}\n`)
    const options = { cwd: join(this.dir, cwd), env: { ...process.env, ...env }, maxBuffer: 2 ** 28 }
    try {
      const { stdout, stderr } = await run(command, [...args], options)
      appendFileSync(this.log, stdout + stderr)
      return stdout
    } catch (error) {
      const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
      appendFileSync(this.log, `${stdout}${stderr}\n`)
      throw new Error(`${command} ${args[0]} failed, see ${this.log}`, { cause: error })
    }
  }

  /** Copies a file of `programs/` to a place below `dir`. */
  copy(program: string, to: string): void {
    this.#make(to)
    copyFileSync(join(programs, program), join(this.dir, to))
  }

  /** Writes a file below `dir`. */
  write(file: string, text: string): void {
    this.#make(file)
    writeFileSync(join(this.dir, file), text)
  }

  /** Lets the client use our own packages. */
  linkPackages(): void {
    const link = join(this.dir, 'node_modules')
    if (!existsSync(link)) symlinkSync(resolve('node_modules'), link)
  }

  /** The program openapi-generator, which Maven fetches the first time. */
  async openapiGenerator(): Promise<string> {
    const folder = dirname(this.dir)
    const file = join(folder, jar)
    if (existsSync(file)) return file
    const artifact = `org.openapitools:openapi-generator-cli:${versions.openapiGenerator}`
    const goal = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy'
    await this.exec('mvn', ['-q', '-B', goal, `-Dartifact=${artifact}`, `-DoutputDirectory=${folder}`])
    return file
  }

  #make(file: string): void {
    mkdirSync(dirname(join(this.dir, file)), { recursive: true })
  }
}

/** Whether the command is on the PATH. */
export function isThere(command: string): boolean {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return folders.some((folder) => existsSync(join(folder, command)))
}
