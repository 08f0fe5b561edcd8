import { execFile, spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'chai'
import ts from 'typescript'
import { checkResponse, contractActions } from '../support/contract.ts'
import { getPage } from '../support/page-visits.ts'
import { referencePaths, textOf } from '../support/pages.ts'
import { useServer } from '../support/server.ts'
import { forgetRates, sweep } from '../support/sweep.ts'
import { neverMs } from '../support/wait.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')
const hasPython = spawnSync('python3', ['--version']).status === 0

interface Sample {
  /** `/docs/org/units.create` */
  page: string
  curl: string
  typescript: string
  python: string
}

describe('the samples of the reference', () => {
  const server = useServer()
  let samples: Sample[]

  before(async () => {
    const pages = (await referencePaths(server.baseUrl)).filter((path) =>
      /^\/docs(\/(org|platform|documents|webhooks|auth)\/|$)/.test(path),
    )
    samples = await Promise.all(
      pages.map(async (page) => samplesOf(page, (await getPage(server, page)).text)),
    )
  })

  it('are there for every action', () => {
    const shown = samples.map(({ page }) => page)
    expect(shown).to.include.members(
      Object.values(contractActions).map(({ path }) => path.replace('/v1/', '/docs/')),
    )
    expect(shown).to.include.members(['/docs', '/docs/auth/sign_in', '/docs/auth/sign_out'])
  })

  it('in curl are calls that the server understands', async () => {
    const company = await server.company()
    const owner = await company.as('owner')
    const session = await company.as('owner', 'web')
    const shell = new Shell({ ROLLCALL_KEY: owner.credential.kind === 'key' ? owner.credential.secret : '' })
    await sweep(
      server,
      samples.filter(({ page }) => !page.startsWith('/docs/auth/')),
      ({ page }) => page,
      async ({ page, curl }) => {
        const action = Object.values(contractActions).find(
          ({ path }) => path === page.replace('/docs/', '/v1/'),
        )
        const { path, operation } = action ?? contractActions['platform_whoami']!
        const write = operation['x-class'] !== 'read'
        // A read has no dry run. The cookie is what a sign-in would have put into the file.
        const command = (write ? curl.replace(path, `${path}?dry_run=true`) : curl).replace(
          '-b cookies.txt',
          `-b 'rollcall=${session.credential.kind === 'web' ? session.credential.secret : ''}'`,
        )
        const { status, headers, body } = answerOf(await shell.run(`${command} -s -i`))
        checkResponse('POST', path, status, headers, body)
        // Examples name records that this company does not have. All else about them must be right.
        const refused = (body as { error?: { code: string } }).error?.code
        expect([200, 404, 409], `${command}\n${JSON.stringify(body)}`).to.include(
          status === 403 && isOwn(page) ? 404 : status,
        )
        if (refused === 'not_found')
          expect(curl, 'an id or a category that is unknown').to.match(/"((\w+_)?ids?|category)"/)
      },
    ).finally(() => shell.end())
    await shell.ended
  })

  it('in curl of signing in and out are refused for the password alone', async () => {
    const { curl } = samples.find(({ page }) => page === '/docs/auth/sign_in')!
    const shell = new Shell({})
    const execute = async (command: string) =>
      answerOf(await shell.run(`${command.replaceAll('cookies.txt', '/dev/null')} -s -i`))
    const { status, body } = await execute(curl)
    expect([status, (body as { error: { code: string } }).error.code]).to.deep.equal([401, 'unauthenticated'])
    const out = samples.find(({ page }) => page === '/docs/auth/sign_out')!
    expect((await execute(out.curl)).status).to.equal(200)
    shell.end()
  })

  it('in TypeScript compile with the client', () => {
    const [{ typescript }] = samples as [Sample]
    // In the same program, because each one reads the types of Node and of the client again.
    const mistake = { page: '/mistake', typescript: typescript.replace('client.', 'client.no.') }
    const found = compile([...samples, mistake])
    const isMistake = (line: string) => line.includes('sample_mistake.ts')
    expect(found.filter((line) => !isMistake(line))).to.deep.equal([])
    expect(found.filter(isMistake), 'a mistake is found').to.not.deep.equal([])
  })

  // Without a python3 there is nothing to try them with.
  if (hasPython)
    it('in Python run', async () => {
      const python = (program: string, input: unknown, env = {}) => {
        const running = run('python3', ['-c', program], { env: { ...process.env, ...env }, timeout: neverMs })
        running.child.stdin!.end(JSON.stringify(input))
        return running
      }
      await python(
        'import json, sys\nfor page, text in json.load(sys.stdin): compile(text, page, "exec")',
        programs(samples),
      )
      if (!(await run('python3', ['-c', 'import requests']).catch(() => undefined))) return
      await forgetRates(server)
      const owner = await (await server.company()).as('owner')
      const reads = samples.filter(({ page }) =>
        ['/docs/org/units.list', '/docs/platform/whoami'].includes(page),
      )
      const { stdout } = await python(
        'import json, sys\nfor page, text in json.load(sys.stdin): exec(text, {})',
        programs(reads),
        { ROLLCALL_KEY: owner.credential.kind === 'key' ? owner.credential.secret : '' },
      )
      expect(stdout.trim().split('\n')).to.have.length(2)
      for (const line of stdout.trim().split('\n')) expect(line).to.match(/^\{'data': /)
    })
})

/** Only for a person: their own profile, requests and ways to sign in. The owner is told so. */
function isOwn(page: string): boolean {
  return /^\/docs\/(org\/(me|approvals)|documents\/me|platform\/sign_in_methods)\./.test(page)
}

function samplesOf(page: string, html: string): Sample {
  const shown = [...html.matchAll(/<pre tabindex="0" data-language="(\w+)">([^]*?)<\/pre>/g)]
  return {
    page,
    ...Object.fromEntries(shown.map(([, language, code]) => [language, textOf(code!)])),
  } as Sample
}

function programs(samples: Sample[]): [string, string][] {
  return samples.map(({ page, python }) => [page, python])
}

interface Answer {
  status: number
  headers: Headers
  body: unknown
}

/** What `curl -i` prints. */
function answerOf(printed: string): Answer {
  const end = printed.indexOf('\r\n\r\n')
  const [first = '', ...lines] = printed.slice(0, end).split('\r\n')
  const headers = new Headers(lines.map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string]))
  return { status: Number(first.split(' ')[1]), headers, body: JSON.parse(printed.slice(end + 4)) }
}

