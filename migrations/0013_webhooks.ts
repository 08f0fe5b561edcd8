import type { Knex } from 'knex'

const statements = [
  `create table webhook_endpoints (
     org_id                uuid not null references organizations (org_id),
     id                    uuid not null,
     url                   text not null,
     description           text not null,
     event_types           text[] not null,
     enabled               boolean not null,
     disabled_reason       text check (disabled_reason in ('manual', 'failing', 'closed')),
     disabled_at           timestamptz,
     failing_since         timestamptz,
     consecutive_failures  integer not null default 0,
     last_delivery_at      timestamptz,
     last_delivery_status  text check (last_delivery_status in ('succeeded', 'failed')),
     last_response_status  integer,
     secret_hint           text not null,
     -- Sealed, as keys of persons are. Null once the endpoint is deleted.
     key_id                text,
     sealed_secret         bytea,
     previous_key_id       text,
     previous_sealed       bytea,
     previous_expires_at   timestamptz,
     created_at            timestamptz not null,
     updated_at            timestamptz not null,
     deleted_at            timestamptz,
     primary key (org_id, id),
     check (enabled = (disabled_reason is null and disabled_at is null)),
     check ((sealed_secret is null) = (deleted_at is not null)),
     check ((last_delivery_at is null) = (last_delivery_status is null))
   )`,
  `create index webhook_endpoints_deleted on webhook_endpoints (deleted_at) where deleted_at is not null`,
  `create index webhook_endpoints_sealed on webhook_endpoints (key_id)`,
  `create index webhook_endpoints_sealed_before on webhook_endpoints (previous_key_id) where previous_key_id is not null`,
  `select protect_table('webhook_endpoints', 'editable')`,
  // An event on its way to one endpoint, kept as long as the event. What is sent is read from the event.
  `create table webhook_deliveries (
     org_id          uuid not null references organizations (org_id),
     id              uuid not null,
     endpoint_id     uuid not null,
     event_id        uuid not null,
     event_type      text not null,
     created_at      timestamptz not null,
     attempt         integer not null default 0,
     status          text not null default 'pending' check (status in ('pending', 'succeeded', 'failed')),
     response_status integer,
     duration_ms     integer,
     fault           text,
     next_attempt_at timestamptz,
     -- Who sends it now: a name that no other attempt has, the worker, and until when it is theirs.
     lease           uuid,
     leased_by       text,
     leased_until    timestamptz,
     primary key (org_id, id),
     foreign key (org_id, endpoint_id) references webhook_endpoints,
     check ((status = 'pending') = (next_attempt_at is not null))
   )`,
  `create index webhook_deliveries_of_endpoint on webhook_deliveries (org_id, endpoint_id, id)`,
  `create index webhook_deliveries_due on webhook_deliveries (org_id, endpoint_id, next_attempt_at, id) where status = 'pending'`,
  `create index webhook_deliveries_waiting on webhook_deliveries (next_attempt_at) where status = 'pending'`,
  `create index webhook_deliveries_by_age on webhook_deliveries (created_at)`,
  `create index webhook_deliveries_leased on webhook_deliveries (leased_by) where leased_by is not null`,
  `select protect_table('webhook_deliveries', 'editable')`,
  // Removes at most p_limit deliveries older than the events that they send, and endpoints that were deleted, when nothing of
  // theirs is left. Answers how many rows were removed.
  `create function sweep_webhooks(p_limit integer) returns integer
   language plpgsql security definer set search_path = public, pg_temp as $$
   declare
     v_month timestamptz := now() - interval '30 days';
     v_total integer := 0;
     v_count integer;
   begin
     delete from webhook_deliveries where (org_id, id) in (
       select d.org_id, d.id from webhook_deliveries d where d.created_at < v_month limit p_limit);
     get diagnostics v_count = row_count; v_total := v_total + v_count;

     delete from webhook_deliveries where (org_id, id) in (
       select d.org_id, d.id
         from webhook_endpoints e
         join webhook_deliveries d on d.org_id = e.org_id and d.endpoint_id = e.id
        where e.deleted_at is not null limit p_limit);
     get diagnostics v_count = row_count; v_total := v_total + v_count;

     delete from webhook_endpoints e
      where e.deleted_at is not null
        and not exists (select 1 from webhook_deliveries d where d.org_id = e.org_id and d.endpoint_id = e.id);
     get diagnostics v_count = row_count; v_total := v_total + v_count;
     return v_total;
   end $$`,
  `grant create on schema public to rollcall_system`,
  `alter function sweep_webhooks owner to rollcall_system`,
  `revoke create on schema public from rollcall_system`,
  `revoke execute on function sweep_webhooks from public`,
]

/** Where events are sent to, and what became of each of them. */
export async function up(knex: Knex): Promise<void> {
  for (const one of statements) await knex.raw(one)
}

export async function down(): Promise<void> {
  throw new Error('Migrations only go forward: restore a backup instead.')
}
