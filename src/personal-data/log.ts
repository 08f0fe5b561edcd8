import { table, type PersonalColumn } from './kinds.ts'

/** Lines stay in the log when a person is erased, but names and values in them are cleared. */
const logged: PersonalColumn = { tier: 'private', erase: 'clear', export: true }

/** The activity log, the outbox, and stored answers. */
export const log = {
  activity: table(
    'org_id id at action summary summary_code summary_values actor_kind actor_id membership_id via subject_type subject_id person_id request_id',
    { subject_name: logged, changes: logged },
    'scrubbed',
  ),
  // What a payload tells about the person is replaced wherever it names them, also when the event is about somebody else: mentions
  // finds it (src/services/erasing/scrub-events.ts).
  events: table(
    'org_id id position type at effective_date subject_id person_id mentions',
    {
      // The export names the events that were sent. All that they say stands elsewhere in it, but for what was changed since,
      // such as a former name: that is here alone, and goes with the event after 30 days, or when the person is erased.
      payload: { tier: 'job', erase: 'placeholder', export: false },
    },
    'scrubbed',
  ),
  // Names and titles are looked up when it is read.
  notifications: table(
    'org_id id membership_id kind about_id person_id reminder date years batch_id created_at read_at',
  ),
  reminder_settings: table('org_id enabled days_before updated_at'),
  reminded_days: table('org_id day'),
  notification_settings: table('org_id reminders approval_request document_uploaded extra_limit updated_at'),
  mail_months: table('org_id month sent told_at'),
  event_positions: table('org_id last_position scrubs'),
  webhook_endpoints: table(
    'org_id id url description event_types enabled disabled_reason disabled_at failing_since consecutive_failures last_delivery_at last_delivery_status last_response_status secret_hint key_id sealed_secret previous_key_id previous_sealed previous_expires_at created_at updated_at deleted_at',
  ),
  // What is sent is read from the event, so a delivery says nothing of its own about a person.
  webhook_deliveries: table(
    'org_id id endpoint_id event_id event_type created_at attempt status response_status duration_ms fault next_attempt_at lease leased_by leased_until',
  ),
  // Every stored answer that contains the person's id is deleted: mentions finds it.
  idempotency_records: table(
    'org_id holder_id key action fingerprint activity_id mentions expires_at',
    {
      response: { tier: 'private', erase: 'delete', export: false },
    },
    'scrubbed',
  ),
}
