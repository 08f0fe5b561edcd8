table activity
  org_id uuid not null
  id uuid not null
  at timestamp with time zone not null default now()
  action text not null
  summary_code text
  summary_values jsonb
  summary text not null default ''::text
  actor_kind text not null
  actor_id uuid
  membership_id uuid
  via text not null
  subject_type text
  subject_id uuid
  subject_name text
  person_id uuid
  changes jsonb not null default '[]'::jsonb
  request_id text not null
  constraint activity_actor_kind_check CHECK ((actor_kind = ANY (ARRAY['user'::text, 'api_key'::text, 'app'::text, 'system'::text])))
  constraint activity_org_id_fkey FOREIGN KEY (org_id) REFERENCES organizations(org_id)
  constraint activity_pkey PRIMARY KEY (org_id, id)
  constraint activity_via_check CHECK ((via = ANY (ARRAY['web'::text, 'api'::text, 'mcp'::text, 'service'::text])))
  CREATE INDEX activity_of_action ON public.activity USING btree (org_id, action, id)
  CREATE INDEX activity_of_actor ON public.activity USING btree (org_id, actor_id, id)
  CREATE INDEX activity_of_logins ON public.activity USING btree (org_id, membership_id) WHERE (subject_type = ANY (ARRAY['api_key'::text, 'connection'::text, 'membership'::text]))
  CREATE INDEX activity_of_member ON public.activity USING btree (org_id, membership_id, id)
  CREATE INDEX activity_of_person ON public.activity USING btree (org_id, person_id, id)
  row-level security forced
  policy of_organization for all to rollcall_app using (org_id = (current_setting('app.org_id'::text))::uuid) with check (org_id = (current_setting('app.org_id'::text))::uuid)
  policy of_system for all to rollcall_system using true with check true
  grant delete, insert, select, update to rollcall_system
  grant insert, select to rollcall_app

table api_keys
  org_id uuid not null
  id uuid not null
  membership_id uuid not null
  name text not null
  audience text not null
  last4 text not null
  created_at timestamp with time zone not null default now()
  last_used_at timestamp with time zone
  revoked_at timestamp with time zone
  constraint api_keys_audience_check CHECK ((audience = ANY (ARRAY['me'::text, 'manage'::text])))
  constraint api_keys_org_id_membership_id_fkey FOREIGN KEY (org_id, membership_id) REFERENCES memberships(org_id, id)
  constraint api_keys_pkey PRIMARY KEY (org_id, id)
  CREATE INDEX api_keys_of_member ON public.api_keys USING btree (org_id, membership_id, created_at)
  row-level security forced
  policy of_organization for all to rollcall_app using (org_id = (current_setting('app.org_id'::text))::uuid) with check (org_id = (current_setting('app.org_id'::text))::uuid)
  policy of_system for all to rollcall_system using true with check true
  grant delete, insert, select, update to rollcall_system
  grant insert, select, update to rollcall_app

table approval_pay
  org_id uuid not null
  request_id uuid not null
  proposal bytea not null
  shown bytea not null
  basis bytea not null
  constraint approval_pay_org_id_request_id_fkey FOREIGN KEY (org_id, request_id) REFERENCES approval_requests(org_id, id)
  constraint approval_pay_pkey PRIMARY KEY (org_id, request_id)
  row-level security forced
  policy of_organization for all to rollcall_app using (org_id = (current_setting('app.org_id'::text))::uuid) with check (org_id = (current_setting('app.org_id'::text))::uuid)
  policy of_system for all to rollcall_system using true with check true
  grant delete, insert, select, update to rollcall_system
  grant insert, select, update to rollcall_app

table approval_requests
  org_id uuid not null
  id uuid not null
  person_id uuid not null
  kind text not null
  change text not null
  status text not null
  effective_date date not null
  expires_on date not null
  proposed_by uuid not null
  proposed_via text not null
  proposed_at timestamp with time zone not null
  proposal bytea
  shown bytea
  basis bytea
  decision_note bytea
  closed_at timestamp with time zone
  closed_code text
  closed_values jsonb
  constraint approval_requests_change_check CHECK ((change = ANY (ARRAY['change_job'::text, 'correct_job'::text, 'rehire'::text, 'terminate'::text, 'pay_add'::text, 'pay_remove'::text])))
  constraint approval_requests_check CHECK (((status = 'pending'::text) = (closed_at IS NULL)))
  constraint approval_requests_check1 CHECK (((kind = 'pay_change'::text) = (proposal IS NULL)))
  constraint approval_requests_check2 CHECK ((((proposal IS NULL) = (shown IS NULL)) AND ((proposal IS NULL) = (basis IS NULL))))
  constraint approval_requests_kind_check CHECK ((kind = ANY (ARRAY['job_change'::text, 'termination'::text, 'pay_change'::text])))
  constraint approval_requests_org_id_fkey FOREIGN KEY (org_id) REFERENCES organizations(org_id)
  constraint approval_requests_org_id_person_id_fkey FOREIGN KEY (org_id, person_id) REFERENCES people(org_id, id)
  constraint approval_requests_org_id_proposed_by_fkey FOREIGN KEY (org_id, proposed_by) REFERENCES memberships(org_id, id)
  constraint approval_requests_pkey PRIMARY KEY (org_id, id)
  constraint approval_requests_proposed_via_check CHECK ((proposed_via = ANY (ARRAY['app'::text, 'api'::text])))
  constraint approval_requests_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'approved'::text, 'rejected'::text, 'cancelled'::text, 'outdated'::text, 'expired'::text])))
  CREATE INDEX approval_requests_closed ON public.approval_requests USING btree (org_id, closed_at DESC, id DESC) WHERE (status <> 'pending'::text)
  CREATE INDEX approval_requests_due ON public.approval_requests USING btree (expires_on) WHERE (status = 'pending'::text)
  CREATE INDEX approval_requests_of_person ON public.approval_requests USING btree (org_id, person_id)
  CREATE INDEX approval_requests_of_proposer ON public.approval_requests USING btree (org_id, proposed_by)
  CREATE INDEX approval_requests_open ON public.approval_requests USING btree (org_id, id) WHERE (status = 'pending'::text)
  row-level security forced
  policy of_organization for all to rollcall_app using (org_id = (current_setting('app.org_id'::text))::uuid) with check (org_id = (current_setting('app.org_id'::text))::uuid)
  policy of_system for all to rollcall_system using true with check true
  grant delete, insert, select, update to rollcall_system
  grant insert, select, update to rollcall_app

table approval_steps
  org_id uuid not null
  request_id uuid not null
  position integer not null
  approver text not null
  status text not null
  decided_as text
  decided_by uuid
  decided_at timestamp with time zone
  note bytea
  constraint approval_steps_approver_check CHECK ((approver = ANY (ARRAY['manager'::text, 'hr'::text])))
  constraint approval_steps_check CHECK (((status = ANY (ARRAY['approved'::text, 'rejected'::text])) = (decided_by IS NOT NULL)))
  constraint approval_steps_check1 CHECK ((((decided_by IS NULL) = (decided_at IS NULL)) AND ((decided_by IS NULL) = (decided_as IS NULL))))
  constraint approval_steps_decided_as_check CHECK ((decided_as = ANY (ARRAY['manager'::text, 'lead'::text, 'hr'::text])))
  constraint approval_steps_org_id_decided_by_fkey FOREIGN KEY (org_id, decided_by) REFERENCES memberships(org_id, id)
  constraint approval_steps_org_id_request_id_fkey FOREIGN KEY (org_id, request_id) REFERENCES approval_requests(org_id, id)
  constraint approval_steps_pkey PRIMARY KEY (org_id, request_id, "position")
  constraint approval_steps_position_check CHECK (("position" > 0))
  constraint approval_steps_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'pending'::text, 'approved'::text, 'rejected'::text, 'skipped'::text])))
  CREATE INDEX approval_steps_of_member ON public.approval_steps USING btree (org_id, decided_by)
  row-level security forced
  policy of_organization for all to rollcall_app using (org_id = (current_setting('app.org_id'::text))::uuid) with check (org_id = (current_setting('app.org_id'::text))::uuid)
  policy of_system for all to rollcall_system using true with check true
  grant delete, insert, select, update to rollcall_system
  grant insert, select, update to rollcall_app

table attempt_windows
  subject_hash bytea not null
  minute timestamp with time zone not null
  in_minute integer not null
  hour timestamp with time zone not null
  in_hour integer not null
  day timestamp with time zone not null
  in_day integer not null
  constraint attempt_windows_pkey PRIMARY KEY (subject_hash)
  grant delete, insert, select, update to rollcall_system
  unlogged

table checklist_comments
  org_id uuid not null
  id uuid not null
  task_id uuid not null
  author uuid
  text text not null
  created_at timestamp with time zone not null
  constraint checklist_comments_org_id_author_fkey FOREIGN KEY (org_id, author) REFERENCES people(org_id, id)
  constraint checklist_comments_org_id_fkey FOREIGN KEY (org_id) REFERENCES organizations(org_id)
  constraint checklist_comments_org_id_task_id_fkey FOREIGN KEY (org_id, task_id) REFERENCES checklist_tasks(org_id, id)
  constraint checklist_comments_pkey PRIMARY KEY (org_id, id)
  CREATE INDEX checklist_comments_of_author ON public.checklist_comments USING btree (org_id, author)
  CREATE INDEX checklist_comments_of_task ON public.checklist_comments USING btree (org_id, task_id)
  row-level security forced
  policy of_organization for all to rollcall_app using (org_id = (current_setting('app.org_id'::text))::uuid) with check (org_id = (current_setting('app.org_id'::text))::uuid)
  policy of_system for all to rollcall_system using true with check true
  grant delete, insert, select, update to rollcall_system
  grant insert, select, update to rollcall_app

