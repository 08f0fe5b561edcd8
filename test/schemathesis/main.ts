import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Demo } from '../../src/demo/demo.ts'
import { Installation } from '../support/installation.ts'
import { prepare } from './prepare.ts'

/** The release with which `schemathesis.toml` and its hooks were tried. */
const version = '4.32.5'

const usage = `npm run test:schemathesis -- [--only <credential>] [--max-examples <number>] [--seed <number>]

Tests the contract with schemathesis: for each credential it starts a server with a demo company of its own, and lets
schemathesis call it as schemathesis.toml says. That takes some minutes for each. Fails when schemathesis does. Refusals that no
schema can say are listed after each run.
  --only          manage, me (API keys of the owner), web (a browser session), none, or stranger: the key for manage without
                  our hooks, as somebody runs it who knows nothing but the contract
  --max-examples  random cases for each operation and kind, in place of those of schemathesis.toml
  --seed          the seed of an earlier run, to repeat it
Needs schemathesis ${version}: uv (https://docs.astral.sh/uv) fetches it, or pip install schemathesis==${version}.
SCHEMATHESIS names the program if it is in no folder of the PATH.`

interface Caller {
  /** The variables of the hooks that schemathesis runs with. */
  env: Record<string, string>
  /** The headers with the credential; undefined for none. */
  headers?: Record<string, string>
  /** Runs without `schemathesis.toml`, and so without our hooks, with these options. */
  bare?: string[]
}

const withKey = (key: string): Caller => ({
  env: { ROLLCALL_KEY: key },
  headers: { Authorization: `Bearer ${key}` },
})

const callers: Record<string, (demo: Demo, session: string) => Caller> = {
  manage: ({ manage_key }) => withKey(manage_key),
  me: ({ me_key }) => withKey(me_key),
  web: (_demo, session) => ({
    env: { ROLLCALL_SESSION: session },
    headers: { Cookie: `rollcall=${session}` },
  }),
  none: () => ({ env: {} }),
  // Schemathesis finds the id of its own key in an answer, and would revoke it.
  stranger: ({ manage_key }) => ({
    env: { SCHEMATHESIS_HOOKS: resolve('test/schemathesis/rules.py') },
    headers: { Authorization: `Bearer ${manage_key}` },
    bare: [
      ...[
        '--header',
        `Authorization: Bearer ${manage_key}`,
        '--exclude-path',
        '/v1/platform/api_keys.revoke',
      ],
      ...['--continue-on-failure', '--max-examples', '20'],
    ],
  }),
}

interface Result {
  /** How schemathesis ended, or what else went wrong. */
  code: number | string
  /** The numbers that it prints; empty if it prints none. */
  cases: string
}

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    'max-examples': { type: 'string' },
    seed: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) {
  console.log(usage)
  process.exit(0)
}
const chosen = Object.keys(callers).filter((name) => name === (values.only ?? name))
const program = findSchemathesis()
if (chosen.length === 0 || !program) {
  console.error(
    program ? `There is no credential ${values.only}.\n\n${usage}` : `schemathesis is not here.\n\n${usage}`,
  )
  process.exit(2)
}
const results: string[] = []
for (const name of chosen) {
  const { code, cases } = await testWith(name, program)
  // A run that tested nothing must not pass.
  const passed = code === 0 && /^[1-9]/.test(cases)
  if (!passed) process.exitCode = 1
  results.push(`${name.padEnd(8)}${passed ? 'passed' : `ended with ${code}`}: ${cases || 'no test cases'}`)
}
console.log(results.join('\n'))

/** A fresh server for each credential: writes of one run change what the next one would find. */
async function testWith(name: string, program: string[]): Promise<Result> {
  const dir = mkdtempSync(join(tmpdir(), 'rollcall-schemathesis-'))
  const installation = new Installation(dir)
  const server = await installation.start({
    ROLE: 'web',
    LOG_LEVEL: 'error',
    RATE_LIMIT_PER_MINUTE: '1000000',
  })
  try {
    const demo = installation.readDemo()
    console.log(`\nWith the credential ${name}:\n`)
    const caller = callers[name]!(demo, await prepare(demo))
    const result = await run(program, `${demo.base_url}/v1/openapi.json`, caller, dir)
    return (await isAccepted(demo, caller)) ? result : { code: 'the credential ended', cases: result.cases }
  } finally {
    await server.end('SIGTERM')
    rmSync(dir, { recursive: true, force: true })
  }
}

/** Tells whether the credential still works. One that ended in the middle is refused from then on, and nothing is tested. */
async function isAccepted({ base_url }: Demo, { headers }: Caller): Promise<boolean> {
  return !headers || (await fetch(`${base_url}/v1/platform/whoami`, { headers })).ok
}

function run(
  [command = '', ...before]: string[],
  document: string,
  caller: Caller,
  dir: string,
): Promise<Result> {
  const { ROLLCALL_KEY: _key, ROLLCALL_SESSION: _session, ...env } = process.env
  const options = (['max-examples', 'seed'] as const).flatMap((name) =>
    values[name] === undefined ? [] : [`--${name}`, values[name]],
  )
  const child = spawn(command, [...before, 'run', document, ...(caller.bare ?? []), ...options], {
    env: { ...env, ...caller.env },
    cwd: caller.bare ? dir : process.cwd(),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  child.stdout.on('data', (chunk: Buffer) => {
    printed += chunk.toString()
    process.stdout.write(chunk)
  })
  return new Promise((done, fail) => {
    child.once('error', fail)
    child.once('close', (code) =>
      done({ code: code ?? 1, cases: /Test cases:\s+(.*)/.exec(printed)?.[1] ?? '' }),
    )
  })
}

/** The command that runs schemathesis, as words; undefined when there is none. */
function findSchemathesis(): string[] | undefined {
  const own = process.env['SCHEMATHESIS']
  const known = [...(own ? [[own]] : []), ['schemathesis'], ['uvx', `schemathesis@${version}`]]
  return known.find(
    ([command = '', ...words]) =>
      spawnSync(command, [...words, '--version'], { stdio: 'ignore' }).status === 0,
  )
}
