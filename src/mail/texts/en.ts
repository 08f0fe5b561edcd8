import type { PayrollField } from '../../domain/person-details.ts'
import type { ReminderKind } from '../../domain/reminders.ts'
import type { LoginChanges, Texts } from './type.ts'

const fields: Record<string, string> = {
  iban: 'bank account (IBAN)',
  tax_id: 'tax number',
  social_security_number: 'social security number',
} satisfies Record<PayrollField, string>
const named = (names: readonly string[]): string => names.map((name) => fields[name] ?? name).join(', ')

const loginChanges: LoginChanges = {
  password_changed: () => 'The password was changed.',
  password_reset: () => 'A new password was set with the link of a mail.',
  identity_linked: (name) => `An account at ${name} was linked: it can sign in as you.`,
  identity_unlinked: (name) => `The account at ${name} was unlinked: it can no longer sign in as you.`,
  api_key_created: (name) => `The API key “${name}” was made.`,
  app_connected: (name) => `The app “${name}” was connected.`,
  access_revoked: (since) => `All API keys and apps made since ${since} were revoked.`,
}

const reminded: Record<ReminderKind, string> = {
  probation_end: 'the probation ends',
  contract_end: 'the contract ends',
  start_soon: 'the first day',
  start_today: 'the first day',
  anniversary: 'the anniversary',
}
const count = (years: number): string => `${years} ${years === 1 ? 'year' : 'years'}`
const waiting = { job_change: 'a change of the job', termination: 'an end of the employment' } as const