table checklist_runs
  org_id uuid not null
  id uuid not null
  template_id uuid not null
  name text not null
  kind text not null
  person_id uuid not null
  employment_id uuid
  anchor_date date not null
  follows boolean not null
  status text not null
  started_at timestamp with time zone not null
  started_by uuid
  completed_at timestamp with time zone
  cancelled_at timestamp with time zone
  constraint checklist_runs_check CHECK (((status = 'completed'::text) = (completed_at IS NOT NULL)))
  constraint checklist_runs_check1 CHECK (((status = 'cancelled'::text) = (cancelled_at IS NOT NULL)))
  constraint checklist_runs_check2 CHECK (((NOT follows) OR (employment_id IS NOT NULL)))
  constraint checklist_runs_kind_check CHECK ((kind = ANY (ARRAY['onboarding'::text, 'offboarding'::text, 'custom'::text])))
  constraint checklist_runs_org_id_fkey FOREIGN KEY (org_id) REFERENCES organizations(org_id)
  constraint checklist_runs_org_id_person_id_fkey FOREIGN KEY (org_id, person_id) REFERENCES people(org_id, id)
  constraint checklist_runs_org_id_started_by_fkey FOREIGN KEY (org_id, started_by) REFERENCES people(org_id, id)
  constraint checklist_runs_org_id_template_id_fkey FOREIGN KEY (org_id, template_id) REFERENCES checklist_templates(org_id, id)
  constraint checklist_runs_pkey PRIMARY KEY (org_id, id)
  constraint checklist_runs_status_check CHECK ((status = ANY (ARRAY['open'::text, 'completed'::text, 'cancelled'::text])))
  CREATE INDEX checklist_runs_of_person ON public.checklist_runs USING btree (org_id, person_id)
  CREATE INDEX checklist_runs_of_template ON public.checklist_runs USING btree (org_id, template_id)
  CREATE INDEX checklist_runs_open ON public.checklist_runs USING btree (org_id, anchor_date, id) WHERE (status = 'open'::text)
  CREATE INDEX checklist_runs_started_by ON public.checklist_runs USING btree (org_id, started_by)
  row-level security forced
  policy of_organization for all to rollcall_app using (org_id = (current_setting('app.org_id'::text))::uuid) with check (org_id = (current_setting('app.org_id'::text))::uuid)
  policy of_system for all to rollcall_system using true with check true
  grant delete, insert, select, update to rollcall_system
  grant insert, select, update to rollcall_app

table checklist_tasks
  org_id uuid not null
  id uuid not null
  run_id uuid not null
  key text
  place integer not null
  title text not null
  description text
  link_url text
  assignee_type text not null
  assignee_person_id uuid
  manager_missing boolean not null
  offset_days integer not null
  due_date date not null
  visible_days integer
  visible_from date
  status text not null
  resolved_at timestamp with time zone
  resolved_by uuid
  skip_reason text
  created_at timestamp with time zone not null
  constraint checklist_tasks_assignee_type_check CHECK ((assignee_type = ANY (ARRAY['hr'::text, 'manager'::text, 'person'::text, 'member'::text])))
  constraint checklist_tasks_check CHECK (((assignee_type = 'hr'::text) = (assignee_person_id IS NULL)))
  constraint checklist_tasks_check1 CHECK (((NOT manager_missing) OR (assignee_type = 'hr'::text)))
  constraint checklist_tasks_check2 CHECK (((status = 'open'::text) = (resolved_at IS NULL)))
  constraint checklist_tasks_check3 CHECK (((resolved_by IS NULL) OR (status <> 'open'::text)))
  constraint checklist_tasks_check4 CHECK (((status = 'skipped'::text) = (skip_reason IS NOT NULL)))
  constraint checklist_tasks_org_id_assignee_person_id_fkey FOREIGN KEY (org_id, assignee_person_id) REFERENCES people(org_id, id)
  constraint checklist_tasks_org_id_fkey FOREIGN KEY (org_id) REFERENCES organizations(org_id)
  constraint checklist_tasks_org_id_resolved_by_fkey FOREIGN KEY (org_id, resolved_by) REFERENCES people(org_id, id)
  constraint checklist_tasks_org_id_run_id_fkey FOREIGN KEY (org_id, run_id) REFERENCES checklist_runs(org_id, id)
  constraint checklist_tasks_pkey PRIMARY KEY (org_id, id)
  constraint checklist_tasks_status_check CHECK ((status = ANY (ARRAY['open'::text, 'done'::text, 'skipped'::text])))
  CREATE INDEX checklist_tasks_due ON public.checklist_tasks USING btree (org_id, due_date, id)
  CREATE INDEX checklist_tasks_of_assignee ON public.checklist_tasks USING btree (org_id, assignee_person_id)
  CREATE INDEX checklist_tasks_of_run ON public.checklist_tasks USING btree (org_id, run_id)
  CREATE INDEX checklist_tasks_open ON public.checklist_tasks USING btree (org_id, due_date, id) WHERE (status = 'open'::text)
  CREATE INDEX checklist_tasks_open_of_assignee ON public.checklist_tasks USING btree (org_id, assignee_person_id, due_date, id) WHERE (status = 'open'::text)
  CREATE INDEX checklist_tasks_resolved_by ON public.checklist_tasks USING btree (org_id, resolved_by)
  row-level security forced
  policy of_organization for all to rollcall_app using (org_id = (current_setting('app.org_id'::text))::uuid) with check (org_id = (current_setting('app.org_id'::text))::uuid)
  policy of_system for all to rollcall_system using true with check true
  grant delete, insert, select, update to rollcall_system
  grant insert, select, update to rollcall_app

table checklist_templates
  org_id uuid not null
  id uuid not null
  starter text
  saved boolean not null
  name text
  kind text not null
  auto_start boolean not null
  unit_ids uuid[] not null default '{}'::uuid[]
  location_ids uuid[] not null default '{}'::uuid[]
  legal_entity_ids uuid[] not null default '{}'::uuid[]
  tasks jsonb
  archived_at timestamp with time zone
  created_at timestamp with time zone not null
  updated_at timestamp with time zone
  constraint checklist_templates_check CHECK ((saved OR (starter IS NOT NULL)))
  constraint checklist_templates_check1 CHECK (((saved = (name IS NOT NULL)) AND (saved = (tasks IS NOT NULL)) AND (saved = (updated_at IS NOT NULL))))
  constraint checklist_templates_check2 CHECK (((NOT auto_start) OR (kind <> 'custom'::text)))
  constraint checklist_templates_kind_check CHECK ((kind = ANY (ARRAY['onboarding'::text, 'offboarding'::text, 'custom'::text])))
  constraint checklist_templates_org_id_fkey FOREIGN KEY (org_id) REFERENCES organizations(org_id)
  constraint checklist_templates_pkey PRIMARY KEY (org_id, id)
  constraint checklist_templates_starter_check CHECK ((starter = ANY (ARRAY['onboarding'::text, 'offboarding'::text])))
  CREATE UNIQUE INDEX checklist_templates_starter ON public.checklist_templates USING btree (org_id, starter)
  row-level security forced
  policy of_organization for all to rollcall_app using (org_id = (current_setting('app.org_id'::text))::uuid) with check (org_id = (current_setting('app.org_id'::text))::uuid)
  policy of_system for all to rollcall_system using true with check true
  grant delete, insert, select, update to rollcall_system
  grant insert, select, update to rollcall_app

table credential_lookups
  secret_hash bytea not null
  kind text not null
  org_id uuid not null
  credential_id uuid not null
  constraint credential_lookups_kind_check CHECK ((kind = ANY (ARRAY['key'::text, 'web'::text])))
  constraint credential_lookups_pkey PRIMARY KEY (secret_hash)
  CREATE INDEX credential_lookups_of_credential ON public.credential_lookups USING btree (org_id, credential_id)
  row-level security forced
  policy of_organization for insert to rollcall_app with check (org_id = (current_setting('app.org_id'::text))::uuid)
  policy of_system for all to rollcall_system using true with check true
  grant delete, insert, select to rollcall_system
  grant insert to rollcall_app

table custom_fields
  org_id uuid not null
  id uuid not null
  key text not null
  label text not null
  type text not null
  options text[] not null default '{}'::text[]
  tier text not null
  position integer not null
  file jsonb
  rewriting boolean not null default false
  archived_at timestamp with time zone
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone not null default now()
  constraint custom_fields_check CHECK (((type = 'select'::text) = (cardinality(options) > 0)))
  constraint custom_fields_check1 CHECK (((type = 'file'::text) = (file IS NOT NULL)))
  constraint custom_fields_key_check CHECK ((key ~ '^[a-z][a-z0-9_]{0,39}$'::text))
  constraint custom_fields_org_id_fkey FOREIGN KEY (org_id) REFERENCES organizations(org_id)
  constraint custom_fields_pkey PRIMARY KEY (org_id, id)
  constraint custom_fields_position_check CHECK (("position" >= 0))
  constraint custom_fields_tier_check CHECK ((tier = ANY (ARRAY['public'::text, 'job'::text, 'private'::text])))
  constraint custom_fields_type_check CHECK ((type = ANY (ARRAY['text'::text, 'number'::text, 'date'::text, 'select'::text, 'boolean'::text, 'file'::text])))
  CREATE INDEX custom_fields_rewriting ON public.custom_fields USING btree (org_id) WHERE rewriting
  CREATE UNIQUE INDEX custom_fields_key ON public.custom_fields USING btree (org_id, key)
  row-level security forced
  policy of_organization for all to rollcall_app using (org_id = (current_setting('app.org_id'::text))::uuid) with check (org_id = (current_setting('app.org_id'::text))::uuid)
  policy of_system for all to rollcall_system using true with check true
  grant delete, insert, select, update to rollcall_system
  grant insert, select, update to rollcall_app

table custom_values
  org_id uuid not null
  person_id uuid not null
  field_id uuid not null
  value jsonb
  sealed bytea
  updated_at timestamp with time zone not null
  constraint custom_values_one_form CHECK (((value IS NULL) OR (sealed IS NULL)))
  constraint custom_values_org_id_field_id_fkey FOREIGN KEY (org_id, field_id) REFERENCES custom_fields(org_id, id)
  constraint custom_values_org_id_person_id_fkey FOREIGN KEY (org_id, person_id) REFERENCES people(org_id, id)
  constraint custom_values_pkey PRIMARY KEY (org_id, person_id, field_id)
  CREATE INDEX custom_values_of_field ON public.custom_values USING btree (org_id, field_id)
  row-level security forced
  policy of_organization for all to rollcall_app using (org_id = (current_setting('app.org_id'::text))::uuid) with check (org_id = (current_setting('app.org_id'::text))::uuid)
  policy of_system for all to rollcall_system using true with check true
  grant delete, insert, select, update to rollcall_system
  grant insert, select, update to rollcall_app

table database_identity
  id uuid not null default gen_random_uuid()
  constraint database_identity_pkey PRIMARY KEY (id)

