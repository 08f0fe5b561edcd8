import type { Knex } from 'knex'

const statements = [
  // The limits of an organization; one without a row has the defaults.
  `create table storage_settings (
     org_id               uuid not null references organizations (org_id),
     max_file_mb          integer not null check (max_file_mb between 1 and 500),
     ceiling_mb           integer check (ceiling_mb > 0),
     self_upload_enabled  boolean not null,
     self_files_per_month integer not null check (self_files_per_month >= 0),
     self_mb_per_month    integer not null check (self_mb_per_month >= 0),
     updated_at           timestamptz not null,
     primary key (org_id)
   )`,
  `select protect_table('storage_settings', 'editable')`,
  // What is known of files. The bytes are in the storage, by org_id and file_id. A row that is deleted holds nothing but
  // where they are, until a job has removed them.
  `create table documents (
     org_id            uuid not null references organizations (org_id),
     id                uuid not null,
     -- Whom it is about; null: the company.
     person_id         uuid,
     -- The file field that it is in: the tier of the field decides who sees it, and visibility is null.
     field_id          uuid,
     title             text not null,
     search_text       text not null,
     category          text not null,
     category_key      text not null,
     visibility        text,
     uploaded_by       text not null check (uploaded_by in ('hr', 'self')),
     -- The first day of the month in which it counts as added by the person themselves.
     month             date,
     -- The member who began the upload.
     membership_id     uuid not null,
     expires_on        date,
     -- Of a document of the company. Those about a person are sealed by their key.
     notes             text check (notes is null or person_id is null),
     sealed_notes      bytea,
     file_id           uuid not null,
     file_name         text not null,
     size              bigint not null check (size > 0),
     content_type      text not null,
     -- As announced; once it is ready, also what the bytes have.
     sha256            text not null check (sha256 ~ '^[0-9a-f]{64}$'),
     -- removed: deleted, and its bytes were removed; the row stays while the link to put them is good.
     status            text not null default 'pending' check (status in ('pending', 'ready', 'removed')),
     upload_expires_at timestamptz not null,
     created_at        timestamptz not null,
     updated_at        timestamptz not null,
     deleted_at        timestamptz check (status <> 'removed' or deleted_at is not null),
     primary key (org_id, id),
     foreign key (org_id, person_id) references people (org_id, id),
     foreign key (org_id, field_id) references custom_fields (org_id, id),
     foreign key (org_id, membership_id) references memberships (org_id, id),
     check (field_id is null or person_id is not null),
     check ((uploaded_by = 'self') = (month is not null)),
     check (uploaded_by = 'hr' or person_id is not null),
     check (case when field_id is not null then visibility is null
                 when person_id is not null then visibility in ('hr', 'hr_person', 'hr_person_manager')
                 else visibility in ('everyone', 'managers', 'hr') end)
   )`,
  `create unique index documents_file on documents (org_id, file_id)`,
  // A file field holds one file of a person.
  `create unique index documents_in_field on documents (org_id, person_id, field_id)
    where field_id is not null and status = 'ready' and deleted_at is null`,
  `create index documents_of_person on documents (org_id, person_id, created_at)`,
  `create index documents_of_field on documents (org_id, field_id)`,
  `create index documents_of_member on documents (org_id, membership_id)`,
  `create index documents_newest on documents (org_id, created_at, id) where status = 'ready' and deleted_at is null`,
  `create index documents_of_category on documents (org_id, category_key) where deleted_at is null`,
  `create index documents_size on documents (org_id) include (size) where deleted_at is null`,
  `create index documents_pending on documents (upload_expires_at) where status = 'pending' and deleted_at is null`,
  `create index documents_deleted on documents (deleted_at) where deleted_at is not null`,
  `select protect_table('documents', 'editable')`,
  // What people have added themselves in a month. A document that is deleted stays counted.
  `create table self_uploads (
     org_id    uuid not null references organizations (org_id),
     person_id uuid not null,
     month     date not null check (extract(day from month) = 1),
     files     integer not null check (files >= 0),
     bytes     bigint not null check (bytes >= 0),
     primary key (org_id, person_id, month),
     foreign key (org_id, person_id) references people (org_id, id)
   )`,
  `select protect_table('self_uploads', 'editable')`,
]

/** Documents, and how much an organization may store. */
export async function up(knex: Knex): Promise<void> {
  for (const one of statements) await knex.raw(one)
}

export async function down(): Promise<void> {
  throw new Error('Migrations only go forward: restore a backup instead.')
}
