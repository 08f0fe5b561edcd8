import type { Knex } from 'knex'

const statements = [
  `alter table mails drop constraint mails_kind_check`,
  `alter table mails add constraint mails_kind_check check (kind in (
    'invite', 'password_reset', 'payroll_changed', 'login_changed', 'webhook_failing', 'document_uploaded',
    'reminders', 'approval_request', 'mail_limit', 'organization_status'))`,
]

/** Mails that say that an organization is paused, closed or active again. */
export async function up(knex: Knex): Promise<void> {
  for (const one of statements) await knex.raw(one)
}

export async function down(): Promise<void> {
  throw new Error('Migrations only go forward: restore a backup instead.')
}
