import { expect } from 'chai'
import { randomUUIDv7 } from 'node:crypto'
import PostalMime from 'postal-mime'
import { mailKinds } from '../../src/mail/kinds.ts'
import { writeMessage, type Outgoing } from '../../src/mail/message.ts'
import { textsFor } from '../../src/mail/texts/texts.ts'

const from = { name: 'Acme People', address: 'people@acme.example' }
const facts = { name: 'Ada', organization: 'Acme', inviter: 'Grace', until: 'tomorrow' }

/** A mail of an invite, with these names, as a receiver's program reads it. */
async function readInvite(names: Partial<typeof facts>, language = 'en') {
  const { texts } = textsFor(language)
  const { linkLabel = '', ...said } = texts.invite({ ...facts, ...names })
  const mail: Outgoing = {
    id: randomUUIDv7(),
    kind: 'invite',
    to: { name: names.name ?? facts.name, address: 'ada@acme.example' },
    replyTo: { name: names.inviter ?? facts.inviter, address: 'grace@acme.example' },
    letter: {
      ...said,
      language,
      link: { label: linkLabel, url: 'https://people.example.com/acme/invite/x' },
    },
    date: new Date('2026-11-02T09:00:00Z'),
  }
  const message = await writeMessage(from, mail)
  return { mail, message, read: await PostalMime.parse(message.bytes) }
}

describe('a mail', () => {
  it('says the same in HTML and in plain text, in the language of its receiver', async () => {
    const { read, mail, message } = await readInvite({}, 'de')
    expect(read.subject).to.equal('Ihre Einladung zu Acme')
    for (const part of [read.text!, read.html!])
      expect(part).to.include('Grace lädt Sie zu Acme ein.').and.to.include('/acme/invite/x')
    expect(read.html).to.include('lang="de"')
    expect(read.messageId).to.equal(`<${mail.id}@acme.example>`)
    expect(message.envelope).to.deep.equal({ from: 'people@acme.example', to: ['ada@acme.example'] })
    const headers = Object.fromEntries(read.headers.map(({ key, value }) => [key, value]))
    expect(headers).to.include({ 'auto-submitted': 'auto-generated', 'content-language': 'de' })
  })

  it('has English texts where a language has none', async () => {
    expect(textsFor('pl', 'de').language).to.equal('en')
    expect(textsFor(null, 'de').language).to.equal('de')
    expect(textsFor(null, null).language).to.equal('en')
  })

  it('says how to stop it only where one can do without it', async () => {
    const { read } = await readInvite({})
    expect(read.headers.map(({ key }) => key)).not.to.include('list-unsubscribe')
    const optional = Object.entries(mailKinds).filter(([, kind]) => kind.optional)
    expect(optional.map(([name]) => name)).to.deep.equal([
      'document_uploaded',
      'reminders',
      'approval_request',
    ])
  })

  const hostile = {
    'a line break': 'Ada\r\nBcc: thief@evil.example\r\n\r\nGive me your password',
    'a lone line feed': 'Ada\nBcc: thief@evil.example',
    'a lone carriage return': 'Ada\rBcc: thief@evil.example',
    'a line separator': 'Ada\u2028Bcc: thief@evil.example\u0085Cc: b@evil.example',
    'an address': 'Ada <thief@evil.example>, "x" <b@evil.example>',
    'a quote and a backslash': 'Ada "\\" Lovelace\\',
    'an encoded word': '=?utf-8?B?QmNjOiB0aGllZkBldmlsLmV4YW1wbGUNCg==?=',
    'letters of everybody': 'Zoë Łódź 山田太郎 😀',
    'marks that turn the direction': 'Ada \u202egnp.exe\u202c \u2066x',
    HTML: '<script>alert(1)</script><img src=x onerror=alert(1)>&amp;',
    'a NUL': 'Ada\0Bcc: x',
    'a very long name': 'x'.repeat(5000),
  }
  for (const [what, name] of Object.entries(hostile))
    it(`stays one mail to one receiver with ${what} in a name`, async () => {
      const { read, message } = await readInvite({ name, organization: name, inviter: name })
      expect(message.envelope).to.deep.equal({ from: 'people@acme.example', to: ['ada@acme.example'] })
      expect(read.to!.map(({ address }) => address)).to.deep.equal(['ada@acme.example'])
      expect(read.replyTo!.map(({ address }) => address)).to.deep.equal(['grace@acme.example'])
      expect([read.bcc, read.cc]).to.deep.equal([undefined, undefined])
      const usual = (await readInvite({})).read.headers.map(({ key }) => key)
      expect(read.headers.map(({ key }) => key)).to.have.members(usual)
      expect(read.html).not.to.match(/<(script|img)/)
      for (const text of [read.subject!, read.to![0]!.name!, read.text!])
        expect(text).not.to.match(/[\0\r\u0085\u2028\u202a-\u202e\u2066-\u2069]/)
      expect(read.subject).not.to.include('\n')
      const head = message.bytes.toString('latin1').split('\r\n\r\n')[0]!
      expect(
        head.split('\r\n').every((line) => line.length <= 998 && !/[\n\r]|[^\x20-\x7e\t]/.test(line)),
      ).to.equal(true)
    })
})
