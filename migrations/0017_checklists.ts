import type { Knex } from 'knex'

const statements = [
  // Lists of tasks. The two that each company begins with are rows without name and tasks until it changes them: so long
  // their texts are those of the service.
  `create table checklist_templates (
     org_id           uuid not null references organizations (org_id),
     id               uuid not null,
     -- Which of the two it began as; null: the company added it.
     starter          text check (starter in ('onboarding', 'offboarding')),
     saved            boolean not null,
     name             text,
     kind             text not null check (kind in ('onboarding', 'offboarding', 'custom')),
     auto_start       boolean not null,
     unit_ids         uuid[] not null default '{}',
     location_ids     uuid[] not null default '{}',
     legal_entity_ids uuid[] not null default '{}',
     -- In their order: id, title, description, link_url, type, person_id, offset_days, visible_days.
     tasks            jsonb,
     archived_at      timestamptz,
     created_at       timestamptz not null,
     updated_at       timestamptz,
     primary key (org_id, id),
     check (saved or starter is not null),
     check (saved = (name is not null) and saved = (tasks is not null) and saved = (updated_at is not null)),
     check (not auto_start or kind <> 'custom')
   )`,
  `create unique index checklist_templates_starter on checklist_templates (org_id, starter)`,
  `select protect_table('checklist_templates', 'editable')`,
  // Checklists of people.
  `create table checklist_runs (
     org_id        uuid not null references organizations (org_id),
     id            uuid not null,
     template_id   uuid not null,
     name          text not null,
     kind          text not null check (kind in ('onboarding', 'offboarding', 'custom')),
     person_id     uuid not null,
     -- The employment that it is for. It may be taken back, so nothing holds it.
     employment_id uuid,
     anchor_date   date not null,
     -- Moves with the first or the last day of the employment.
     follows       boolean not null,
     status        text not null check (status in ('open', 'completed', 'cancelled')),
     started_at    timestamptz not null,
     -- The person of the member who did it.
     started_by    uuid,
     completed_at  timestamptz,
     cancelled_at  timestamptz,
     primary key (org_id, id),
     foreign key (org_id, template_id) references checklist_templates (org_id, id),
     foreign key (org_id, person_id) references people (org_id, id),
     foreign key (org_id, started_by) references people (org_id, id),
     check ((status = 'completed') = (completed_at is not null)),
     check ((status = 'cancelled') = (cancelled_at is not null)),
     check (not follows or employment_id is not null)
   )`,
  `create index checklist_runs_of_person on checklist_runs (org_id, person_id)`,
  `create index checklist_runs_of_template on checklist_runs (org_id, template_id)`,
  `create index checklist_runs_started_by on checklist_runs (org_id, started_by)`,
  `create index checklist_runs_open on checklist_runs (org_id, anchor_date, id) where status = 'open'`,
  `select protect_table('checklist_runs', 'editable')`,
  `create table checklist_tasks (
     org_id             uuid not null references organizations (org_id),
     id                 uuid not null,
     run_id             uuid not null,
     -- The id that it has in its template; null: it was added to this checklist alone.
     key                text,
     place              integer not null,
     title              text not null,
     description        text,
     link_url           text,
     assignee_type      text not null check (assignee_type in ('hr', 'manager', 'person', 'member')),
     assignee_person_id uuid,
     manager_missing    boolean not null,
     offset_days        integer not null,
     due_date           date not null,
     visible_days       integer,
     visible_from       date,
     status             text not null check (status in ('open', 'done', 'skipped')),
     resolved_at        timestamptz,
     resolved_by        uuid,
     skip_reason        text,
     created_at         timestamptz not null,
     primary key (org_id, id),
     foreign key (org_id, run_id) references checklist_runs (org_id, id),
     foreign key (org_id, assignee_person_id) references people (org_id, id),
     foreign key (org_id, resolved_by) references people (org_id, id),
     check ((assignee_type = 'hr') = (assignee_person_id is null)),
     check (not manager_missing or assignee_type = 'hr'),
     check ((status = 'open') = (resolved_at is null)),
     check (resolved_by is null or status <> 'open'),
     check ((status = 'skipped') = (skip_reason is not null))
   )`,
  `create index checklist_tasks_of_run on checklist_tasks (org_id, run_id)`,
  `create index checklist_tasks_of_assignee on checklist_tasks (org_id, assignee_person_id)`,
  `create index checklist_tasks_resolved_by on checklist_tasks (org_id, resolved_by)`,
  `create index checklist_tasks_open on checklist_tasks (org_id, due_date, id) where status = 'open'`,
  `create index checklist_tasks_due on checklist_tasks (org_id, due_date, id)`,
  `select protect_table('checklist_tasks', 'editable')`,
  `create table checklist_comments (
     org_id     uuid not null references organizations (org_id),
     id         uuid not null,
     task_id    uuid not null,
     -- The person of the member who wrote it.
     author     uuid,
     text       text not null,
     created_at timestamptz not null,
     primary key (org_id, id),
     foreign key (org_id, task_id) references checklist_tasks (org_id, id),
     foreign key (org_id, author) references people (org_id, id)
   )`,
  `create index checklist_comments_of_task on checklist_comments (org_id, task_id)`,
  `create index checklist_comments_of_author on checklist_comments (org_id, author)`,
  `select protect_table('checklist_comments', 'editable')`,
]

/** Checklists: templates, the checklists of people, their tasks and the remarks on them. */
export async function up(knex: Knex): Promise<void> {
  for (const one of statements) await knex.raw(one)
}

export async function down(): Promise<void> {
  throw new Error('Migrations only go forward: restore a backup instead.')
}
