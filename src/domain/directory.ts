import { problem, type Problem } from '../errors.ts'
import type { Day } from './day.ts'
import type { EmploymentStatus } from './employment.ts'
import { momentOf } from './moment.ts'

/** The filters of the directory by the days on which people joined or left. */
export const ranges = ['joined_between', 'left_between'] as const

/** The filters by a day of the job details, which the directory does not show everybody. */
export const jobDays = ['probation_ends_before', 'contract_ends_before'] as const

/** Days from one to another, both included. Without one of them there is no limit on that side. */
export interface DayRange {
  from?: Day | undefined
  to?: Day | undefined
}

interface DirectoryFilter extends Partial<Record<(typeof ranges)[number], DayRange | undefined>> {
  include_subunits?: boolean | undefined
  unit_id?: string | undefined
}

interface DirectoryInput extends DirectoryFilter, Partial<Record<(typeof jobDays)[number], string>> {
  status?: Status
  location_id?: string
  manager_id?: string
  has_login?: boolean
  has_manager?: boolean
  updated_since?: string
}

/**
 * The statuses that the directory of a day lists when no status is given (org/people.list): with a range, people who
 * have left since, too; on a past day, those who worked here then; otherwise (undefined) who works here or starts
 * later.
 */
function usualStatus(filter: DirectoryFilter, asOf: Day, today: Day): 'all' | 'active' | undefined {
  if (ranges.some((field) => filter[field])) return 'all'
  return asOf < today ? 'active' : undefined
}

type Status = EmploymentStatus | 'all'

/** The query of the directory of a day: the filters of an input, with the usual status. */
export const peopleFilter = (input: DirectoryInput, asOf: Day, today: Day) => ({
  asOf,
  status: input.status ?? usualStatus(input, asOf, today),
  unitId: input.unit_id,
  includeSubunits: input.include_subunits || undefined,
  locationId: input.location_id,
  managerId: input.manager_id,
  joined: input.joined_between,
  left: input.left_between,
  hasLogin: input.has_login,
  hasManager: input.has_manager,
  probationBefore: input.probation_ends_before as Day | undefined,
  contractBefore: input.contract_ends_before as Day | undefined,
  updatedSince: input.updated_since === undefined ? undefined : momentOf(input.updated_since),
})

/** A filter that can match nobody or has no effect is a mistake, which an empty list would hide. So it is refused. */
export function filterProblems(filter: DirectoryFilter): Problem<'subunits_need_unit' | 'range_reversed'>[] {
  const reversed = ranges.filter((field) => {
    const { from, to } = filter[field] ?? {}
    return from !== undefined && to !== undefined && from > to
  })
  return [
    ...(filter.include_subunits && filter.unit_id === undefined ? [problem('subunits_need_unit', {})] : []),
    ...reversed.map((field) => problem('range_reversed', { field })),
  ]
}
