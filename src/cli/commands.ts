import type pg from 'pg'
import type { Config } from '../config.ts'
import { deleteOrganization } from '../operator/delete.ts'
import { checkNewOrganization } from '../operator/input.ts'
import { createOrganization } from '../operator/organizations.ts'
import { openSecretKeys, rotateSecret } from '../operator/person-keys.ts'
import {
  closeOrganization,
  listOrganizations,
  pauseOrganization,
  resumeOrganization,
  type OrganizationStatus,
} from '../operator/status.ts'
import { Vault } from '../secrets/personal.ts'

/** What commands work with. */
export interface Tools {
  /** Opens connections with the owner's login. Called only after the input was checked. */
  open: () => Promise<pg.Pool>
  config: Config
  now: Date
}

export interface Output {
  /** The result for people. */
  text: string
  /** The same result for programs (`--json`). */
  json: unknown
}

interface Option {
  about: string
  /** The name of the value in the help; left out: the flag takes no value. */
  value?: string
  required?: boolean
}

export interface Command {
  about: string
  options: Record<string, Option>
  run: (tools: Tools, values: Record<string, string | undefined> & { force?: unknown }) => Promise<Output>
}

const slug: Option = { value: 'slug', about: 'which organization', required: true }
const reason = (about: string, required: boolean): Option => ({
  value: 'unpaid|details_missing',
  about,
  required,
})

export const commands: Record<string, Command> = {
  create: {
    about: 'Makes an organization and its first owner, and prints their sign-in (and API keys) once.',
    options: {
      name: { value: 'name', about: 'what it is called', required: true },
      slug: { value: 'slug', about: 'its part of the address; made from the name when left out' },
      country: { value: 'code', about: 'ISO 3166-1, such as DE: where it is at home', required: true },
      'time-zone': { value: 'zone', about: 'IANA, such as Europe/Berlin; UTC when left out' },
      'owner-email': { value: 'e-mail', about: 'what the owner signs in with', required: true },
      'owner-name': { value: 'name', about: "the owner's given and family name", required: true },
      'with-key': {
        value: 'manage|me|manage,me',
        about:
          'also an API key of the owner, for programs; me works once org/setup.init has made their person',
      },
    },
    async run({ open, config, now }, values) {
      const input = checkNewOrganization({
        name: values['name'] as string,
        slug: values['slug'],
        country: values['country'] as string,
        timeZone: values['time-zone'] ?? 'UTC',
        owner: { name: values['owner-name'] as string, email: values['owner-email'] as string },
        withKey: values['with-key'],
      })
      const { organizationId, owner, keys } = await createOrganization(await open(), input, now)
      const baseUrl = config.baseUrl ?? `http://localhost:${config.port}`
      const json = {
        organization_id: organizationId,
        name: input.name,
        slug: input.slug,
        sign_in: {
          url: `${baseUrl}/auth/sign_in`,
          organization: input.slug,
          email: owner.email,
          password: owner.password,
        },
        ...(keys.manage !== undefined && { manage_key: keys.manage }),
        ...(keys.me !== undefined && { me_key: keys.me }),
      }
      return { json, text: introduce(input.name, json) }
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
    about: 'Only owners and admins may still sign in, to fix what is missing; every other call is refused.',
    options: { slug, reason: reason('why', true) },
    async run({ open, now }, values) {
      return shown(
        await pauseOrganization(await open(), values['slug'] as string, values['reason'] as string, now),
      )
    },
  },
  resume: {
    about: 'Opens a paused or closed organization again.',
    options: { slug },
    async run({ open, now }, values) {
      return shown(await resumeOrganization(await open(), values['slug'] as string, now))
    },
  },
  close: {
    about:
      'Pauses an organization for good: its data is to be deleted on a date, unless it is resumed before.',
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
      const { people, unreadable } = await rotateSecret(pool, new Vault(await openSecretKeys(pool, config)))
      const done = `SECRET_KEY now opens the details of ${people} more people.`
      const text =
        unreadable > 0
          ? `${done} Those of ${unreadable} people need yet another key: set it as SECRET_KEY_PREVIOUS, and run this again.`
          : `${done} SECRET_KEY_PREVIOUS can be left out.`
      return { json: { rewrapped: people, unreadable }, text }
    },
  },
}

/** What people are told of a new organization: how its owner signs in, and their keys or how to make the first one. */
function introduce(name: string, made: { sign_in: SignIn; manage_key?: string; me_key?: string }): string {
  const { url, organization, email, password } = made.sign_in
  const table = (rows: Record<string, string | undefined>) =>
    Object.entries(rows).flatMap(([label, value]) => (value ? [`  ${label.padEnd(15)}${value}`] : []))
  const keys = table({ manage: made.manage_key, me: made.me_key })
  return [
    `${name} is made. Its owner signs in with:`,
    '',
    ...table({ Organization: organization, 'E-mail': email, Password: password }),
    '',
    ...(keys.length > 0
      ? ['Their API keys:', '', ...keys, '', 'Password and keys are not shown again.']
      : [
          'The password is not shown again. This makes their first API key:',
          '',
          ...firstKey(url.slice(0, -'/auth/sign_in'.length), made.sign_in),
        ]),
  ].join('\n')
}

interface SignIn {
  url: string
  organization: string
  email: string
  password: string
}

/** The shell commands that sign in and create a key. */
function firstKey(baseUrl: string, { organization, email, password }: SignIn): string[] {
  const post = (path: string, cookies: string, body: object) => [
    `  curl -s ${cookies} ${baseUrl}${path} -H 'Origin: ${baseUrl}' \\`,
    `    -H 'Content-Type: application/json' -d ${quoted(JSON.stringify(body))}`,
  ]
  return [
    ...post('/auth/sign_in', '-c cookies', { organization, email, password }),
    ...post('/v1/platform/api_keys.create', '-b cookies', { name: 'First key', audience: 'manage' }),
  ]
}

/** Text in quotes for a shell. An e-mail may contain an apostrophe. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
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
    paused_since: one.pausedSince?.toISOString() ?? null,
    delete_on: one.deleteOn,
    people: one.people,
    members: one.members,
    created_at: one.createdAt.toISOString(),
  }
}

function table(all: OrganizationStatus[]): string {
  const rows = all.map((one) => [
    one.slug,
    one.name,
    [one.status, one.pauseReason, one.deleteOn && `deleted on ${one.deleteOn}`].filter(Boolean).join(', '),
    String(one.people),
    String(one.members),
    one.createdAt.toISOString().slice(0, 10),
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