table documents
  org_id uuid not null
  id uuid not null
  person_id uuid
  field_id uuid
  title text not null
  search_text text not null
  category text not null
  category_key text not null
  visibility text
  uploaded_by text not null
  month date
  membership_id uuid not null
  expires_on date
  notes text
  sealed_notes bytea
  file_id uuid not null
  file_name text not null
  size bigint not null
  content_type text not null
  sha256 text not null
  status text not null default 'pending'::text
  upload_expires_at timestamp with time zone not null
  created_at timestamp with time zone not null
  updated_at timestamp with time zone not null
  deleted_at timestamp with time zone
  constraint documents_check CHECK (((notes IS NULL) OR (person_id IS NULL)))
  constraint documents_check1 CHECK (((status <> 'removed'::text) OR (deleted_at IS NOT NULL)))
  constraint documents_check2 CHECK (((field_id IS NULL) OR (person_id IS NOT NULL)))
  constraint documents_check3 CHECK (((uploaded_by = 'self'::text) = (month IS NOT NULL)))
  constraint documents_check4 CHECK (((uploaded_by = 'hr'::text) OR (person_id IS NOT NULL)))
  constraint documents_check5 CHECK (
CASE
    WHEN (field_id IS NOT NULL) THEN (visibility IS NULL)
    WHEN (person_id IS NOT NULL) THEN (visibility = ANY (ARRAY['hr'::text, 'hr_person'::text, 'hr_person_manager'::text]))
    ELSE (visibility = ANY (ARRAY['everyone'::text, 'managers'::text, 'hr'::text]))
END)
  constraint documents_org_id_field_id_fkey FOREIGN KEY (org_id, field_id) REFERENCES custom_fields(org_id, id)
  constraint documents_org_id_fkey FOREIGN KEY (org_id) REFERENCES organizations(org_id)
  constraint documents_org_id_membership_id_fkey FOREIGN KEY (org_id, membership_id) REFERENCES memberships(org_id, id)
  constraint documents_org_id_person_id_fkey FOREIGN KEY (org_id, person_id) REFERENCES people(org_id, id)
  constraint documents_pkey PRIMARY KEY (org_id, id)
  constraint documents_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text))
  constraint documents_size_check CHECK ((size > 0))
  constraint documents_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'ready'::text, 'removed'::text])))
  constraint documents_uploaded_by_check CHECK ((uploaded_by = ANY (ARRAY['hr'::text, 'self'::text])))
  CREATE INDEX documents_by_share ON public.documents USING btree ((((hashtext((id)::text) & 65535) % 168)), org_id, id) WHERE ((status = 'ready'::text) AND (deleted_at IS NULL))
  CREATE INDEX documents_deleted ON public.documents USING btree (deleted_at) WHERE (deleted_at IS NOT NULL)
  CREATE INDEX documents_newest ON public.documents USING btree (org_id, created_at, id) WHERE ((status = 'ready'::text) AND (deleted_at IS NULL))
  CREATE INDEX documents_of_category ON public.documents USING btree (org_id, category_key) WHERE (deleted_at IS NULL)
  CREATE INDEX documents_of_field ON public.documents USING btree (org_id, field_id)
  CREATE INDEX documents_of_member ON public.documents USING btree (org_id, membership_id)
  CREATE INDEX documents_of_person ON public.documents USING btree (org_id, person_id, created_at)
  CREATE INDEX documents_pending ON public.documents USING btree (upload_expires_at) WHERE ((status = 'pending'::text) AND (deleted_at IS NULL))
  CREATE INDEX documents_size ON public.documents USING btree (org_id) INCLUDE (size) WHERE (deleted_at IS NULL)
  CREATE UNIQUE INDEX documents_file ON public.documents USING btree (org_id, file_id)
  CREATE UNIQUE INDEX documents_in_field ON public.documents USING btree (org_id, person_id, field_id) WHERE ((field_id IS NOT NULL) AND (status = 'ready'::text) AND (deleted_at IS NULL))
  row-level security forced
  policy of_organization for all to rollcall_app using (org_id = (current_setting('app.org_id'::text))::uuid) with check (org_id = (current_setting('app.org_id'::text))::uuid)
  policy of_system for all to rollcall_system using true with check true
  grant delete, insert, select, update to rollcall_system
  grant insert, select, update to rollcall_app

table email_changes
  org_id uuid not null
  id uuid not null
  membership_id uuid not null
  email text not null
  email_before text
  token_hash bytea not null
  basis bytea not null
  created_at timestamp with time zone not null
  expires_at timestamp with time zone not null
  ended_at timestamp with time zone
  constraint email_changes_email_before_check CHECK ((length(email_before) <= 254))
  constraint email_changes_email_check CHECK ((length(email) <= 254))
  constraint email_changes_org_id_membership_id_fkey FOREIGN KEY (org_id, membership_id) REFERENCES memberships(org_id, id)
  constraint email_changes_pkey PRIMARY KEY (org_id, id)
  CREATE INDEX email_changes_expiry ON public.email_changes USING btree (expires_at)
  CREATE INDEX email_changes_of_member ON public.email_changes USING btree (org_id, membership_id)
  CREATE UNIQUE INDEX email_changes_token ON public.email_changes USING btree (org_id, token_hash)
  row-level security forced
  policy of_organization for all to rollcall_app using (org_id = (current_setting('app.org_id'::text))::uuid) with check (org_id = (current_setting('app.org_id'::text))::uuid)
  policy of_system for all to rollcall_system using true with check true
  grant delete, insert, select, update to rollcall_system
  grant insert, select, update to rollcall_app

table employments
  org_id uuid not null
  id uuid not null
  person_id uuid not null
  start_date date not null
  last_day date
  end_type text
  end_reason bytea
  start_announced_at timestamp with time zone
  left_announced_at timestamp with time zone
  login_settled_at timestamp with time zone
  created_at timestamp with time zone not null default now()
  constraint employments_check CHECK ((last_day >= start_date))
  constraint employments_of_person UNIQUE (org_id, person_id, start_date) INCLUDE (last_day)
  constraint employments_org_id_person_id_fkey FOREIGN KEY (org_id, person_id) REFERENCES people(org_id, id)
  constraint employments_pkey PRIMARY KEY (org_id, id)
  constraint employments_without_overlap EXCLUDE USING gist (NULLIF(person_id, org_id) WITH =, org_id WITH =, daterange(start_date, last_day, '[]'::text) WITH &&)
  CREATE INDEX employments_by_end ON public.employments USING btree (org_id, last_day, start_date, person_id)
  CREATE INDEX employments_by_start ON public.employments USING btree (org_id, start_date, person_id)
  CREATE INDEX employments_end_unannounced ON public.employments USING btree (org_id, last_day) WHERE ((last_day IS NOT NULL) AND ((left_announced_at IS NULL) OR (login_settled_at IS NULL)))
  CREATE INDEX employments_start_unannounced ON public.employments USING btree (org_id, start_date) WHERE (start_announced_at IS NULL)
  row-level security forced
  policy of_organization for all to rollcall_app using (org_id = (current_setting('app.org_id'::text))::uuid) with check (org_id = (current_setting('app.org_id'::text))::uuid)
  policy of_system for all to rollcall_system using true with check true
  grant delete, insert, select, update to rollcall_app
  grant delete, insert, select, update to rollcall_system

table erasures
  org_id uuid not null
  person_id uuid not null
  erased_at timestamp with time zone not null
  constraint erasures_pkey PRIMARY KEY (org_id, person_id)
  CREATE INDEX erasures_by_time ON public.erasures USING btree (erased_at)
  row-level security forced
  policy of_organization for all to rollcall_app using (org_id = (current_setting('app.org_id'::text))::uuid) with check (org_id = (current_setting('app.org_id'::text))::uuid)
  policy of_system for all to rollcall_system using true with check true
  grant delete, insert, select, update to rollcall_system
  grant insert, select to rollcall_app

table event_positions
  org_id uuid not null
  last_position bigint not null
  scrubs integer not null default 0
  constraint event_positions_org_id_fkey FOREIGN KEY (org_id) REFERENCES organizations(org_id)
  constraint event_positions_pkey PRIMARY KEY (org_id)
  row-level security forced
  policy of_organization for all to rollcall_app using (org_id = (current_setting('app.org_id'::text))::uuid) with check (org_id = (current_setting('app.org_id'::text))::uuid)
  policy of_system for all to rollcall_system using true with check true
  grant delete, insert, select, update to rollcall_system
  grant insert, select, update to rollcall_app

table events
  org_id uuid not null
  id uuid not null
  type text not null
  at timestamp with time zone not null
  position bigint
  effective_date date
  subject_id uuid not null
  person_id uuid
  payload jsonb not null
  mentions uuid[]
  constraint events_org_id_fkey FOREIGN KEY (org_id) REFERENCES organizations(org_id)
  constraint events_pkey PRIMARY KEY (org_id, id)
  CREATE INDEX events_by_age ON public.events USING btree (at)
  CREATE INDEX events_by_mention ON public.events USING gin (mentions) WITH (fastupdate=off) WHERE (mentions <> '{}'::uuid[])
  CREATE INDEX events_not_collected ON public.events USING btree (org_id, id) WHERE (mentions IS NULL)
  CREATE INDEX events_of_person ON public.events USING btree (org_id, person_id)
  CREATE INDEX events_without_position ON public.events USING btree (org_id, id) WHERE ("position" IS NULL)
  CREATE UNIQUE INDEX events_by_position ON public.events USING btree (org_id, "position") WHERE ("position" IS NOT NULL)
  row-level security forced
  policy of_organization for all to rollcall_app using (org_id = (current_setting('app.org_id'::text))::uuid) with check (org_id = (current_setting('app.org_id'::text))::uuid)
  policy of_system for all to rollcall_system using true with check true
  grant delete, insert, select, update to rollcall_system
  grant insert, select to rollcall_app

table idempotency_records
  org_id uuid not null
  holder_id uuid not null
  key text not null
  action text not null
  fingerprint bytea not null
  response text
  activity_id uuid
  mentions uuid[]
  expires_at timestamp with time zone not null
  constraint idempotency_records_org_id_fkey FOREIGN KEY (org_id) REFERENCES organizations(org_id)
  constraint idempotency_records_pkey PRIMARY KEY (org_id, holder_id, key)
  CREATE INDEX idempotency_by_mention ON public.idempotency_records USING gin (mentions) WITH (fastupdate=off) WHERE (mentions <> '{}'::uuid[])
  CREATE INDEX idempotency_expiry ON public.idempotency_records USING btree (expires_at)
  CREATE INDEX idempotency_not_collected ON public.idempotency_records USING btree (org_id, holder_id) WHERE (mentions IS NULL)
  row-level security forced
  policy of_organization for all to rollcall_app using (org_id = (current_setting('app.org_id'::text))::uuid) with check (org_id = (current_setting('app.org_id'::text))::uuid)
  policy of_system for all to rollcall_system using true with check true
  grant delete, insert, select, update to rollcall_system
  grant insert, select, update to rollcall_app

table identities
  org_id uuid not null
  user_id uuid not null
  provider text not null
  account text
  email text
  linked_at timestamp with time zone
  constraint identities_account_check CHECK (((length(account) >= 1) AND (length(account) <= 300)))
  constraint identities_check CHECK (((account IS NULL) = (linked_at IS NULL)))
  constraint identities_check1 CHECK (((account IS NOT NULL) OR (email IS NULL)))
  constraint identities_email_check CHECK ((length(email) <= 254))
  constraint identities_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id)
  constraint identities_pkey PRIMARY KEY (org_id, user_id, provider)
  constraint identities_provider_check CHECK ((provider = ANY (ARRAY['google'::text, 'microsoft'::text])))
  CREATE UNIQUE INDEX identities_account ON public.identities USING btree (org_id, provider, account)
  row-level security forced
  policy of_organization for all to rollcall_app using (org_id = (current_setting('app.org_id'::text))::uuid) with check (org_id = (current_setting('app.org_id'::text))::uuid)
  policy of_system for all to rollcall_system using true with check true
  grant delete, insert, select, update to rollcall_system
  grant insert, select, update to rollcall_app

