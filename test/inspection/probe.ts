import { spawnSync } from 'node:child_process'
import { readFileSync, readSync, writeFileSync, writeSync } from 'node:fs'
import { connect } from 'node:net'
import { Worker } from 'node:worker_threads'

// A program that is confined as `src/inspection/inside/main.ts` is, and tries what a broken one would try. It answers when it could.

interface Attempt {
  declared: string
}

const attempts: Record<string, (argument: string) => unknown> = {
  read: (path) => readFileSync(path, 'utf8'),
  write: (path) => writeFileSync(path, 'x'),
  run: () => spawnSync('/bin/true').error ?? true,
  thread: () => new Worker('0', { eval: true }),
  nothing: () => true,
  code: () => new Function('return 1')() as unknown,
  environment: () => {
    if (Object.keys(process.env).length === 0) throw new Error('empty')
  },
  environmentOfParent: () => readFileSync(`/proc/${process.ppid}/environ`, 'utf8'),
  memory: () => {
    const kept: Buffer[] = []
    for (let count = 0; count < 300; count++) kept.push(Buffer.alloc(10e6, 1))
    return kept.length
  },
  wait: () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60_000),
  connect: (port) =>
    new Promise((resolve, reject) =>
      connect(Number(port), '127.0.0.1').on('connect', resolve).on('error', reject),
    ),
}

writeSync(1, 'ready\n')
const bytes = Buffer.alloc(1000)
const { declared } = JSON.parse(bytes.toString('utf8', 0, readSync(0, bytes))) as Attempt
const [name, ...argument] = declared.split(' ')
let ok = true
try {
  const done = await attempts[name!]!(argument.join(' '))
  if (done instanceof Error) ok = false
} catch {
  ok = false
}
writeSync(1, `${JSON.stringify({ ok })}\n`)
process.exit(0)
