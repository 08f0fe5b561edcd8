import type { Translations } from '../language.ts'

const en = {
  label: 'New password',
  repeat: 'New password again',
  help: 'At least 10 characters. A few words that do not belong together are easy to remember and hard to guess.',
  differ: 'The two passwords differ. Type the same one twice.',
  refused: 'This password cannot be used. Choose another one.',
  problem: 'Your password is not set yet.',
  problems: {
    too_short: 'Choose a password of at least 10 characters.',
    too_long: 'A password has at most 256 characters.',
    too_common: 'Many people use this password, so it would be guessed soon. Choose another one.',
    too_personal: 'This is too close to your name, your e-mail or your company. Choose another one.',
  } as Record<string, string>,
}

const de: typeof en = {
  label: 'Neues Passwort',
  repeat: 'Neues Passwort wiederholen',
  help: 'Mindestens 10 Zeichen. Einige Wörter, die nicht zusammengehören, sind leicht zu merken und schwer zu erraten.',
  differ: 'Die beiden Passwörter sind verschieden. Geben Sie zweimal dasselbe ein.',
  refused: 'Dieses Passwort geht nicht. Wählen Sie ein anderes.',
  problem: 'Ihr Passwort ist noch nicht gesetzt.',
  problems: {
    too_short: 'Wählen Sie ein Passwort mit mindestens 10 Zeichen.',
    too_long: 'Ein Passwort hat höchstens 256 Zeichen.',
    too_common: 'Dieses Passwort haben viele Menschen, es wäre schnell erraten. Wählen Sie ein anderes.',
    too_personal:
      'Das ist Ihrem Namen, Ihrer E-Mail-Adresse oder Ihrem Unternehmen zu ähnlich. Wählen Sie ein anderes.',
  },
}

/** The fields of a new password, wherever one is chosen. */
export const newPasswordTexts: Translations<typeof en> = { en, de }
