import { expect } from 'chai'
import { createDatabase, type TestDatabase } from '../support/cluster.ts'
import { Scratch } from '../support/scratch.ts'

/**
 * The recipes for a table, an event, a refusal and a job, as the READMEs of their folders have them: in a copy of the
 * tree, an action that writes a row, says so, and leaves the rest to a job.
 */
describe('adding a table with its event and its job', () => {
  let copy: Scratch
  let database: TestDatabase

  before(async function () {
    this.timeout(30_000)
    database = await createDatabase()
    copy = new Scratch()
  })

  after(async () => {
    await database.drop()
    copy.remove()
  })

  it('takes the files that the READMEs name, and no other', async function () {
    this.timeout(90_000)
    for (const [file, text] of Object.entries(files)) copy.write(file, text)
    // Every column of a table is registered.
    copy.edit(
      'src/personal-data/structure.ts',
      'export const structure = {',
      "export const structure = {\n  widgets: table('org_id id name polished_at created_at'),",
    )
    await copy.npm('run', 'codegen')
    await copy.typecheck()
    const seen = (await copy.script(useIt, database)) as Record<string, any>
    expect(seen['problems'], 'the rules of the database').to.deep.equal([])
    expect(seen['columns']).to.deep.equal(['org_id', 'id', 'name', 'polished_at', 'created_at'])
    expect(seen['rehearsal'].dry_run).to.deep.equal({
      activity: [
        {
          summary: 'Created the widget Blue',
          subject: { type: 'widget', id: nil, name: 'Blue' },
          changes: [{ field: 'name', before: null, after: 'Blue' }],
        },
      ],
      events: ['widget.created'],
    })
    const widget = seen['created'].data
    expect(widget).to.deep.equal({ id: widget.id, name: 'Blue' })
    expect(seen['again'].error).to.deep.include({ code: 'conflict' })
    expect(seen['again'].error.details).to.deep.equal([
      {
        path: 'name',
        code: 'widget_name_taken',
        message: 'Another widget is called Blue. Choose another name.',
        record_id: widget.id,
      },
    ])
    expect(seen['tool']).to.include({ name: 'Red' })
    expect(seen['events']).to.deep.equal([
      { type: 'widget.created', payload: { widget_id: widget.id, widget } },
      { type: 'widget.created', payload: { widget_id: seen['tool'].id, widget: seen['tool'] } },
    ])
    expect(seen['polished'], 'the job ran for each').to.equal(2)
  })
})

const nil = '00000000-0000-0000-0000-000000000000'

