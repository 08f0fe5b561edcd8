import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/**
 * A key and a certificate for `localhost` that vouches for itself, as PEM. Node makes none, so it is written here.
 *
 * @param others further names of the host
 */
export function localhostCertificate(...others: string[]): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = sequence(set(sequence(oid(0x55, 0x04, 0x03), der(0x0c, Buffer.from('localhost')))))
  const ecdsaWithSha256 = sequence(oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02))
  const extensions = sequence(
    extension(
      [0x55, 0x1d, 0x11],
      sequence(...['localhost', ...others].map((host) => der(0x82, Buffer.from(host)))),
    ),
    extension([0x55, 0x1d, 0x13], sequence(der(0x01, Buffer.from([0xff])))),
  )
  const body = sequence(
    der(0xa0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ecdsaWithSha256,
    name,
    sequence(utcTime(-86_400_000), utcTime(30 * 86_400_000)),
    name,
    publicKey.export({ format: 'der', type: 'spki' }),
    der(0xa3, extensions),
  )
  const signature = sign('sha256', body, privateKey)
  const certificate = sequence(body, ecdsaWithSha256, der(0x03, Buffer.concat([Buffer.from([0]), signature])))
  const lines = certificate
    .toString('base64')
    .match(/.{1,64}/g)!
    .join('\n')
  return {
    key: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  }
}

function der(tag: number, content: Buffer): Buffer {
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

const sequence = (...parts: Buffer[]): Buffer => der(0x30, Buffer.concat(parts))
const set = (...parts: Buffer[]): Buffer => der(0x31, Buffer.concat(parts))
const oid = (...bytes: number[]): Buffer => der(0x06, Buffer.from(bytes))
const integer = (value: Buffer): Buffer => der(0x02, value)
const extension = (id: number[], value: Buffer): Buffer => sequence(oid(...id), der(0x04, value))

function utcTime(fromNowMs: number): Buffer {
  const text = new Date(Date.now() + fromNowMs).toISOString().replace(/[-:T]|\.\d+/g, '')
  return der(0x17, Buffer.from(text.slice(2)))
}