table images
  org_id uuid not null
  owner_id uuid not null
  bytes bytea
  updated_at timestamp with time zone not null
  constraint images_bytes_check CHECK ((length(bytes) <= 1000000))
  constraint images_org_id_fkey FOREIGN KEY (org_id) REFERENCES organizations(org_id)
  constraint images_pkey PRIMARY KEY (org_id, owner_id)
  row-level security forced
  policy of_organization for all to rollcall_app using (org_id = (current_setting('app.org_id'::text))::uuid) with check (org_id = (current_setting('app.org_id'::text))::uuid)
  policy of_system for all to rollcall_system using true with check true
  grant delete, insert, select, update to rollcall_system
  grant insert, select, update to rollcall_app

table invites
  org_id uuid not null
  id uuid not null
  person_id uuid
  membership_id uuid
  email text not null
  role text not null
  token_hash bytea not null
  created_by uuid
  created_at timestamp with time zone not null
  expires_at timestamp with time zone not null
  accepted_at timestamp with time zone
  revoked_at timestamp with time zone
  constraint invites_check CHECK (((person_id IS NOT NULL) OR (membership_id IS NOT NULL)))
  constraint invites_check1 CHECK (((accepted_at IS NULL) OR ((revoked_at IS NULL) AND (membership_id IS NOT NULL))))
  constraint invites_org_id_created_by_fkey FOREIGN KEY (org_id, created_by) REFERENCES memberships(org_id, id)
  constraint invites_org_id_fkey FOREIGN KEY (org_id) REFERENCES organizations(org_id)
  constraint invites_org_id_membership_id_fkey FOREIGN KEY (org_id, membership_id) REFERENCES memberships(org_id, id)
  constraint invites_org_id_person_id_fkey FOREIGN KEY (org_id, person_id) REFERENCES people(org_id, id)
  constraint invites_pkey PRIMARY KEY (org_id, id)
  constraint invites_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'admin'::text, 'hr'::text, 'viewer'::text, 'member'::text])))
  CREATE INDEX invites_by_member ON public.invites USING btree (org_id, created_by)
  CREATE INDEX invites_newest ON public.invites USING btree (org_id, created_at DESC, id DESC)
  CREATE INDEX invites_of_membership ON public.invites USING btree (org_id, membership_id)
  CREATE INDEX invites_of_person ON public.invites USING btree (org_id, person_id)
  CREATE UNIQUE INDEX invites_one_open ON public.invites USING btree (org_id, person_id) WHERE ((accepted_at IS NULL) AND (revoked_at IS NULL) AND (person_id IS NOT NULL))
  CREATE UNIQUE INDEX invites_token ON public.invites USING btree (org_id, token_hash)
  row-level security forced
  policy of_organization for all to rollcall_app using (org_id = (current_setting('app.org_id'::text))::uuid) with check (org_id = (current_setting('app.org_id'::text))::uuid)
  policy of_system for all to rollcall_system using true with check true
  grant delete, insert, select, update to rollcall_system
  grant insert, select, update to rollcall_app

table job_rows
  org_id uuid not null
  id uuid not null
  person_id uuid not null
  employment_id uuid not null
  valid_from date not null
  valid_to date
  title text not null
  search_text text not null
  unit_id uuid
  manager_id uuid
  location_id uuid
  legal_entity_id uuid
  employment_type text not null
  fte numeric(4,3) not null
  contract_type text not null
  contract_end_date date
  probation_end_date date
  weekly_hours numeric(4,2)
  notice_period_days integer
  own_terms text[] not null default ARRAY['title'::text, 'unit_id'::text, 'manager_id'::text, 'location_id'::text, 'legal_entity_id'::text, 'employment_type'::text, 'fte'::text, 'contract_type'::text, 'contract_end_date'::text, 'probation_end_date'::text, 'weekly_hours'::text, 'notice_period_days'::text]
  reason text not null
  end_reason bytea
  start_announced_at timestamp with time zone
  created_at timestamp with time zone not null default now()
  constraint job_rows_check CHECK ((valid_to >= valid_from))
  constraint job_rows_check1 CHECK ((manager_id <> person_id))
  constraint job_rows_contract_type_check CHECK ((contract_type = ANY (ARRAY['permanent'::text, 'fixed_term'::text, 'temporary'::text, 'internship'::text, 'freelance'::text])))
  constraint job_rows_employment_type_check CHECK ((employment_type = ANY (ARRAY['full_time'::text, 'part_time'::text, 'contractor'::text, 'intern'::text])))
  constraint job_rows_fte_check CHECK (((fte >= (0)::numeric) AND (fte <= (1)::numeric)))
  constraint job_rows_notice_period_days_check CHECK (((notice_period_days >= 0) AND (notice_period_days <= 365)))
  constraint job_rows_one_a_day UNIQUE (org_id, person_id, valid_from) DEFERRABLE
  constraint job_rows_org_id_employment_id_fkey FOREIGN KEY (org_id, employment_id) REFERENCES employments(org_id, id)
  constraint job_rows_org_id_legal_entity_id_fkey FOREIGN KEY (org_id, legal_entity_id) REFERENCES legal_entities(org_id, id)
  constraint job_rows_org_id_location_id_fkey FOREIGN KEY (org_id, location_id) REFERENCES locations(org_id, id)
  constraint job_rows_org_id_manager_id_fkey FOREIGN KEY (org_id, manager_id) REFERENCES people(org_id, id)
  constraint job_rows_org_id_person_id_fkey FOREIGN KEY (org_id, person_id) REFERENCES people(org_id, id)
  constraint job_rows_org_id_unit_id_fkey FOREIGN KEY (org_id, unit_id) REFERENCES units(org_id, id)
  constraint job_rows_pkey PRIMARY KEY (org_id, id)
  constraint job_rows_weekly_hours_check CHECK (((weekly_hours >= (0)::numeric) AND (weekly_hours <= (80)::numeric)))
  constraint job_rows_without_overlap EXCLUDE USING gist (NULLIF(person_id, org_id) WITH =, org_id WITH =, daterange(valid_from, valid_to, '[]'::text) WITH &&) DEFERRABLE
  CREATE INDEX job_rows_by_contract_end ON public.job_rows USING btree (org_id, contract_end_date, person_id) WHERE (contract_end_date IS NOT NULL)
  CREATE INDEX job_rows_by_probation ON public.job_rows USING btree (org_id, probation_end_date, person_id) WHERE (probation_end_date IS NOT NULL)
  CREATE INDEX job_rows_by_start ON public.job_rows USING btree (org_id, valid_from, person_id)
  CREATE INDEX job_rows_of_employment ON public.job_rows USING btree (org_id, employment_id)
  CREATE INDEX job_rows_of_legal_entity ON public.job_rows USING btree (org_id, legal_entity_id, valid_from, valid_to)
  CREATE INDEX job_rows_of_location ON public.job_rows USING btree (org_id, location_id, valid_from, valid_to)
  CREATE INDEX job_rows_of_manager ON public.job_rows USING btree (org_id, manager_id, valid_from, valid_to)
  CREATE INDEX job_rows_of_unit ON public.job_rows USING btree (org_id, unit_id, valid_from, valid_to)
  CREATE INDEX job_rows_search ON public.job_rows USING gin (org_id, search_text gin_trgm_ops) WITH (fastupdate=off)
  CREATE INDEX job_rows_start_unannounced ON public.job_rows USING btree (org_id, valid_from) WHERE (start_announced_at IS NULL)
  row-level security forced
  policy of_organization for all to rollcall_app using (org_id = (current_setting('app.org_id'::text))::uuid) with check (org_id = (current_setting('app.org_id'::text))::uuid)
  policy of_system for all to rollcall_system using true with check true
  grant delete, insert, select, update to rollcall_app
  grant delete, insert, select, update to rollcall_system

table job_tasks
  name text not null
  constraint job_tasks_name_check CHECK ((name ~ '^[a-z][a-z0-9_]{0,59}$'::text))
  constraint job_tasks_pkey PRIMARY KEY (name)
  grant select to rollcall_jobs

table legal_entities
  org_id uuid not null
  id uuid not null
  name text not null
  name_key text not null
  country text not null
  registration_number text
  tax_id text
  address jsonb
  archived_at timestamp with time zone
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone not null default now()
  constraint legal_entities_org_id_fkey FOREIGN KEY (org_id) REFERENCES organizations(org_id)
  constraint legal_entities_pkey PRIMARY KEY (org_id, id)
  CREATE UNIQUE INDEX legal_entities_name ON public.legal_entities USING btree (org_id, name_key)
  row-level security forced
  policy of_organization for all to rollcall_app using (org_id = (current_setting('app.org_id'::text))::uuid) with check (org_id = (current_setting('app.org_id'::text))::uuid)
  policy of_system for all to rollcall_system using true with check true
  grant delete, insert, select, update to rollcall_system
  grant insert, select, update to rollcall_app

table locations
  org_id uuid not null
  id uuid not null
  name text not null
  name_key text not null
  country text not null
  city text
  time_zone text
  address jsonb
  kind text not null default 'office'::text
  archived_at timestamp with time zone
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone not null default now()
  constraint locations_kind_check CHECK ((kind = ANY (ARRAY['office'::text, 'remote'::text])))
  constraint locations_org_id_fkey FOREIGN KEY (org_id) REFERENCES organizations(org_id)
  constraint locations_pkey PRIMARY KEY (org_id, id)
  CREATE UNIQUE INDEX locations_name ON public.locations USING btree (org_id, name_key)
  row-level security forced
  policy of_organization for all to rollcall_app using (org_id = (current_setting('app.org_id'::text))::uuid) with check (org_id = (current_setting('app.org_id'::text))::uuid)
  policy of_system for all to rollcall_system using true with check true
  grant delete, insert, select, update to rollcall_system
  grant insert, select, update to rollcall_app

table mail_days
  org_id uuid not null
  day date not null
  used integer not null
  constraint mail_days_org_id_fkey FOREIGN KEY (org_id) REFERENCES organizations(org_id)
  constraint mail_days_pkey PRIMARY KEY (org_id)
  row-level security forced
  policy of_organization for all to rollcall_app using (org_id = (current_setting('app.org_id'::text))::uuid) with check (org_id = (current_setting('app.org_id'::text))::uuid)
  policy of_system for all to rollcall_system using true with check true
  grant delete, insert, select, update to rollcall_system
  grant insert, select, update to rollcall_app

