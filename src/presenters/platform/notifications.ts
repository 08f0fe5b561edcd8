import type { Turn } from '../../access/approvals.ts'
import { extraMails, includedMails } from '../../domain/optional-mails.ts'
import type { components } from '../../generated/contract.ts'
import type { RequestRow } from '../../queries/org/approvals.ts'
import type { MailMonth } from '../../queries/platform/optional-mails.ts'
import type { NotificationReader, NotificationRow } from '../../queries/platform/notifications.ts'

type Notification = components['schemas']['Notification']

/** A request that the reader can decide, and in whose place. */
interface Asked {
  request: RequestRow
  turn: Turn | null
}

const nothing = { reminder: null, task: null, approval: null, document: null } as const

/** A notification that holds, as its reader sees it. One of a request that nobody looked at may hold. */
export function presentNotification(
  row: NotificationRow,
  reader: NotificationReader,
  asked: Asked | undefined,
): Notification {
  const common = {
    id: row.id,
    kind: row.kind,
    created_at: row.created_at,
    read: row.read,
    person_name: row.person_name,
    ...nothing,
  }
  const side = reader.hr ? '/manage' : ''
  switch (row.kind) {
    case 'reminder': {
      const self = row.person_id === reader.personId
      return {
        ...common,
        href: self ? '/profile' : `${side}/people/${row.person_id}`,
        date: row.date,
        reminder: { kind: row.reminder!, years: row.years, self },
      }
    }
    case 'task': {
      const own = row.own ?? false
      return {
        ...common,
        href: own ? '/tasks' : '/manage/tasks',
        date: row.due_date,
        task: { title: row.task_title!, checklist: row.checklist!, own },
      }
    }
    case 'approval_request': {
      if (!asked) return { ...common, kind: 'unavailable', href: null, person_name: null, date: null }
      const { request, turn } = asked
      return {
        ...common,
        href: `${side}/approvals/${request.id}`,
        date: request.effective_date,
        approval: { change: request.kind, proposer_name: request.proposer_name, as: turn!.as },
      }
    }
    case 'document_uploaded':
      return {
        ...common,
        href: `/manage/people/${row.person_id}`,
        date: null,
        document: { category: row.category! },
      }
  }
}

/** The settings of optional mails, and what they cost. */
export const presentMailSettings = ({
  email,
  extra_limit,
  month,
  active_people,
  people_of_month,
  sent,
}: MailMonth): components['schemas']['NotificationSettings'] => ({
  email,
  extra_limit,
  usage: {
    month: month.slice(0, 7),
    active_people,
    included: includedMails(people_of_month),
    sent,
    ...extraMails(sent, people_of_month),
  },
})
