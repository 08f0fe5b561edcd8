import type { Translations } from '../../../pages/language.ts'

const en = {
  at: (role: string, company: string) => `${role} at ${company}`,
  waiting: 'Waiting for you',
  nothingWaits: 'Nothing waits for you.',
  allApprovals: 'All requests',
  day: (change: string) => `${change}, from`,
  next: 'Set up your company',
  done: 'Complete',
  toDo: 'To do',
  steps: {
    entity: 'A legal entity',
    location: 'A location',
    units: 'Units, such as departments and teams',
    people: 'People',
    invited: 'Somebody else is invited',
    ai_connected: 'An assistant is connected',
  },
  basics: 'Set up the basics',
  add: 'Add',
  addLabel: (step: string) => `Add: ${step}`,
  connect: 'Your account',
  shortcuts: 'Every day',
  today: 'The company today',
  people: 'People',
  joining: 'Join this month',
  leaving: 'Leave within 60 days',
  notInvited: 'Without a login or an invite',
  openPositions: 'Open positions',
  openChecklists: 'Open checklists',
  tasks: 'To do',
  needs: {
    first_day: 'First day',
    probation_ends: 'Probation ends',
    offboard: 'Last day',
    move_roles: 'Leaves, and others depend on them',
    contract_ends: 'Contract ends',
  },
  counted: {
    invite_people: (count: number) =>
      `${count} ${count === 1 ? 'person has' : 'people have'} no login and no invite`,
    unit_heads: (count: number) => `${count} ${count === 1 ? 'unit has' : 'units have'} no lead`,
    personal_details: (count: number) =>
      `${count} ${count === 1 ? 'person has' : 'people have'} recorded no private details`,
    no_manager: (count: number) => `${count} ${count === 1 ? 'person has' : 'people have'} nobody above`,
  },
  latePositions: (count: number) =>
    `${count} ${count === 1 ? 'position is' : 'positions are'} not filled, and the day to start is over`,
  lateTasks: (count: number) =>
    `${count} ${count === 1 ? 'task of a checklist is' : 'tasks of checklists are'} overdue`,
  checklists: 'Checklists under way',
  allChecklists: 'All checklists',
  dependents: (count: number) => `${count} ${count === 1 ? 'person or unit' : 'people and units'}`,
  coming: 'The next 60 days',
  kinds: {
    starts: 'First day',
    last_day: 'Last day',
    probation_ends: 'Probation ends',
    contract_ends: 'Contract ends',
    job_change: 'New job',
  },
  more: (count: number) => `and ${count} more`,
  show: 'Show',
  showLabel: (what: string) => `Show: ${what}`,
}

const de: typeof en = {
  at: (role, company) => `${role}, ${company}`,
  waiting: 'Wartet auf Sie',
  nothingWaits: 'Nichts wartet auf Sie.',
  allApprovals: 'Alle Anträge',
  day: (change) => `${change}, ab`,
  next: 'Unternehmen einrichten',
  done: 'Erledigt',
  toDo: 'Offen',
  steps: {
    entity: 'Eine Gesellschaft',
    location: 'Ein Standort',
    units: 'Einheiten, etwa Abteilungen und Teams',
    people: 'Personen',
    invited: 'Jemand ist eingeladen',
    ai_connected: 'Ein Assistent ist verbunden',
  },
  basics: 'Grundlagen einrichten',
  add: 'Hinzufügen',
  addLabel: (step) => `Hinzufügen: ${step}`,
  connect: 'Ihr Konto',
  shortcuts: 'Täglich',
  today: 'Das Unternehmen heute',
  people: 'Personen',
  joining: 'Eintritte in diesem Monat',
  leaving: 'Austritte in 60 Tagen',
  notInvited: 'Ohne Zugang und Einladung',
  openPositions: 'Offene Planstellen',
  openChecklists: 'Offene Checklisten',
  tasks: 'Zu tun',
  needs: {
    first_day: 'Erster Tag',
    probation_ends: 'Probezeit endet',
    offboard: 'Letzter Tag',
    move_roles: 'Scheidet aus, und andere hängen davon ab',
    contract_ends: 'Vertrag endet',
  },
  counted: {
    invite_people: (count) =>
      `${count} ${count === 1 ? 'Person hat' : 'Personen haben'} weder Zugang noch Einladung`,
    unit_heads: (count) => `${count} ${count === 1 ? 'Einheit hat' : 'Einheiten haben'} keine Leitung`,
    personal_details: (count) =>
      `${count} ${count === 1 ? 'Person hat' : 'Personen haben'} keine privaten Angaben gemacht`,
    no_manager: (count) => `${count} ${count === 1 ? 'Person hat' : 'Personen haben'} keine Führungskraft`,
  },
  latePositions: (count) =>
    `${count} ${count === 1 ? 'Planstelle ist' : 'Planstellen sind'} nicht besetzt, obwohl jemand schon anfangen sollte`,
  lateTasks: (count) =>
    `${count} ${count === 1 ? 'Aufgabe einer Checkliste ist' : 'Aufgaben von Checklisten sind'} überfällig`,
  checklists: 'Laufende Checklisten',
  allChecklists: 'Alle Checklisten',
  dependents: (count) => `${count} ${count === 1 ? 'Person oder Einheit' : 'Personen und Einheiten'}`,
  coming: 'Die nächsten 60 Tage',
  kinds: {
    starts: 'Erster Tag',
    last_day: 'Letzter Tag',
    probation_ends: 'Probezeit endet',
    contract_ends: 'Vertrag endet',
    job_change: 'Neue Stelle',
  },
  more: (count) => `und ${count} weitere`,
  show: 'Zeigen',
  showLabel: (what) => `Zeigen: ${what}`,
}

/** The home pages. */
export const homeTexts: Translations<typeof en> = { en, de }
