import { personErased } from '../../../events/people.ts'
import { erasureProblems } from '../../../access/people.ts'
import { presentKept } from '../../../presenters/org/erased.ts'
import { lockToErase } from '../../../queries/org/erasing.ts'
import { lockPerson, type LockedPerson } from '../../../queries/org/timelines.ts'
import { erasePerson } from '../../../services/erasing/erase-person.ts'
import { action, type Input, type Result } from '../../action.ts'
import type { Context } from '../../context.ts'

type Id = 'org_people_erase'

/** Deletes the data of somebody who has left. */
export const handler = action('org_people_erase', { subject, authorize, run })

async function subject({ db }: Context<Id>, { person_id: id }: Input<Id>): Promise<LockedPerson | undefined> {
  await lockToErase(db, id)
  return lockPerson(db, id)
}

function authorize({ caller, refuse }: Context<Id>, { personId, role }: LockedPerson): void {
  refuse(erasureProblems(caller, { id: personId, role }))
}

async function run(ctx: Context<Id>, _input: Input<Id>, person: LockedPerson): Promise<Result<Id>> {
  const { today, language } = ctx
  if (person.erased) throw ctx.fail('erased_already', { record_id: person.personId })
  const isOver = person.timeline.employments.every(({ lastDay }) => lastDay !== null && lastDay < today)
  if (!isOver) throw ctx.fail('employment_not_over', { record_id: person.personId })
  const { closedRequests, gone, kept } = await erasePerson(ctx, person)
  ctx.record(personErased(person.personId))
  return {
    person_id: person.personId,
    erased: true,
    closed_requests: closedRequests,
    gone,
    kept: kept.map((one) => presentKept(one, language)),
  }
}
