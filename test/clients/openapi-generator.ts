import type { Client } from './client.ts'
import type { Workspace } from './workspace.ts'

/**
 * Without the first, enumerations that have a value in common do not compile; without the second, the client refuses
 * answers with properties that it does not know.
 */
const goOptions = 'enumClassPrefix=true,disallowAdditionalPropertiesIfNotPresent=false'

/** What Maven makes of the client in Java. */
const classPath = 'client/target/classes:client/target/dependency/*'

/** Generates with openapi-generator, which is a Java program for all languages. */
async function generate(workspace: Workspace, language: string, ...options: string[]): Promise<void> {
  const jar = await workspace.openapiGenerator()
  const files = ['-i', workspace.document, '-g', language, '-o', `${workspace.dir}/client`]
  await workspace.exec('java', ['-jar', jar, 'generate', ...files, ...options])
}

export const openapiGenerator: Client[] = [
  {
    name: 'Java, openapi-generator',
    needs: ['java', 'mvn'],
    build: async (workspace) => {
      await generate(workspace, 'java', '--library', 'native')
      const goals = ['-Dmaven.test.skip', '-Dmaven.javadoc.skip', 'compile', 'dependency:copy-dependencies']
      await workspace.exec('mvn', ['-q', '-B', ...goals], { cwd: 'client' })
      workspace.copy('Main.java', 'Main.java')
      await workspace.exec('javac', ['-cp', classPath, '-d', '.', 'Main.java'])
    },
    run: ['java', '-cp', `.:${classPath}`, 'Main'],
  },
  {
    name: 'Go, openapi-generator',
    needs: ['java', 'go'],
    build: async (workspace) => {
      await generate(workspace, 'go', `--additional-properties=${goOptions}`)
      workspace.copy('openapi_generator.go', 'client/program/main.go')
      await workspace.exec('go', ['mod', 'tidy'], { cwd: 'client' })
      await workspace.exec('go', ['build', '-p', '1', '-o', '../program', './program'], { cwd: 'client' })
    },
    run: ['./program'],
  },
  {
    name: 'Python, openapi-generator',
    needs: ['java', 'python3'],
    build: async (workspace) => {
      await generate(workspace, 'python')
      await workspace.exec('python3', ['-m', 'venv', 'venv'])
      await workspace.exec('venv/bin/pip', ['install', '-q', './client'])
      workspace.copy('openapi_generator.py', 'program.py')
    },
    run: ['venv/bin/python', 'program.py'],
  },
  {
    name: 'Rust, openapi-generator',
    needs: ['java', 'cargo'],
    build: async (workspace) => {
      await generate(workspace, 'rust')
      workspace.copy('openapi_generator.rs', 'client/examples/program.rs')
      await workspace.exec('cargo', ['add', '--dev', 'tokio@1', '--features', 'macros,rt-multi-thread'], {
        cwd: 'client',
      })
      await workspace.exec('cargo', ['build', '-j', '1', '--example', 'program'], { cwd: 'client' })
    },
    run: ['client/target/debug/examples/program'],
  },
]
