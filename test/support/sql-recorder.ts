import { subscribe } from 'node:diagnostics_channel'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { personalData } from '../../src/personal-data/register.ts'
import { changeProblems } from './cluster-rules.ts'
import { describeProblem, unpinned } from './sql-pins.ts'

/** The statements of a file, or a function of the database, may read this table for all organizations. */
export interface Exemption {
  by: string
  table: string
  why: string
}

export const exemptions: Exemption[] = [
  {
    by: 'src/queries/system/erasures.ts',
    table: 'erasures',
    why: 'a restore erases again whoever the ledger names, and a job takes them out of late events',
  },
  {
    by: 'src/queries/system/erasures.ts',
    table: 'people',
    why: 'a restore erases again whoever the ledger names, in all organizations',
  },
  {
    by: 'src/backup/restored.ts',
    table: 'organizations',
    why: 'a restore tells which of them had been deleted after the backup',
  },
  {
    by: 'src/queries/system/statistics.ts',
    table: 'erasures',
    why: 'a job has the statistics of all organizations counted again after an erasure',
  },
  {
    by: 'src/operator/status.ts',
    table: 'organizations',
    why: 'the operator asks for a list of all of them',
  },
  {
    by: 'src/operator/status.ts',
    table: 'people',
    why: 'the same list, which counts them for each organization',
  },
  {
    by: 'src/operator/status.ts',
    table: 'memberships',
    why: 'the same list, which counts them for each organization',
  },
  {
    by: 'src/jobs/delete_closed_organizations.ts',
    table: 'organizations',
    why: 'a job looks for those whose day of deletion has begun',
  },
  ...['employments', 'job_rows', 'organizations'].map((table) => ({
    by: 'src/queries/system/unannounced-organizations.ts',
    table,
    why: 'a job looks for organizations where something took effect and is not told',
  })),
  ...['organizations', 'reminded_days', 'notifications'].map((table) => ({
    by: 'src/queries/system/reminders.ts',
    table,
    why: 'jobs look for organizations whose members were not reminded of a day, or not mailed of a request',
  })),
  {
    by: 'src/queries/system/person-keys.ts',
    table: 'person_keys',
    why: 'the start and the rotation of SECRET_KEY look for keys that another SECRET_KEY wrapped',
  },
  {
    by: 'src/queries/system/custom-values.ts',
    table: 'custom_fields',
    why: 'a job looks for fields whose values it has to rewrite',
  },
  ...['organizations', 'approval_requests', 'employments'].map((table) => ({
    by: 'src/queries/system/approvals.ts',
    table,
    why: 'jobs look for organizations with open requests, and with some that have run out',
  })),
  ...['idempotency_records', 'sessions', 'events', 'rate_windows'].map((table) => ({
    by: 'sweep_expired',
    table,
    why: 'a job removes expired rows of all organizations',
  })),
  {
    by: 'src/queries/system/events.ts',
    table: 'events',
    why: 'a job looks for organizations with events that have no position',
  },
  {
    by: 'src/queries/system/files.ts',
    table: 'organizations',
    why: 'files are compared with the organizations that there are',
  },
  {
    by: 'src/queries/system/files.ts',
    table: 'documents',
    why: 'jobs remove the bytes of deleted documents and abandoned uploads, and compare bytes with rows',
  },
  {
    by: 'src/queries/system/webhook-secrets.ts',
    table: 'webhook_endpoints',
    why: 'the start and the rotation of SECRET_KEY look for secrets that another SECRET_KEY sealed',
  },
  ...['webhook_deliveries', 'webhook_endpoints'].map((table) => ({
    by: 'src/queries/system/webhooks.ts',
    table,
    why: 'workers look for what is due at which endpoint, and free what a dead worker had taken',
  })),
  ...['webhook_endpoints', 'webhook_deliveries'].map((table) => ({
    by: 'sweep_webhooks',
    table,
    why: 'the sweep removes deliveries of a month ago and endpoints that were deleted',
  })),
  {
    by: 'src/queries/system/retention.ts',
    table: 'retention_settings',
    why: 'a job looks for organizations that have said how long they keep what is over',
  },
  ...['retention_settings', 'activity', 'sessions', 'mails', 'credential_lookups'].map((table) => ({
    by: 'sweep_retained',
    table,
    why: 'the sweep removes what each organization keeps no longer',
  })),
  {
    by: 'sweep_notifications',
    table: 'notifications',
    why: 'the sweep removes notifications from before 90 days',
  },
  ...['mails', 'notices'].map((table) => ({
    by: 'src/queries/system/mails.ts',
    table,
    why: 'jobs look for mails that are due, and for notices that nobody was told of',
  })),
  ...['mails', 'notices', 'password_resets'].map((table) => ({
    by: 'sweep_mails',
    table,
    why: 'a job removes what is over for long, of all organizations',
  })),
  {
    by: 'sweep_email_changes',
    table: 'email_changes',
    why: 'a job removes links that expired long ago, of all organizations',
  },
  {
    by: 'sweep_oauth',
    table: 'oauth_connections',
    why: 'a job removes what connections of all organizations have left behind',
  },
  {
    by: 'sweep_removed_pay',
    table: 'pay_rows',
    why: 'a job deletes what was removed days ago, of all organizations',
  },
]

/** The tables with rows of organizations. They are in the register, which a test compares with the database. */
export const organizationTables: ReadonlySet<string> = new Set(Object.keys(personalData))

