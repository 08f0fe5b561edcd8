import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { Installation } from '../support/installation.ts'

/**
 * `npm run inspect`: starts the demo company, and lets the inspector of the Model Context Protocol read its tools with
 * `--strict`, as the owner and in the owner's own workspace, and call one in each revision. It is as large as all our
 * development packages together, so npx fetches it: this needs the package registry. Ends with 1 when anything is found;
 * `test/mcp/portable.test.ts` looks for the same, and more, without it.
 */
const inspector = '@modelcontextprotocol/inspector@2.12.0'

const dir = mkdtempSync(join(tmpdir(), 'rollcall-inspect-'))
const installation = new Installation(join(dir, 'var'))
try {
  await installation.start({ DATABASE_URL: '', NODE_ENV: 'development' })
  const { base_url: url, manage_key: manage, me_key: me } = installation.readDemo()
  const call = ['--method', 'tools/call', '--tool-name', 'org_people_list', '--tool-args-json', '{"limit":1}']
  await inspect(url, manage, ['--method', 'tools/list', '--strict'])
  await inspect(url, me, ['--method', 'tools/list', '--strict'])
  for (const era of ['legacy', 'auto', 'modern']) await inspect(url, manage, [...call, '--protocol-era', era])
  console.log('The inspector found nothing.')
} finally {
  await installation.abandon()
  rmSync(dir, { recursive: true, force: true })
}

/** Runs the inspector, which prints what it finds. */
async function inspect(url: string, key: string, args: string[]): Promise<void> {
  const target = [`${url}/mcp`, '--transport', 'http', '--header', `Authorization: Bearer ${key}`]
  const child = spawn(
    'npx',
    ['--yes', inspector, '--cli', ...target, ...args, '--format', 'json', '--quiet'],
    {
      cwd: dir,
      // The Node of our packages: the machine's own may be too old for the inspector.
      env: { ...process.env, PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter) },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  const [code] = (await once(child, 'close')) as [number | null]
  if (code === 0) return
  process.exitCode = 1
  throw new Error(`The inspector ended with ${code}: ${args.join(' ')}`)
}