table mail_months
  org_id uuid not null
  month date not null
  sent integer not null
  told_at timestamp with time zone
  constraint mail_months_month_check CHECK ((EXTRACT(day FROM month) = (1)::numeric))
  constraint mail_months_org_id_fkey FOREIGN KEY (org_id) REFERENCES organizations(org_id)
  constraint mail_months_pkey PRIMARY KEY (org_id, month)
  constraint mail_months_sent_check CHECK ((sent >= 0))
  row-level security forced
  policy of_organization for all to rollcall_app using (org_id = (current_setting('app.org_id'::text))::uuid) with check (org_id = (current_setting('app.org_id'::text))::uuid)
  policy of_system for all to rollcall_system using true with check true
  grant delete, insert, select, update to rollcall_system
  grant insert, select, update to rollcall_app

table mails
  org_id uuid not null
  id uuid not null
  kind text not null
  about_id uuid not null
  membership_id uuid
  person_id uuid
  status text not null
  attempts integer not null default 0
  reason text
  created_at timestamp with time zone not null
  due_at timestamp with time zone not null
  ended_at timestamp with time zone
  constraint mails_check CHECK (((status = ANY (ARRAY['sent'::text, 'failed'::text])) = (ended_at IS NOT NULL)))
  constraint mails_kind_check CHECK ((kind = ANY (ARRAY['invite'::text, 'password_reset'::text, 'payroll_changed'::text, 'login_changed'::text, 'webhook_failing'::text, 'document_uploaded'::text, 'reminders'::text, 'approval_request'::text, 'mail_limit'::text, 'organization_status'::text, 'email_change'::text, 'email_changed'::text])))
  constraint mails_org_id_fkey FOREIGN KEY (org_id) REFERENCES organizations(org_id)
  constraint mails_org_id_membership_id_fkey FOREIGN KEY (org_id, membership_id) REFERENCES memberships(org_id, id)
  constraint mails_org_id_person_id_fkey FOREIGN KEY (org_id, person_id) REFERENCES people(org_id, id)
  constraint mails_pkey PRIMARY KEY (org_id, id)
  constraint mails_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'sending'::text, 'sent'::text, 'failed'::text])))
  CREATE INDEX mails_due ON public.mails USING btree (due_at) WHERE (status = ANY (ARRAY['pending'::text, 'sending'::text]))
  CREATE INDEX mails_ended ON public.mails USING btree (ended_at)
  CREATE INDEX mails_of_membership ON public.mails USING btree (org_id, membership_id)
  CREATE INDEX mails_of_person ON public.mails USING btree (org_id, person_id)
  row-level security forced
  policy of_organization for all to rollcall_app using (org_id = (current_setting('app.org_id'::text))::uuid) with check (org_id = (current_setting('app.org_id'::text))::uuid)
  policy of_system for all to rollcall_system using true with check true
  grant delete, insert, select, update to rollcall_system
  grant insert, select, update to rollcall_app

table memberships
  org_id uuid not null
  id uuid not null
  user_id uuid not null
  role text not null
  status text not null default 'active'::text
  disablings integer not null default 0
  person_id uuid
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone not null default now()
  constraint memberships_org_id_fkey FOREIGN KEY (org_id) REFERENCES organizations(org_id)
  constraint memberships_org_id_person_id_fkey FOREIGN KEY (org_id, person_id) REFERENCES people(org_id, id)
  constraint memberships_org_id_person_id_key UNIQUE (org_id, person_id)
  constraint memberships_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES users(org_id, id)
  constraint memberships_org_id_user_id_key UNIQUE (org_id, user_id)
  constraint memberships_pkey PRIMARY KEY (org_id, id)
  constraint memberships_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'admin'::text, 'hr'::text, 'viewer'::text, 'member'::text])))
  constraint memberships_status_check CHECK ((status = ANY (ARRAY['active'::text, 'disabled'::text])))
  CREATE INDEX memberships_by_role ON public.memberships USING btree (org_id, role)
  row-level security forced
  policy of_organization for all to rollcall_app using (org_id = (current_setting('app.org_id'::text))::uuid) with check (org_id = (current_setting('app.org_id'::text))::uuid)
  policy of_system for all to rollcall_system using true with check true
  grant delete, insert, select, update to rollcall_system
  grant insert, select, update to rollcall_app

table notices
  org_id uuid not null
  id uuid not null
  kind text not null
  person_id uuid not null
  recipient text not null
  about text[] not null
  created_at timestamp with time zone not null
  told_at timestamp with time zone
  told_in uuid
  constraint notices_kind_check CHECK ((kind = ANY (ARRAY['payroll_changed'::text, 'document_uploaded'::text])))
  constraint notices_org_id_person_id_fkey FOREIGN KEY (org_id, person_id) REFERENCES people(org_id, id)
  constraint notices_pkey PRIMARY KEY (org_id, id)
  constraint notices_recipient_check CHECK ((recipient = ANY (ARRAY['person'::text, 'administration'::text])))
  CREATE INDEX notices_of_person ON public.notices USING btree (org_id, person_id)
  CREATE INDEX notices_told ON public.notices USING btree (org_id, told_in) WHERE (told_in IS NOT NULL)
  CREATE INDEX notices_told_long_ago ON public.notices USING btree (told_at) WHERE (told_at IS NOT NULL)
  CREATE INDEX notices_untold ON public.notices USING btree (created_at) WHERE (told_at IS NULL)
  row-level security forced
  policy of_organization for all to rollcall_app using (org_id = (current_setting('app.org_id'::text))::uuid) with check (org_id = (current_setting('app.org_id'::text))::uuid)
  policy of_system for all to rollcall_system using true with check true
  grant delete, insert, select, update to rollcall_system
  grant insert, select to rollcall_app

table notification_settings
  org_id uuid not null
  reminders boolean not null
  approval_request boolean not null
  document_uploaded boolean not null
  extra_limit integer not null
  updated_at timestamp with time zone not null
  constraint notification_settings_extra_limit_check CHECK ((((extra_limit >= 0) AND (extra_limit <= 100000)) AND ((extra_limit % 100) = 0)))
  constraint notification_settings_org_id_fkey FOREIGN KEY (org_id) REFERENCES organizations(org_id)
  constraint notification_settings_pkey PRIMARY KEY (org_id)
  row-level security forced
  policy of_organization for all to rollcall_app using (org_id = (current_setting('app.org_id'::text))::uuid) with check (org_id = (current_setting('app.org_id'::text))::uuid)
  policy of_system for all to rollcall_system using true with check true
  grant delete, insert, select, update to rollcall_system
  grant insert, select, update to rollcall_app

table notifications
  org_id uuid not null
  id uuid not null
  membership_id uuid not null
  kind text not null
  about_id uuid not null
  person_id uuid not null
  reminder text
  date date
  years integer
  batch_id uuid
  created_at timestamp with time zone not null
  read_at timestamp with time zone
  constraint notifications_check CHECK (((kind = 'reminder'::text) = (reminder IS NOT NULL)))
  constraint notifications_check1 CHECK (((kind <> 'reminder'::text) OR (date IS NOT NULL)))
  constraint notifications_kind_check CHECK ((kind = ANY (ARRAY['reminder'::text, 'task'::text, 'approval_request'::text, 'document_uploaded'::text])))
  constraint notifications_org_id_fkey FOREIGN KEY (org_id) REFERENCES organizations(org_id)
  constraint notifications_org_id_membership_id_fkey FOREIGN KEY (org_id, membership_id) REFERENCES memberships(org_id, id)
  constraint notifications_org_id_person_id_fkey FOREIGN KEY (org_id, person_id) REFERENCES people(org_id, id)
  constraint notifications_pkey PRIMARY KEY (org_id, id)
  constraint notifications_reminder_check CHECK ((reminder = ANY (ARRAY['probation_end'::text, 'contract_end'::text, 'start_soon'::text, 'start_today'::text, 'anniversary'::text])))
  constraint notifications_years_check CHECK ((years > 0))
  CREATE INDEX notifications_about_person ON public.notifications USING btree (org_id, person_id)
  CREATE INDEX notifications_created ON public.notifications USING btree (created_at)
  CREATE INDEX notifications_of_member ON public.notifications USING btree (org_id, membership_id, id)
  CREATE INDEX notifications_unmailed ON public.notifications USING btree (org_id) WHERE ((kind = 'approval_request'::text) AND (batch_id IS NULL))
  CREATE UNIQUE INDEX notifications_once ON public.notifications USING btree (org_id, about_id, membership_id, kind) WHERE (kind <> 'reminder'::text)
  CREATE UNIQUE INDEX notifications_reminded ON public.notifications USING btree (org_id, membership_id, about_id, reminder, date) WHERE (kind = 'reminder'::text)
  row-level security forced
  policy of_organization for all to rollcall_app using (org_id = (current_setting('app.org_id'::text))::uuid) with check (org_id = (current_setting('app.org_id'::text))::uuid)
  policy of_system for all to rollcall_system using true with check true
  grant delete, insert, select, update to rollcall_system
  grant insert, select, update to rollcall_app

table oauth_cimd_documents
  client_id text not null
  document text not null
  fetched_at timestamp with time zone not null
  constraint oauth_cimd_documents_pkey PRIMARY KEY (client_id)
  row-level security forced
  policy of_system for all to rollcall_system using true with check true
  grant delete, insert, select, update to rollcall_system

table oauth_connections
  org_id uuid not null
  id uuid not null
  membership_id uuid not null
  client_id text not null
  client_name text not null
  client_kind text not null
  client_host text
  redirect_host text not null
  redirect_kind text not null
  audience text not null
  created_at timestamp with time zone not null
  connected_at timestamp with time zone
  last_used_at timestamp with time zone
  expires_at timestamp with time zone not null
  revoked_at timestamp with time zone
  constraint oauth_connections_audience_check CHECK ((audience = ANY (ARRAY['me'::text, 'manage'::text])))
  constraint oauth_connections_check CHECK (((client_kind = 'cimd'::text) = (client_host IS NOT NULL)))
  constraint oauth_connections_client_kind_check CHECK ((client_kind = ANY (ARRAY['cimd'::text, 'dcr'::text])))
  constraint oauth_connections_org_id_membership_id_fkey FOREIGN KEY (org_id, membership_id) REFERENCES memberships(org_id, id)
  constraint oauth_connections_pkey PRIMARY KEY (org_id, id)
  constraint oauth_connections_redirect_kind_check CHECK ((redirect_kind = ANY (ARRAY['web'::text, 'local'::text, 'app'::text])))
  CREATE INDEX oauth_connections_by_id ON public.oauth_connections USING btree (id)
  CREATE INDEX oauth_connections_of_client ON public.oauth_connections USING btree (client_id)
  CREATE INDEX oauth_connections_of_member ON public.oauth_connections USING btree (org_id, membership_id, created_at)
  CREATE INDEX oauth_connections_waiting ON public.oauth_connections USING btree (created_at) WHERE (connected_at IS NULL)
  row-level security forced
  policy of_organization for all to rollcall_app using (org_id = (current_setting('app.org_id'::text))::uuid) with check (org_id = (current_setting('app.org_id'::text))::uuid)
  policy of_system for all to rollcall_system using true with check true
  grant delete, insert, select, update to rollcall_system
  grant insert, select, update to rollcall_app

