import type { Translations } from '../../../pages/language.ts'

const en = {
  title: 'Units',
  lead: 'The company and its parts, with who leads each and how many people are in it.',
  create: 'Create a unit',
  below: 'Create a unit below',
  change: 'Rename or move',
  head: 'Choose its lead',
  archive: 'Archive',
  actions: 'Change',
  archived: 'Archived',
  showArchived: 'Show archived units',
  hideArchived: 'Hide archived units',
  noLead: 'No lead',
  leads: 'Lead:',
  people: (count: number) => (count === 1 ? '1 person' : `${count} people`),
  unitsBelow: (count: number) => (count === 1 ? '1 unit below' : `${count} units below`),
  up: (name: string) => `Up to ${name}`,
}

const de: typeof en = {
  title: 'Einheiten',
  lead: 'Das Unternehmen und seine Teile, mit Leitung und Zahl der Personen.',
  create: 'Einheit anlegen',
  below: 'Einheit darunter anlegen',
  change: 'Umbenennen oder verschieben',
  head: 'Leitung bestimmen',
  archive: 'Archivieren',
  actions: 'Ändern',
  archived: 'Archiviert',
  showArchived: 'Archivierte Einheiten zeigen',
  hideArchived: 'Archivierte Einheiten ausblenden',
  noLead: 'Keine Leitung',
  leads: 'Leitung:',
  people: (count) => (count === 1 ? '1 Person' : `${count} Personen`),
  unitsBelow: (count) => (count === 1 ? '1 Einheit darunter' : `${count} Einheiten darunter`),
  up: (name) => `Nach oben zu ${name}`,
}

/** The page of units. */
export const unitTexts: Translations<typeof en> = { en, de }
