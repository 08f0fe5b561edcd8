import type { ApiError } from '../../../errors.ts'
import { actions, type Action, type ActionId } from '../../../generated/actions.ts'
import type { FieldShape } from '../../../generated/forms.ts'
import { controls } from '../../forms/controls.ts'
import { wordsOfEmpty } from '../../forms/followed.ts'
import { labelOf } from '../../forms/frame.ts'
import { loadLookups } from '../../forms/lookups.ts'
import { withOffered } from '../../forms/offered.ts'
import { problemsOf } from '../../forms/problems.ts'
import type { FormState } from '../../forms/state.ts'
import { idOf, placesOf } from '../../forms/values.ts'
import { homePath, type Screen } from '../../page.ts'
import { carried, linkButton, submit } from '../../parts/button/part.ts'
import { guard } from '../../parts/guard/part.ts'
import { html, type Child } from '../../parts/html.ts'
import { problems } from '../../parts/notice/part.ts'
import { formPath, type AppRequest } from '../../request.ts'
import { formTexts } from '../../texts/forms.ts'
import { titleOfForm } from '../../texts/labels.ts'
import { leads } from '../../texts/leads.ts'

/** The form of a write, at some step. */
export interface FormOfAction {
  id: ActionId
  fields: readonly FieldShape[]
  state: FormState
  /** Where it leads when it is done, or given up. */
  back: string | undefined
  /** Made with the form: what it asks for is done once, however often its button is pressed. */
  key: string
  /** It asks for the record alone, whose values it then shows. */
  asksRecord?: boolean
}

/**
 * The page of a form.
 *
 * @param error why what it asked for was refused
 */
export async function formPage(request: AppRequest, form: FormOfAction, error?: ApiError): Promise<Screen> {
  const { language } = request
  const { id, asksRecord = false, back } = form
  const t = formTexts[language]
  const told = error && problemsOf(error, language)
  const fields = await withOffered(request, id, form.fields, form.state.values)
  const state: FormState = told ? { ...form.state, errors: told.at } : form.state
  const lookups = await loadLookups(request, fields, state)
  const written = { language, state, lookups, empty: wordsOfEmpty(id, language) }
  const known = new Map(
    placesOf(fields, state.values).map(({ path, field }) => [idOf(path), labelOf(field, language, path)]),
  )
  const found = told?.all.map(({ id: field = '', text }) => {
    const at = known.get(field)
    return at === undefined ? { text } : { id: field, text: at === '' ? text : [at, ': ', text] }
  })
  return {
    title: titleOfForm(id, state.values, language),
    lead: leads[id]?.[language],
    notice: null,
    ...(error && { status: error.status === 400 ? 422 : error.status }),
    body: [
      found && problems(error?.code === 'validation_failed' ? t.problems(found.length) : t.refused, found),
      guard(
        { isTyped: request.ctx.method === 'POST', inDialog: isSmall(form) },
        html`
          <form class="card form" method=${asksRecord ? 'get' : 'post'} action=${formPath(request, id)}>
            ${asksRecord ? carried('back', back) : firstButton(t.review)}
            ${previewed(id, html`<div class="form-grid">${controls(written, fields)}</div>`)}
            ${!asksRecord && Object.entries(carriedAround(form)).map(([name, value]) => carried(name, value))}
            <div class="buttons">
              ${asksRecord ? submit({ text: t.next, kind: 'main' }) : submit({ text: t.review, kind: 'main' }, review)}
              ${linkButton(back ?? homePath(request), { text: t.cancel })}
            </div>
          </form>
        `,
      ),
    ],
  }
}

/** The colours of a form that chooses some are worn by its page at once. */
const previewed = (id: ActionId, grid: Child): Child =>
  id === 'platform_appearance_set' ? html`<x-palettes>${grid}</x-palettes>` : grid

/** A form of a few fields is confirmed in a dialog: its reader still sees all of it. */
const isSmall = ({ fields, asksRecord }: FormOfAction): boolean =>
  !asksRecord && fields.length <= fewFields && fields.every(isOneControl)

const isOneControl = (field: FieldShape): boolean =>
  field.kind !== 'list' && field.kind !== 'object' && !(field.kind === 'lines' && field.cells)

const fewFields = 4

const review = { name: '~step', value: 'review' }

/** The return key presses the first button of a form: without this one, that would be a search, or a new entry. */
const firstButton = (text: string): Child => html`
  <button
    class="away"
    type="submit"
    name=${review.name}
    value=${review.value}
    tabindex="-1"
    aria-hidden="true"
  >
    ${text}
  </button>
`

/** The values that each step of a form carries along, beside its fields, by the name of their control. */
export const carriedAround = ({ state, back }: FormOfAction): Record<string, string> => ({
  ...(back !== undefined && { '~back': back }),
  ...(state.before && { '~before': JSON.stringify(state.before) }),
  ...(state.hidden.size > 0 && { '~hidden': [...state.hidden].join(' ') }),
  ...(state.fixed.size > 0 && { '~fixed': [...state.fixed].join(' ') }),
})

/** Tells whether the action cannot be undone. */
export const isDestructive = (id: ActionId): boolean => (actions[id] as Action).effect === 'destructive'
