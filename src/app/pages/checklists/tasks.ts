import type { Result } from '../../../actions/action.ts'
import { forHr } from '../../../domain/checklists.ts'
import { today } from '../../../domain/day.ts'
import type { ActionId } from '../../../generated/actions.ts'
import { badge } from '../../parts/badge/part.ts'
import { linkButton } from '../../parts/button/part.ts'
import { day } from '../../parts/day/part.ts'
import { empty } from '../../parts/empty/part.ts'
import { html, type Child } from '../../parts/html.ts'
import { more } from '../../parts/more/part.ts'
import { table } from '../../parts/table/part.ts'
import type { Page } from '../../page.ts'
import { addressOf, allows, call, formPath, pathTo, type AppRequest } from '../../request.ts'
import { doButton } from '../actions/ask.ts'
import { tabsOf } from './checklists.ts'
import { checklistTexts } from './texts.ts'

export type Task = Result<'org_checklists_tasks_list'>[number]

const setStatus = 'org_checklists_tasks_set_status'

/** So many tasks are on a page. */
const onPage = 50

const states = ['open', 'done', 'skipped'] as const
type Status = (typeof states)[number]

/**
 * The tasks that the reader, or somebody whom HR asks for, has to do; or those that are done or skipped, such as one that was ticked
 * by mistake. In pages.
 */
export const tasksPage: Page = async (request) => {
  const { language, search, side } = request
  const t = checklistTexts[language]
  const [after, assigneeId] = ['after', 'assignee_id'].map((name) => search.get(name) || undefined)
  const status = states.find((one) => one === search.get('status')) ?? 'open'
  const [tasks, assignee] = await Promise.all([
    call(request, 'org_checklists_tasks_list', {
      ...{ limit: onPage, status },
      ...(after && { after }),
      ...(assigneeId && { assignee_id: assigneeId }),
    }),
    assigneeId && call(request, 'org_people_get', { person_id: assigneeId }),
  ])
  const isHr = allows(request, 'org_checklists_runs_list')
  const to = (one: Status, from?: string) =>
    pathTo(request, 'tasks', {
      ...{ assignee_id: assigneeId, status: one === 'open' ? undefined : one, after: from },
    })
  return {
    ...(assignee
      ? {
          title: t.tasksOf(assignee.name),
          trail: [{ text: assignee.name, href: pathTo(request, `people/${assignee.id}`) }],
        }
      : { title: side === 'manage' ? t.title : t.ownTasks, lead: isHr ? t.hrLead : t.ownLead }),
    body: [
      side === 'manage' && isHr && !assignee && tabsOf(request, 'tasks'),
      taskTable(request, tasks, addressOf(request), true, status === 'open' ? t.noTasks : t.noneLike),
      tasks.length === onPage &&
        html`<div class="row">${linkButton(to(status, tasks.at(-1)!.id), { text: t.nextTasks })}</div>`,
      html`<div class="row">
        ${states
          .filter((one) => one !== status)
          .map((one) => linkButton(to(one), { text: t.tasksThat[one], small: true }))}
      </div>`,
    ],
  }
}

/**
 * Tasks with what the reader may do with each.
 *
 * @param back the address of the page, to which forms come back
 * @param named tells of which checklist each is, and for whom
 */
export function taskTable(
  request: AppRequest,
  tasks: readonly Task[],
  back: string,
  named: boolean,
  none?: string,
): Child {
  const t = checklistTexts[request.language]
  return table<Task>({
    stack: true,
    rowId: ({ id }) => placeOf(id),
    caption: t.tasks,
    rows: tasks,
    none: empty(none ?? t.noTasks),
    columns: [
      { name: t.task, value: (task) => titleOf(request, task) },
      ...(named ? [{ name: t.person, value: (task: Task) => aboutOf(request, task) }] : []),
      { name: t.due, value: (task) => dueOf(request, task) },
      { name: t.who, value: (task) => assigneeOf(request, task) },
      { name: t.status, value: (task) => statusOf(request, task) },
      { name: t.change, value: (task) => waysOf(request, task, back) },
    ],
  })
}

