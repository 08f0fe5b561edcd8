/** Names of the properties of positions: English, German. */
export const positionFields: Readonly<Record<string, readonly [en: string, de: string]>> = {
  can_reopen: ['Can be opened again', 'Kann wieder geöffnet werden'],
  filled_by: ['Filled by', 'Besetzt mit'],
  filled_on: ['Filled on', 'Besetzt am'],
  max: ['Up to', 'Bis'],
  min: ['From', 'Von'],
  pay_range: ['Pay range', 'Gehaltsrahmen'],
  pay_range_hidden: ['Pay range hidden', 'Gehaltsrahmen verborgen'],
  position_id: ['Position', 'Planstelle'],
  replaces: ['Replaces', 'Ersetzt'],
  replaces_person_id: ['Replaces', 'Ersetzt'],
  reports_to_person: ['Reports to a person', 'Berichtet an eine Person'],
  filled_by_person_id: ['Filled by', 'Besetzt mit'],
  reports_to_person_id: ['Reports to a person', 'Berichtet an eine Person'],
  reports_to_position: ['Reports to a position', 'Berichtet an eine Planstelle'],
  reports_to_position_id: ['Reports to a position', 'Berichtet an eine Planstelle'],
  target_start_date: ['Should start', 'Soll beginnen'],
}
