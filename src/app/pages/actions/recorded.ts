import { safeReturnTo } from '../../../domain/return-to.ts'
import { ApiError } from '../../../errors.ts'
import type { ActionId } from '../../../generated/actions.ts'
import { forms } from '../../../generated/forms.ts'
import { controls } from '../../forms/controls.ts'
import { loadLookups } from '../../forms/lookups.ts'
import { problemsOf } from '../../forms/problems.ts'
import { readValues, Sent } from '../../forms/read.ts'
import { emptyState, type FormState } from '../../forms/state.ts'
import { isObject } from '../../forms/values.ts'
import { homePath, type Download, type Screen } from '../../page.ts'
import { carried, linkButton, submit } from '../../parts/button/part.ts'
import { field, textArea } from '../../parts/field/part.ts'
import { guard } from '../../parts/guard/part.ts'
import { html } from '../../parts/html.ts'
import { section } from '../../parts/list/part.ts'
import { problems } from '../../parts/notice/part.ts'
import { formPath, perform, performForFile, type AppRequest } from '../../request.ts'
import { factsOf, show } from '../../show/value.ts'
import { formTexts } from '../../texts/forms.ts'
import { actionTitle, fieldName } from '../../texts/labels.ts'
import { leads } from '../../texts/leads.ts'
import { readControls, searchesIn } from './sent.ts'

/** The form of a read that leaves a line in the log: a link alone must not make one, so it is asked for by a button. */
export function recordedPage(request: AppRequest, id: ActionId): Promise<Screen> {
  const values = readValues(forms[id].fields, new Sent(request.search))
  return page(request, id, { ...emptyState, values }, request.search.get('back'))
}

/** The answer of such a read: a page, or the file to keep. */
export async function sendRecorded(request: AppRequest, id: ActionId): Promise<Screen | Download> {
  const { fields } = forms[id]
  const sentControls = await readControls(request, fields)
  const sent = new Sent([...sentControls].filter(([name]) => name !== '~step' && name !== '~back'))
  const back = sentControls.get('~back')
  const values = readValues(fields, sent)
  sent.refuseOthers()
  const state = { ...emptyState, ...searchesIn(sentControls), values }
  if ((sentControls.get('~step') ?? '').startsWith('find:')) return page(request, id, state, back)
  try {
    if (sentControls.get('~step') === 'save') return fileOf((await performForFile(request, id, values)).data)
    const { data } = await perform(request, id, values)
    return answered(request, id, data)
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500 || error.code === 'rate_limited') throw error
    request.ctx.state['failure'] = error
    return page(request, id, state, back, error)
  }
}

async function page(
  request: AppRequest,
  id: ActionId,
  state: FormState,
  from: string | null,
  error?: ApiError,
): Promise<Screen> {
  const { language, organization } = request
  const back = safeReturnTo(from ?? undefined, organization.slug)
  const { fields } = forms[id]
  const t = formTexts[language]
  const told = error && problemsOf(error, language)
  const shown = told ? { ...state, errors: told.at } : state
  return {
    title: actionTitle(id, language),
    lead: leads[id]?.[language],
    notice: null,
    ...(error && { status: error.status === 400 ? 422 : error.status }),
    body: [
      told && problems(t.problems(told.all.length), told.all),
      guard(
        { isTyped: request.ctx.method === 'POST' },
        html`
          <form class="card form" method="post" action=${formPath(request, id)}>
            ${carried('~back', back)}
            <div class="form-grid">
              ${controls({ language, state: shown, lookups: await loadLookups(request, fields, shown) }, fields)}
            </div>
            <p class="fine">${t.writesLog}</p>
            <div class="buttons">
              ${isFile(id) && submit({ text: t.saveFile, kind: 'main' }, { name: '~step', value: 'save' })}
              ${submit({ text: t.show, ...(!isFile(id) && { kind: 'main' as const }) })}
              ${linkButton(back ?? homePath(request), { text: t.cancel })}
            </div>
          </form>
        `,
      ),
    ],
  }
}

/** Reads whose answer is a file: everything about a person, which belongs into their hands, or a table of people. */
const isFile = (id: ActionId): boolean =>
  id === 'org_people_export_data' || id === 'org_me_export_data' || id === 'org_people_export_csv'

function fileOf(data: unknown): Download {
  const { filename, csv } = data as { filename: string; csv?: string }
  return csv === undefined
    ? { filename, type: 'application/json', text: `${JSON.stringify(data, null, 2)}\n` }
    : { filename, type: 'text/csv', text: csv }
}

function answered(request: AppRequest, id: ActionId, data: unknown): Screen {
  const { language } = request
  const t = formTexts[language]
  const { csv, ...rest } = isObject(data) ? data : { csv: undefined }
  return {
    title: actionTitle(id, language),
    notice: null,
    body: [
      typeof csv === 'string' &&
        field({
          id: 'csv',
          label: fieldName('csv', language),
          control: (aria) => textArea(aria, { name: 'csv', value: csv, rows: 16, code: true }),
        }),
      section('result', t.answer, isObject(data) ? factsOf(request, rest, id) : show(request, '', data)),
      html`<div>${linkButton(formPath(request, id), { text: t.again })}</div>`,
    ],
  }
}
