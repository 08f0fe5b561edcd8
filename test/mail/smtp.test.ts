import { expect } from 'chai'
import { randomUUIDv7 } from 'node:crypto'
import tls from 'node:tls'
import { smtpSettings, type SmtpSettings } from '../../src/config/mail.ts'
import type { patience } from '../../src/mail/smtp.ts'
import { smtpTransport } from '../../src/mail/smtp.ts'
import { NotSent } from '../../src/mail/transport.ts'
import type { SMTPServerOptions } from 'smtp-server'
import { selfSigned } from '../support/certificate.ts'
import { startCrashingServer, startMailServer, startSilentServer, type MailServer } from '../support/mail.ts'
import { notBefore } from '../support/wait.ts'

const message = () => ({
  id: randomUUIDv7(),
  date: new Date(),
  envelope: { from: 'people@acme.example', to: ['ada@acme.example'] },
  bytes: Buffer.from('From: people@acme.example\r\nSubject: Hello\r\n\r\n.one line begins with a dot\r\n'),
})
const hurried = { connectMs: 400, answerMs: 400, wholeMs: 1500 }

const send = (settings: Partial<SmtpSettings> & { port: number }, times: typeof patience = hurried) =>
  smtpTransport(
    { host: 'localhost', secure: false, needsTls: false, login: undefined, ...settings },
    times,
  ).send(message())

/** How a mail failed. */
async function failure(sending: Promise<void>): Promise<Pick<NotSent, 'fate' | 'unreachable'>> {
  const error = await sending.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof NotSent)) throw error ?? new Error('it was sent')
  expect(error.message).not.to.match(/acme|ada@|hunter2/)
  return { fate: error.fate, unreachable: error.unreachable }
}

describe('a mail server', () => {
  const servers: { close: () => unknown }[] = []
  const started = <T extends { close: () => unknown }>(server: T): T => {
    servers.push(server)
    return server
  }
  const mailServer = async (options?: Parameters<typeof startMailServer>[0]): Promise<MailServer> =>
    started(await startMailServer(options))
  afterEach(async () => {
    await Promise.all(servers.splice(0).map((server) => server.close()))
  })

  it('gets the mail as it is', async () => {
    const { port, taken } = await mailServer()
    await send({ port })
    expect(taken).to.have.length(1)
    expect(taken[0]).to.include({ from: 'people@acme.example', secure: false })
    expect(taken[0]!.to).to.deep.equal(['ada@acme.example'])
    expect(taken[0]!.mail.text).to.include('.one line begins with a dot')
  })

  describe('with TLS', () => {
    const certificate = selfSigned()
    const trusted = tls.getCACertificates('default')
    const login = { user: 'mailer', pass: 'hunter2' }
    const options = {
      ...certificate,
      authOptional: false,
      disabledCommands: [],
      onAuth: ((auth, _session, done) =>
        auth.username === login.user && auth.password === login.pass
          ? done(null, { user: login.user })
          : done(new Error('wrong'))) satisfies SMTPServerOptions['onAuth'],
    }
    const trust = () => tls.setDefaultCACertificates([...trusted, certificate.cert])
    afterEach(() => tls.setDefaultCACertificates([...trusted]))

    for (const secure of [true, false])
      it(`gets it and the password only with a certificate that is good: ${secure ? 'smtps' : 'STARTTLS'}`, async () => {
        const { port, taken } = await mailServer({ ...options, secure })
        const settings = { port, secure, needsTls: !secure, login }
        expect(await failure(send(settings))).to.deep.equal({ fate: 'later', unreachable: true })
        expect(taken).to.have.length(0)
        trust()
        await send(settings)
        expect(taken[0]).to.include({ secure: true, user: 'mailer' })
        expect(await failure(send({ ...settings, host: '127.0.0.1' }))).to.include({ fate: 'later' })
        expect(taken).to.have.length(1)
      })

    it('that knows no TLS gets nothing, if it is not on this machine', async () => {
      const { port, taken } = await mailServer()
      expect(await failure(send({ port, needsTls: true }))).to.deep.equal({
        fate: 'later',
        unreachable: true,
      })
      expect(taken).to.have.length(0)
    })

    it('that does not know the password is tried again, because the operator can correct it', async () => {
      trust()
      const { port } = await mailServer({ ...options, secure: true })
      const wrong = { port, secure: true, login: { ...login, pass: 'hunter3' } }
      expect(await failure(send(wrong))).to.deep.equal({ fate: 'later', unreachable: true })
    })
  })

  const refusal = (code: number) => Object.assign(new Error('no'), { responseCode: code })

  it('that refuses the receiver or the mail for good is not asked again', async () => {
    const one = await mailServer({ onRcptTo: (_to, _session, done) => done(refusal(550)) })
    expect(await failure(send({ port: one.port }))).to.deep.equal({ fate: 'never', unreachable: false })
    const two = await mailServer({
      onData(stream, _session, done) {
        stream.resume().on('end', () => done(refusal(554)))
      },
    })
    expect(await failure(send({ port: two.port }))).to.deep.equal({ fate: 'never', unreachable: false })
  })

  it('that refuses it for now is asked again', async () => {
    const one = await mailServer({ onRcptTo: (_to, _session, done) => done(refusal(451)) })
    expect(await failure(send({ port: one.port }))).to.deep.equal({ fate: 'later', unreachable: false })
    const two = await mailServer({
      onData(stream, _session, done) {
        stream.resume().on('end', () => done(refusal(452)))
      },
    })
    expect(await failure(send({ port: two.port }))).to.deep.equal({ fate: 'later', unreachable: false })
  })

  it('that is down, says nothing, or is no mail server is tried again', async () => {
    const gone = await mailServer()
    await gone.close()
    servers.splice(0)
    for (const port of [
      gone.port,
      started(await startSilentServer()).port,
      started(await startSilentServer('HTTP/1.1 400 Bad Request\r\n\r\n')).port,
    ])
      expect(await failure(send({ port }))).to.deep.equal({ fate: 'later', unreachable: true })
  })

  it('that does not answer after the mail may have it, so nobody sends it again', async () => {
    const slow = await mailServer({ onData: (stream) => void stream.resume() })
    expect(await failure(send({ port: slow.port }))).to.deep.equal({ fate: 'unknown', unreachable: false })
    const crashed = started(await startCrashingServer())
    expect(await failure(send({ port: crashed.port }))).to.deep.equal({ fate: 'unknown', unreachable: false })
  })

  it('has so much time for all of it, however often it says a little', async () => {
    const { port } = started(await startSilentServer('220-wait\r\n'))
    const longMs = 3_600_000
    const times = { connectMs: longMs, answerMs: longMs, wholeMs: 300 }
    expect(await notBefore(300, () => failure(send({ port }, times)))).to.include({ fate: 'later' })
  })
})

describe('SMTP_URL', () => {
  it('says how to reach the mail server', () => {
    expect(smtpSettings('smtps://a%40b:p%2Fw@mail.example.com')).to.deep.equal({
      host: 'mail.example.com',
      port: 465,
      secure: true,
      needsTls: false,
      login: { user: 'a@b', pass: 'p/w' },
    })
    expect(smtpSettings('smtp://mail.example.com')).to.include({
      port: 587,
      needsTls: true,
      login: undefined,
    })
    for (const host of ['localhost:2525', '127.0.0.1:2525', '[::1]:2525'])
      expect(smtpSettings(`smtp://${host}`), host).to.include({ port: 2525, needsTls: false })
  })
})
