import { expect } from 'chai'
import { hashSecret, newSessionSecret } from '../../src/secrets/credentials.ts'
import { newAddress } from '../support/browser.ts'
import { unique, useServer } from '../support/server.ts'

/** The functions of the database that count attempts, at the turn of a minute. Every call tells its own time. */
describe('the functions that count attempts', () => {
  const server = useServer()
  const at = (time: string) => new Date(`2026-11-21T00:${time}.000Z`)

  const begin = () => {
    const subjects = [hashSecret(unique(`attempt ${newAddress()}`))]
    const ask = async <Row>(text: string, values: unknown[]): Promise<Row> => {
      const { rows } = await server.db.query(text, [subjects, ...values])
      return rows[0] as Row
    }
    const limits = [2, 100, 100]
    return {
      admit: async (time: string) => {
        const row = await ask<{ refused_by: number | null }>('select * from admit_attempt($1, $2, $3)', [
          limits,
          at(time),
        ])
        return row.refused_by === null
      },
      giveBack: (time: string) => ask('select return_attempt($1, $2, false)', [at(time)]),
      counted: async () => {
        const row = await ask<{ minute: Date; in_minute: number; in_hour: number; in_day: number }>(
          'select w.* from attempt_windows w where w.subject_hash = any ($1)',
          [],
        )
        const { minute, in_minute, in_hour, in_day } = row
        return { minute: minute.toISOString().slice(14, 16), in_minute, in_hour, in_day }
      },
    }
  }

  it('give back an attempt of the last minute without touching the failures of this one', async () => {
    const { admit, giveBack, counted } = begin()
    expect(await admit('00:59')).to.equal(true)
    expect(await admit('01:01')).to.equal(true)
    expect(await counted()).to.deep.equal({ minute: '01', in_minute: 1, in_hour: 2, in_day: 2 })
    await giveBack('00:59')
    expect(await counted()).to.deep.equal({ minute: '01', in_minute: 1, in_hour: 1, in_day: 1 })
    await giveBack('01:01')
    await giveBack('01:01')
    expect(await counted(), 'never below nothing').to.deep.equal({
      minute: '01',
      in_minute: 0,
      in_hour: 0,
      in_day: 0,
    })
  })

  it('go on with the newer minute if the clock of another server is behind', async () => {
    const { admit, counted } = begin()
    expect(await admit('01:00')).to.equal(true)
    expect(await admit('00:59')).to.equal(true)
    expect(await counted()).to.deep.equal({ minute: '01', in_minute: 2, in_hour: 2, in_day: 2 })
    expect(await admit('00:59'), 'a third one').to.equal(false)
    expect(await admit('01:01')).to.equal(false)
    expect(await admit('02:00')).to.equal(true)
    expect(await counted()).to.deep.equal({ minute: '02', in_minute: 1, in_hour: 3, in_day: 3 })
  })

  it('find a session until it expires, and not at that moment or later', async () => {
    const company = await server.company()
    const member = await company.member('hr')
    const { credential } = await company.web(member)
    const hash = hashSecret((credential as { secret: string }).secret)
    const expires = at('30:00')
    await server.db.query('update sessions set expires_at = $2 where org_id = $1', [company.id, expires])
    const find = async (secret: Buffer, now: Date) => {
      const { rows } = await server.db.query<{ membership_id: string }>(
        'select * from find_session($1, $2)',
        [secret, now],
      )
      return rows.map((row) => row.membership_id)
    }
    expect(await find(hash, new Date(expires.getTime() - 1))).to.deep.equal([member.membershipId])
    expect(await find(hash, expires)).to.deep.equal([])
    expect(await find(hash, new Date(expires.getTime() + 1))).to.deep.equal([])
    expect(await find(hashSecret(newSessionSecret()), at('00:00'))).to.deep.equal([])
  })
})
