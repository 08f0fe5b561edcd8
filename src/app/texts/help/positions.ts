import type { Help } from './words.ts'

/** Help of the fields of positions. */
export const helpOfPositions: Help = {
  '`active` ones are drafts, open ones and those on hold; `closed` ones are filled or cancelled.': [
    'Aktiv sind Entwürfe, offene und zurückgestellte; geschlossen sind besetzte und gestrichene.',
    'Active ones are drafts, open ones and those on hold; closed ones are filled or cancelled.',
  ],
  'A seat that is new, or one that somebody leaves.': [
    'Eine neue Planstelle, oder eine, die jemand verlässt.',
  ],
  'For owners, admins and HR. No personal data belongs here.': [
    'Für Inhaber, Admins und die Personalabteilung. Persönliches gehört nicht hierher.',
  ],
  'How many closed ones.': ['So viele geschlossene.'],
  'In place of a person. A position that is not closed; null for none.': [
    'Anstelle einer Person: eine Planstelle, die nicht geschlossen ist.',
    'In place of a person: a position that is not closed.',
  ],
  'Only in the web app.': ['', ''],
  'Only those in this unit.': ['Nur die in dieser Einheit.'],
  'Only those that name this person as the one above, not what reports to a position of theirs.': [
    'Nur die, die an diese Person selbst berichten.',
    'Only those that report to this person by name.',
  ],
  'Only those that this person fills, of `filled` or `closed` ones.': [
    'Nur die, die diese Person besetzt, von besetzten oder geschlossenen.',
  ],
  'The day on which somebody should start.': ['Der Tag, an dem jemand anfangen soll.'],
  'The employer. Null for none.': ['Der Arbeitgeber.', 'The employer.'],
  'The job title that it is for.': ['Die Stellenbezeichnung.'],
  'The last closed one of the page before.': ['Die letzte geschlossene der Seite davor.'],
  'The least, with at most two decimals.': ['Der kleinste Betrag, brutto.', 'The least, gross.'],
  'The most, with at most two decimals.': ['Der größte Betrag, brutto.', 'The most, gross.'],
  'The only active one when left out.': [
    'Die einzige aktive, wenn keine genannt ist.',
    'The only active one when none is chosen.',
  ],
  'The position to fill, whose unit and manager are the default. So are its location, legal entity and hours.':
    [
      'Die Planstelle, die damit besetzt ist. Was hier leer bleibt, kommt von ihr.',
      'The position that this hire fills. What is left empty here is as it says.',
    ],
  'What it begins as.': ['So beginnt sie.'],
  'What it is from now on.': ['So ist sie von jetzt an.'],
  'Who is above it. They work here or are to start; null for nobody.': [
    'Wer über ihr steht: jemand, der hier arbeitet oder anfangen wird.',
    'Who is above it: somebody who works here or is to start.',
  ],
  'Who leaves the seat. Only of a replacement; null for nobody.': [
    'Wer die Planstelle verlässt, wenn es eine Nachbesetzung ist.',
    'Who leaves the seat, where it is a replacement.',
  ],
  'Days that lines of the activity log are kept; null keeps them for good.': [
    'So viele Tage bleiben Einträge im Protokoll; leer: unbegrenzt.',
    'Days that lines of the activity log are kept; empty keeps them for good.',
  ],
  'Days that a sign-in which is over is kept.': ['So viele Tage bleibt eine beendete Sitzung gespeichert.'],
  'Days that the record of a mail which was sent or failed is kept.': [
    'So viele Tage bleibt der Nachweis einer E-Mail, die gesendet wurde oder nicht ankam.',
  ],
}
