import { day } from '../../parts/day/part.ts'
import { diff, type Change } from '../../parts/diff/part.ts'
import { html, type Child } from '../../parts/html.ts'
import { facts, list } from '../../parts/list/part.ts'
import { money } from '../../parts/money/part.ts'
import type { AppRequest } from '../../request.ts'
import { jobTerms } from '../../show/job-terms.ts'
import { show } from '../../show/value.ts'
import { formTexts } from '../../texts/forms.ts'
import { fieldName } from '../../texts/labels.ts'
import type { Approval } from './approvals.ts'
import { approvalTexts } from './texts.ts'

type Job = NonNullable<Approval['job_change']>['after']

/** The change of a request: before and after beside each other. A reader who may not see it is told so. */
export function changeOf(request: AppRequest, approval: Approval): Child {
  const { job_change, termination, pay_change } = approval
  if (job_change) return jobChange(request, job_change)
  if (termination) return endOf(request, termination)
  if (pay_change) return payChange(request, approval.effective_date, pay_change)
  return html`<p class="note">${approvalTexts[request.language].hidden}</p>`
}

/** A table of changes in a frame, which scrolls by itself where long words need it. */
const framed = ({ language }: AppRequest, changes: Child): Child => html`
  <div class="table-frame">
    <div class="table-scroll" tabindex="0" role="region" aria-label=${approvalTexts[language].what}>
      ${changes}
    </div>
  </div>
`

const words = ({ language }: AppRequest) => {
  const { field, before, after, nothing } = formTexts[language]
  return { field, before, after, nothing }
}

function jobChange(request: AppRequest, { before, after }: NonNullable<Approval['job_change']>): Child {
  const changes = jobTerms.flatMap((name): Change[] => {
    const [was, is] = [before?.[name] ?? null, after[name] ?? null]
    if (was === null && is === null) return []
    return [
      {
        field: fieldName(name, request.language),
        before: was === null ? null : show(request, name, was),
        after: is === null ? null : show(request, name, is),
        same: idOf(was) === idOf(is),
      },
    ]
  })
  // What changes comes first.
  return framed(
    request,
    diff(
      changes.toSorted((a, b) => Number(a.same) - Number(b.same)),
      words(request),
    ),
  )
}

/** The identity of a value: of a record its id, whatever it is called by now. */
const idOf = (value: Job[(typeof jobTerms)[number]]): unknown =>
  typeof value === 'object' && value !== null ? value.id : value

function endOf(request: AppRequest, end: NonNullable<Approval['termination']>): Child {
  const { language } = request
  const t = approvalTexts[language]
  const later = end.later_jobs ?? []
  return [
    facts([
      { name: t.change, value: t.endings[end.change as keyof typeof t.endings] },
      { name: t.lastDay, value: day(end.last_day, language) },
      ...(end.job ? [{ name: fieldName('job', language), value: end.job.title }] : []),
      ...(end.reason === null ? [] : [{ name: t.reason, value: end.reason }]),
    ]),
    later.length > 0 && [
      html`<h3>${t.later}</h3>`,
      list(
        later.map(({ title, valid_from }) => ({ name: [t.laterRow(title), ' ', day(valid_from, language)] })),
      ),
    ],
  ]
}

function payChange(
  request: AppRequest,
  effectiveDate: string,
  { amount, currency, period, note, before, removes }: NonNullable<Approval['pay_change']>,
): Child {
  const { language } = request
  const t = approvalTexts[language]
  const proposed = money(amount, currency, language, period)
  const other = before && money(before.amount, before.currency, language, before.period)
  return [
    removes && html`<p>${t.removes}</p>`,
    framed(
      request,
      diff(
        [
          removes
            ? { field: t.pay, before: proposed, after: other }
            : { field: t.pay, before: other, after: proposed },
          ...(removes
            ? []
            : [
                {
                  field: t.payFrom,
                  before: before && day(before.valid_from, language),
                  after: day(effectiveDate, language),
                },
              ]),
        ],
        words(request),
      ),
    ),
    note !== null && facts([{ name: t.note, value: note }]),
  ]
}
