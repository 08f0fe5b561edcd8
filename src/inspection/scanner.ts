import type { FileHandle } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'

/** The scanner for viruses was not reached, or did not say whether the file has one. */
export class ScannerUnsure extends Error {}

/** Nothing is waited for longer without a byte going or coming. A scan of a large file takes some time after its last byte. */
const silenceMs = 60_000
const connectMs = 5000
const pieceBytes = 256 * 1024
const maxAnswerLength = 4096

/**
 * Sends a file to the scanner of ClamAV and waits for what it says: its command INSTREAM, which takes pieces with their length in
 * front, and an empty one at the end.
 *
 * @param address `tcp://host:port` or `unix:/path`
 * @returns true when it found something
 * @throws ScannerUnsure
 */
export async function hasVirus(address: URL, file: FileHandle, size: number): Promise<boolean> {
  const socket = open(address)
  try {
    const answer = answerOf(socket)
    // What fails before the answer is waited for is told by the answer, too.
    answer.catch(() => undefined)
    await Promise.race([send(socket, file, size), answer])
    const text = await answer
    if (/^stream: OK$/.test(text)) return false
    if (/^stream: .+ FOUND$/.test(text)) return true
    throw new ScannerUnsure(`it answered ${JSON.stringify(text)}`)
  } finally {
    socket.destroy()
  }
}

function open(address: URL): Socket {
  const place =
    address.protocol === 'unix:'
      ? { path: decodeURIComponent(address.pathname) }
      : { host: address.hostname.replace(/^\[|\]$/g, ''), port: Number(address.port) }
  const socket = connect(place)
  socket.setTimeout(connectMs)
  socket.once('connect', () => socket.setTimeout(silenceMs))
  return socket
}

/** The answer of the scanner, which ends with a zero. */
function answerOf(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    const fail = (why: string, cause?: unknown) => reject(new ScannerUnsure(why, { cause }))
    let text = ''
    socket.setEncoding('latin1').on('data', (more: string) => {
      text += more
      const end = text.indexOf('\0')
      if (end !== -1) resolve(text.slice(0, end))
      else if (text.length > maxAnswerLength) fail('its answer is too long')
    })
    socket.on('timeout', () => fail('it says nothing'))
    socket.on('error', (error) => fail(error.message, error))
    socket.on('close', () => fail('it closed the connection'))
  })
}

async function send(socket: Socket, file: FileHandle, size: number): Promise<void> {
  await write(socket, Buffer.from('zINSTREAM\0'))
  const piece = Buffer.alloc(4 + pieceBytes)
  for (let offset = 0; offset < size;) {
    const { bytesRead } = await file.read(piece, 4, pieceBytes, offset)
    if (bytesRead === 0) break
    piece.writeUInt32BE(bytesRead, 0)
    await write(socket, piece.subarray(0, 4 + bytesRead))
    offset += bytesRead
  }
  await write(socket, Buffer.alloc(4))
}

/** Waits until the bytes have left, so that one piece is in memory. */
function write(socket: Socket, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) =>
    socket.write(bytes, (error) =>
      error ? reject(new ScannerUnsure(error.message, { cause: error })) : resolve(),
    ),
  )
}
