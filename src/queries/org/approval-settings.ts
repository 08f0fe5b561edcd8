import { sql, type Db } from '../../db/transaction.ts'
import type { Kind, Mode, PayMode } from '../../domain/approvals.ts'

/** The approval rules of the organization. */
export interface ApprovalRules {
  job_change: Mode
  termination: Mode
  pay_change: PayMode
}

export interface ApprovalSettingsRow extends ApprovalRules {
  updated_at: string | null
}

const select = `
  select approve_job_change as job_change, approve_termination as termination, approve_pay_change as pay_change,
         approvals_updated_at as updated_at
    from organizations
   where org_id = $1`

export async function getApprovalSettings(db: Db): Promise<ApprovalSettingsRow> {
  const [row] = await db.query<ApprovalSettingsRow>(select, [db.orgId])
  return row!
}

/** Like `getApprovalSettings`, and locks the organization, so that the log records what is really replaced. */
export async function lockApprovalSettings(db: Db): Promise<ApprovalSettingsRow> {
  const [row] = await db.query<ApprovalSettingsRow>(`${select} for no key update`, [db.orgId])
  return row!
}

/** The rule for one kind of change. */
export async function getMode(db: Db, kind: Kind): Promise<Mode> {
  return (await getApprovalSettings(db))[kind]
}

/** Changes the rules that are given. */
export async function updateApprovalSettings(
  db: Db,
  rules: { [K in keyof ApprovalRules]?: ApprovalRules[K] | undefined },
  now: Date,
): Promise<void> {
  const columns = Object.entries(rules).filter(([, mode]) => mode !== undefined)
  await db.run(
    sql('organizations')
      .where({ org_id: db.orgId })
      .update({
        ...Object.fromEntries(columns.map(([kind, mode]) => [`approve_${kind}`, mode])),
        approvals_updated_at: now,
      }),
  )
}