/** The functions that migrations make for the service. A test compares them with the database. */
export const ourFunctions: ReadonlySet<string> = new Set(
  `admit_attempt authenticate authenticate_app check_attempt enqueue_job events_naming find_password_sign_in find_login find_organization
   find_people find_session find_similar_people oauth_consume oauth_destroy oauth_find oauth_forget oauth_keep_document
   oauth_kept_document oauth_put return_attempt scrub_events sweep_email_changes sweep_expired sweep_mails sweep_oauth sweep_removed_pay
   erase_rows scrub_activity sweep_notifications sweep_retained sweep_webhooks tell_member`.split(/\s+/),
)
const known = { tables: organizationTables, functions: ourFunctions }

/** Functions whose answer changes. Each is a value that the service can give itself. */
const changing: ReadonlySet<string> = new Set([
  ...['now', 'clock_timestamp', 'statement_timestamp', 'transaction_timestamp', 'gen_random_uuid', 'random'],
  ...ourFunctions,
])

/** Statements of these files are about whole tables: a backup has the rows of all organizations. */
const wholeDatabase = 'src/backup/'

/** Statement → the file that built it when it first ran; null for statements of tests and packages. */
export type Recorded = ReadonlyMap<string, string | null>

/** The statements of this process so far. */
export const recorded = new Map<string, string | null>()

/** Statement of src/ → where it was asked first: `src/queries/org/pay.ts:45:12`. */
export const sites = new Map<string, string>()
const root = pathToFileURL(join(import.meta.dirname, '../..', '/')).href
/** Files that only send the statements of others. */
const senders = [
  'test/support/sql-recorder.ts',
  'test/support/lock-order.ts',
  'src/db/transaction.ts',
  'src/db/system.ts',
]

/** Records all statements of this process from now on. */
export function recordStatements(): void {
  // A transaction sends a statement when it has a connection. By then, the file that built it is not on the stack any
  // more.
  subscribe('rollcall:statement', (text) => record(text))
  const senders: { query: (...args: any[]) => unknown }[] = [pg.Pool.prototype, pg.Client.prototype]
  for (const sender of senders) {
    const { query } = sender
    sender.query = function (...args) {
      record(typeof args[0] === 'string' ? args[0] : args[0]?.text)
      return query.apply(this, args)
    }
  }
}

function record(text: unknown): void {
  // `set local app.org_id` has the id in its text, so there would be one for each organization. `analyze` is about tables as
  // a whole, and answers nothing.
  if (typeof text !== 'string' || recorded.has(text) || /^set local \S+ = '[^']*'$|^analyze /.test(text))
    return
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 50
  const builder = builderOf(new Error().stack as string)
  recorded.set(text, builder?.file ?? null)
  if (builder) sites.set(text, `${builder.file}:${builder.at}`)
  Error.stackTraceLimit = stackTraceLimit
}

/** The first file of ours on the stack, with line and column, if it is below src/. */
function builderOf(stack: string): { file: string; at: string } | null {
  const calls = [...stack.matchAll(/(file:\/\/[^)\s]+):(\d+:\d+)/g)]
    .map(([, url = '', at = '']) => ({ url, at }))
    .filter(({ url }) => url.startsWith(root) && !url.includes('/node_modules/'))
    .map(({ url, at }) => ({ file: decodeURIComponent(url.slice(root.length)), at }))
  const builder = calls.find(({ file }) => !senders.includes(file))
  return builder?.file.startsWith('src/') ? builder : null
}

/**
 * The statements with references that are not pinned.
 *
 * @returns for each: the file that built it, the references, and the statement
 */
export function statementProblems(statements: Recorded, allowed: Exemption[]): string[] {
  return [...statements].flatMap(([text, file]) => {
    if (file === null || file.startsWith(wholeDatabase)) return []
    const loose = unpinned(text, known).filter(
      ({ table }) => !allowed.some((one) => one.by === file && one.table === table),
    )
    const lacks = [
      ...loose.map((one) => describeProblem(one, '$n')),
      ...changeProblems(text, changing, organizationTables),
    ]
    if (lacks.length === 0) return []
    return [`${file}: ${lacks.join(', ')} in\n  ${text.replace(/\s+/g, ' ').trim().slice(0, 1000)}`]
  })
}

/** Exemptions that no statement needed. */
export function needlessExemptions(statements: Recorded, allowed: Exemption[]): string[] {
  return allowed
    .filter(({ by }) => by.startsWith('src/'))
    .filter(({ by, table }) => {
      const texts = [...statements].filter(([, file]) => file === by).map(([text]) => text)
      const loose = texts.flatMap((text) => unpinned(text, known))
      return !loose.some((one) => one.table === table)
    })
    .map(({ by, table }) => `${by} asks for ${table} of one organization only: take the exemption away.`)
}

/**
 * Checks all statements that were sent.
 *
 * @param statements what was recorded
 * @param isFull whether this was a full run. Only that can tell that an exemption is needless.
 * @throws Error with every statement that has a reference which is not pinned
 */
export function checkStatements(statements: Recorded, isFull: boolean): void {
  const problems = [
    ...statementProblems(statements, exemptions),
    ...(isFull ? needlessExemptions(statements, exemptions) : []),
  ]
  if (problems.length > 0)
    throw new Error(
      `Each reference to a table of organizations says which one, in its own query level (test/support/sql-pins.ts):\n${problems.join('\n')}`,
    )
}
