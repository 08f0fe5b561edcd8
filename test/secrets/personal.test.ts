import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { expect } from 'chai'
import { UnreadableDetails, Vault } from '../../src/secrets/personal.ts'
import { Digests } from '../../src/secrets/secret-key.ts'

describe('the encryption of private details', () => {
  const [secret, other] = [randomBytes(32), randomBytes(32)]
  const vault = new Vault({ current: secret })
  const owner = { orgId: randomUUIDv7(), personId: randomUUIDv7() }
  const values = [
    'DE89370400440532013000',
    'ż',
    '',
    0,
    false,
    ['a', { b: null }],
    { line1: 'x' },
    'y'.repeat(5000),
  ]

  it('gives back what was sealed, and nothing for nothing', () => {
    const { key, wrapped } = vault.create(owner)
    const again = new Vault({ current: secret }).open(owner, wrapped)
    for (const value of values) expect(again.open('iban', key.seal('iban', value))).to.deep.equal(value)
    expect(key.seal('iban', null)).to.equal(null)
    expect(key.open('iban', null)).to.equal(null)
  })

  it('shows nothing of a value but its length, and seals the same value differently each time', () => {
    const { key } = vault.create(owner)
    const [one, two] = [key.seal('iban', 'canary')!, key.seal('iban', 'canary')!]
    expect(one.includes('canary')).to.equal(false)
    expect(one.equals(two)).to.equal(false)
    expect(one).to.have.length(1 + 12 + 16 + '"canary"'.length)
  })

  it('opens a value only for its organization, person and column', () => {
    const { key, wrapped } = vault.create(owner)
    const sealed = key.seal('tax_id', 'x')
    expect(() => key.open('iban', sealed)).to.throw(UnreadableDetails)
    for (const thief of [
      { ...owner, personId: randomUUIDv7() },
      { ...owner, orgId: randomUUIDv7() },
    ]) {
      expect(() => vault.open(thief, wrapped)).to.throw(UnreadableDetails)
      expect(() => vault.create(thief).key.open('tax_id', sealed)).to.throw(UnreadableDetails)
    }
  })

  it('opens nothing that was changed in any byte, was cut, or has another version', () => {
    const { key, wrapped } = vault.create(owner)
    const sealed = key.seal('tax_id', 'x')!
    for (let at = 0; at < sealed.length; at++) {
      const changed = Buffer.from(sealed)
      changed[at]! ^= 1
      expect(() => key.open('tax_id', changed), `byte ${at}`).to.throw(UnreadableDetails)
    }
    for (const cut of [0, 1, 28, sealed.length - 1])
      expect(() => key.open('tax_id', sealed.subarray(0, cut))).to.throw(UnreadableDetails)
    const { wrapped_key } = wrapped
    for (let at = 0; at < wrapped_key.length; at++) {
      const changed = Buffer.from(wrapped_key)
      changed[at]! ^= 1
      expect(() => vault.open(owner, { ...wrapped, wrapped_key: changed })).to.throw(UnreadableDetails)
    }
  })

  it('cannot be read without the key of the person, nor with another SECRET_KEY, and says only whose it is', () => {
    const { key, wrapped } = vault.create(owner)
    const sealed = key.seal('tax_id', 'canary')
    const attempts: Record<string, () => unknown> = {
      'their key is gone': () => vault.open(owner, null),
      'another SECRET_KEY': () => new Vault({ current: other }).open(owner, wrapped),
      'was changed, or belongs somewhere else': () => vault.create(owner).key.open('tax_id', sealed),
      // Somebody who writes the name of the right key beside a wrapping of another one.
      changed: () => {
        const stranger = new Vault({ current: other })
        return vault.open(owner, { ...stranger.create(owner).wrapped, key_id: vault.keyId })
      },
    }
    for (const [why, attempt] of Object.entries(attempts))
      expect(attempt, why)
        .to.throw(UnreadableDetails, why)
        .with.property('message')
        .that.includes(owner.personId)
  })

  it('wraps the same key again when SECRET_KEY is replaced; then the old one is not needed', () => {
    const { key, wrapped } = vault.create(owner)
    const sealed = key.seal('iban', 'x')
    const both = new Vault({ current: other, previous: secret })
    expect(both.open(owner, wrapped).open('iban', sealed)).to.equal('x')
    const rewrapped = both.rewrap(owner, wrapped)
    expect(rewrapped.key_id).to.equal(both.keyId).and.not.equal(vault.keyId)
    expect(new Vault({ current: other }).open(owner, rewrapped).open('iban', sealed)).to.equal('x')
    expect(() => vault.open(owner, rewrapped)).to.throw(UnreadableDetails)
  })

  it('names a SECRET_KEY without telling it', () => {
    expect(vault.keyId)
      .to.match(/^[0-9a-f]{16}$/)
      .and.equal(new Vault({ current: secret }).keyId)
    expect(secret.toString('hex')).to.not.include(vault.keyId)
  })
})

describe('digests of texts that may be private', () => {
  const [secret, other] = [randomBytes(32), randomBytes(32)]

  it('cannot be made without SECRET_KEY, and fit the text alone, also after SECRET_KEY was replaced', () => {
    const digests = new Digests({ current: secret })
    const made = digests.of('tax_id 12345')
    expect(digests.fits(made, 'tax_id 12345')).to.equal(true)
    expect(digests.fits(made, 'tax_id 12346')).to.equal(false)
    expect(new Digests({ current: other }).fits(made, 'tax_id 12345')).to.equal(false)
    expect(new Digests({ current: other, previous: secret }).fits(made, 'tax_id 12345')).to.equal(true)
    for (const wrong of [Buffer.alloc(0), Buffer.alloc(31)]) expect(digests.fits(wrong, '')).to.equal(false)
  })
})
