import { day } from '../../parts/day/part.ts'
import { html, type Child } from '../../parts/html.ts'
import { section } from '../../parts/list/part.ts'
import { table } from '../../parts/table/part.ts'
import { pathTo, type AppRequest } from '../../request.ts'
import { namesOfChanges } from '../../show/changes.ts'
import type { Outcome } from './outcomes.ts'
import { importTexts } from './texts.ts'

/** So many rows are told one by one. */
const shown = 50

/** The rows of a file with what happens to their people: first those that do something. */
export function rowSection(request: AppRequest, outcomes: readonly Outcome[]): Child {
  const t = importTexts[request.language]
  const rows = outcomes.toSorted(
    (a, b) => Number(a.outcome === 'unchanged') - Number(b.outcome === 'unchanged'),
  )
  const rest = rows.length - shown
  return section(
    'rows',
    t.rows,
    table({
      caption: t.rows,
      rows: rows.slice(0, shown),
      none: undefined,
      columns: [
        {
          name: t.rowAndName,
          value: ({ row, id, name }) => [
            html`<span class="note">${row}</span> `,
            id === undefined ? name : html`<a href=${pathTo(request, `people/${id}`)}>${name}</a>`,
          ],
        },
        { name: t.happens, value: (outcome) => whatHappens(request, outcome) },
      ],
    }),
    rest > 0 && html`<p class="note">${t.further(rest)}</p>`,
  )
}

/** The properties of a change itself, which no file names. */
const ofChange: ReadonlySet<string> = new Set(['effective_date', 'reason'])

function whatHappens({ language }: AppRequest, { outcome, changes }: Outcome): Child {
  const t = importTexts[language]
  if (outcome !== 'updated') return outcome === 'created' ? t.hire : t.nothing
  const from = changes.find(({ field }) => field === 'effective_date')?.after
  const names = namesOfChanges(
    changes.filter(({ field }) => !ofChange.has(field)),
    language,
  )
  return [
    `${t.change}: ${names.join(', ')}`,
    typeof from === 'string' && [`, ${t.from} `, day(from, language)],
  ]
}
