import { readFileSync } from 'node:fs'
import { versions, type Client } from './client.ts'

/** Without nullable types, a value that may be null and has none reads as the empty one. */
const oapiCodegen = `package: rollcall
generate: { models: true, client: true }
output: client/rollcall/client.gen.go
output-options: { nullable-type: true, skip-prune: true }
`
const goModule = `module rollcall.example/client

go 1.24
`

const cargo = `[package]
name = "program"
version = "1.0.0"
edition = "2024"

[[bin]]
name = "program"
path = "program.rs"

[dependencies]
progenitor = "=${versions.progenitor}"
progenitor-client = "=${versions.progenitor}"
reqwest = { version = "0.13", features = ["json", "query", "stream"] }
chrono = { version = "0.4", features = ["serde"] }
uuid = { version = "1", features = ["serde"] }
regress = "0.10"
futures = "0.3"
bytes = "1"
serde = { version = "1", features = ["derive"] }
serde_json = "1"
tokio = { version = "1", features = ["macros", "rt-multi-thread"] }
`

export const others: Client[] = [
  {
    name: 'Go, oapi-codegen',
    needs: ['go'],
    build: async (workspace) => {
      workspace.write('oapi-codegen.yaml', oapiCodegen)
      workspace.write('client/go.mod', goModule)
      workspace.write('client/rollcall/.keep', '')
      const tool = `github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@${versions.oapiCodegen}`
      await workspace.exec('go', ['run', tool, '-config', 'oapi-codegen.yaml', workspace.document])
      workspace.copy('oapi_codegen.go', 'client/main.go')
      await workspace.exec('go', ['mod', 'tidy'], { cwd: 'client' })
      await workspace.exec('go', ['build', '-p', '1', '-o', '../program', '.'], { cwd: 'client' })
    },
    run: ['./program'],
  },
  {
    name: 'Rust, progenitor',
    needs: ['cargo'],
    build: async (workspace) => {
      workspace.write('Cargo.toml', cargo)
      workspace.copy('progenitor.rs', 'program.rs')
      // It knows no body of any type, as files have.
      const document = JSON.parse(readFileSync(workspace.document30, 'utf8')) as {
        paths: Record<string, unknown>
      }
      for (const path of Object.keys(document.paths))
        if (path.startsWith('/files/')) delete document.paths[path]
      workspace.write('openapi-3.0.json', JSON.stringify(document))
      await workspace.exec('cargo', ['build', '-j', '1'])
    },
    run: ['target/debug/program'],
    faults: { clear: 'it has one Option for a property that is left out and one that is null' },
  },
  {
    name: 'Python, openapi-python-client',
    needs: ['python3'],
    build: async (workspace) => {
      await workspace.exec('python3', ['-m', 'venv', 'venv'])
      await workspace.exec('venv/bin/pip', [
        'install',
        '-q',
        `openapi-python-client==${versions.openapiPythonClient}`,
      ])
      const target = ['--meta', 'none', '--output-path', 'rollcall_client', '--overwrite']
      await workspace.exec('venv/bin/openapi-python-client', [
        'generate',
        '--path',
        workspace.document,
        ...target,
      ])
      workspace.copy('openapi_python_client.py', 'program.py')
    },
    run: ['venv/bin/python', 'program.py'],
  },
]
