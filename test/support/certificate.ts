import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto'

/** A certificate and its key, as PEM. */
export interface Certificate {
  cert: string
  key: string
}

const der = (tag: number, ...parts: Buffer[]): Buffer => {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}
const sequence = (...parts: Buffer[]) => der(0x30, ...parts)
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))
const integer = (value: number) => der(0x02, Buffer.from([value]))
const time = (year: number) => der(0x18, Buffer.from(`${year}0101000000Z`))
const name = (text: string) => sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from(text)))))
const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'))

/** A certificate for `localhost` that nobody but itself vouches for. */
export function selfSigned(host = 'localhost'): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const critical = der(0x01, Buffer.from([0xff]))
  const extensions = sequence(
    sequence(oid('551d13'), critical, der(0x04, sequence(critical))),
    sequence(oid('551d11'), der(0x04, sequence(der(0x82, Buffer.from(host))))),
  )
  const body = sequence(
    der(0xa0, integer(2)),
    integer(1),
    ecdsaWithSha256,
    name(host),
    sequence(time(2020), time(2120)),
    name(host),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, extensions),
  )
  const signature = signed(body, privateKey)
  const whole = sequence(body, ecdsaWithSha256, der(0x03, Buffer.from([0]), signature))
  const lines = whole
    .toString('base64')
    .match(/.{1,64}/g)!
    .join('\n')
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
  }
}

const signed = (bytes: Buffer, key: KeyObject) => createSign('sha256').update(bytes).sign(key)