table oauth_objects
  model text not null
  id_hash bytea not null
  org_id uuid
  connection_id uuid
  payload jsonb not null
  created_at timestamp with time zone not null
  consumed_at timestamp with time zone
  expires_at timestamp with time zone
  constraint oauth_objects_check CHECK (((org_id IS NULL) = (connection_id IS NULL)))
  constraint oauth_objects_pkey PRIMARY KEY (model, id_hash)
  CREATE INDEX oauth_objects_clients ON public.oauth_objects USING btree (created_at) WHERE (model = 'Client'::text)
  CREATE INDEX oauth_objects_expiry ON public.oauth_objects USING btree (expires_at) WHERE (expires_at IS NOT NULL)
  CREATE INDEX oauth_objects_of_connection ON public.oauth_objects USING btree (connection_id) WHERE (connection_id IS NOT NULL)
  row-level security forced
  policy of_system for all to rollcall_system using true with check true
  grant delete, insert, select, update to rollcall_system

table organization_slugs
  slug text not null
  org_id uuid not null
  constraint organization_slugs_pkey PRIMARY KEY (slug)
  grant delete, insert, select to rollcall_system

table organizations
  org_id uuid not null
  slug text not null
  name text not null
  country text not null
  time_zone text not null default 'UTC'::text
  language text
  palette text not null default 'emerald'::text
  shell text not null default 'ink'::text
  status text not null default 'active'::text
  pause_reason text
  paused_since timestamp with time zone
  delete_on date
  approve_job_change text not null default 'off'::text
  approve_termination text not null default 'off'::text
  approve_pay_change text not null default 'off'::text
  approvals_updated_at timestamp with time zone
  sign_in_password boolean not null default true
  sign_in_google boolean not null default true
  sign_in_microsoft boolean not null default true
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone not null default now()
  logo_hash text
  constraint organizations_approve_job_change_check CHECK ((approve_job_change = ANY (ARRAY['off'::text, 'hr'::text, 'manager'::text, 'manager_then_hr'::text])))
  constraint organizations_approve_pay_change_check CHECK ((approve_pay_change = ANY (ARRAY['off'::text, 'hr'::text])))
  constraint organizations_approve_termination_check CHECK ((approve_termination = ANY (ARRAY['off'::text, 'hr'::text, 'manager'::text, 'manager_then_hr'::text])))
  constraint organizations_check CHECK (((status = 'active'::text) = (pause_reason IS NULL)))
  constraint organizations_check1 CHECK (((status = 'active'::text) = (paused_since IS NULL)))
  constraint organizations_check2 CHECK (((status = 'closed'::text) = (delete_on IS NOT NULL)))
  constraint organizations_pause_reason_check CHECK ((pause_reason = ANY (ARRAY['unpaid'::text, 'details_missing'::text])))
  constraint organizations_pkey PRIMARY KEY (org_id)
  constraint organizations_status_check CHECK ((status = ANY (ARRAY['active'::text, 'paused'::text, 'closed'::text])))
  row-level security forced
  policy of_organization for all to rollcall_app using (org_id = (current_setting('app.org_id'::text))::uuid) with check (org_id = (current_setting('app.org_id'::text))::uuid)
  policy of_system for all to rollcall_system using true with check true
  grant delete, insert, select, update to rollcall_system
  grant select, update to rollcall_app

table password_resets
  org_id uuid not null
  id uuid not null
  membership_id uuid not null
  token_hash bytea not null
  basis bytea not null
  created_at timestamp with time zone not null
  expires_at timestamp with time zone not null
  ended_at timestamp with time zone
  constraint password_resets_org_id_membership_id_fkey FOREIGN KEY (org_id, membership_id) REFERENCES memberships(org_id, id)
  constraint password_resets_pkey PRIMARY KEY (org_id, id)
  CREATE INDEX password_resets_expiry ON public.password_resets USING btree (expires_at)
  CREATE INDEX password_resets_of_member ON public.password_resets USING btree (org_id, membership_id)
  CREATE UNIQUE INDEX password_resets_token ON public.password_resets USING btree (org_id, token_hash)
  row-level security forced
  policy of_organization for all to rollcall_app using (org_id = (current_setting('app.org_id'::text))::uuid) with check (org_id = (current_setting('app.org_id'::text))::uuid)
  policy of_system for all to rollcall_system using true with check true
  grant delete, insert, select, update to rollcall_system
  grant insert, select, update to rollcall_app

table pay_rows
  org_id uuid not null
  id uuid not null
  person_id uuid not null
  applies_from date not null
  sealed bytea not null
  created_at timestamp with time zone not null
  removed_at timestamp with time zone
  constraint pay_rows_org_id_person_id_fkey FOREIGN KEY (org_id, person_id) REFERENCES people(org_id, id)
  constraint pay_rows_pkey PRIMARY KEY (org_id, id)
  CREATE INDEX pay_rows_of_person ON public.pay_rows USING btree (org_id, person_id)
  CREATE INDEX pay_rows_removed ON public.pay_rows USING btree (removed_at) WHERE (removed_at IS NOT NULL)
  CREATE UNIQUE INDEX pay_rows_one_a_day ON public.pay_rows USING btree (org_id, person_id, applies_from) WHERE (removed_at IS NULL)
  row-level security forced
  policy of_organization for all to rollcall_app using (org_id = (current_setting('app.org_id'::text))::uuid) with check (org_id = (current_setting('app.org_id'::text))::uuid)
  policy of_system for all to rollcall_system using true with check true
  grant delete, insert, select, update to rollcall_system
  grant insert, select to rollcall_app

table people
  org_id uuid not null
  id uuid not null
  employee_number text
  given_name text collate und-x-icu not null
  family_name text collate und-x-icu not null
  preferred_name text
  work_email text not null
  work_email_key text not null
  work_phone text
  search_text text not null
  search_start text collate C generated as "left"(search_text, 200)
  erased_at timestamp with time zone
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone not null default now()
  photo_hash text
  constraint people_org_id_fkey FOREIGN KEY (org_id) REFERENCES organizations(org_id)
  constraint people_pkey PRIMARY KEY (org_id, id)
  CREATE INDEX people_by_name ON public.people USING btree (org_id, family_name, given_name, ((id)::text) COLLATE "C")
  CREATE INDEX people_by_search_start ON public.people USING btree (org_id, search_start)
  CREATE INDEX people_erased ON public.people USING btree (org_id, id) WHERE (erased_at IS NOT NULL)
  CREATE INDEX people_search ON public.people USING gin (org_id, search_text gin_trgm_ops) WITH (fastupdate=off)
  CREATE UNIQUE INDEX people_employee_number ON public.people USING btree (org_id, lower((employee_number COLLATE "und-x-icu")))
  CREATE UNIQUE INDEX people_work_email ON public.people USING btree (org_id, work_email_key)
  row-level security forced
  policy of_organization for all to rollcall_app using (org_id = (current_setting('app.org_id'::text))::uuid) with check (org_id = (current_setting('app.org_id'::text))::uuid)
  policy of_system for all to rollcall_system using true with check true
  grant delete, insert, select, update to rollcall_system
  grant insert, select, update to rollcall_app

table person_details
  org_id uuid not null
  person_id uuid not null
  personal_email bytea
  personal_phone bytea
  address bytea
  emergency_contacts bytea
  birthday bytea
  gender bytea
  nationality bytea
  tax_id bytea
  social_security_number bytea
  iban bytea
  payroll_changed_at timestamp with time zone
  constraint person_details_org_id_person_id_fkey FOREIGN KEY (org_id, person_id) REFERENCES people(org_id, id)
  constraint person_details_pkey PRIMARY KEY (org_id, person_id)
  row-level security forced
  policy of_organization for all to rollcall_app using (org_id = (current_setting('app.org_id'::text))::uuid) with check (org_id = (current_setting('app.org_id'::text))::uuid)
  policy of_system for all to rollcall_system using true with check true
  grant delete, insert, select, update to rollcall_system
  grant insert, select, update to rollcall_app

table person_keys
  org_id uuid not null
  person_id uuid not null
  key_id text not null
  wrapped_key bytea not null
  constraint person_keys_pkey PRIMARY KEY (org_id, person_id)
  CREATE INDEX person_keys_by_key ON public.person_keys USING btree (key_id, org_id, person_id)
  row-level security forced
  policy of_organization for all to rollcall_app using (org_id = (current_setting('app.org_id'::text))::uuid) with check (org_id = (current_setting('app.org_id'::text))::uuid)
  policy of_system for all to rollcall_system using true with check true
  grant delete, insert, select, update to rollcall_system
  grant insert, select to rollcall_app

table positions
  org_id uuid not null
  id uuid not null
  title text not null
  status text not null
  reason text not null
  unit_id uuid
  location_id uuid
  legal_entity_id uuid
  reports_to_person_id uuid
  reports_to_position_id uuid
  contract_type text not null
  weekly_hours numeric(4,2)
  pay_range jsonb
  target_start_date date
  notes text
  replaces_person_id uuid
  filled_by uuid
  filled_on date
  filled_employment_id uuid
  closed_at timestamp with time zone
  created_at timestamp with time zone not null
  updated_at timestamp with time zone not null
  constraint positions_check CHECK (((reports_to_person_id IS NULL) OR (reports_to_position_id IS NULL)))
  constraint positions_check1 CHECK (((replaces_person_id IS NULL) OR (reason = 'replacement'::text)))
  constraint positions_check2 CHECK (((status = ANY (ARRAY['filled'::text, 'cancelled'::text])) = (closed_at IS NOT NULL)))
  constraint positions_check3 CHECK ((((status = 'filled'::text) = (filled_by IS NOT NULL)) AND ((status = 'filled'::text) = (filled_on IS NOT NULL))))
  constraint positions_contract_type_check CHECK ((contract_type = ANY (ARRAY['permanent'::text, 'fixed_term'::text, 'temporary'::text, 'internship'::text, 'freelance'::text])))
  constraint positions_org_id_filled_by_fkey FOREIGN KEY (org_id, filled_by) REFERENCES people(org_id, id)
  constraint positions_org_id_fkey FOREIGN KEY (org_id) REFERENCES organizations(org_id)
  constraint positions_org_id_legal_entity_id_fkey FOREIGN KEY (org_id, legal_entity_id) REFERENCES legal_entities(org_id, id)
  constraint positions_org_id_location_id_fkey FOREIGN KEY (org_id, location_id) REFERENCES locations(org_id, id)
  constraint positions_org_id_replaces_person_id_fkey FOREIGN KEY (org_id, replaces_person_id) REFERENCES people(org_id, id)
  constraint positions_org_id_reports_to_person_id_fkey FOREIGN KEY (org_id, reports_to_person_id) REFERENCES people(org_id, id)
  constraint positions_org_id_reports_to_position_id_fkey FOREIGN KEY (org_id, reports_to_position_id) REFERENCES positions(org_id, id)
  constraint positions_org_id_unit_id_fkey FOREIGN KEY (org_id, unit_id) REFERENCES units(org_id, id)
  constraint positions_pkey PRIMARY KEY (org_id, id)
  constraint positions_reason_check CHECK ((reason = ANY (ARRAY['new'::text, 'replacement'::text])))
  constraint positions_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'open'::text, 'on_hold'::text, 'filled'::text, 'cancelled'::text])))
  constraint positions_weekly_hours_check CHECK (((weekly_hours >= (0)::numeric) AND (weekly_hours <= (80)::numeric)))
  CREATE INDEX positions_active ON public.positions USING btree (org_id, created_at, id) WHERE (closed_at IS NULL)
  CREATE INDEX positions_below_person ON public.positions USING btree (org_id, reports_to_person_id)
  CREATE INDEX positions_below_position ON public.positions USING btree (org_id, reports_to_position_id)
  CREATE INDEX positions_closed ON public.positions USING btree (org_id, closed_at, id) WHERE (closed_at IS NOT NULL)
  CREATE INDEX positions_of_legal_entity ON public.positions USING btree (org_id, legal_entity_id)
  CREATE INDEX positions_of_location ON public.positions USING btree (org_id, location_id)
  CREATE INDEX positions_of_person ON public.positions USING btree (org_id, filled_by)
  CREATE INDEX positions_of_unit ON public.positions USING btree (org_id, unit_id)
  CREATE INDEX positions_replacing ON public.positions USING btree (org_id, replaces_person_id)
  row-level security forced
  policy of_organization for all to rollcall_app using (org_id = (current_setting('app.org_id'::text))::uuid) with check (org_id = (current_setting('app.org_id'::text))::uuid)
  policy of_system for all to rollcall_system using true with check true
  grant delete, insert, select, update to rollcall_system
  grant insert, select, update to rollcall_app