const files: Record<string, string> = {
  'migrations/0999_widgets.ts': `import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(\`
    create table widgets (
      org_id      uuid not null references organizations (org_id),
      id          uuid not null,
      name        text not null,
      polished_at timestamptz,
      created_at  timestamptz not null default now(),
      primary key (org_id, id)
    );
    create unique index widgets_name on widgets (org_id, name);
    select protect_table('widgets', 'editable');
  \`)
}

export async function down(): Promise<void> {
  throw new Error('Migrations only go forward: restore a backup instead.')
}
`,
  'openapi/components/schemas/WidgetId.yaml': `description: As org/widgets.create answered it.
type: string
minLength: 1
maxLength: 64
x-id: widget
`,
  'openapi/components/schemas/Widget.yaml': `description: Something to try recipes with.
type: object
additionalProperties: false
required: [id, name]
properties:
  id: { type: string, description: Given by the service. }
  name: { type: string, description: Unique among widgets. }
`,
  'openapi/components/errors/widget_name_taken.yaml': `error: conflict
path: name
record: widget
message: Another widget is called {name}. Choose another name.
`,
  'openapi/events/widget.created.yaml': `group: Structure
subject: widget
description: A widget was added. Sent when it is recorded.
data:
  type: object
  additionalProperties: false
  required: [widget_id, widget]
  properties:
    widget_id: { $ref: '#/components/schemas/WidgetId' }
    widget: { $ref: '#/components/schemas/Widget' }
example: { widget_id: 0197a1c2-0910, widget: { id: 0197a1c2-0910, name: Blue } }
`,
  'openapi/paths/org/widgets/create.yaml': `post:
  tags: [Structure]
  summary: Create a widget
  description: Adds a widget, which is polished soon after.
  x-class: write
  x-retry: replay
  x-access: { manage: [owner, admin, hr] }
  x-errors: [widget_name_taken]
  x-events: [widget.created]
  requestBody:
    content:
      application/json:
        schema:
          type: object
          additionalProperties: false
          required: [name]
          properties:
            name: { type: string, minLength: 1, maxLength: 100, description: What people call it. }
        example: { name: Blue }
  responses:
    '200':
      description: The new widget.
      content:
        application/json:
          schema: { $ref: '#/components/schemas/Widget' }
          example: { id: 0197a1c2-0910, name: Blue }
`,
  'src/queries/org/widgets.ts': `import type { Db } from '../../db/transaction.ts'

export interface WidgetRow {
  id: string
  name: string
}

export async function findWidgetNamed(db: Db, name: string): Promise<WidgetRow | undefined> {
  const [row] = await db.query<WidgetRow>(
    'select id, name from widgets where org_id = $1 and name = $2', [db.orgId, name])
  return row
}

export async function insertWidget(db: Db, widget: WidgetRow): Promise<void> {
  await db.query('insert into widgets (org_id, id, name) values ($1, $2, $3)', [db.orgId, widget.id, widget.name])
}
`,
  'src/events/widgets.ts': `import type { WidgetRow } from '../queries/org/widgets.ts'
import { asCreated, type Happening } from './happening.ts'

export const widgetCreated = (orgId: string, widget: WidgetRow): Happening<'widget.created'> => ({
  activity: [
    {
      summary: 'Created the widget {subject}',
      subject: { type: 'widget', ...widget },
      changes: asCreated({ name: widget.name }),
    },
  ],
  event: { type: 'widget.created', subjectId: widget.id, data: { widget_id: widget.id, widget } },
  jobs: [{ task: 'polish_widget', payload: { org_id: orgId, widget_id: widget.id } }],
})
`,
  'src/jobs/polish_widget.ts': `import type { ClientBase } from 'pg'
import { asSystem } from '../db/system.ts'
import type { JobTask } from './job.ts'

export const payload = { org_id: 'id', widget_id: 'id' } as const
export const cron = null

/** Polishes a widget; a second time changes nothing. */
export const task: JobTask<typeof payload> = async ({ org_id, widget_id }, { withPgClient }) => {
  await withPgClient((client) =>
    asSystem(client as ClientBase, (db) =>
      db.query('update widgets set polished_at = $3 where org_id = $1 and id = $2 and polished_at is null', [
        org_id, widget_id, new Date(),
      ]),
    ),
  )
}
`,
  'src/actions/org/widgets/create.ts': `import { problem } from '../../../errors.ts'
import { widgetCreated } from '../../../events/widgets.ts'
import { findWidgetNamed, insertWidget, type WidgetRow } from '../../../queries/org/widgets.ts'
import { action, type Input } from '../../action.ts'
import type { Context } from '../../context.ts'

type Id = 'org_widgets_create'

/** A widget with a name of its own. */
export const handler = action('org_widgets_create', { run })

async function run(ctx: Context<Id>, { name }: Input<Id>): Promise<WidgetRow> {
  const other = await findWidgetNamed(ctx.db, name)
  ctx.refuse(other ? [problem('widget_name_taken', { name: other.name, record_id: other.id })] : [])
  const widget = { id: ctx.newId(), name }
  await insertWidget(ctx.db, widget)
  ctx.record(widgetCreated(ctx.db.orgId, widget))
  return widget
}
`,
}

/** Starts the copy's server with its worker, and calls the new action. */
const useIt = `
  const { loadConfig } = await at('src/config.ts')
  const { start } = await at('src/process/start.ts')
  const { createCompany } = await at('test/support/company.ts')
  const { catalogueProblems } = await at('test/support/catalogue.ts')
  const { personalData } = await at('src/personal-data/register.ts')
  const { default: pg } = await import('pg')
  const config = loadConfig({ NODE_ENV: 'test', PORT: '0', ROLE: 'all', LOG_LEVEL: 'silent', SECRET_KEY: '0'.repeat(64),
    DATABASE_URL: process.env.URL_OWNER, DATABASE_APP_URL: process.env.URL_APP })
  const server = await start(config)
  const db = new pg.Pool({ connectionString: process.env.URL_OWNER, max: 2 })
  const baseUrl = 'http://localhost:' + server.port
  const company = await createCompany({ db, baseUrl }, {})
  const { credential } = await company.as('hr')
  const headers = { Authorization: 'Bearer ' + credential.secret, 'Content-Type': 'application/json' }
  const post = async (path, body) =>
    (await fetch(baseUrl + path, { method: 'POST', headers, body: JSON.stringify(body) })).json()
  const rehearsal = await post('/v1/org/widgets.create?dry_run=true', { name: 'Blue' })
  const created = await post('/v1/org/widgets.create', { name: 'Blue' })
  const again = await post('/v1/org/widgets.create', { name: 'Blue' })
  const { result } = await post('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call',
    params: { name: 'org_widgets_create', arguments: { name: 'Red' } } })
  const polished = async () =>
    (await db.query('select count(*)::int as n from widgets where polished_at is not null')).rows[0].n
  for (const until = Date.now() + 10_000; Date.now() < until && (await polished()) < 2; );
  const { rows: events } = await db.query('select type, payload from events order by id')
  const answer = { problems: await catalogueProblems(db), columns: personalData.widgets.plain, rehearsal, created, again,
    tool: result.structuredContent.data, events, polished: await polished() }
  console.log(JSON.stringify(answer))
  await db.end()
  await server.stop()
`
