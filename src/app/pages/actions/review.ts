import { actions, type Action, type ActionId } from '../../../generated/actions.ts'
import type { components } from '../../../generated/contract.ts'
import { loadCurrent, showsCurrent } from '../../forms/current.ts'
import { labelOf } from '../../forms/frame.ts'
import { belonging } from '../../forms/read.ts'
import { isFilled, isObject, placesOf, valueAt, type Values } from '../../forms/values.ts'
import type { Screen } from '../../page.ts'
import type { Performed } from '../../../pages/account/member.ts'
import { confirm } from '../../parts/confirm/part.ts'
import { guard } from '../../parts/guard/part.ts'
import { html, type Child } from '../../parts/html.ts'
import { section, type Fact } from '../../parts/list/part.ts'
import { notice } from '../../parts/notice/part.ts'
import { formPath, type AppRequest } from '../../request.ts'
import { homePath } from '../../page.ts'
import { changesOf, isUntold, toTell, type LoggedChange } from '../../show/changes.ts'
import { eventList } from '../../show/events.ts'
import { forReaders } from '../../show/sentence.ts'
import { formTexts } from '../../texts/forms.ts'
import { fieldName, titleOfForm, valueName } from '../../texts/labels.ts'
import { consequences } from '../../texts/consequences.ts'
import { aboutWhat, enteredFacts, lookupsOf } from './entered.ts'
import { carriedAround, isDestructive, type FormOfAction } from './form.ts'
import { inputOf } from './input.ts'

type Line = Omit<components['schemas']['DryRunReport']['activity'][number], 'changes'> & {
  changes: readonly LoggedChange[]
}

/** The page before something is done: what will happen, by the report of a rehearsal. One click does it. */
export async function reviewPage(
  request: AppRequest,
  form: FormOfAction,
  { data, dry_run: report }: Performed,
): Promise<Screen> {
  const { language } = request
  const { id, state, back } = form
  const t = formTexts[language]
  const title = titleOfForm(id, state.values, language)
  const [told, lookups, meanwhile] = await Promise.all([
    linesOf(request, form, report?.activity ?? [], inputOf(form)),
    lookupsOf(request, form),
    changedMeanwhile(request, form),
  ])
  const lines = told.map((line) => lineOf(request, line, isAsked(data)))
  const about = isDestructive(id) ? unnamed(aboutWhat(form, lookups, language), told) : undefined
  const events = report?.events ?? []
  return {
    title,
    lead: t.reviewLead,
    notice: null,
    body: [
      guard(
        { isTyped: true },
        confirm({
          title: t.reviewTitle,
          lines: lines.length > 0 ? lines : [events.length > 0 ? t.noLines : t.nothingChanges],
          notes: [
            about && html`<p>${about.name}: <b>${about.value}</b></p>`,
            meanwhile.length > 0 && notice(t.meanwhile(meanwhile.join(', ')), 'warn'),
            ...(consequences[id] ?? []).map((one) => notice(one[language], 'warn')),
            ...remarksOf(request, data),
            events.length > 0 &&
              html`<div class="fine">
                <p>${t.webhooks}</p>
                ${eventList([...new Set(events)], language)}
              </div>`,
          ],
          action: formPath(request, id),
          values: {
            '~values': JSON.stringify(state.values),
            ...(isFilled(state.filled) && { '~filled': JSON.stringify(state.filled) }),
            '~key': form.key,
            ...Object.fromEntries([...state.owners].map(([path, owner]) => [belonging(path), owner])),
            ...carriedAround(form),
          },
          confirm: isAsked(data) ? t.ask : wordsOf(form, title, lines.length + events.length > 0),
          danger: isDestructive(id) && !isAsked(data),
          change: { text: t.change, name: '~step', value: 'edit' },
          cancel: { text: isCancelling(id) ? t.back : t.cancel, href: back ?? homePath(request) },
        }),
      ),
      !(about && Object.keys(inputOf(form)).length === 1) &&
        section('entered', t.entered, enteredFacts(request, form, lookups)),
    ],
  }
}

/**
 * The fields that the form would change, and that somebody else has changed since it was opened: whoever filled it in has not seen
 * that.
 */
async function changedMeanwhile(request: AppRequest, form: FormOfAction): Promise<string[]> {
  const { id, fields, state } = form
  const { before, values, owners } = state
  if (before === undefined) return []
  const subject = (actions[id] as Action).subject?.path ?? ''
  const current = await loadCurrent(request, id, fields, String(values[subject] ?? ''), owners.get(subject))
  const input = inputOf(form)
  return fields
    .filter(({ name }) => current && isReplaced(input[name], before[name], current.before[name]))
    .map((field) => labelOf(field, request.language))
}

