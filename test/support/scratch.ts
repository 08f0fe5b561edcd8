import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { TestDatabase } from './cluster.ts'

const run = promisify(execFile)

/** A copy of the tree that a test may change: everything that codegen, the compiler and a server need. */
export class Scratch {
  readonly dir = mkdtempSync(join(tmpdir(), 'rollcall-copy-'))

  constructor() {
    for (const part of ['openapi', 'codegen', 'src', 'migrations', 'package.json', 'tsconfig.json'])
      cpSync(part, join(this.dir, part), { recursive: true })
    for (const part of ['test/support', 'test/actions'])
      cpSync(part, join(this.dir, part), { recursive: true })
    symlinkSync(resolve('node_modules'), join(this.dir, 'node_modules'))
  }

  read(file: string): string {
    return readFileSync(join(this.dir, file), 'utf8')
  }

  write(file: string, text: string): void {
    mkdirSync(dirname(join(this.dir, file)), { recursive: true })
    writeFileSync(join(this.dir, file), text)
  }

  /** Replaces a text. It is an error if the text is not there. */
  edit(file: string, text: string, by: string): void {
    const before = this.read(file)
    if (!before.includes(text)) throw new Error(`${file} holds no ${text}`)
    this.write(
      file,
      before.replace(text, () => by),
    )
  }

  async npm(...args: string[]): Promise<void> {
    await run('npm', args, { cwd: this.dir })
  }

  async typecheck(): Promise<void> {
    const tsc = resolve('node_modules/typescript/bin/tsc')
    await run(process.execPath, [tsc, '--noEmit', '-p', this.dir, '--types', 'node,mocha'], {
      cwd: this.dir,
    }).catch((error: { stdout: string }) => {
      throw new Error(`the copy does not compile:\n${error.stdout}`)
    })
  }

  /**
   * Runs a module in the copy, with this database, and answers the JSON that it prints. In the module, `at(file)`
   * imports a file of the copy.
   */
  async script(text: string, database: TestDatabase): Promise<unknown> {
    const imports = `import { pathToFileURL } from 'node:url'
      const at = (file) => import(pathToFileURL(process.cwd() + '/' + file).href)\n`
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', imports + text], {
      cwd: this.dir,
      env: { ...process.env, URL_OWNER: database.url, URL_APP: database.appUrl },
    })
    return JSON.parse(stdout)
  }

  remove(): void {
    rmSync(this.dir, { recursive: true, force: true })
  }
}
