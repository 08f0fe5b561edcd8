import type { Knex } from 'knex'

/**
 * Sentences that were stored become codes with values, which are spelled when they are read, in the reader's language.
 * Lines of the log that are there keep their sentence. Why a request was closed gets its code where the sentence is known;
 * the others, which tell why a change was refused, keep theirs. Both columns of sentences stay, because servers of the
 * version before still write them during an upgrade.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table activity
      alter column summary set default '',
      add column summary_code text,
      add column summary_values jsonb;
    alter table approval_requests
      add column closed_code text,
      add column closed_values jsonb;
    update approval_requests
       set closed_code = case closed_reason
             when 'The proposer withdrew it.' then 'withdrawn'
             when 'Nobody decided it in time.' then 'ran_out'
             when 'The person has left.' then 'person_left'
             when 'What it would change has changed since it was proposed.' then 'history_changed'
             when 'Who proposed it may not propose it any more.' then 'proposer_not_entitled'
           end,
           closed_reason = null
     where closed_reason in ('The proposer withdrew it.', 'Nobody decided it in time.', 'The person has left.',
                             'What it would change has changed since it was proposed.',
                             'Who proposed it may not propose it any more.');
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations only go forward: restore a backup instead.')
}
