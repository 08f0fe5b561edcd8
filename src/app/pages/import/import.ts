import { randomUUID } from 'node:crypto'
import type { Result } from '../../../actions/action.ts'
import { ApiError } from '../../../errors.ts'
import { actions, type Action } from '../../../generated/actions.ts'
import { permit } from '../../../pipeline/permit.ts'
import { problemsOf } from '../../forms/problems.ts'
import { buttonForm, linkButton, submit } from '../../parts/button/part.ts'
import { fault } from '../../parts/fault/part.ts'
import { field, textArea } from '../../parts/field/part.ts'
import { figures } from '../../parts/figures/part.ts'
import { guard } from '../../parts/guard/part.ts'
import { html, type Child } from '../../parts/html.ts'
import { section } from '../../parts/list/part.ts'
import { notice, problems, type Problem } from '../../parts/notice/part.ts'
import { table, type Column } from '../../parts/table/part.ts'
import type { Page, Screen } from '../../page.ts'
import { formPath, pathTo, rehearse, type AppRequest } from '../../request.ts'
import { forReaders } from '../../show/sentence.ts'
import { cellsOf, plain, type Cells } from './cells.ts'
import { outcomesOf, type Line } from './outcomes.ts'
import { renamesOf, type Renames } from './rename.ts'
import { rowSection } from './rows.ts'
import { readSentFile, type SentFile } from './sent.ts'
import { importTexts } from './texts.ts'

type Outcome = Result<'org_people_import_csv'>
type RowError = Outcome['row_errors'][number]

const action: Action = actions.org_people_import_csv

/** `GET import`: where the file is chosen or pasted, with its limits. */
export const importPage: Page = (request) => {
  permit(action, request.caller)
  return Promise.resolve({ ...head(request), body: fileForm(request, '') })
}

/** `POST import`: what the file would do, or what is wrong with it, each fault at its cell. */
export const checkImport: Page = async (request) => {
  permit(action, request.caller)
  const t = importTexts[request.language]
  const file = await readSentFile(request)
  if (file.csv.trim() === '') return refused(request, file, [{ id: 'file', text: t.empty }])
  try {
    const { data, dry_run: report } = await rehearse(request, 'org_people_import_csv', { csv: file.csv })
    const outcome = data as Outcome
    return outcome.row_errors.length > 0
      ? await faulty(request, file, outcome.row_errors)
      : await ready(request, file, outcome, report?.activity ?? [])
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'validation_failed') throw error
    request.ctx.state['failure'] = error
    return refused(
      request,
      file,
      problemsOf(error, request.language).all.map(({ text }) => ({ id: 'csv', text })),
    )
  }
}

function head({ language }: AppRequest): Pick<Screen, 'title' | 'lead'> {
  const { title, lead } = importTexts[language]
  return { title, lead }
}

function fileForm(request: AppRequest, csv: string, renames: Renames = {}): Child {
  const t = importTexts[request.language]
  const isCorrecting = csv !== ''
  return guard(
    { isTyped: isCorrecting },
    html`
      <form class="card form" method="post" action=${pathTo(request, 'import')} enctype="multipart/form-data">
        <p class="note">${t.limits}</p>
        ${field({
          id: 'file',
          label: t.file,
          help: t.fileHelp,
          control: ({ id, describedBy }) =>
            html`<input
              type="file"
              id=${id}
              name="file"
              accept=".csv,text/csv,text/plain"
              aria-describedby=${describedBy}
            />`,
        })}
        ${field({
          id: 'csv',
          label: isCorrecting ? t.correct : t.paste,
          help: t.pasteHelp,
          control: (aria) =>
            textArea(aria, { name: 'csv', value: csv, rows: isCorrecting ? 12 : 6, code: true }),
        })}
        <div class="buttons">
          ${submit({ text: isCorrecting ? t.checkAgain : t.check, kind: 'main' })}${renameButton(t, renames)}
        </div>
        <p><a href=${formPath(request, 'org_people_import_csv')}>${t.allColumns}</a></p>
      </form>
    `,
  )
}

/** A button that checks the file again, with the names of columns that its own can only mean. */
function renameButton(t: (typeof importTexts)['en'], renames: Renames): Child {
  const names = Object.entries(renames)
  return (
    names.length > 0 &&
    submit(
      { text: t.rename(names.map(([name, column]) => `${name} → ${column}`).join(', ')) },
      { name: 'rename', value: JSON.stringify(renames) },
    )
  )
}

const refused = (request: AppRequest, { csv }: SentFile, found: readonly Problem[]): Screen => ({
  ...head(request),
  status: 422,
  body: [problems(importTexts[request.language].faults(found.length), found), fileForm(request, csv)],
})

