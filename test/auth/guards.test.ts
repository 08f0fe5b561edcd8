import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { admitAttempt } from '../../src/auth/attempts.ts'
import { refusalLimits, signInLimits } from '../../src/auth/limits.ts'
import { guide } from '../support/contract.ts'
import { loginOf, newAddress, signIn, type SignInInput } from '../support/browser.ts'
import type { RawAnswer } from '../support/client.ts'
import { activityOf } from '../support/activity.ts'
import { forgetAttempts, unique, useServer } from '../support/server.ts'
import { until } from '../support/wait.ts'

/** A moment with most of its minute, hour and day left. */
const start = Date.parse('2026-11-21T00:00:10.000Z')
const day = 86_400_000

describe('the limits of failed sign-ins', () => {
  const server = useServer({ TRUST_PROXY: 'true', BASE_URL: 'http://localhost' })

  beforeEach(() => {
    server.now = new Date(start)
  })

  const after = (ms: number) => {
    server.now = new Date(start + ms)
  }
  const guess = (login: SignInInput, address?: string) =>
    signIn(server, { ...login, password: 'guess' }, address === undefined ? {} : { address })
  const guessMany = (login: SignInInput, addresses: string[]) =>
    Promise.all(addresses.map((address) => guess(login, address)))
  const near24 = (n: number) => `198.51.100.${n}`
  const times = (count: number, address: string) => Array<string>(count).fill(address)
  const sorted = (answers: RawAnswer[]) => answers.map(({ status }) => status).sort()
  const retryAfter = ({ headers }: RawAnswer) => Number(headers.get('retry-after'))
  /** As if each subject that has failed had failed more often: to compare a password takes long. */
  const fail = async (count: number, column: 'in_minute' | 'in_hour' | 'in_day') => {
    await server.db.query(`update attempt_windows set ${column} = ${column} + $1 where in_day > 0`, [count])
  }
  const stored = async () => {
    const { rows } = await server.db.query<{ n: number; used: number }>(
      'select count(*)::int as n, coalesce(sum(in_day), 0)::int as used from attempt_windows',
    )
    return rows[0]!
  }

  it('are those that the contract tells', () => {
    const published = readFileSync('openapi/published/openapi.json', 'utf8')
    const { paths } = JSON.parse(published) as {
      paths: Record<string, { post: { description: string } }>
    }
    const rows = [
      ...paths['/auth/sign_in']!.post.description.matchAll(/^\|.*\| (\d+) \| (\d+) \| (\d+) \|$/gm),
    ]
    expect(rows.map(([, ...numbers]) => numbers.map(Number))).to.deep.equal(
      Object.values(signInLimits).map(({ minute, hour, day }) => [minute, hour, day]),
    )
    const { address, network } = refusalLimits
    expect(guide('Limits').replace(/\s+/g, ' ')).to.include(
      `ended: ${address.minute} in each minute for an address (IPv6: a /64), and ${network.minute} for its network`,
    )
  })

  it('let a login fail ten times a minute from one address, and keep nobody out elsewhere', async () => {
    const login = loginOf(await server.company())
    const address = newAddress()
    expect(sorted(await guessMany(login, times(12, address)))).to.deep.equal([
      ...Array<number>(10).fill(401),
      429,
      429,
    ])
    const late = await signIn(server, login, { address })
    expect([late.status, retryAfter(late)]).to.deep.equal([429, 50])
    expect(late.body.error.message).to.equal('Too many failed attempts to sign in. Try again in 50 seconds.')
    expect((await signIn(server, login)).status, 'from elsewhere').to.equal(200)
    after(50_000)
    expect((await signIn(server, login, { address })).status, 'in the next minute').to.equal(200)
  })

  it('are not used up by sign-ins that succeed: an office signs in from one address, many at once', async () => {
    const login = loginOf(await server.company())
    const address = newAddress()
    for (let round = 0; round < 2; round++) {
      const answers = await Promise.all(times(14, address).map(() => signIn(server, login, { address })))
      expect(sorted(answers)).to.deep.equal(Array(14).fill(200))
    }
    expect(sorted(await guessMany(login, times(11, address)))).to.deep.equal([
      ...Array<number>(10).fill(401),
      429,
    ])
  })

  it('hold for 200 guesses at the same moment: ten passwords are compared, and one of them may be right', async () => {
    const login = loginOf(await server.company())
    const address = newAddress()
    const answers = await guessMany(login, times(200, address))
    expect(answers.filter(({ status }) => status === 401)).to.have.length(10)
    expect(answers.filter(({ status }) => status === 429)).to.have.length(190)
    const right = await signIn(server, login, { address })
    expect(right.status, 'the right password is not compared, either').to.equal(429)
  })

  it('hold for attempts that several processes count at the same moment', async () => {
    const attempt = {
      subjects: ['one', 'two'],
      limits: [signInLimits.address, signInLimits['login and address']],
    }
    for (let round = 0; round < 5; round++) {
      await server.db.query('delete from attempt_windows')
      const verdicts = await Promise.all(
        Array.from({ length: 100 }, () =>
          admitAttempt(server.running.runtime.pool, attempt, new Date(start)),
        ),
      )
      expect(verdicts.filter(({ refusedBy }) => refusedBy === undefined)).to.have.length(10)
      expect(verdicts.filter(({ refusedBy }) => refusedBy === 1)).to.have.length(90)
      expect((await stored()).used).to.equal(20)
    }
  })

  it('are not used up by writing the login differently', async () => {
    const { organization, email } = loginOf(await server.company())
    const address = newAddress()
    const forms = [organization, organization.toUpperCase(), ` ${organization} `].flatMap((slug) =>
      [email, email.toUpperCase(), ` ${email}`, `${email} `].map((form) => ({
        organization: slug,
        email: form,
        password: 'guess',
      })),
    )
    const answers = await Promise.all(forms.map((input) => guess(input, address)))
    expect(sorted(answers)).to.deep.equal([...Array<number>(10).fill(401), 429, 429])
  })

  it('store nothing for an attempt that is refused, and count it under no other limit', async () => {
    const company = await server.company()
    const login = loginOf(company)
    const address = newAddress()
    await guessMany(login, times(10, address))
    // The log of activity is written in the background, and its lines are counted, too.
    await until('the failures are in the log of activity', async () => {
      return (await activityOf(server, company, 'auth.sign_in')).length === 4
    })
    const before = await stored()
    await guessMany(login, times(110, address))
    expect(await stored()).to.deep.equal(before)
    // Guesses from one address must not lock the owner out.
    expect((await signIn(server, login)).status).to.equal(200)
  })

  it('bound what one address stores, whatever logins it invents', async () => {
    const { organization } = loginOf(await server.company())
    const address = newAddress()
    const invent = () =>
      guess({ organization, email: `${unique('x')}@company.example`, password: '' }, address)
    await invent()
    await fail(49, 'in_minute')
    const answers = await Promise.all(Array.from({ length: 40 }, invent))
    expect(answers.filter(({ status }) => status === 401)).to.have.length(10)
    const before = await stored()
    await Promise.all(Array.from({ length: 50 }, invent))
    expect(await stored()).to.deep.equal(before)
  })

  it('hold in an hour and in a day, and Retry-After is what is left of the window that refuses', async () => {
    const login = loginOf(await server.company())
    const address = newAddress()
    await guess(login, address)
    await fail(28, 'in_hour')
    after(60_000)
    expect((await guess(login, address)).status, 'the 30th in this hour').to.equal(401)
    const hourly = await guess(login, address)
    expect([hourly.status, retryAfter(hourly)]).to.deep.equal([429, 3600 - 70])
    expect(hourly.body.error.message).to.include('Try again in 59 minutes.')

    after(3_600_000)
    await fail(57, 'in_day')
    expect((await guess(login, address)).status, 'the 60th on this day').to.equal(401)
    const daily = await guess(login, address)
    expect([daily.status, retryAfter(daily)]).to.deep.equal([429, 23 * 3600 - 10])
    expect(daily.body.error.message).to.include('Try again in 23 hours.')
    after(day)
    expect((await guess(login, address)).status, 'on the next day').to.equal(401)
  })

  it('hold for a /24 and a /48 as well as for one address', async () => {
    for (const near of [(n: number) => `203.0.113.${n}`, (n: number) => `2001:db8:77:${n}::1`]) {
      const login = loginOf(await server.company())
      const addresses = Array.from({ length: 25 }, (_, n) => near(n + 1))
      const answers: RawAnswer[] = []
      // A few at a time: on a busy machine, those who come together wait longer for their turn than they may.
      while (addresses.length > 0) answers.push(...(await guessMany(login, addresses.splice(0, 5))))
      expect(sorted(answers)).to.deep.equal([...Array<number>(20).fill(401), ...Array<number>(5).fill(429)])
      expect((await guess(login)).status, 'from elsewhere').to.equal(401)
    }
    const company = await server.company()
    await guess(loginOf(company), near24(1))
    await fail(179, 'in_minute')
    const other = loginOf(await server.company())
    expect((await signIn(server, other, { address: near24(2) })).status, 'another login, too').to.equal(429)
    expect((await signIn(server, other)).status).to.equal(200)
  })

  it('hold for a login from everywhere, but not where it has signed in within 30 days', async () => {
    const login = loginOf(await server.company())
    const home = newAddress()
    expect((await signIn(server, login, { address: home })).status).to.equal(200)
    await forgetAttempts(server)
    await guess(login)
    await fail(57, 'in_minute')
    expect(sorted(await guessMany(login, [newAddress(), newAddress(), newAddress()]))).to.deep.equal([
      401, 401, 429,
    ])
    expect((await signIn(server, login)).status, 'from a new network').to.equal(429)
    expect((await signIn(server, login, { address: home })).status, 'from home').to.equal(200)
    expect((await guess(login, home)).status, 'a mistake at home').to.equal(401)

    after(30 * day + 60_000)
    await guess(login)
    await fail(59, 'in_minute')
    expect((await signIn(server, login, { address: home })).status, 'after 30 days').to.equal(429)
  })

  it('keep a share for each login that is known at an address, whatever others fail there', async () => {
    const office = newAddress()
    const known = loginOf(await server.company())
    expect((await signIn(server, known, { address: office })).status).to.equal(200)
    await forgetAttempts(server)
    const stranger = loginOf(await server.company())
    await guess(stranger, office)
    await fail(59, 'in_minute')
    expect((await guess(stranger, office)).status).to.equal(429)
    expect((await signIn(server, known, { address: office })).status).to.equal(200)
    expect((await guess(known, office)).status).to.equal(401)
  })

  it('leave no e-mail, slug or address in the tables', async () => {
    const login = loginOf(await server.company())
    const address = newAddress()
    await guess(login, address)
    await signIn(server, login, { address })
    const { rows } = await server.db.query<{ text: string }>(
      'select w::text as text from attempt_windows w union all select n::text from sign_in_networks n',
    )
    expect(rows).to.have.length.above(1)
    for (const { text } of rows)
      for (const secret of [login.email, login.organization, address]) {
        expect(text).to.not.include(secret)
        expect(text).to.not.include(Buffer.from(secret).toString('hex'))
      }
  })
})
