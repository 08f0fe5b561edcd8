import { table, type PersonalColumn } from './kinds.ts'

/** What somebody did stays in the log; who it was about is named by id, and the name is cleared. */
const logged: PersonalColumn = { tier: 'private', erase: 'clear', export: true }

/** What was done: the activity log, the outbox, and stored answers. */
export const log = {
  activity: table(
    'org_id id at action summary actor_kind actor_id membership_id via subject_type subject_id person_id request_id',
    { subject_name: logged, changes: logged },
  ),
  // Payloads that name the person by id, whoever the event is about.
  events: table('org_id id type at effective_date subject_id person_id', {
    payload: { tier: 'job', erase: 'clear', export: true },
  }),
  // Those that name the person by id, whatever else they answered.
  idempotency_records: table('org_id holder_id key action fingerprint activity_id expires_at', {
    response: { tier: 'private', erase: 'delete', export: false },
  }),
}
