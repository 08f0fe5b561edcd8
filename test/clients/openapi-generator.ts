import { versions, type Client } from './client.ts'
import { compile, installed } from './typescript.ts'
import type { Workspace } from './workspace.ts'

/**
 * Without the first, enumerations that have a value in common do not compile; without the second, the client refuses
 * answers with properties that it does not know.
 */
const goOptions = 'enumClassPrefix=true,disallowAdditionalPropertiesIfNotPresent=false'

/** From the document itself these make an empty object of a value of several types, which reads no value of a custom field. */
const fromCopy = ['kotlin', 'rust']

/** A Maven project around the Kotlin of the generator, which itself writes only files for Gradle. */
const pom = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>rollcall.example</groupId>
  <artifactId>client</artifactId>
  <version>1</version>
  <dependencies>
    ${[
      ['org.jetbrains.kotlin', 'kotlin-stdlib', versions.kotlin],
      ['org.jetbrains.kotlin', 'kotlin-reflect', versions.kotlin],
      ['com.squareup.moshi', 'moshi-kotlin', '1.15.2'],
      ['com.squareup.moshi', 'moshi-adapters', '1.15.2'],
      ['com.squareup.okhttp3', 'okhttp-jvm', '5.4.0'],
    ]
      .map(
        ([group, artifact, version]) =>
          `<dependency><groupId>${group}</groupId><artifactId>${artifact}</artifactId><version>${version}</version></dependency>`,
      )
      .join('\n    ')}
  </dependencies>
  <build>
    <sourceDirectory>src/main/kotlin</sourceDirectory>
    <plugins>
      <plugin>
        <groupId>org.jetbrains.kotlin</groupId>
        <artifactId>kotlin-maven-plugin</artifactId>
        <version>${versions.kotlin}</version>
        <executions><execution><id>compile</id><goals><goal>compile</goal></goals></execution></executions>
      </plugin>
    </plugins>
  </build>
</project>
`

/** The classes that Maven makes of the client in Java. */
const classPath = 'client/target/classes:client/target/dependency/*'

/** Generates with openapi-generator, which is a Java program for all languages. */
async function generate(workspace: Workspace, language: string, ...options: string[]): Promise<void> {
  const jar = await workspace.openapiGenerator()
  const document = fromCopy.includes(language) ? workspace.document30 : workspace.document
  const files = ['-i', document, '-g', language, '-o', `${workspace.dir}/client`]
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
    name: 'Kotlin, openapi-generator',
    needs: ['java', 'mvn'],
    build: async (workspace) => {
      await generate(workspace, 'kotlin')
      workspace.write('client/pom.xml', pom)
      workspace.copy('Main.kt', 'client/src/main/kotlin/Main.kt')
      await workspace.exec('mvn', ['-q', '-B', 'compile', 'dependency:copy-dependencies'], { cwd: 'client' })
    },
    run: ['java', '-cp', classPath, 'MainKt'],
    faults: { clear: 'its models have one null for a property that is left out and one that is null' },
  },
  {
    name: 'TypeScript, openapi-generator (typescript-fetch)',
    needs: ['java', 'mvn'],
    build: async (workspace) => {
      await generate(workspace, 'typescript-fetch')
      workspace.linkPackages()
      workspace.copy('typescript_fetch.ts.txt', 'program.ts')
      await compile(workspace)
    },
    run: installed[0]!.run,
  },
  {
    name: 'Go, openapi-generator without switches',
    needs: ['java', 'mvn', 'go'],
    build: async (workspace) => {
      await generate(workspace, 'go')
      await workspace.exec('go', ['mod', 'tidy'], { cwd: 'client' })
      await workspace.exec('go', ['vet', '.'], { cwd: 'client' })
    },
    run: ['./program'],
    faults: { build: 'it names a constant by its value alone, and two lists have a value in common' },
  },
  {
    name: 'Go, openapi-generator',
    needs: ['java', 'mvn', 'go'],
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
    needs: ['java', 'mvn', 'python3'],
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
    needs: ['java', 'mvn', 'cargo'],
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
