import { expect } from 'chai'
import pg from 'pg'
import { prepareRoles } from '../../src/db/roles.ts'
import { createDatabase, type TestDatabase } from '../support/cluster.ts'

/** In a transaction that is taken back, because roles belong to the whole server. */
describe('the settings of a role', () => {
  let database: TestDatabase
  let owner: pg.Client
  before(async () => {
    database = await createDatabase()
    owner = new pg.Client({ connectionString: database.url })
    await owner.connect()
  })
  beforeEach(() => owner.query('begin'))
  afterEach(() => owner.query('rollback'))
  after(async () => {
    await owner.end()
    await database.drop()
  })

  /** Role → its settings, as PostgreSQL writes them. */
  const settings = async (): Promise<Record<string, string[]>> => {
    const { rows } = await owner.query<{ role: string; settings: string[] }>(
      `select rolname as role, array(select unnest(rolconfig) order by 1) as settings from pg_roles where rolname like 'rollcall_%'`,
    )
    return Object.fromEntries(rows.map(({ role, settings }) => [role, settings]))
  }
  /** Where the settings are written: another place after each write. */
  const places = async () => {
    const { rows } = await owner.query(
      'select setrole::regrole::text as role, xmin, ctid from pg_db_role_setting order by setrole, setdatabase',
    )
    return rows
  }

  it('stay as somebody has set them, in whatever case they are spelt', async () => {
    await owner.query(
      `alter role rollcall_app set statement_timeout = '20s'; alter role rollcall_app set "TimeZone" = 'Asia/Tokyo';
       alter role rollcall_system set work_mem = '64MB'; alter role rollcall_system set jit = 'on'`,
    )
    const before = await settings()
    expect(before['rollcall_app']).to.include('statement_timeout=20s').and.include('TimeZone=Asia/Tokyo')
    expect(before['rollcall_system']).to.include('work_mem=64MB').and.include('jit=on')
    expect(await prepareRoles(owner)).to.deep.equal([])
    expect(await settings()).to.deep.equal(before)
  })

  it('are set where they are missing, and each of them once', async () => {
    const before = await settings()
    await owner.query(`alter role rollcall_app reset all; alter role rollcall_system reset jit;
      alter role rollcall_app set lock_timeout = '9s'`)
    await prepareRoles(owner)
    expect((await settings())['rollcall_app']).to.deep.equal(
      before['rollcall_app']!.map((setting) =>
        setting.startsWith('lock_timeout') ? 'lock_timeout=9s' : setting,
      ),
    )
    expect((await settings())['rollcall_system']).to.deep.equal(before['rollcall_system'])
    const written = await places()
    await prepareRoles(owner)
    expect(await places(), 'the second time, nothing is written').to.deep.equal(written)
  })

  it('of one database are none of the server', async () => {
    await owner.query(`alter role rollcall_system reset jit`)
    const [{ name }] = (await owner.query('select current_database() as name')).rows
    await owner.query(`alter role rollcall_system in database ${name} set jit = 'on'`)
    await prepareRoles(owner)
    expect((await settings())['rollcall_system']).to.include('jit=off')
  })
})
