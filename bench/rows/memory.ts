import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { sendMany } from '../load.ts'
import type { Program } from '../program.ts'
import type { World } from '../world.ts'
import { middle, unitsList, whoami, type Result, type Row } from './compare.ts'

/** What many calls, and many who do not read their answers, do to the memory of a process. */
export const memory: Row[] = [
  { name: 'resident memory after 60,000 requests beside 30,000', floor: 0.93, unit: 'MB', run: afterCalls },
  {
    name: 'resident memory with 1,000 strangers who do not read',
    floor: 0.8,
    unit: 'MB',
    run: withStrangers,
  },
]

const megabytes = ({ residentBytes }: Program) => residentBytes() / 1e6

/** A process grows until it has answered some 20,000 requests. */
const level = 30_000
const most = 60_000
/** Of five requests four are short ones. */
const mix = { [whoami]: 0.8, [unitsList]: 0.2 }

/** The memory of a server that has answered very many of two kinds of reads, beside its own when it had compiled its code. */
async function afterCalls(world: World): Promise<Result> {
  const { keys, another } = await world.one()
  const server = await another()
  const answer = async (amount: number) => {
    for (const [path, part] of Object.entries(mix))
      await sendMany({ path, body: '{}', url: server.url, keys }, amount * part)
    return megabytes(server)
  }
  try {
    const limit = await answer(level)
    const ours = await answer(most - level)
    return middle([{ ours, limit, ratio: limit / ours }])
  } finally {
    await server.stop()
  }
}

const strangers = 1000
/** So many share an address, each of them in a network of its own: what an address may leave unread must not decide. */
const perAddress = 10
const askMs = 8000

/** The memory of a new server while strangers ask for the contract as it is, four times each, and read nothing of it. */
async function withStrangers(world: World): Promise<Result> {
  const { keys, another } = await world.one()
  const server = await another()
  await sendMany({ path: unitsList, body: '{}', url: server.url, keys }, 10_000)
  const before = megabytes(server)
  const sockets: Socket[] = []
  const asked = 'GET /v1/openapi.json HTTP/1.1\r\nHost: x\r\nAccept-Encoding: identity\r\n\r\n'.repeat(4)
  try {
    for (let count = 0; count < strangers; count++) sockets.push(stranger(server, asked, count))
    let most = before
    // They are cut after ten seconds at the earliest. Until then the server has taken what it takes.
    for (const until = Date.now() + askMs; Date.now() < until; await sleep(100))
      most = Math.max(most, megabytes(server))
    return middle([{ ours: most, limit: before, ratio: before / most }])
  } finally {
    for (const socket of sockets) socket.destroy()
    await server.stop()
  }
}

function stranger({ url }: Program, asked: string, count: number): Socket {
  const network = Math.floor(count / perAddress)
  const localAddress = process.platform === 'linux' ? `127.2.${network}.1` : '127.0.0.1'
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(url).port), localAddress })
  // The server closes it in the end.
  socket.on('error', () => undefined)
  socket.pause()
  socket.write(asked)
  return socket
}
