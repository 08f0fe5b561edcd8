import type pg from 'pg'
import type { Config } from '../config.ts'
import { distribute } from '../db/distribute.ts'
import { ofOrganization } from '../db/system.ts'
import { openPostbox } from '../mail/open.ts'
import type { MailQueue } from '../mail/mail-queue.ts'
import { deleteOrganization } from '../operator/delete.ts'
import { checkNewOrganization } from '../operator/input.ts'
import { createOrganization, type NewOrganization } from '../operator/organizations.ts'
import { resetOwner, sendOwnerMail } from '../operator/owners.ts'
import { openSecretKeys, rotateSecret } from '../operator/person-keys.ts'
import {
  closeOrganization,
  listOrganizations,
  pauseOrganization,
  resumeOrganization,
  type OrganizationStatus,
} from '../operator/status.ts'
import { asOperator } from '../operator/transaction.ts'
import { Links } from '../secrets/links.ts'
import { Vault } from '../secrets/personal.ts'
import { backupCommands } from './backup.ts'
import type { Command, Option, Output, Tools } from './command.ts'

const slug: Option = { value: 'slug', about: 'which organization', required: true }
const reason = (about: string, required: boolean): Option => ({
  value: 'unpaid|details_missing',
  about,
  required,
})

export const commands: Record<string, Command> = {
  create: {
    about:
      'Makes an organization and its first owner, and prints their invite link (and API keys) once. It mails the link, too, if SMTP_URL is set.',
    options: {
      name: { value: 'name', about: 'what it is called', required: true },
      slug: { value: 'slug', about: 'its part of the address; made from the name when left out' },
      country: { value: 'code', about: 'ISO 3166-1, such as DE: where it is at home', required: true },
      'time-zone': {
        value: 'zone',
        about:
          'IANA, such as Europe/Berlin; when left out, the one of its country, or UTC where that has several',
      },
      'owner-email': { value: 'e-mail', about: 'what the owner signs in with', required: true },
      'owner-name': { value: 'name', about: "the owner's given and family name", required: true },
      'with-key': {
        value: 'manage|me|manage,me',
        about:
          'also an API key of the owner, for programs; me works once org/setup.init has made their person',
      },
    },
    async run({ open, config, now, complain }, values) {
      const input = checkNewOrganization({
        name: values['name'] as string,
        slug: values['slug'],
        country: values['country'] as string,
        timeZone: values['time-zone'],
        owner: { name: values['owner-name'] as string, email: values['owner-email'] as string },
        withKey: values['with-key'],
      })
      const pool = await open()
      const postbox = await postboxOf(pool, config, complain)
      const made = await createOrganization(pool, input, now, postbox)
      const { organizationId, owner, keys } = made
      const invite = made.invite!
      const mail = await sendOwnerMail(postbox, organizationId, invite)
      const json = {
        organization_id: organizationId,
        name: input.name,
        slug: input.slug,
        time_zone: input.timeZone,
        owner: { email: owner.email },
        invite: {
          url: invite.url,
          expires_at: invite.expiresAt.toISOString(),
          mail: mail === undefined ? 'skipped' : mail === 'sent' ? 'sent' : 'failed',
        },
        ...(keys.manage !== undefined && { manage_key: keys.manage }),
        ...(keys.me !== undefined && { me_key: keys.me }),
      }
      const zone = values['time-zone'] === undefined ? ['', zoneTaken(input)] : []
      return { json, text: [introduce(input.name, json), ...zone].join('\n') }
    },
  },
  'reset-owner': {
    about:
      'For an owner who is locked out: prints a link for a new password, and turns passwords on if they are off. If their invite is lost or too old, it prints a new one.',
    options: { slug, email: { value: 'e-mail', about: 'what the owner signs in with', required: true } },
    async run({ open, config, now, complain }, values) {
      const pool = await open()
      const asked = { slug: values['slug'] as string, email: values['email'] as string }
      const made = await resetOwner(pool, await postboxOf(pool, config, complain), asked, now)
      const expiresAt = made.expiresAt.toISOString()
      return {
        json: { slug: made.slug, email: made.email, url: made.url, expires_at: expiresAt },
        text: [
          `${made.email} chooses how to sign in to ${made.slug} here, once, until ${expiresAt}:`,
          '',
          `  ${made.url}`,
          '',
          'Whoever has this link gets in as this owner. It is not shown again.',
        ].join('\n'),
      }
    },
  },
  list: {
    about: 'Shows all organizations, the oldest first.',
    options: {},
    async run({ open }) {
      const all = await listOrganizations(await open())
      return { json: all.map(toJson), text: all.length === 0 ? 'There is no organization.' : table(all) }
    },
  },
  pause: {
    about:
      'Only owners and admins may still sign in, to see why and to export their people; every other call is refused. Both are mailed.',
    options: { slug, reason: reason('why', true) },
    async run({ open, now }, values) {
      return shown(
        await pauseOrganization(await open(), values['slug'] as string, values['reason'] as string, now),
      )
    },
  },
  resume: {
    about: 'Opens a paused or closed organization again. Its owners and admins are mailed.',
    options: { slug },
    async run({ open, now }, values) {
      return shown(await resumeOrganization(await open(), values['slug'] as string, now))
    },
  },
  close: {
    about:
      'Pauses an organization for good: its data is to be deleted on a date, unless it is resumed before. Its owners and admins are mailed.',
    options: {
      slug,
      'delete-on': { value: 'YYYY-MM-DD', about: 'when its data goes', required: true },
      reason: reason('why; a paused organization keeps its reason', false),
    },
    async run({ open, now }, values) {
      return shown(
        await closeOrganization(
          await open(),
          values['slug'] as string,
          values['delete-on'] as string,
          values['reason'],
          now,
        ),
      )
    },
  },
  delete: {
    about: 'Removes a closed organization and every row of it. There is no way back.',
    options: {
      slug,
      confirm: { value: 'slug', about: 'the slug once more, to be sure', required: true },
      force: { about: 'also when it is not closed' },
    },
    async run({ open }, values) {
      const { slug, rows } = await deleteOrganization(await open(), values['slug'] as string, {
        confirm: values['confirm'] as string,
        force: values['force'] === true,
      })
      const count = Object.values(rows).reduce((sum, one) => sum + one, 0)
      return { json: { slug, deleted: true, rows }, text: `${slug} is deleted: ${count} rows.` }
    },
  },
  'rotate-secret': {
    about:
      'Lets SECRET_KEY open all private details, so that SECRET_KEY_PREVIOUS can be left out. The server may run.',
    options: {},
    async run({ open, config }) {
      const pool = await open()
      const { people, endpoints, unreadable } = await rotateSecret(
        pool,
        new Vault(await openSecretKeys(pool, config)),
      )
      const done = `SECRET_KEY now opens the details of ${people} more people and the secrets of ${endpoints} more webhook endpoints.`
      const text =
        unreadable > 0
          ? `${done} Those of ${unreadable} others need yet another key: set it as SECRET_KEY_PREVIOUS, and run this again.`
          : `${done} SECRET_KEY_PREVIOUS can be left out.`
      return { json: { rewrapped: people, resealed: endpoints, unreadable }, text }
    },
  },
  distribute: {
    needsSecret: false,
    about: 'Shards the tables of a Citus cluster by organization. docs/cluster.md says what comes first.',
    options: {},
    async run({ open }) {
      const client = await (await open()).connect()
      const done = await distribute(client).finally(() => client.release())
      const { distributed, sharded, kept } = done
      return {
        json: done,
        text: `${sharded.length} tables are sharded by organization, ${distributed.length} of them since now. On the coordinator stay ${kept.join(', ')}.`,
      }
    },
  },
  ...backupCommands,
}