export const en: Texts = {
  locale: 'en-GB',
  invite: ({ name, organization, inviter, until }) => ({
    subject: `Your invite to ${organization}`,
    title: `Welcome to ${organization}`,
    paragraphs: [
      `Hello ${name},`,
      inviter === null
        ? `${organization} is ready for you. With this link you choose how you sign in.`
        : `${inviter} invites you to ${organization}. With this link you choose how you sign in.`,
    ],
    linkLabel: 'Accept the invite',
    notes: [
      `The link works once, until ${until}. It is meant for you alone: please do not pass it on.`,
      'If you did not expect this, you can ignore it. Nothing happens then.',
    ],
    footer: `You get this because somebody at ${organization} gave your address for an invite.`,
  }),
  passwordReset: ({ name, organization, email }) => ({
    subject: `A new password for ${organization}`,
    title: 'Choose a new password',
    paragraphs: [
      `Hello ${name},`,
      `Somebody asked for a new password for ${email} at ${organization}. If that was you, choose one here.`,
    ],
    linkLabel: 'Choose a new password',
    notes: [
      'The link works once, and for an hour. When you have a new password, everybody who is signed in as you is signed out.',
      'If it was not you, you can ignore this. Your password stays as it is.',
    ],
    footer: `You get this because you can sign in to ${organization}.`,
  }),
  emailChange: ({ name, organization, before, after }) => ({
    subject: `Confirm your e-mail for ${organization}`,
    title: 'Sign in with this e-mail?',
    paragraphs: [
      `Hello ${name},`,
      `You sign in to ${organization} with ${before}. With this link and your password, you sign in with ${after} from then on, and mails of ${organization} come here.`,
    ],
    linkLabel: 'Use this e-mail',
    notes: [
      'The link works once, and for 24 hours.',
      'If you did not expect this, you can ignore it. Nothing changes then.',
    ],
    footer: `You get this because this address is to be used for a login at ${organization}.`,
  }),
  emailChanged: ({ name, organization, before, after }) => ({
    subject: `Your e-mail at ${organization} was changed`,
    title: 'You sign in with another e-mail now',
    paragraphs: [
      `Hello ${name},`,
      `Your login at ${organization} had the e-mail ${before}. It has ${after} now, and mails of ${organization} go there.`,
    ],
    notes: [
      'If that was you, there is nothing to do.',
      `If not, tell an owner or admin of ${organization} today: whoever it was knows your password. They can disable your login until you have it back.`,
    ],
    footer: `You get this because you signed in to ${organization} with this address.`,
  }),
  loginChanged: ({ name, organization, changes, more }) => ({
    subject: `Your login at ${organization} was changed`,
    title: 'Your login was changed',
    paragraphs: [`Hello ${name},`, `This was done with your login at ${organization}:`],
    list: [
      ...(more ? ['Before that, more was done than fits here. Your account shows what works now.'] : []),
      ...changes.map(({ change, at, name: what }) => `${at}: ${loginChanges[change](what)}`),
    ],
    linkLabel: 'Look at your account',
    notes: [
      'If that was you, there is nothing to do.',
      'If not, choose a new password today, which signs you out everywhere else, and tell an owner or admin.',
      'A new password does not end API keys and connected apps. Your account shows when each was made, and revokes all that were made since a day.',
    ],
    footer: `You get this whenever the ways to sign in or act as you at ${organization} change.`,
  }),
  payrollOfYours: ({ name, fields: changed, organization }) => ({
    subject: `Your payroll details at ${organization} were changed`,
    title: 'Your payroll details were changed',
    paragraphs: [`Hello ${name},`, `These details of yours at ${organization} were changed:`],
    list: [named(changed)],
    notes: [
      'What they are now stands in your profile; it is not in this mail.',
      'If neither you nor HR changed them, tell HR today: somebody may be acting as you.',
    ],
    footer: `You get this whenever your payroll details at ${organization} change.`,
  }),
  payrollOfOthers: ({ organization, people, more }) => ({
    subject: `Payroll details were changed at ${organization}`,
    title: 'Payroll details were changed',
    paragraphs: [`Payroll details of these people at ${organization} were changed:`],
    list: [
      ...people.map(({ name, fields: changed }) => `${name}: ${named(changed)}`),
      ...(more ? ['There were more than fit here: the log, which owners and admins see, names all.'] : []),
    ],
    notes: [
      'What they are now stands in their profiles; it is not in this mail.',
      'Who changed them stands in the log. Where it was not HR, make sure before the next payroll that it was them, on another way than by mail.',
    ],
    footer: `You get this because you look after people at ${organization}.`,
  }),
  documentsAdded: ({ organization, people, more }) => ({
    subject: `Documents were added at ${organization}`,
    title: 'People have added documents',
    paragraphs: [`These people at ${organization} have added documents about themselves:`],
    list: [
      ...people.map(({ name, count }) => `${name}: ${count}`),
      ...(more ? ['There were more than fit here: the app shows all.'] : []),
    ],
    linkLabel: 'See the documents',
    notes: ['What they are called and hold stands there; it is not in this mail.'],
    footer: `You get this because you look after people at ${organization}.`,
  }),
  reminders: ({ name, organization, days, more }) => ({
    subject: `Days that come at ${organization}`,
    title: 'Days that come',
    paragraphs: [`Hello ${name},`, `These days come at ${organization}:`],
    list: [
      ...days.map(({ name: who, kind, day, years, self }) =>
        self
          ? `${day}: ${years === null ? 'your first day. Welcome!' : `you have been here for ${count(years)}.`}`
          : `${day}: ${who}, ${reminded[kind]}${years === null ? '' : ` (${count(years)})`}`,
      ),
      ...(more ? ['There were more than fit here: the app shows all.'] : []),
    ],
    linkLabel: 'Open the app',
    notes: [],
    footer: `You get this because owners and admins of ${organization} have days mailed. They can turn it off in the settings.`,
  }),
  approvalRequest: ({ name, organization, proposer, about }) => ({
    subject: `A request waits for you at ${organization}`,
    title: 'A request waits for you',
    paragraphs: [
      `Hello ${name},`,
      about === null
        ? `${proposer} asks for your approval at ${organization}.`
        : `${proposer} asks for your approval at ${organization}: ${waiting[about.kind]} of ${about.name}.`,
    ],
    linkLabel: 'See the request',
    notes: ['What would change stands there; it is not in this mail.'],
    footer: `You get this because owners and admins of ${organization} have requests mailed. They can turn it off in the settings.`,
  }),
  mailLimit: ({ name, organization }) => ({
    subject: `No more mails are sent for ${organization} this month`,
    title: 'The mails of this month are used up',
    paragraphs: [
      `Hello ${name},`,
      `All mails about reminders, requests and documents that ${organization} may send this month were sent. Until the next month these are shown in the app alone.`,
    ],
    linkLabel: 'See the settings',
    notes: [
      'In the settings you can allow more, at 0.10 euros for each hundred. Invites, and mails about signing in and security, are sent as before.',
    ],
    footer: `You get this because you are an owner or admin of ${organization}.`,
  }),
  organizationStatus: ({ name, organization, status, reason, deleteOn }) => {
    const why = { unpaid: 'An invoice is unpaid.', details_missing: 'Details of the company are missing.' }
    const because = reason ? `${why[reason]} ` : ''
    const footer = `You get this because you are an owner or admin of ${organization}.`
    if (status === 'active')
      return {
        subject: `${organization} is open again`,
        title: `${organization} is open again`,
        paragraphs: [`Hello ${name},`, `everybody can sign in to ${organization} and work again.`],
        linkLabel: 'Sign in',
        notes: [],
        footer,
      }
    return {
      subject:
        status === 'closed'
          ? `${organization} is closed, and its data is deleted on ${deleteOn}`
          : `${organization} is paused`,
      title: `${organization} is ${status}`,
      paragraphs: [
        `Hello ${name},`,
        `${because}Only owners and admins can sign in to ${organization} now.`,
        ...(status === 'closed'
          ? [
              `All its data is deleted on ${deleteOn}, unless that is settled before. There is no way back then.`,
            ]
          : []),
      ],
      linkLabel: 'Sign in',
      notes: ['Owners and admins can still export all people, and the data of each person.'],
      footer,
    }
  },
  webhookFailing: ({ name, organization, host, since }) => ({
    subject: `A webhook endpoint of ${organization} was turned off`,
    title: 'A webhook endpoint was turned off',
    paragraphs: [
      `Hello ${name},`,
      `No delivery of an event of ${organization} to ${host} has succeeded since ${since}, so we send none there any more.`,
    ],
    linkLabel: 'See the endpoint',
    notes: [
      'Its deliveries say what went wrong. When the receiver works again, turn the endpoint on, and have what failed sent again.',
      'The feed of events has everything that happened in the last 30 days.',
    ],
    footer: `You get this because you are an owner of ${organization}.`,
  }),
}
