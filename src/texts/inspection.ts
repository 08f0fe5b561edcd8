import { phrases } from './phrase.ts'

/** Why a file or picture could not be looked into: nothing is wrong with it. */
export const inspectionTexts = phrases({
  busy: {
    en: 'The server is busy with other images and files. Try again in {seconds} seconds.',
    de: 'Der Server ist mit anderen Bildern und Dateien beschäftigt. Versuchen Sie es in {seconds} Sekunden noch einmal.',
  },
  notStarted: {
    en: 'Files cannot be checked now. Nothing is wrong with this one: try again in a minute.',
    de: 'Dateien können gerade nicht geprüft werden. An dieser liegt es nicht: Versuchen Sie es in einer Minute noch einmal.',
  },
  notScanned: {
    en: 'The virus scanner did not say that this file is clean, and without that no file is taken. Try again in a minute.',
    de: 'Der Virenscanner hat nicht bestätigt, dass diese Datei sauber ist, und ohne das wird keine angenommen. Versuchen Sie es in einer Minute noch einmal.',
  },
})