async function faulty(request: AppRequest, file: SentFile, errors: readonly RowError[]): Promise<Screen> {
  const t = importTexts[request.language]
  const isTable = !errors.some(({ code }) => code === 'csv_too_long' || code === 'csv_unreadable')
  const { names, rows } = isTable ? await cellsOf(file.csv) : { names: [], rows: [] }
  // A name may have as many characters as the file, so each is read once.
  const inFile = new Set(names.map(plain))
  const placed = errors.map((one) => ({ ...one, at: columnIn(inFile, one) }))
  const byRow = Map.groupBy(placed, ({ row }) => row)
  const shown = rows.filter(({ row }) => byRow.has(row))
  const known = new Set(shown.map(({ row }) => row))
  // Faults of the names of columns, and of files that are no table.
  const others = errors.filter(({ row }) => !known.has(row))
  const messagesAt = (row: number, column: string | null): string[] =>
    (byRow.get(row) ?? [])
      .filter(({ at }) => at === column)
      .map(({ message }) => forReaders(message, request.language))
  // A wide file would have its faults beside the window: they are shown with what tells whose row it is.
  const wanted = new Set([...whose, ...placed.map(({ at }) => at)])
  return {
    ...head(request),
    status: 422,
    body: [
      problems(
        t.faults(errors.length),
        others.map(({ message, column, row }) => ({
          text: [
            `${t.row} ${row}`,
            column !== null && `, ${column}`,
            `: ${forReaders(message, request.language)}`,
          ],
        })),
      ),
      shown.length > 0 &&
        section(
          'faults',
          t.faultsTitle,
          cellTable(request, { names, rows: shown }, messagesAt, (column) => wanted.has(column)),
        ),
      fileForm(request, file.csv, renamesOf(errors)),
    ],
  }
}

/** The columns that tell whose row it is. */
const whose = ['given_name', 'family_name', 'work_email']

/** The column of a file that a fault is about; null: it is about the whole row, or a column that the file does not have. */
function columnIn(inFile: ReadonlySet<string>, { column }: RowError): string | null {
  const name = column === null ? null : plain(column)
  return name !== null && inFile.has(name) ? name : null
}

function cellTable(
  { language }: AppRequest,
  { names, rows }: Cells,
  messagesAt: (row: number, column: string | null) => readonly string[],
  isShown: (column: string) => boolean = () => true,
): Child {
  const t = importTexts[language]
  const columns = names.flatMap((name, index): Column<Cells['rows'][number]>[] => {
    const column = plain(name)
    const value = ({ row, cells }: Cells['rows'][number]): Child => {
      const messages = messagesAt(row, column)
      const text = cells[index] ?? ''
      return messages.length > 0 ? fault(text, messages) : text
    }
    return isShown(column) ? [{ name, value }] : []
  })
  const number: Column<Cells['rows'][number]> = {
    name: t.row,
    value: ({ row }) => {
      const messages = messagesAt(row, null)
      return messages.length > 0 ? fault(String(row), messages) : row
    },
  }
  return table({ caption: t.title, rows, none: undefined, columns: [number, ...columns] })
}

/** So many rows show that the file was read as it was meant. */
const previewed = 20

async function ready(
  request: AppRequest,
  { csv, isWindows }: SentFile,
  outcome: Outcome,
  lines: readonly Line[],
): Promise<Screen> {
  const { language } = request
  const t = importTexts[language]
  const cells = await cellsOf(csv)
  const { names, rows } = cells
  const told = outcomesOf(cells, outcome.rows, lines)
  const waiting = outcome.warnings.find(({ code }) => code === notStarted)
  const warnings = outcome.warnings.filter((one) => one !== waiting)
  const rest = warnings.length - previewed
  return {
    title: t.ready,
    lead: t.readyLead,
    trail: [{ text: t.title, href: pathTo(request, 'import') }],
    body: [
      isWindows && notice(t.windows, 'warn'),
      figures([
        { name: t.created, value: outcome.created },
        { name: t.updated, value: outcome.updated },
        { name: t.unchanged, value: outcome.unchanged },
      ]),
      warnings.length > 0 &&
        section(
          'warnings',
          t.warnings,
          warnings.slice(0, previewed).map(({ message }) => notice(forReaders(message, language), 'warn')),
          rest > 0 && html`<p class="note">${t.further(rest)}</p>`,
        ),
      waiting && notice([forReaders(waiting.message, language), ' ', t.checklists]),
      guard({ isTyped: true }, applyButtons(request, csv, waiting !== undefined)),
      rowSection(request, told),
      section(
        'preview',
        t.preview,
        cellTable(request, { names, rows: rows.slice(0, previewed) }, () => []),
      ),
    ],
  }
}

/** The warning that checklists begin with these hires only if they are asked for: the page asks. */
const notStarted = 'checklists_not_started'

/** Buttons that import the file: of two, either does it once. */
function applyButtons(request: AppRequest, csv: string, hasChecklists: boolean): Child {
  const t = importTexts[request.language]
  const around = { '~key': randomUUID(), '~back': pathTo(request, 'people'), '~step': 'do' }
  const path = formPath(request, 'org_people_import_csv')
  const applied = (more: { start_checklists?: true }): Record<string, string> => ({
    '~values': JSON.stringify({ csv, ...more }),
    ...around,
  })
  return html`<div class="buttons">
    ${buttonForm(path, { text: t.apply, kind: 'main' }, applied({}))}
    ${hasChecklists && buttonForm(path, { text: t.applyAll }, applied({ start_checklists: true }))}
    ${linkButton(pathTo(request, 'import'), { text: t.other })}
  </div>`
}
