import { signInProblems, type SignInProblem } from '../../auth/problems.ts'
import type { PublicOrganization } from '../../auth/public-organization.ts'
import type { Language, Translations } from '../language.ts'

type Paused = Pick<PublicOrganization, 'name' | 'status' | 'pauseReason'>

const en: Record<SignInProblem, string> = {
  method_off: 'Your company does not allow this way to sign in. Use another one.',
  method_not_offered: 'This way to sign in is not available here. Use another one.',
  provider_unavailable: 'The other service does not answer at the moment. Try again, or use another way.',
  provider_denied: 'You have stopped at the other service. Try again, or use another way.',
  start_again: 'That took too long, or was begun in another tab. Try again.',
  not_linked:
    'No account here is connected with that one. If you were invited, open the link in that mail. Else sign in another way first; then you can connect it on your account page.',
  identity_taken:
    'That account is connected with another login here. Choose another account. If that login is yours from before, ask an admin to give it back to you.',
  other_identity_linked:
    'Your login is connected with another account of this service. Remove that one first on your account page; sign in with it or another way to get there.',
  paused: 'Only owners and admins of your company can sign in at the moment. Ask one of them.',
  invite_invalid: 'This invitation no longer works. Ask whoever invited you for a new one.',
  login_changed: 'This account was changed while you signed in. Sign in again.',
  sign_in_first: 'Sign in first; then connect the account.',
  too_many_sign_ins: 'You have signed in very often. Try again later.',
  rate_limited: 'Too many attempts did not succeed. Try again later.',
  unavailable: 'That did not work, and the mistake is ours. Try again.',
}

const de: typeof en = {
  method_off: 'Ihr Unternehmen erlaubt diesen Anmeldeweg nicht. Nutzen Sie einen anderen.',
  method_not_offered: 'Diesen Anmeldeweg gibt es hier nicht. Nutzen Sie einen anderen.',
  provider_unavailable:
    'Der andere Dienst antwortet gerade nicht. Versuchen Sie es noch einmal, oder nutzen Sie einen anderen Weg.',
  provider_denied:
    'Sie haben beim anderen Dienst abgebrochen. Versuchen Sie es noch einmal, oder nutzen Sie einen anderen Weg.',
  start_again:
    'Das hat zu lange gedauert oder wurde in einem anderen Tab begonnen. Versuchen Sie es noch einmal.',
  not_linked:
    'Mit jenem Konto ist hier kein Zugang verknüpft. Wurden Sie eingeladen, öffnen Sie den Link in jener E-Mail. Sonst melden Sie sich zuerst anders an; dann können Sie es auf der Seite „Ihr Konto“ verknüpfen.',
  identity_taken:
    'Jenes Konto ist hier mit einem anderen Zugang verknüpft. Wählen Sie ein anderes Konto. Ist jener Zugang Ihrer von früher, bitten Sie einen Admin, ihn Ihnen wiederzugeben.',
  other_identity_linked:
    'Ihr Zugang ist schon mit einem anderen Konto dieses Dienstes verknüpft. Entfernen Sie jenes zuerst auf der Seite „Ihr Konto“; melden Sie sich dafür damit oder anders an.',
  paused: 'Zurzeit können sich nur Inhaber und Admins Ihres Unternehmens anmelden. Fragen Sie dort nach.',
  invite_invalid: 'Diese Einladung gilt nicht mehr. Bitten Sie um eine neue.',
  login_changed:
    'Ihr Zugang wurde geändert, während Sie sich angemeldet haben. Melden Sie sich noch einmal an.',
  sign_in_first: 'Melden Sie sich zuerst an; verknüpfen Sie dann das Konto.',
  too_many_sign_ins: 'Sie haben sich sehr oft angemeldet. Versuchen Sie es später noch einmal.',
  rate_limited: 'Zu viele Versuche sind fehlgeschlagen. Versuchen Sie es später noch einmal.',
  unavailable: 'Das hat nicht geklappt, und der Fehler liegt bei uns. Versuchen Sie es noch einmal.',
}

const texts: Translations<typeof en> = { en, de }

const why: Translations<(company: Paused) => string> = {
  en: ({ name, status, pauseReason }) =>
    `${name} is ${status === 'closed' ? 'closed' : 'paused'} because ${
      pauseReason === 'unpaid' ? 'invoices are unpaid' : 'billing details are missing'
    }. Until that is settled, only its owners and admins can sign in. Ask one of them.`,
  de: ({ name, status, pauseReason }) =>
    `${name} ist ${status === 'closed' ? 'geschlossen' : 'angehalten'}, weil ${
      pauseReason === 'unpaid' ? 'Rechnungen offen sind' : 'Rechnungsangaben fehlen'
    }. Bis das geklärt ist, können sich nur Inhaber und Admins anmelden. Fragen Sie dort nach.`,
}

/**
 * Words for a problem of signing in: of an attempt of the page itself, or one that stands in its address after a
 * provider. Codes that there are not say nothing in particular.
 *
 * @param organization left out: the page does not say why it is paused, because anybody could ask for this text
 */
export function providerProblem(
  code: string | undefined,
  { language, organization }: { language: Language; organization?: Paused },
): string | undefined {
  if (code === undefined) return undefined
  const known = signInProblems.find((one) => one === code) ?? 'unavailable'
  if (known === 'paused' && organization && organization.status !== 'active')
    return why[language](organization)
  return texts[language][known]
}
