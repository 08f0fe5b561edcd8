import type { Translations } from '../../../pages/language.ts'

const en = {
  logo: 'Logo',
  photo: (name: string) => `Photo of ${name}`,
  ownPhoto: 'My photo',
  logoLead:
    'Everybody can see it: it is on the pages for signing in, and in mails. The whole image is shown.',
  photoLead: 'Everybody in the company can see it. It is cropped to the square in its middle.',
  file: 'Image',
  fileHelp: 'JPEG, PNG or WebP: at most 2 MiB and 24 megapixels.',
  none: 'Choose an image.',
  upload: 'Upload',
  remove: 'Remove',
  refused: 'This image cannot be taken.',
  change: 'Change the photo',
  cancel: 'Cancel',
}

const de: typeof en = {
  logo: 'Logo',
  photo: (name) => `Foto von ${name}`,
  ownPhoto: 'Mein Foto',
  logoLead:
    'Alle können es sehen: Es steht auf den Seiten zum Anmelden und in E-Mails. Gezeigt wird das ganze Bild.',
  photoLead: 'Alle im Unternehmen können es sehen. Es wird auf das Quadrat in seiner Mitte beschnitten.',
  file: 'Bild',
  fileHelp: 'JPEG, PNG oder WebP: höchstens 2 MiB und 24 Megapixel.',
  none: 'Wählen Sie ein Bild.',
  upload: 'Hochladen',
  remove: 'Entfernen',
  refused: 'Dieses Bild lässt sich nicht verwenden.',
  change: 'Foto ändern',
  cancel: 'Abbrechen',
}

/** The pages of the logo and of photos. */
export const imageTexts: Translations<typeof en> = { en, de }
