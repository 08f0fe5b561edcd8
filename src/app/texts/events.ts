import { eventCatalogue } from '../../generated/events.ts'
import type { Language } from '../../texts/language.ts'

/** German sentences about the types of events; the English ones are in the contract. A test finds those that lack. */
export const germanEvents: Readonly<Record<string, string>> = {
  'approval.approved': 'Ein Antrag wurde freigegeben, und seine Änderung gilt.',
  'approval.closed': 'Ein Antrag endete ohne Entscheidung.',
  'approval.rejected': 'Ein Antrag wurde abgelehnt.',
  'approval.requested': 'Eine Änderung wurde beantragt und wartet auf Freigabe.',
  'checklist.cancelled': 'Eine Checkliste wurde abgebrochen.',
  'checklist.completed': 'Keine Aufgabe einer Checkliste ist mehr offen.',
  'checklist.reopened': 'In einer abgeschlossenen Checkliste ist wieder eine Aufgabe offen.',
  'checklist.started': 'Eine Checkliste wurde für jemanden begonnen.',
  'checklist.task_done': 'Eine Aufgabe einer Checkliste wurde erledigt.',
  'document.created': 'Ein Dokument wurde hinzugefügt.',
  'document.deleted': 'Ein Dokument wurde gelöscht oder in seinem Feld ersetzt.',
  'document.updated': 'Angaben zu einem Dokument wurden geändert.',
  'invite.accepted': 'Jemand hat eine Einladung angenommen.',
  'job.corrected': 'Ein Eintrag eines Werdegangs wurde korrigiert.',
  'job.removed': 'Ein geplanter Eintrag eines Werdegangs wurde entfernt.',
  'legal_entity.archived': 'Eine Gesellschaft wurde archiviert.',
  'legal_entity.created': 'Eine Gesellschaft wurde angelegt.',
  'legal_entity.updated': 'Name, Nummern oder Anschrift einer Gesellschaft wurden geändert.',
  'location.archived': 'Ein Standort wurde archiviert.',
  'location.created': 'Ein Standort wurde angelegt.',
  'location.updated': 'Name, Anschrift oder andere Angaben eines Standorts wurden geändert.',
  'member.disabled': 'Ein Mitglied wurde gesperrt, auch weil die Person ausgeschieden ist.',
  'member.enabled': 'Ein gesperrtes Mitglied wurde wieder zugelassen.',
  'member.linked': 'Ein Zugang gehört jetzt zu einer anderen Person oder zu keiner.',
  'member.role_changed': 'Ein Mitglied hat eine andere Rolle bekommen.',
  'person.hired': 'Eine Person wurde mit ihrer ersten Stelle angelegt.',
  'person.job_changed': 'Die Stelle einer Person wurde ab einem Tag geändert.',
  'person.job_started': 'Eine geänderte Stelle hat begonnen.',
  'person.erased': 'Die Daten von jemandem, der ausgeschieden ist, wurden endgültig gelöscht.',
  'person.left': 'Der letzte Tag einer Beschäftigung ist vorbei.',
  'person.rehired': 'Eine ausgeschiedene Person wurde wieder eingestellt.',
  'person.started': 'Der erste Tag einer Beschäftigung ist gekommen.',
  'person.terminated': 'Das Ende einer Beschäftigung wurde bestimmt.',
  'person.termination_cancelled': 'Das Ende einer Beschäftigung wurde zurückgenommen.',
  'person.termination_changed': 'Das Ende einer Beschäftigung wurde verschoben.',
  'person.updated': 'Namen, Nummer, Kontakt oder eigene Felder einer Person wurden geändert.',
  'position.cancelled': 'Eine Planstelle wurde gestrichen.',
  'position.created': 'Eine Planstelle wurde angelegt.',
  'position.filled': 'Eine Planstelle wurde besetzt.',
  'position.reopened': 'Eine besetzte Planstelle ist wieder offen.',
  'position.updated': 'Eine Planstelle wurde geändert.',
  'unit.archived': 'Eine Einheit wurde archiviert.',
  'unit.created': 'Eine Einheit wurde angelegt.',
  'unit.head_changed': 'Eine Einheit hat eine andere Leitung oder keine mehr.',
  'unit.updated': 'Eine Einheit wurde umbenannt, verschoben oder zu einer anderen Art.',
  'webhook.test': 'Jemand hat einen Endpunkt ausprobiert. Nur dieser erhält es.',
}

/** German names of the groups of events. */
export const germanEventGroups: Readonly<Record<string, string>> = {
  Access: 'Zugänge',
  Approvals: 'Freigaben',
  Checklists: 'Checklisten',
  Documents: 'Dokumente',
  People: 'Personen',
  Positions: 'Planstellen',
  Structure: 'Struktur',
  Webhooks: 'Webhooks',
}

/** A sentence that tells when an event of a type happens: in English, the first one of its description. */
export const eventAbout = (type: string, description: string, language: Language): string =>
  (language === 'de' ? germanEvents[type] : undefined) ??
  `${description.replace(/\s+/g, ' ').split(/[.;] /)[0]!.replace(/\.$/, '')}.`

/** A sentence that tells when an event of a type happened; the type itself where this version does not know it. */
export const eventSentence = (type: string, language: Language): string => {
  const catalogue: Readonly<Record<string, { description: string }>> = eventCatalogue
  return Object.hasOwn(catalogue, type) ? eventAbout(type, catalogue[type]!.description, language) : type
}

/** The name of a group of events. */
export const eventGroup = (group: string, language: Language): string =>
  (language === 'de' ? germanEventGroups[group] : undefined) ?? group