table rate_windows
  org_id uuid not null
  credential_id uuid not null
  minute timestamp with time zone not null
  used integer not null
  constraint rate_windows_pkey PRIMARY KEY (org_id, credential_id)
  row-level security forced
  policy of_organization for all to rollcall_app using (org_id = (current_setting('app.org_id'::text))::uuid) with check (org_id = (current_setting('app.org_id'::text))::uuid)
  policy of_system for all to rollcall_system using true with check true
  grant delete, insert, select, update to rollcall_system
  unlogged

table reminded_days
  org_id uuid not null
  day date not null
  constraint reminded_days_org_id_fkey FOREIGN KEY (org_id) REFERENCES organizations(org_id)
  constraint reminded_days_pkey PRIMARY KEY (org_id)
  row-level security forced
  policy of_organization for all to rollcall_app using (org_id = (current_setting('app.org_id'::text))::uuid) with check (org_id = (current_setting('app.org_id'::text))::uuid)
  policy of_system for all to rollcall_system using true with check true
  grant delete, insert, select, update to rollcall_system
  grant insert, select, update to rollcall_app

table reminder_settings
  org_id uuid not null
  enabled jsonb not null
  days_before jsonb not null
  updated_at timestamp with time zone not null
  constraint reminder_settings_org_id_fkey FOREIGN KEY (org_id) REFERENCES organizations(org_id)
  constraint reminder_settings_pkey PRIMARY KEY (org_id)
  row-level security forced
  policy of_organization for all to rollcall_app using (org_id = (current_setting('app.org_id'::text))::uuid) with check (org_id = (current_setting('app.org_id'::text))::uuid)
  policy of_system for all to rollcall_system using true with check true
  grant delete, insert, select, update to rollcall_system
  grant insert, select, update to rollcall_app

table reporting_lines
  org_id uuid not null
  constraint reporting_lines_org_id_fkey FOREIGN KEY (org_id) REFERENCES organizations(org_id)
  constraint reporting_lines_pkey PRIMARY KEY (org_id)
  row-level security forced
  policy of_organization for all to rollcall_app using (org_id = (current_setting('app.org_id'::text))::uuid) with check (org_id = (current_setting('app.org_id'::text))::uuid)
  policy of_system for all to rollcall_system using true with check true
  grant delete, insert, select, update to rollcall_system
  grant select, update to rollcall_app

table retention_settings
  org_id uuid not null
  log_days integer
  sessions_days integer not null
  mails_days integer not null
  updated_at timestamp with time zone not null
  constraint retention_settings_log_days_check CHECK (((log_days >= 365) AND (log_days <= 3650)))
  constraint retention_settings_mails_days_check CHECK (((mails_days >= 7) AND (mails_days <= 90)))
  constraint retention_settings_org_id_fkey FOREIGN KEY (org_id) REFERENCES organizations(org_id)
  constraint retention_settings_pkey PRIMARY KEY (org_id)
  constraint retention_settings_sessions_days_check CHECK (((sessions_days >= 1) AND (sessions_days <= 30)))
  row-level security forced
  policy of_organization for all to rollcall_app using (org_id = (current_setting('app.org_id'::text))::uuid) with check (org_id = (current_setting('app.org_id'::text))::uuid)
  policy of_system for all to rollcall_system using true with check true
  grant delete, insert, select, update to rollcall_system
  grant insert, select, update to rollcall_app

table schema_migrations
  id integer not null default nextval('schema_migrations_id_seq'::regclass)
  name character varying(255)
  batch integer
  migration_time timestamp with time zone
  constraint schema_migrations_pkey PRIMARY KEY (id)

table schema_migrations_lock
  index integer not null default nextval('schema_migrations_lock_index_seq'::regclass)
  is_locked integer
  constraint schema_migrations_lock_pkey PRIMARY KEY (index)

table self_uploads
  org_id uuid not null
  person_id uuid not null
  month date not null
  files integer not null
  bytes bigint not null
  constraint self_uploads_bytes_check CHECK ((bytes >= 0))
  constraint self_uploads_files_check CHECK ((files >= 0))
  constraint self_uploads_month_check CHECK ((EXTRACT(day FROM month) = (1)::numeric))
  constraint self_uploads_org_id_fkey FOREIGN KEY (org_id) REFERENCES organizations(org_id)
  constraint self_uploads_org_id_person_id_fkey FOREIGN KEY (org_id, person_id) REFERENCES people(org_id, id)
  constraint self_uploads_pkey PRIMARY KEY (org_id, person_id, month)
  row-level security forced
  policy of_organization for all to rollcall_app using (org_id = (current_setting('app.org_id'::text))::uuid) with check (org_id = (current_setting('app.org_id'::text))::uuid)
  policy of_system for all to rollcall_system using true with check true
  grant delete, insert, select, update to rollcall_system
  grant insert, select, update to rollcall_app

table sessions
  org_id uuid not null
  id uuid not null
  membership_id uuid not null
  network text
  browser text
  created_at timestamp with time zone not null default now()
  expires_at timestamp with time zone not null
  ended_at timestamp with time zone
  last_used_at timestamp with time zone
  constraint sessions_browser_check CHECK ((length(browser) <= 60))
  constraint sessions_network_check CHECK ((length(network) <= 60))
  constraint sessions_org_id_membership_id_fkey FOREIGN KEY (org_id, membership_id) REFERENCES memberships(org_id, id)
  constraint sessions_pkey PRIMARY KEY (org_id, id)
  CREATE INDEX sessions_expiry ON public.sessions USING btree (expires_at)
  CREATE INDEX sessions_of_member ON public.sessions USING btree (org_id, membership_id)
  row-level security forced
  policy of_organization for all to rollcall_app using (org_id = (current_setting('app.org_id'::text))::uuid) with check (org_id = (current_setting('app.org_id'::text))::uuid)
  policy of_system for all to rollcall_system using true with check true
  grant delete, insert, select, update to rollcall_system
  grant insert, select, update to rollcall_app

table sign_in_networks
  login_network_hash bytea not null
  signed_in_at timestamp with time zone not null
  constraint sign_in_networks_pkey PRIMARY KEY (login_network_hash)
  grant delete, insert, select, update to rollcall_system

table storage_settings
  org_id uuid not null
  max_file_mb integer not null
  ceiling_mb integer
  self_upload_enabled boolean not null
  self_files_per_month integer not null
  self_mb_per_month integer not null
  updated_at timestamp with time zone not null
  constraint storage_settings_ceiling_mb_check CHECK ((ceiling_mb > 0))
  constraint storage_settings_max_file_mb_check CHECK (((max_file_mb >= 1) AND (max_file_mb <= 500)))
  constraint storage_settings_org_id_fkey FOREIGN KEY (org_id) REFERENCES organizations(org_id)
  constraint storage_settings_pkey PRIMARY KEY (org_id)
  constraint storage_settings_self_files_per_month_check CHECK ((self_files_per_month >= 0))
  constraint storage_settings_self_mb_per_month_check CHECK ((self_mb_per_month >= 0))
  row-level security forced
  policy of_organization for all to rollcall_app using (org_id = (current_setting('app.org_id'::text))::uuid) with check (org_id = (current_setting('app.org_id'::text))::uuid)
  policy of_system for all to rollcall_system using true with check true
  grant delete, insert, select, update to rollcall_system
  grant insert, select, update to rollcall_app

table units
  org_id uuid not null
  id uuid not null
  name text not null
  name_key text not null
  kind text not null
  parent_id uuid
  moved_by uuid
  moved_at timestamp with time zone
  head_person_id uuid
  head_changed_by uuid
  head_changed_at timestamp with time zone
  archived_by uuid
  archived_at timestamp with time zone
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone not null default now()
  constraint units_check CHECK (((kind = 'company'::text) = (parent_id IS NULL)))
  constraint units_check1 CHECK (((kind <> 'company'::text) OR (archived_at IS NULL)))
  constraint units_kind_check CHECK ((kind = ANY (ARRAY['company'::text, 'division'::text, 'department'::text, 'team'::text])))
  constraint units_org_id_fkey FOREIGN KEY (org_id) REFERENCES organizations(org_id)
  constraint units_org_id_head_person_id_fkey FOREIGN KEY (org_id, head_person_id) REFERENCES people(org_id, id)
  constraint units_org_id_parent_id_fkey FOREIGN KEY (org_id, parent_id) REFERENCES units(org_id, id)
  constraint units_pkey PRIMARY KEY (org_id, id)
  CREATE INDEX units_of_head ON public.units USING btree (org_id, head_person_id)
  CREATE INDEX units_of_parent ON public.units USING btree (org_id, parent_id)
  CREATE UNIQUE INDEX units_name ON public.units USING btree (org_id, name_key)
  CREATE UNIQUE INDEX units_one_root ON public.units USING btree (org_id) WHERE (parent_id IS NULL)
  row-level security forced
  policy of_organization for all to rollcall_app using (org_id = (current_setting('app.org_id'::text))::uuid) with check (org_id = (current_setting('app.org_id'::text))::uuid)
  policy of_system for all to rollcall_system using true with check true
  grant delete, insert, select, update to rollcall_system
  grant insert, select, update to rollcall_app

