import { join, resolve } from 'node:path'
import { versions, type Client } from './client.ts'
import type { Workspace } from './workspace.ts'

const packages = resolve('node_modules')

/** Compiles the program strictly together with the client, and makes one file that any Node runs. */
export async function compile(workspace: Workspace): Promise<void> {
  const strict = ['--strict', '--noEmit', '--skipLibCheck', '--allowImportingTsExtensions']
  const modern = [
    '--target',
    'esnext',
    '--module',
    'esnext',
    '--moduleResolution',
    'bundler',
    '--types',
    'node',
  ]
  await workspace.exec(process.execPath, [
    join(packages, 'typescript/bin/tsc'),
    ...strict,
    ...modern,
    '--typeRoots',
    join(packages, '@types'),
    'program.ts',
  ])
  const bundle = [
    '--bundle',
    '--platform=node',
    '--format=esm',
    '--outfile=program.js',
    '--log-level=warning',
  ]
  await workspace.exec(join(packages, '.bin/esbuild'), ['program.ts', ...bundle])
}

const run = [process.execPath, 'program.js'] as const

/** Generators of our own packages: this needs no network. */
export const installed: Client[] = [
  {
    name: 'TypeScript, openapi-typescript',
    needs: [],
    build: async (workspace) => {
      // Without the option, what has a default must be sent.
      const options = ['--default-non-nullable=false', '-o', 'client.ts']
      const tool = join(packages, 'openapi-typescript/bin/cli.js')
      await workspace.exec(process.execPath, [tool, workspace.document, ...options])
      workspace.linkPackages()
      workspace.copy('openapi_typescript.ts.txt', 'program.ts')
      await compile(workspace)
    },
    run,
  },
]

export const fromRegistry: Client[] = [
  {
    name: 'TypeScript, hey-api',
    needs: ['npm'],
    build: async (workspace) => {
      const tool = `@hey-api/openapi-ts@${versions.heyApi}`
      await install(workspace, tool, 'typescript@5.9.3')
      const options = ['-i', workspace.document, '-o', 'client', '-c', '@hey-api/client-fetch']
      await workspace.exec(process.execPath, ['node_modules/@hey-api/openapi-ts/bin/run.js', ...options])
      workspace.copy('hey_api.ts.txt', 'program.ts')
      await compile(workspace)
    },
    run,
  },
  {
    name: 'TypeScript, orval',
    needs: ['npm'],
    build: async (workspace) => {
      await install(workspace, `orval@${versions.orval}`)
      const output = {
        target: 'client.ts',
        client: 'fetch',
        override: { mutator: { path: 'fetch.ts', name: 'call' } },
      }
      const config = { rollcall: { input: workspace.document, output } }
      workspace.write('orval.config.mjs', `export default ${JSON.stringify(config)}`)
      workspace.copy('orval_fetch.ts.txt', 'fetch.ts')
      await workspace.exec(process.execPath, [
        'node_modules/orval/dist/bin/orval.mjs',
        '--config',
        'orval.config.mjs',
      ])
      workspace.copy('orval.ts.txt', 'program.ts')
      await compile(workspace)
    },
    run,
  },
]

async function install(workspace: Workspace, ...tools: string[]): Promise<void> {
  workspace.write('package.json', '{ "type": "module", "private": true }')
  await workspace.exec('npm', [
    'install',
    '--no-save',
    '--no-audit',
    '--no-fund',
    '--ignore-scripts',
    ...tools,
  ])
}
