import type { Help } from './words.ts'

/** Help of the fields of checklists. */
export const helpOfChecklists: Help = {
  '`mine` are those that the caller does, `run` those of one checklist; left out, `run` with `run_id` and `mine` without.':
    ['Die eigenen, oder die einer Checkliste.', 'Your own, or those of one checklist.'],
  '`open`, `done`, or `skipped` with a reason.': [
    'Offen, erledigt, oder übersprungen mit einem Grund.',
    'Open, done, or skipped with a reason.',
  ],
  'One task.': ['', ''],
  'In their order.': ['Alle Aufgaben, in ihrer Reihenfolge.'],
  'Also those that are archived.': ['Auch archivierte.'],
  'Days after that of the checklist; negative for before.': [
    'Tage vom Tag der Checkliste bis zur Fälligkeit; vorher mit Minus.',
    'Days from the day of the checklist to the one it is due; with a minus for before.',
  ],
  'How it is done.': ['So wird es gemacht.'],
  'How many.': ['So viele.'],
  'Of offboarding: hidden from leaver and `member` until so many days before; 7 for null.': [
    'Nur wenn jemand ausscheidet: So viele Tage vor der Fälligkeit sieht sie, wer ausscheidet, und wer sie als bestimmte Person erledigt. Leer: 7.',
    'Only where somebody leaves: so many days before it is due, the leaver and a certain person who does it see it. Empty: 7.',
  ],
  'Only of `member`.': [
    'Jemand, der hier arbeitet oder anfangen wird.',
    'Somebody who works here or is to start.',
  ],
  'Only those about this person.': ['Nur die über diese Person.'],
  'Only those from this template.': ['Nur die aus dieser Vorlage.'],
  'Only this one, of whatever scope; `status` is `all` then when left out.': [
    'Nur diese, aus welcher Liste auch immer; ohne Angabe gilt für sie jeder Status.',
  ],
  'Only those that are due before this day.': ['Nur die vor diesem Tag fälligen.'],
  'Only those.': ['Nur diese.'],
  'Only those; `open` when left out, with scope `run` all. Open ones of cancelled checklists are not to be done.':
    [
      'Nur diese; leer die offenen, bei einer Checkliste alle.',
      'Only those; the open ones when empty, of one checklist all.',
    ],
  'Those that this person does, in place of the caller; of scope `run` only those. Without `run_id`, owners, admins and HR alone ask for others.':
    ['Nur die, die diese Person erledigt.', 'Only those that this person does.'],
  'The checklist, of scope `run`.': [
    'Die Checkliste, deren Aufgaben gemeint sind.',
    'The checklist whose tasks are meant.',
  ],
  'The day it is due, in place of `offset_days`.': [
    'Der Tag der Fälligkeit, statt der Tage danach.',
    'The day it is due, in place of the days after.',
  ],
  'The day that due dates are counted from, which then follows nothing.': [
    'Ab diesem Tag wird gezählt. Leer: ab dem ersten oder letzten Tag, oder ab heute.',
    'Due dates are counted from this day. Empty: from the first or last day, or from today.',
  ],
  'The day that due dates are counted from.': ['Ab diesem Tag wird gezählt.'],
  'The last one of the page before.': ['Die letzte der Seite davor.'],
  'The last task of the page before.': ['Die letzte Aufgabe der Seite davor.'],
  'Employers.': ['Bei diesen Gesellschaften.'],
  'Places of work.': ['An diesen Standorten.'],
  'With all units below.': ['In diesen Einheiten und allen darunter.'],
  'Counts from the first day, the last day, or a chosen one.': [
    'Ab wann gezählt wird: ab dem ersten Tag, ab dem letzten, oder ab einem, der zu Beginn gewählt wird.',
    'What days are counted from: the first day, the last day, or one that is chosen at the start.',
  ],
  'What is to be done. No personal data belongs here.': [
    'Was zu tun ist. Persönliches gehört nicht hierher.',
  ],
  'Its name in events, such as `laptop`.': [
    'So heißt sie in Ereignissen, etwa laptop. Leer: aus der Bezeichnung.',
    'What it is called in events, such as laptop. Empty: made of the title.',
  ],
  'What to say.': ['Was Sie sagen möchten.'],
  'Where it is done, an https address.': ['Wo es getan wird: eine Adresse mit https.'],
  'Also starts checklists, as a hire does.': [
    'Auch die Checklisten beginnen, die mit einer Einstellung von selbst beginnen.',
    'Start the checklists that start by themselves with a hire, too.',
  ],
  'Starts by itself, with a hire or a last day.': [
    'Mit einer Einstellung, oder mit einem letzten Tag, der gesetzt wird.',
    'With a hire, or with a last day that is set.',
  ],
  'Whether no checklist starts from it any more.': ['Mit ihr beginnt keine mehr.'],
  'Who does it.': ['Wer sie erledigt.'],
  'Anybody of HR, the manager of the person, whom it is about, or somebody by name. The manager is that of the day on which the checklist starts, or the task is added or given to them.':
    [
      'Jemand aus der Personalabteilung, die Führungskraft der Person am Tag des Beginns, die Person selbst, oder eine bestimmte Person.',
      'Anybody of HR, the manager of the person on the day it starts, the person, or somebody by name.',
    ],
  'All lists must match; an empty one does.': [
    'Für wen sie ist. Alle Listen müssen passen; eine leere passt für alle.',
    'Whom it is for. All lists must match; an empty one matches everybody.',
  ],
  'Why it is skipped; only then, and always then.': [
    'Warum sie übersprungen wird: nur dann, und immer dann.',
  ],
}
