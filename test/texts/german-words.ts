/**
 * The words of the German texts: what is not said, what is said in its place, and in which files, when not in all. One
 * thing has one word, on every page, in mails and in refusals. A word that is decided is one line here.
 */
export const germanWords: readonly (readonly [wrong: RegExp, right: string, where?: RegExp])[] = [
  // Who
  [/\b(?:firm(?:a|en)\b|firmen|organisation)/i, 'Unternehmen'],
  [/\bHR\b/, 'Personalabteilung, also for the role'],
  [/[Vv]orgesetzt|\bChefs?\b|\bManager/, 'Führungskraft'],
  [/eigentümer/i, 'Inhaber'],
  [/administration|administrator/i, 'Verwaltung for the pages, Admin for the person'],
  [/mitarbeiter|arbeitnehmer|\bangestellte/i, 'Person, Beschäftigte'],
  [/diese menschen|viele menschen heißen/i, 'Personen'],

  // Work
  [/\banstellung|arbeitsverhältnis/i, 'Beschäftigung'],
  [
    /\bPosition(?:en)?\b/,
    'Planstelle for a seat, Stelle for the job of a person, Bezeichnung for what it is called',
  ],
  [/\bStellen?\b/, 'Planstelle', /\/positions?[-_./]/],
  [/vollzeitstelle/i, 'Vollzeitäquivalent, Anteil an Vollzeit'],
  [/aus(?:zu|ge)?tret|\btr(?:itt|at)\b[^,.]*\baus\b/i, 'ausscheiden; the noun is Austritt'],
  [/(?<!zu Ende )\bgegangen\b|\b(?:jemand|wer) geht\b/i, 'ausscheiden'],
  [/wiedereintritt/i, 'Wiedereinstellung'],
  [/arbeitstag/i, 'erster Tag, letzter Tag'],
  [/stellenverlauf|beruflich\w* werdegang/i, 'Werdegang'],
  [/\bzeilen? (?:des|eines|dieses) werdegang|gehaltszeile/i, 'Eintrag, Gehaltseintrag'],
  [/\blohn|vergütung/i, 'Gehalt, Gehaltsabrechnung'],
  [/gehaltshistorie/i, 'Gehaltsverlauf'],
  [/abrechnungsangaben|daten für die .*abrechnung/i, 'Abrechnungsdaten'],
  [/personalzahl/i, 'Personenzahl'],

  // Requests
  [/genehmig/i, 'Freigabe, freigeben'],
  [/vorschl[aäu]g|vorgeschlagen/i, 'Antrag, beantragen'],
  [/freigabeantr[aä]g/i, 'Antrag'],
  [/bemerkung|kommentier|\banmerken/i, 'Anmerkung'],

  // Signing in
  [/log-?in/i, 'Zugang; the act is anmelden, Anmeldung'],
  [/\b(?:eigene|ihre|keine andere|mit ihrer) anmeldung\b/i, 'Zugang'],
  [/art der anmeldung|\bweg(?:e)? zur anmeldung/i, 'Anmeldeweg'],
  [/\b(?:jetzig|bisherig|derzeitig)\w+ passwort/i, 'aktuelles Passwort'],
  [/wieder zulassen|hereinlassen|wieder frei\b/i, 'entsperren'],
  [/abgewiesen|zurückgewiesen/i, 'abgelehnt'],

  // The rest
  [/aktivitätsprotokoll|\b(?:im|der) verlauf\b/i, 'Protokoll'],
  [/berichtig/i, 'korrigieren, Korrektur'],
  [/zusatzfeld|benutzerdefiniert/i, 'eigenes Feld'],
  [/auswahlwert/i, 'Option'],
  [/\bausgabe\b|\bausgeben\b/i, 'exportieren, Export'],
  [/\bsichern\b/i, 'speichern'],
  [/das hochladen (?:neu|ab)/i, 'Upload'],
  [/unterschrieben|unterschreibt/i, 'signiert'],
  [/\bStand\b/, 'Status; of a day: Stichtag'],
  [/tage, die kommen/i, 'anstehende Termine'],
  [/\b(?:Typ|Typen|Typs)\b/, 'Art'],
  [/\bIds?\b/, 'ID'],
  [/(?<![-\w])Mails?\b/, 'E-Mail'],
  [/(?<![-.\w])(?:du|dich|dir|dein(?:e[mnrs]?)?|euch|euer|eure[mnrs]?)(?![-.\w])/i, 'Sie, Ihr'],
]
