import type { Db } from '../db/transaction.ts'
import { logoUrl } from '../domain/images.ts'
import type { MailOrganization } from '../queries/platform/mail-facts.ts'
import type { Links } from '../secrets/links.ts'
import type { Letter } from './letter.ts'
import type { Outgoing } from './message.ts'
import { textsFor } from './texts/texts.ts'
import type { Texts } from './texts/type.ts'

/** Tools to write a mail. */
export interface MailComposer {
  links: Links
  baseUrl: () => string
}

/** A mail that is to be sent, or why there is none any more, in one word. */
export type Written = Pick<Outgoing, 'to' | 'replyTo' | 'letter' | 'unsubscribe'> | { void: string }

export interface ComposeContext extends MailComposer {
  db: Db
  organization: MailOrganization
  now: Date
}

type LetterText = Omit<Letter, 'language' | 'link'> & { linkLabel?: string }

/** A letter in the language of its receiver, else in that of the organization. */
export function compose(
  { organization, baseUrl }: ComposeContext,
  language: string | null,
  say: (texts: Texts) => [said: LetterText, url?: string],
): Letter {
  const chosen = textsFor(language, organization.language)
  const [{ linkLabel = '', ...said }, url] = say(chosen.texts)
  const logo = logoUrl(organization.slug, organization.logo_hash)
  return {
    ...said,
    language: chosen.language,
    ...(logo !== null && { logo: `${baseUrl()}${logo}` }),
    ...(url !== undefined && { link: { label: linkLabel, url } }),
  }
}

/** `6 December 2026 at 09:30 (Europe/Berlin)`. */
export function momentIn(locale: string, timeZone: string, at: string): string {
  const words = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone })
  return `${words.format(new Date(at))} (${timeZone})`
}

/** `6 December 2026`. */
export const dayIn = (locale: string, day: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day))
