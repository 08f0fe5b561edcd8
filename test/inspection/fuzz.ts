import { randomInt } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from '../../src/inspection/inside/file.ts'
import { Refused } from '../../src/inspection/inside/refused.ts'
import { BufferSource } from '../../src/inspection/inside/source.ts'
import { corpus } from './corpus/corpus.ts'

/**
 * Changes the files of the corpus at random, and looks at them: `node test/inspection/fuzz.ts 120` for two minutes. What is
 * neither accepted nor refused, or takes long, is written to a file and named. It is no test, because it never ends.
 */
const seconds = Number(process.argv[2] ?? 60)
const slowMs = 3000
const interesting = [
  '<<',
  '>>',
  ' obj',
  'stream',
  '/Type',
  '(',
  '\\',
  '[',
  '%',
  'PK\x03\x04',
  'PK\x05\x06',
  '\0',
  '\xff\xff\xff\xff',
  '<',
  '&#',
  '<!',
]

function mutate(bytes: Buffer): Buffer {
  let changed = Buffer.from(bytes)
  for (let count = randomInt(1, 6); count > 0 && changed.length > 0; count--) {
    const at = randomInt(changed.length)
    const length = Math.min(changed.length - at, randomInt(1, 40))
    const [before, after] = [changed.subarray(0, at), changed.subarray(at + length)]
    const piece = changed.subarray(at, at + length)
    changed = [
      () => (changed.writeUInt8(randomInt(256), at), changed),
      () => Buffer.concat([before, after]),
      () => Buffer.concat([before, piece, piece, after]),
      () =>
        Buffer.concat([
          before,
          Buffer.from(interesting[randomInt(interesting.length)]!, 'latin1'),
          piece,
          after,
        ]),
      () => Buffer.concat([before, Buffer.alloc(length, 0xff), after]),
      () => before,
    ][randomInt(6)]!() as Buffer<ArrayBuffer>
  }
  return changed
}

const samples = (await corpus()).filter(({ bytes }) => bytes.length < 200_000)
const ends = performance.now() + seconds * 1000
const verdicts: Record<string, number> = {}
let [count, wrong] = [0, 0]
while (performance.now() < ends) {
  const { name, bytes, declared } = samples[randomInt(samples.length)]!
  const file = mutate(bytes)
  const start = performance.now()
  const verdict = await inspect(new BufferSource(file), declared).then(
    () => 'accepted',
    (error: unknown) => (error instanceof Refused ? error.because : String((error as Error).stack)),
  )
  count++
  const ms = performance.now() - start
  if (verdict.includes('\n') || ms > slowMs) {
    const path = join(tmpdir(), `fuzz-${++wrong}`)
    writeFileSync(path, file)
    console.log(`${path}: ${name}, ${declared}, ${Math.round(ms)} ms: ${verdict}`)
  } else verdicts[verdict] = (verdicts[verdict] ?? 0) + 1
}
console.log(`${count} files, ${wrong} of them neither accepted nor refused in time`, verdicts)
