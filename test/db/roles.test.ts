import { expect } from 'chai'
import { deadlines } from '../../src/db/deadlines.ts'
import { plannerSettings } from '../../src/db/planner.ts'
import { useUsualDeadlines } from '../support/deadlines.ts'
import { useServer } from '../support/server.ts'

/** Connections between the nodes of a cluster have the settings of the role, not those of the application. */
describe('the roles that the application becomes', () => {
  useUsualDeadlines()
  const server = useServer()

  const settingsOf = async (role: string): Promise<Record<string, string>> => {
    const { rows } = await server.db.query<{ settings: string[] }>(
      'select rolconfig as settings from pg_roles where rolname = $1',
      [role],
    )
    return Object.fromEntries(
      rows[0]!.settings.map((setting) => setting.split('=') as [name: string, value: string]),
    )
  }
  const seconds = (ms: number) => `${ms / 1000}s`

  it('have the deadlines, the time zone and the planner of the connections', async () => {
    expect(await settingsOf('rollcall_app')).to.deep.equal({
      statement_timeout: seconds(deadlines.statementMs),
      lock_timeout: seconds(deadlines.lockMs),
      idle_in_transaction_session_timeout: seconds(deadlines.idleInTransactionMs),
      TimeZone: 'UTC',
      ...plannerSettings,
    })
  })

  it('have only a deadline for locks, in the role of jobs', async () => {
    expect(await settingsOf('rollcall_system')).to.deep.equal({
      lock_timeout: seconds(deadlines.lockMs),
      TimeZone: 'UTC',
      jit: 'off',
    })
  })
})