table users
  org_id uuid not null
  id uuid not null
  email text not null
  email_key text not null
  email_verified_at timestamp with time zone
  display_name text not null
  password_hash text
  language text
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone not null default now()
  constraint users_org_id_fkey FOREIGN KEY (org_id) REFERENCES organizations(org_id)
  constraint users_pkey PRIMARY KEY (org_id, id)
  CREATE UNIQUE INDEX users_email_key ON public.users USING btree (org_id, email_key)
  row-level security forced
  policy of_organization for all to rollcall_app using (org_id = (current_setting('app.org_id'::text))::uuid) with check (org_id = (current_setting('app.org_id'::text))::uuid)
  policy of_system for all to rollcall_system using true with check true
  grant delete, insert, select, update to rollcall_system
  grant insert, select, update to rollcall_app

table webhook_deliveries
  org_id uuid not null
  id uuid not null
  endpoint_id uuid not null
  event_id uuid not null
  event_type text not null
  created_at timestamp with time zone not null
  attempt integer not null default 0
  status text not null default 'pending'::text
  response_status integer
  duration_ms integer
  fault text
  next_attempt_at timestamp with time zone
  lease uuid
  leased_by text
  leased_until timestamp with time zone
  constraint webhook_deliveries_check CHECK (((status = 'pending'::text) = (next_attempt_at IS NOT NULL)))
  constraint webhook_deliveries_org_id_endpoint_id_fkey FOREIGN KEY (org_id, endpoint_id) REFERENCES webhook_endpoints(org_id, id)
  constraint webhook_deliveries_org_id_fkey FOREIGN KEY (org_id) REFERENCES organizations(org_id)
  constraint webhook_deliveries_pkey PRIMARY KEY (org_id, id)
  constraint webhook_deliveries_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'succeeded'::text, 'failed'::text])))
  CREATE INDEX webhook_deliveries_by_age ON public.webhook_deliveries USING btree (created_at)
  CREATE INDEX webhook_deliveries_due ON public.webhook_deliveries USING btree (org_id, endpoint_id, next_attempt_at, id) WHERE (status = 'pending'::text)
  CREATE INDEX webhook_deliveries_leased ON public.webhook_deliveries USING btree (leased_by) WHERE (leased_by IS NOT NULL)
  CREATE INDEX webhook_deliveries_of_endpoint ON public.webhook_deliveries USING btree (org_id, endpoint_id, id)
  CREATE INDEX webhook_deliveries_waiting ON public.webhook_deliveries USING btree (next_attempt_at) WHERE (status = 'pending'::text)
  row-level security forced
  policy of_organization for all to rollcall_app using (org_id = (current_setting('app.org_id'::text))::uuid) with check (org_id = (current_setting('app.org_id'::text))::uuid)
  policy of_system for all to rollcall_system using true with check true
  grant delete, insert, select, update to rollcall_system
  grant insert, select, update to rollcall_app

table webhook_endpoints
  org_id uuid not null
  id uuid not null
  url text not null
  description text not null
  event_types text[] not null
  enabled boolean not null
  disabled_reason text
  disabled_at timestamp with time zone
  failing_since timestamp with time zone
  consecutive_failures integer not null default 0
  last_delivery_at timestamp with time zone
  last_delivery_status text
  last_response_status integer
  secret_hint text not null
  key_id text
  sealed_secret bytea
  previous_key_id text
  previous_sealed bytea
  previous_expires_at timestamp with time zone
  created_at timestamp with time zone not null
  updated_at timestamp with time zone not null
  deleted_at timestamp with time zone
  constraint webhook_endpoints_check CHECK ((enabled = ((disabled_reason IS NULL) AND (disabled_at IS NULL))))
  constraint webhook_endpoints_check1 CHECK (((sealed_secret IS NULL) = (deleted_at IS NOT NULL)))
  constraint webhook_endpoints_check2 CHECK (((last_delivery_at IS NULL) = (last_delivery_status IS NULL)))
  constraint webhook_endpoints_disabled_reason_check CHECK ((disabled_reason = ANY (ARRAY['manual'::text, 'failing'::text, 'closed'::text])))
  constraint webhook_endpoints_last_delivery_status_check CHECK ((last_delivery_status = ANY (ARRAY['succeeded'::text, 'failed'::text])))
  constraint webhook_endpoints_org_id_fkey FOREIGN KEY (org_id) REFERENCES organizations(org_id)
  constraint webhook_endpoints_pkey PRIMARY KEY (org_id, id)
  CREATE INDEX webhook_endpoints_deleted ON public.webhook_endpoints USING btree (deleted_at) WHERE (deleted_at IS NOT NULL)
  CREATE INDEX webhook_endpoints_sealed ON public.webhook_endpoints USING btree (key_id)
  CREATE INDEX webhook_endpoints_sealed_before ON public.webhook_endpoints USING btree (previous_key_id) WHERE (previous_key_id IS NOT NULL)
  row-level security forced
  policy of_organization for all to rollcall_app using (org_id = (current_setting('app.org_id'::text))::uuid) with check (org_id = (current_setting('app.org_id'::text))::uuid)
  policy of_system for all to rollcall_system using true with check true
  grant delete, insert, select, update to rollcall_system
  grant insert, select, update to rollcall_app

table worker_pools
  pool_id text not null
  lock_key bigint not null
  database_started_at timestamp with time zone not null default pg_postmaster_start_time()
  started_at timestamp with time zone not null default now()
  constraint worker_pools_pkey PRIMARY KEY (pool_id)

function admit_attempt(bytea[],integer[],timestamp with time zone) with the rights of rollcall_system, set search_path=public, pg_temp, called by rollcall_app
function authenticate(bytea,text,integer) with the rights of rollcall_system, set search_path=public, pg_temp, called by rollcall_app
function authenticate_app(bytea,integer,timestamp with time zone) with the rights of rollcall_system, set search_path=public, pg_temp, called by rollcall_app
function check_attempt(bytea[],integer[],timestamp with time zone,integer) with the rights of rollcall_system, set search_path=public, pg_temp, called by rollcall_app
function enqueue_job(text,json) with the rights of rollcall_jobs, set search_path=public, pg_temp, called by rollcall_app, rollcall_system
function erase_rows(uuid,uuid,text) with the rights of rollcall_system, set search_path=public, pg_temp, called by rollcall_app
function events_naming(uuid,uuid,uuid,integer) with the rights of rollcall_system, set search_path=public, pg_temp, called by rollcall_app
function find_login(text,text) with the rights of rollcall_system, set search_path=public, pg_temp, called by rollcall_app
function find_organization(text) with the rights of rollcall_system, set search_path=public, pg_temp, called by rollcall_app
function find_password_sign_in(text) with the rights of rollcall_system, set search_path=public, pg_temp, called by rollcall_app
function find_people(text,integer) with the rights of rollcall_system, set search_path=public, pg_temp, plan_cache_mode=force_custom_plan, called by rollcall_app
function find_session(bytea,timestamp with time zone) with the rights of rollcall_system, set search_path=public, pg_temp, called by rollcall_app
function find_similar_people(text,integer,integer) with the rights of rollcall_system, set search_path=public, pg_temp, plan_cache_mode=force_custom_plan, called by rollcall_app
function oauth_consume(text,bytea,timestamp with time zone) with the rights of rollcall_system, set search_path=public, pg_temp, called by rollcall_app
function oauth_destroy(text,bytea) with the rights of rollcall_system, set search_path=public, pg_temp, called by rollcall_app
function oauth_find(text,bytea,timestamp with time zone) with the rights of rollcall_system, set search_path=public, pg_temp, called by rollcall_app
function oauth_forget(uuid) with the rights of rollcall_system, set search_path=public, pg_temp, called by rollcall_app
function oauth_keep_document(text,text,timestamp with time zone) with the rights of rollcall_system, set search_path=public, pg_temp, called by rollcall_app
function oauth_kept_document(text,timestamp with time zone) with the rights of rollcall_system, set search_path=public, pg_temp, called by rollcall_app
function oauth_put(text,bytea,jsonb,uuid,uuid,timestamp with time zone,timestamp with time zone) with the rights of rollcall_system, set search_path=public, pg_temp, called by rollcall_app
function protect_table(regclass,text), called by nobody
function return_attempt(bytea[],timestamp with time zone,boolean) with the rights of rollcall_system, set search_path=public, pg_temp, called by rollcall_app
function scrub_activity(uuid,uuid) with the rights of rollcall_system, set search_path=public, pg_temp, called by rollcall_app
function scrub_events(uuid,uuid,jsonb) with the rights of rollcall_system, set search_path=public, pg_temp, called by rollcall_app
function sweep_email_changes(integer,timestamp with time zone) with the rights of rollcall_system, set search_path=public, pg_temp, called by nobody
function sweep_expired(integer) with the rights of rollcall_system, set search_path=public, pg_temp, called by nobody
function sweep_mails(integer) with the rights of rollcall_system, set search_path=public, pg_temp, called by nobody
function sweep_notifications(integer,timestamp with time zone) with the rights of rollcall_system, set search_path=public, pg_temp, called by nobody
function sweep_oauth(integer,timestamp with time zone) with the rights of rollcall_system, set search_path=public, pg_temp, called by nobody
function sweep_removed_pay(integer) with the rights of rollcall_system, set search_path=public, pg_temp, called by nobody
function sweep_retained(integer,timestamp with time zone) with the rights of rollcall_system, set search_path=public, pg_temp, called by nobody
function sweep_webhooks(integer) with the rights of rollcall_system, set search_path=public, pg_temp, called by nobody
function tell_member(uuid,uuid,uuid,timestamp with time zone,timestamp with time zone), called by rollcall_app
policy rollcall_jobs_adds on graphile_worker._private_jobs for insert to rollcall_jobs with check true
policy rollcall_jobs_adds on graphile_worker._private_tasks for insert to rollcall_jobs with check true
policy rollcall_jobs_sees on graphile_worker._private_jobs for select to rollcall_jobs using true
policy rollcall_jobs_sees on graphile_worker._private_tasks for select to rollcall_jobs using true
role rollcall_jobs may insert graphile_worker._private_job_queues (queue_name)
role rollcall_jobs may insert graphile_worker._private_jobs (flags, job_queue_id, key, max_attempts, payload, priority, run_at, task_id)
role rollcall_jobs may insert graphile_worker._private_tasks (identifier)
role rollcall_jobs may select graphile_worker._private_job_queues (id, queue_name)
role rollcall_jobs may select graphile_worker._private_jobs
role rollcall_jobs may select graphile_worker._private_tasks (id, identifier)
role rollcall_jobs may update graphile_worker._private_jobs (attempts, flags, job_queue_id, key, last_error, max_attempts, payload, priority, revision, run_at, task_id, updated_at)