/** Which time zone an organization got without being given one. */
const zoneTaken = ({ country, timeZone }: NewOrganization): string =>
  timeZone === 'UTC'
    ? `The time zone is UTC, because ${country} has no single one. An owner or admin sets it with platform/organization.set; --time-zone gives it from the beginning.`
    : `The time zone is ${timeZone}, the only one of ${country}.`

/** Tells people of a new organization: how its owner signs in, and their keys. */
function introduce(
  name: string,
  made: {
    owner: { email: string }
    invite: { url: string; expires_at: string; mail: string }
    manage_key?: string
    me_key?: string
  },
): string {
  const { url, expires_at: until, mail } = made.invite
  const keys = Object.entries({ manage: made.manage_key, me: made.me_key }).flatMap(([label, value]) =>
    value ? [`  ${label.padEnd(9)}${value}`] : [],
  )
  return [
    `${name} is made. Its owner, ${made.owner.email}, chooses how to sign in here, once, until ${until}:`,
    '',
    `  ${url}`,
    '',
    ...(mail === 'sent' ? ['The link was mailed to them, too.'] : []),
    ...(mail === 'failed' ? ['It could not be mailed: hand it over.'] : []),
    ...(keys.length > 0 ? ['Their API keys:', '', ...keys, ''] : []),
    keys.length > 0 ? 'Link and keys are not shown again.' : 'The link is not shown again.',
  ].join('\n')
}

/** Makes links, and sends mails with the owner's login to the database. */
async function postboxOf(pool: pg.Pool, config: Config, complain: Tools['complain']): Promise<MailQueue> {
  const baseUrl = config.baseUrl ?? `http://localhost:${config.port}`
  if (!config.baseUrl && (config.production || config.databaseUrl))
    complain(
      `BASE_URL is not set: the link leads to ${baseUrl}, which is this machine alone. Give this command the settings of the server.`,
    )
  return openPostbox({
    ...config,
    links: new Links(await openSecretKeys(pool, config)),
    baseUrl: () => baseUrl,
    within: (orgId, work) => asOperator(pool, (client) => work(ofOrganization(client, orgId, undefined))),
    clock: () => new Date(),
    warn: ({ reason, cause }, message) => complain(`${message}: ${String(reason ?? cause)}`),
  })
}

function shown(organization: OrganizationStatus): Output {
  return { json: toJson(organization), text: table([organization]) }
}

function toJson(one: OrganizationStatus): object {
  return {
    organization_id: one.organizationId,
    slug: one.slug,
    name: one.name,
    status: one.status,
    pause_reason: one.pauseReason,
    paused_since: one.pausedSince,
    delete_on: one.deleteOn,
    people: one.people,
    members: one.members,
    created_at: one.createdAt,
  }
}

function table(all: OrganizationStatus[]): string {
  const rows = all.map((one) => [
    one.slug,
    one.name,
    [one.status, one.pauseReason, one.deleteOn && `deleted on ${one.deleteOn}`].filter(Boolean).join(', '),
    String(one.people),
    String(one.members),
    one.createdAt.slice(0, 10),
  ])
  const lines = [['SLUG', 'NAME', 'STATUS', 'PEOPLE', 'MEMBERS', 'CREATED'], ...rows]
  const widths = lines[0]!.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)))
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('   ')
        .trimEnd(),
    )
    .join('\n')
}
