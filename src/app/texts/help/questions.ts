import type { Help } from './words.ts'

/** Help of the fields of reads. */
export const helpOfQuestions: Help = {
  'Also the units below unit_id, which it needs.': [
    'Auch die Einheiten darunter. Dafür braucht es eine Einheit.',
    'The units below it, too. Choose a unit for it.',
  ],
  'Also those that were accepted or revoked, or have expired.': [
    'Auch die angenommenen, widerrufenen und abgelaufenen.',
  ],
  'Between the values; `;` suits Excel in most of Europe.': [
    'Das Semikolon passt zu Excel in den meisten Ländern Europas.',
    'The semicolon suits Excel in most of Europe.',
  ],
  'Count in each unit the people of the units below it, too. Needs by: unit.': [
    'Zählt in jeder Einheit auch die Personen der Einheiten darunter. Nur nach Einheiten.',
    'Counts in each unit the people of the units below it, too. Only by unit.',
  ],
  'Direct reports of this person on that day, also when this person has left by then.': [
    'Wer dieser Person an dem Tag direkt unterstellt ist.',
    'Those who report to this person on that day.',
  ],
  'Entries on a page.': ['Einträge je Seite.'],
  'How many levels below the top to answer: 1 adds direct reports. All when left out.': [
    'So viele Ebenen unter der obersten. Ohne Angabe alle.',
    'So many levels below the top; all when left out.',
  ],
  'How to group the people; no groups when left out.': ['So werden die Personen gruppiert.'],
  'Its path (`org/units.create`), its operation id, or its name in the activity log (`org.units.create`).': [
    'Der Name, zum Beispiel org.units.create.',
  ],
  'Left out: active and pre_hire.': [
    'Ohne Angabe: wer da ist oder später beginnt.',
    'Left out: who is here, or starts later.',
  ],
  'Left out: active and pre_hire; on a past day active. With joined_between or left_between: all.': [
    'Ohne Angabe: wer da ist oder später beginnt.',
    'Left out: who is here, or starts later.',
  ],
  'List those that are out of use as well.': ['Auch die, die nicht mehr benutzt werden.'],
  'Only open ones that it is your turn to decide.': ['Nur offene, die Sie entscheiden können.'],
  'Only requests about this person.': ['Nur Anträge zu dieser Person.'],
  'Only this action, by the name that entries show (`org.units.create`), by its path (`org/units.create`) or by its operation id.':
    ['Nur diese Aktion, zum Beispiel org.units.create.', 'Only this action, such as org.units.create.'],
  'Only this entry, such as the `activity_id` of a refused retry.': [
    'Nur dieser Eintrag.',
    'Only this entry.',
  ],
  'Only this person and everybody below; the whole company when left out.': [
    'Nur diese Person und alle unter ihr; ohne Angabe das ganze Unternehmen.',
  ],
  'Only what this user, API key or connected app did. What a user did with a key or an app is told of that one.':
    ['Nur was diese Person, dieser Schlüssel oder diese App tat.'],
  'Only what was done to this person.': ['Nur was diese Person betrifft.'],
  'People by the last day of their contract: on the day of the list or later, and earlier than this one. For manage credentials.':
    ['Wessen Vertrag vor diesem Tag endet.', 'Those whose contract ends before this day.'],
  'People on a page at most. Everyone when left out.': [
    'So viele Personen je Seite.',
    'So many people on a page.',
  ],
  'People on probation, by its last day: on the day of the list or later, and earlier than this one. For manage credentials.':
    ['Wessen Probezeit vor diesem Tag endet.', 'Those whose probation ends before this day.'],
  'People whose details last changed at this moment or later. A change counts from when its call began, so a copy that is kept up to date asks from a minute before it last asked; it also asks for those who have left. What begins on a day that was set earlier is no change of that day.':
    [
      'Wessen Angaben sich seit diesem Zeitpunkt geändert haben.',
      'Those whose details changed since this moment.',
    ],
  'Private and payroll details as well. Only in the web app.': [
    'Auch die für die Gehaltsabrechnung.',
    'For payroll, too.',
  ],
  'The `next` of the page before. With other filters, it begins after the same person.': ['', ''],
  'The calls, in any order. The answer has one entry for each, in this order.': [
    'Die Aufrufe, in beliebiger Reihenfolge.',
  ],
  'The day; today when left out.': ['Ohne Angabe heute.'],
  'The first month, such as 2026-01; eleven months before `to` when left out.': [
    'Der erste Monat; ohne Angabe elf Monate vor dem letzten.',
    'The first month; eleven months before the last one when left out.',
  ],
  'The first of the days; without it, any day up to `to`.': ['Der früheste Tag.', 'The earliest day.'],
  'The last month; when left out this month, or eleven months after a `from` that is later.': [
    'Der letzte Monat; ohne Angabe dieser.',
    'The last month; this one when left out.',
  ],
  'The last of the days; without it, any day from `from` on.': ['Der späteste Tag.', 'The latest day.'],
  'Those of all members, with `user` filled. Only for owners and admins, in company administration.': [
    'Die aller Mitglieder.',
    'Those of all members.',
  ],
  'Those who have a way to sign in (true) or none (false); a disabled member keeps theirs.': [
    'Wer sich auf eine Weise anmelden kann, oder auf keine. Gesperrte Mitglieder behalten ihre.',
    'Those who have a way to sign in, or none. Disabled members keep theirs.',
  ],
  'Those who have a manager (true) or none (false); one who has left is none, one who starts later is one.': [
    'Wer eine Führungskraft hat, oder keine.',
    'Those who have a manager, or none.',
  ],
  'Those whose first day of the employment shown lies within. People who have left since are among them.': [
    'Wessen erster Tag dazwischen liegt.',
    'Those whose first day lies within.',
  ],
  'Those whose last day of the employment shown lies within, past or scheduled: of who left and comes back, that is the next one.':
    ['Wessen letzter Tag dazwischen liegt.', 'Those whose last day lies within.'],
  'What the call would send; all of them together hold at most 12,500 values. Left out is empty.': [
    'Die Eingabe des Aufrufs.',
  ],
  'Words of a name, work e-mail or title, or parts of words, in any order, whatever the case and without accents.':
    [
      'Wörter oder Wortteile eines Namens, einer E-Mail oder einer Stellenbezeichnung.',
      'Words or parts of words of a name, an e-mail or a title.',
    ],
  '`closed`: approved, rejected, withdrawn, outdated or expired.': [
    'Geschlossen ist, was freigegeben, abgelehnt, zurückgezogen, überholt oder abgelaufen ist.',
    'Closed are those that were approved, rejected or withdrawn, are outdated, or have expired.',
  ],
  '`next_before` of the page before, of this list and no other.': ['', ''],
}
