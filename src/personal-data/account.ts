import { ofLogin, ofUser, table, type PersonalColumn } from './kinds.ts'

const login: PersonalColumn = { tier: 'login', erase: 'placeholder', export: true }
const secret: PersonalColumn = { tier: 'login', erase: 'clear', export: false }

/** The organization, its logins and their credentials. */
export const account = {
  organizations: table(
    'org_id slug name country time_zone language palette shell logo_hash status pause_reason paused_since delete_on created_at updated_at approve_job_change approve_termination approve_pay_change approvals_updated_at sign_in_password sign_in_google sign_in_microsoft',
  ),
  users: table(
    'org_id id created_at updated_at email_verified_at',
    {
      email: login,
      email_key: { ...login, export: false },
      display_name: login,
      password_hash: secret,
      language: { ...login, erase: 'clear' },
    },
    ofUser('id'),
  ),
  memberships: table('org_id id user_id role status disablings person_id created_at updated_at'),
  api_keys: table(
    'org_id id membership_id audience last4 created_at revoked_at',
    {
      name: login,
      last_used_at: { ...login, erase: 'keep' },
    },
    ofLogin,
  ),
  oauth_connections: table(
    'org_id id membership_id client_id client_name client_kind client_host redirect_host redirect_kind audience created_at connected_at expires_at revoked_at',
    { last_used_at: { ...login, erase: 'keep' } },
    ofLogin,
  ),
  identities: table(
    'org_id user_id provider linked_at',
    {
      account: { ...login, erase: 'delete', export: false },
      email: { ...login, erase: 'delete' },
    },
    ofUser('user_id'),
  ),
  sessions: table(
    'org_id id membership_id created_at expires_at ended_at',
    {
      network: { ...login, erase: 'clear' },
      browser: { ...login, erase: 'clear' },
      last_used_at: { ...login, erase: 'keep' },
    },
    ofLogin,
  ),
  rate_windows: table('org_id credential_id minute used'),
  // Erasing a person revokes their open invites, too.
  invites: table(
    'org_id id person_id membership_id role created_by created_at expires_at accepted_at revoked_at',
    {
      email: login,
      token_hash: secret,
    },
    `(person_id = $2 or ${ofLogin})`,
  ),
  password_resets: table(
    'org_id id membership_id created_at expires_at ended_at',
    {
      token_hash: secret,
      basis: secret,
    },
    ofLogin,
  ),
  email_changes: table(
    'org_id id membership_id created_at expires_at ended_at',
    {
      email: login,
      email_before: { ...login, erase: 'clear' },
      token_hash: secret,
      basis: secret,
    },
    ofLogin,
  ),
  // Neither an address nor a text: both are made when a mail is sent.
  mails: table(
    'org_id id kind about_id membership_id person_id status attempts reason created_at due_at ended_at',
  ),
  mail_days: table('org_id day used'),
  retention_settings: table('org_id log_days sessions_days mails_days updated_at'),
}