/** Tells whether a change of a value, or of a part of it, would be one of something else than its form began with. */
function isReplaced(change: unknown, before: unknown, now: unknown): boolean {
  if (change === undefined) return false
  if (isObject(change) && isObject(before) && isObject(now))
    return Object.keys(change).some((name) => isReplaced(change[name], before[name], now[name]))
  return before !== undefined && JSON.stringify(before) !== JSON.stringify(now)
}

/** The words of the button that does it: none where a record would stay as it is, or nothing is left to be sent. */
const wordsOf = ({ id, state }: FormOfAction, title: string, changes: boolean): string | undefined =>
  changes || (state.before === undefined && id !== 'webhooks_deliveries_resend') ? title : undefined

/** The subject of an action, unless a line says it: the log names no document, and nobody who is erased. */
const unnamed = (subject: Fact | undefined, lines: readonly Line[]): Fact | undefined =>
  lines.some(({ summary }) => summary.includes(String(subject?.value))) ? undefined : subject

/** Beside a button that cancels something, another one that says `Cancel` would not tell what it does. */
const isCancelling = (id: ActionId): boolean => id.endsWith('_cancel')

/** @param isAsked whether it proposes a change, which is not in the line, to those who decide */
function lineOf(request: AppRequest, { summary, changes }: Line, isAsked: boolean): Child {
  const told = toTell(changes).filter((change) => !isAsked || !isUntold(change))
  return [html`<p>${summary}</p>`, told.length > 0 && changesOf(request, told)]
}

/**
 * The lines of a rehearsal. The log tells no private values; the reader, who has just typed them, sees them beside those that
 * there are now.
 */
async function linesOf(
  request: AppRequest,
  { id, fields, state }: FormOfAction,
  lines: readonly Line[],
  input: Values,
): Promise<Line[]> {
  const isNew = (actions[id] as Action).subject === null && !showsCurrent(id)
  if (!lines.some(({ changes }) => changes.some(isUntold))) return [...lines]
  const subject = state.values[(actions[id] as Action).subject?.path ?? '']
  const current = await loadCurrent(request, id, fields, String(subject ?? ''))
  const told = (change: LoggedChange): LoggedChange => {
    const { field } = change
    const knows = isNew || (current !== undefined && !current.hidden.has(field))
    const after = valueAt(input, field)
    if (!isUntold(change) || !knows || after === undefined) return change
    const label = placesOf(fields, input).find(({ path }) => path === field)?.field.label
    return {
      field,
      before: (current && valueAt(current.before, field)) ?? null,
      after,
      ...(label && { label }),
    }
  }
  return lines.map((line) => ({ ...line, changes: line.changes.map(told) }))
}

/** Remarks that an answer has beside its record: warnings, whose approval is needed, rows of a file that are wrong. */
export function remarksOf(request: AppRequest, data: unknown): Child[] {
  if (!isObject(data)) return []
  const { warnings, notes, approval, row_errors } = data
  const told = [...listOf(notes), ...listOf(row_errors), ...listOf(warnings).filter(isObject)]
  const plain = listOf(notes).length > 0 ? [] : listOf(warnings).filter((one) => typeof one === 'string')
  return [
    ...told.map((one) => notice(sentenceOf(request, one as Values), 'warn')),
    ...plain.map((one) => notice(forReaders(one, request.language), 'warn')),
    isObject(approval) && approvalNotice(request, approval),
  ]
}

/** Tells whether an answer is not the change itself, but a request for approval that others decide. */
export const isAsked = (data: unknown): boolean =>
  isObject(data) && isObject(data['approval']) && data['approval']['status'] === 'pending'

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** A problem with a row of a file says where it is. */
function sentenceOf({ language }: AppRequest, { message, row, column }: Values): Child {
  const told = forReaders(String(message), language)
  if (typeof row !== 'number') return told
  const place = [fieldName('row', language), row, typeof column === 'string' && column]
    .filter(Boolean)
    .join(' ')
  return `${place}: ${told}`
}

function approvalNotice({ language }: AppRequest, approval: Values): Child {
  const t = formTexts[language]
  const { status, waiting_for, approvers, then } = approval
  if (status !== 'pending') return notice(t.approvalAutomatic)
  const names = listOf(approvers).join(', ')
  return notice(
    [
      t.approvalBy(valueName(String(waiting_for), language), names),
      typeof then === 'string' && ` ${t.approvalThen(valueName(then, language))}`,
    ],
    'warn',
  )
}
