import type { ActionId } from '../../../generated/actions.ts'
import { linkButton, type ButtonKind } from '../../parts/button/part.ts'
import { day, moment } from '../../parts/day/part.ts'
import type { Child } from '../../parts/html.ts'
import { facts, section, type Fact } from '../../parts/list/part.ts'
import { timeline, type Moment } from '../../parts/timeline/part.ts'
import type { Page } from '../../page.ts'
import { allows, call, formPath, pathTo, type AppRequest } from '../../request.ts'
import { show } from '../../show/value.ts'
import { stateOf, type Approval } from './approvals.ts'
import { valueName } from '../../texts/labels.ts'
import { changeOf } from './change.ts'
import { approvalTexts } from './texts.ts'

/** A request for approval: what it changes, who decides, and the buttons of those whose turn it is. */
export const approvalPage: Page = async (request) => {
  const { params, language } = request
  const t = approvalTexts[language]
  const approval = await call(request, 'org_approvals_get', { request_id: params['id']! })
  return {
    title: t.of(valueName(approval.change, language), approval.person.name),
    trail: [{ text: t.title, href: pathTo(request, 'approvals') }],
    actions: buttons(request, approval),
    body: [
      section('what', isOver(approval) ? t.proposedChange : t.what, changeOf(request, approval)),
      section('steps', t.steps, timeline(approval.steps.map((step) => momentOf(request, step)))),
      section('about', t.about, facts(aboutOf(request, approval))),
    ],
  }
}

/** Tells whether the request was closed, and nothing changed. */
const isOver = ({ status }: Approval): boolean => status !== 'pending' && status !== 'approved'

/** Buttons for the decisions that are open to the reader, as the answer says. */
function buttons(request: AppRequest, { id, can_decide, can_withdraw }: Approval): Child {
  const query = { request_id: id, back: pathTo(request, `approvals/${id}`) }
  const t = approvalTexts[request.language]
  const offered: [boolean, ActionId, string, ButtonKind][] = [
    [can_decide, 'org_approvals_approve', t.approve, 'main'],
    [can_decide, 'org_approvals_reject', t.reject, 'danger'],
    [can_withdraw, 'org_approvals_withdraw', t.withdraw, 'quiet'],
  ]
  const shown = offered.filter(([can, action]) => can && allows(request, action))
  if (shown.length === 0) return undefined
  return shown.map(([, action, text, kind]) => linkButton(formPath(request, action, query), { text, kind }))
}

function momentOf(request: AppRequest, step: Approval['steps'][number]): Moment {
  const { language, organization } = request
  const t = approvalTexts[language]
  const { approver, status, approvers, decided_by, decided_at, note } = step
  const names = approvers.map((person, index) => [index > 0 && ', ', show(request, 'person', person)])
  const isOpen = status === 'pending' || status === 'waiting'
  return {
    when:
      decided_at === null ? valueName(status, language) : moment(decided_at, language, organization.timeZone),
    what:
      decided_at === null
        ? valueName(approver, language)
        : `${valueName(approver, language)}: ${valueName(status, language)}`,
    note: [
      decided_by && t.decidedBy(decided_by.name),
      isOpen && (names.length > 0 ? [t.can, ' ', names] : t.nobody),
      note !== null && [' – ', note],
    ],
    ...(status === 'pending' && { state: 'now' as const }),
    ...(status === 'waiting' && { state: 'coming' as const }),
  }
}

function aboutOf(request: AppRequest, approval: Approval): Fact[] {
  const { language, organization } = request
  const t = approvalTexts[language]
  const { proposed_by, proposed_at, decision_note, closed_reason } = approval
  return [
    { name: t.state, value: stateOf(request, approval) },
    { name: t.person, value: show(request, 'person', approval.person) },
    { name: t.day, value: day(approval.effective_date, language) },
    {
      name: t.by,
      value: [t.proposed(proposed_by.name), ' ', moment(proposed_at, language, organization.timeZone)],
    },
    ...(approval.status === 'pending' ? [{ name: t.until, value: day(approval.expires_on, language) }] : []),
    ...(decision_note === null ? [] : [{ name: t.decision, value: decision_note }]),
    ...(closed_reason === null ? [] : [{ name: t.whyClosed, value: closed_reason }]),
  ]
}