function titleOf({ language }: AppRequest, { title, description, link_url }: Task): Child {
  const t = checklistTexts[language]
  return [
    title,
    description !== null && html`<p class="note lines">${description}</p>`,
    link_url !== null &&
      html`<p>
        <a href=${link_url} rel="noreferrer" aria-label=${t.openLinkLabel(title, hostOf(link_url))}
          >${hostOf(link_url)}</a
        >
      </p>`,
  ]
}

/** Where a link leads: who clicks it should know. */
const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url)

const aboutOf = (request: AppRequest, { person, run }: Task): Child => [
  html`<a href=${pathTo(request, `people/${person.id}`)}>${person.name}</a>`,
  html`<p class="note">
    ${
      allows(request, 'org_checklists_runs_get')
        ? html`<a href=${pathTo(request, `checklists/${run.id}`)}>${run.name}</a>`
        : run.name
    }
  </p>`,
]

/** The day on which a task is due; one that is still to do after it is marked. */
export function dueOf(
  { language, organization, runtime }: AppRequest,
  { due_date, status, run }: Task,
): Child {
  const isLate =
    status === 'open' && run.status === 'open' && due_date < today(runtime.clock(), organization.timeZone)
  return [day(due_date, language), isLate && [' ', badge(checklistTexts[language].overdue, 'warn')]]
}

function assigneeOf({ language }: AppRequest, { assignee, manager_missing }: Task): Child {
  const t = checklistTexts[language]
  if (assignee.type !== forHr) return assignee.person?.name
  if (assignee.person !== null) return t.hrInstead(assignee.person.name)
  return manager_missing ? t.noManager : t.hr
}

function statusOf({ language }: AppRequest, task: Task): Child {
  const { status, skip_reason, resolved_at, resolved_by, comments } = task
  const t = checklistTexts[language]
  const names: Readonly<Record<string, string>> = t.taskStatuses
  return [
    badge(names[status] ?? status, status === 'done' ? 'good' : undefined),
    skip_reason !== null && html`<p class="note lines">${skip_reason}</p>`,
    resolved_at !== null &&
      html`<p class="note">
        ${day(resolved_at.slice(0, 10), language)}${resolved_by && [', ', resolved_by.name]}
      </p>`,
    comments.length > 0 &&
      html`<details>
        <summary>${t.remarks(comments.length)}</summary>
        ${comments.map(
          ({ author, text, at }) =>
            html`<p class="note lines">
              ${author?.name ?? t.somebody}, ${day(at.slice(0, 10), language)}: ${text}
            </p>`,
        )}
      </details>`,
  ]
}

/** The place of a task in a page, to which its forms come back. */
const placeOf = (id: string): string => `task-${id}`

/** To tick a task, or open it again, takes one click; the other ways are folded. */
function waysOf(request: AppRequest, { id, title, status, can }: Task, page: string): Child {
  const t = checklistTexts[request.language]
  const back = `${page}#${placeOf(id)}`
  const isOpen = status === 'open'
  const set = (to: 'done' | 'open', text: string, label: string): Child =>
    doButton(request, setStatus, { task_id: id, status: to }, back, {
      text,
      label,
      small: true,
    })
  const ways: { action: ActionId; text: string; shown: boolean; given?: Record<string, string> }[] = [
    { action: setStatus, text: t.skip, shown: can.skip && isOpen, given: { status: 'skipped' } },
    { action: 'org_checklists_tasks_comment', text: t.comment, shown: can.comment },
    { action: 'org_checklists_tasks_reassign', text: t.reassign, shown: can.reassign },
    { action: 'org_checklists_tasks_update', text: t.edit, shown: can.reassign },
  ]
  return html`<div class="row">
    ${can.tick && (isOpen ? set('done', t.tick, t.tickLabel(title)) : set('open', t.again, t.againLabel(title)))}
    ${more(
      t.more,
      title,
      ways
        .filter(({ action, shown }) => shown && allows(request, action))
        .map(({ action, text, given }) => ({
          text,
          href: formPath(request, action, { task_id: id, ...given, back }),
        })),
    )}
  </div>`
}
