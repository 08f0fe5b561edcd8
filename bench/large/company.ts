import { addDays, type Day } from '../../src/domain/day.ts'
import { namesMadeUp, seeded, type Random } from './random.ts'

/**
 * A company shaped like the best known public sample of employees: nine departments of very different size, hires of
 * fifteen years that become fewer, half as many later job rows as people, managers who follow each other, and every fifth
 * has left. All of it is made up, and the same in each run.
 *
 * That sample has one manager for each department. Here people have a lead for about fifty of them, and the leads report
 * to the manager of the department: a chart in which one person has 70,000 reports would be no chart.
 */

/** A job from a day on. */
export interface LaterJob {
  day: Day
  title?: string
  department?: string
  managerEmail?: string
}

export interface Employee {
  given: string
  family: string
  email: string
  department: string
  title: string
  hired: Day
  managerEmail: string
  /** In order of their days. */
  later: LaterJob[]
  lastDay: Day | null
}

export interface Company {
  departments: string[]
  /** Who is there before all others: the chief executive and all managers of departments. */
  first: Omit<Employee, 'later' | 'lastDay'>[]
  employees: Generator<Employee>
}

/** With the share of the people in each. */
const departments = {
  Engineering: 0.26,
  Manufacturing: 0.22,
  Sales: 0.16,
  'Customer Care': 0.07,
  Research: 0.06,
  Marketing: 0.06,
  Quality: 0.06,
  'People and Culture': 0.06,
  Finance: 0.05,
}
const ladders = [
  ['Engineer', 'Senior Engineer', 'Principal Engineer'],
  ['Assistant', 'Associate', 'Senior Associate'],
  ['Technician', 'Senior Technician', 'Technical Lead'],
]
const firstDay: Day = '1985-01-01'
const hiringDays = 15 * 365
const reportsOfLead = 50
/** The day on which each of the managers of a department begins. */
const managersFrom: Day[] = ['1985-01-01', '1991-10-01', '1996-08-01']
const share = { promoted: 0.36, moved: 0.1, left: 0.2 }

const slug = (text: string) => text.toLowerCase().replaceAll(' ', '-')
const managerEmail = (department: string, term: number) => `manager.${term}.${slug(department)}@large.example`
const termOn = (day: Day) => managersFrom.findLastIndex((from) => from <= day)
const chief = 'chief@large.example'

/** @param count how many employees; they come in the order of their first days */
export function makeCompany(count: number, seed = 42): Company {
  const names = Object.keys(departments)
  const managers = names.flatMap((department) =>
    managersFrom.map((_, term) => ({
      given: ['Ann', 'Ben', 'Cem'][term]!,
      family: `Of ${department}`,
      email: managerEmail(department, term),
      department,
      title: `Manager of ${department}`,
      hired: firstDay,
      managerEmail: chief,
    })),
  )
  const top = {
    given: 'Charlie',
    family: 'Chief',
    email: chief,
    department: names[0]!,
    title: 'Chief Executive',
    hired: firstDay,
    managerEmail: 'none',
  }
  return { departments: names, first: [top, ...managers], employees: employees(seeded(seed), count) }
}

function* employees(random: Random, count: number): Generator<Employee> {
  const givenNames = namesMadeUp(random, 1200, false)
  const familyNames = namesMadeUp(random, 1600, true)
  const leads = new Map<string, { email: string; reports: number }>()
  for (let index = 0; index < count; index++) {
    const [given, family] = [random.of(givenNames), random.of(familyNames)]
    const email = `${slug(given)}.${slug(family)}.${index}@large.example`
    const department = departmentOf(random)
    // More are hired at the beginning than at the end.
    const hired = addDays(firstDay, Math.floor(hiringDays * (1 - Math.sqrt(1 - index / count))))
    const lead = leads.get(department)
    const base = { given, family, email, department, hired }
    if (!lead || lead.reports === reportsOfLead) {
      leads.set(department, { email, reports: 0 })
      yield leadOf(base)
    } else {
      lead.reports++
      yield memberOf(random, { ...base, managerEmail: lead.email }, leads)
    }
  }
}

function departmentOf(random: Random): string {
  let left = random.next()
  for (const [name, part] of Object.entries(departments)) if ((left -= part) < 0) return name
  return 'Engineering'
}

type Base = Pick<Employee, 'given' | 'family' | 'email' | 'department' | 'hired'>

/** A lead stays, and gets the next manager of the department when that one begins. */
const leadOf = (base: Base): Employee => ({
  ...base,
  title: 'Team Lead',
  managerEmail: managerEmail(base.department, termOn(base.hired)),
  later: managersFrom.flatMap((day, term) =>
    day > base.hired ? { day, managerEmail: managerEmail(base.department, term) } : [],
  ),
  lastDay: null,
})

function memberOf(
  random: Random,
  base: Base & { managerEmail: string },
  leads: ReadonlyMap<string, { email: string }>,
): Employee {
  const ladder = random.of(ladders)
  const later: LaterJob[] = []
  let day = base.hired
  const after = (years: number) => (day = addDays(day, Math.floor(365 * (years + 3 * random.next()))))
  if (random.next() < share.promoted) later.push({ day: after(4), title: ladder[1]! })
  const department = random.next() < share.moved ? departmentOf(random) : base.department
  const lead = leads.get(department)
  if (department !== base.department && lead)
    later.push({ day: after(2), department, managerEmail: lead.email })
  const lastDay = random.next() < share.left ? after(2) : null
  return { ...base, title: ladder[0]!, later, lastDay }
}
