import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'

const derive = promisify(argon2)
/** OWASP's recommendation for argon2id: 19 MiB, 2 passes, 1 lane; about 20 ms. Each hash contains its parameters. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 }
const maxConcurrent = Math.max(1, Math.min(4, availableParallelism() - 1))

/** The hash of a password, as a PHC string (`$argon2id$v=19$m=…`). The password is normalized like all input. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const hash = await run(password, salt, cost)
  return phc(salt, hash)
}

/**
 * Tells whether the password belongs to the hash. Without a hash it takes as long as with one, so that the time does
 * not tell who has a login.
 */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const [, , , parameters, salt, hash] = (stored ?? absent).split('$') as string[]
  const [memory, passes, parallelism] = parameters!.match(/\d+/g)!.map(Number) as [number, number, number]
  const expected = Buffer.from(hash!, 'base64')
  const actual = await run(password, Buffer.from(salt!, 'base64'), { memory, passes, parallelism })
  return timingSafeEqual(actual, expected) && stored !== null
}

function phc(salt: Buffer, hash: Buffer): string {
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${encode(salt)}$${encode(hash)}`
}

const absent = phc(Buffer.alloc(16), Buffer.alloc(32))

let running = 0
/** Whoever calls this has a turn (src/auth), so there are few. */
const waiting: (() => void)[] = []

/** One core is left for other work, because strangers can cause this, and each run takes a core and 19 MiB. */
async function run(password: string, nonce: Buffer, parameters: typeof cost): Promise<Buffer> {
  if (running >= maxConcurrent) await new Promise<void>((go) => waiting.push(go))
  else running++
  try {
    return await derive('argon2id', {
      message: normalForm(password),
      nonce,
      tagLength: 32,
      ...parameters,
    })
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

/** Longer texts are no passwords (the contract limits them), and to normalize a long one may take minutes. */
const maxLength = 2048

function normalForm(password: string): string {
  return password.length > maxLength ? password : password.normalize('NFC').trim()
}

function encode(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}
