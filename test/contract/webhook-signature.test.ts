import { createHmac, createSecretKey } from 'node:crypto'
import { expect } from 'chai'
import { newWebhookSecret, signatureHeaders } from '../../src/secrets/webhooks.ts'
import { document } from '../support/contract.ts'

const tags = (document as { tags?: { name: string; description?: string }[] }).tags ?? []
const guide = tags.find(({ name }) => name === 'Webhooks')?.description?.replace(/\s+/g, ' ') ?? ''

describe('how the guide says to check a webhook', () => {
  const { text, bytes } = newWebhookSecret()
  const older = createSecretKey(newWebhookSecret().bytes)
  const body = '{"name":"Zoë"}'
  const headers = signatureHeaders({ id: 'evt_1', at: new Date(1_800_000_000_999), body }, [
    createSecretKey(bytes),
    older,
  ])

  it('is how webhooks are signed', () => {
    const signed = /What is signed is `([^`]+)`/.exec(guide)?.[1]
    expect(signed, 'what is signed').to.be.a('string')
    const content = signed!
      .replace('{webhook-id}', headers['webhook-id'])
      .replace('{webhook-timestamp}', headers['webhook-timestamp'])
      .replace('{body}', body)
    expect(guide).to.contain('what is behind `whsec_`, decoded from base64')
    const key = Buffer.from(text.slice('whsec_'.length), 'base64')
    const version = /`webhook-signature` holds `([^`]+)`/.exec(guide)?.[1]
    expect(version, 'what is before a signature').to.be.a('string')
    const signature = version! + createHmac('sha256', key).update(content).digest('base64')
    expect(headers['webhook-signature'].split(' ')).to.have.length(2).and.to.include(signature)
  })

  it('tells what a timestamp is, and how old one may be', () => {
    expect(guide).to.contain('whole seconds since 1970').and.to.contain('five minutes')
    expect(headers['webhook-timestamp']).to.equal('1800000000')
  })
})