/** A shell that runs one command after the other: to start one for each takes as long as its command. */
class Shell {
  readonly ended: Promise<unknown>
  readonly #shell
  readonly #mark = randomUUID()
  #printed = ''
  #last: Promise<unknown> = Promise.resolve()

  constructor(env: Record<string, string>) {
    this.#shell = spawn('sh', { env: { ...process.env, ...env }, stdio: ['pipe', 'pipe', 'inherit'] })
    this.#shell.stdout.setEncoding('utf8').on('data', (text: string) => (this.#printed += text))
    this.ended = once(this.#shell, 'close')
  }

  /**
   * Runs a command as if it stood in a file of its own.
   *
   * @returns its output
   * @throws Error when it fails, or is no command
   */
  run(command: string): Promise<string> {
    const done = this.#last.then(() => this.#runNow(command))
    this.#last = done.catch(() => undefined)
    return done
  }

  async #runNow(command: string): Promise<string> {
    this.#printed = ''
    const text = `"$(cat <<'${this.#mark}'\n${command}\n${this.#mark}\n)"`
    this.#shell.stdin.write(`(eval ${text}) < /dev/null\nprintf '\\n${this.#mark} %s\\n' $?\n`)
    for (;;) {
      const [, printed, code] = new RegExp(`^([^]*)\\n${this.#mark} (\\d+)\\n`).exec(this.#printed) ?? []
      if (code === '0') return printed!
      if (code !== undefined) throw new Error(`exit ${code} of ${command}`)
      await Promise.race([once(this.#shell.stdout, 'data'), this.ended])
      if (this.#shell.exitCode !== null) throw new Error(`the shell ended at ${command}`)
    }
  }

  end(): void {
    this.#shell.stdin.end()
  }
}

/** What the compiler says against the samples, each in a file of its own, with the strictest of usual options. */
function compile(samples: Pick<Sample, 'page' | 'typescript'>[]): string[] {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), (file) => ts.sys.readFile(file)) as {
    config: { compilerOptions: object }
  }
  const { options } = ts.convertCompilerOptionsFromJson(
    {
      ...config.compilerOptions,
      noPropertyAccessFromIndexSignature: false,
      types: ['node'],
      paths: { '@rollcall/client': [join(root, 'src/client/index.ts')] },
    },
    root,
  )
  const files = new Map(
    samples.map(({ page, typescript }) => [join(root, `sample${page.replaceAll('/', '_')}.ts`), typescript]),
  )
  const host = ts.createCompilerHost(options)
  const { fileExists, readFile } = host
  host.fileExists = (file) => files.has(file) || fileExists(file)
  host.readFile = (file) => files.get(file) ?? readFile(file)
  const getSourceFile = host.getSourceFile.bind(host)
  host.getSourceFile = (file, version, ...rest) => {
    const text = files.get(file)
    return text === undefined
      ? getSourceFile(file, version, ...rest)
      : ts.createSourceFile(file, text, version)
  }
  const program = ts.createProgram([...files.keys()], options, host)
  return [...files.keys()].flatMap((file) =>
    ts
      .getPreEmitDiagnostics(program, program.getSourceFile(file))
      .map(({ messageText }) => `${file}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`),
  )
}
