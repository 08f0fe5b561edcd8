import { expect } from 'chai'
import { publicAddressesOf, type Lookup } from '../../src/outbound/resolve.ts'

const resolvesTo =
  (addresses: string[]): Lookup =>
  (_name, _options, done) =>
    done(
      null,
      addresses.map((address) => ({ address, family: 4 })),
    )

describe('a name with very many addresses', () => {
  const many = Array.from({ length: 4000 }, (_, n) => `9.${n >> 8}.${n & 255}.1`)

  it('is used with the first 64 of them, and no other is looked at', async () => {
    expect(await publicAddressesOf('many.example', resolvesTo(many))).to.deep.equal(many.slice(0, 64))
  })

  it('is not used when one of these is not public', async () => {
    const refused = publicAddressesOf('many.example', resolvesTo(many.with(63, '10.0.0.1')))
    expect(await refused.catch((error: unknown) => error)).to.include({ because: 'host_not_public' })
  })
})
