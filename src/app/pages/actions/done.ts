import { actions, type Action, type ActionId } from '../../../generated/actions.ts'
import type { Performed } from '../../../pages/account/member.ts'
import { doneSummary } from '../../done-notice.ts'
import { isObject, type Values } from '../../forms/values.ts'
import type { Screen } from '../../page.ts'
import { linkButton } from '../../parts/button/part.ts'
import { html, type Child } from '../../parts/html.ts'
import { notice } from '../../parts/notice/part.ts'
import { section, type Fact } from '../../parts/list/part.ts'
import { secret } from '../../parts/secret/part.ts'
import { allows, formPath, pathTo, type AppRequest } from '../../request.ts'
import { factsOf, show } from '../../show/value.ts'
import { formTexts } from '../../texts/forms.ts'
import { actionTitle, fieldName } from '../../texts/labels.ts'
import { isAsked, remarksOf } from './review.ts'

/**
 * The page after something was done: what became of it, and secrets, which are shown this once.
 *
 * @param about the record that it was done with: a link that was made for one person must not reach another
 */
export async function donePage(
  request: AppRequest,
  id: ActionId,
  { data, activityId }: Performed,
  back: string,
  about?: Fact,
): Promise<Screen> {
  const t = formTexts[request.language]
  const title = actionTitle(id, request.language)
  const secrets = secretsIn(id, data)
  const mail = mailOf(request, data)
  const rest = isObject(data)
    ? Object.fromEntries(
        Object.entries(data).filter(
          ([name]) =>
            !isRemark(name) && !secrets.some(([one]) => one === name) && !(name === 'email' && mail),
        ),
      )
    : data
  const remarks = remarksOf(request, data)
  const summary = await doneSummary(request, activityId)
  const result = isObject(rest) ? factsOf(request, rest, id) : show(request, '', rest)
  return {
    title: isAsked(data) ? t.askedTitle(title) : t.doneTitle(title),
    lead: [
      isAsked(data) ? t.askedLead : summary === undefined ? t.doneLead : `${summary}.`,
      about && !summary?.includes(String(about.value)) && [' ', about.name, ': ', about.value],
    ],
    notice: null,
    body: [
      ...remarks,
      ...secrets.map((one) => secretShown(request, id, one)),
      mail,
      // The page is there for what is to be told; the record has a page of its own.
      remarks.some(Boolean)
        ? html`<details class="fold">
            <summary class="button quiet small">${t.result}</summary>
            ${result}
          </details>`
        : section('result', t.result, result),
      html`<div class="buttons">
        ${linkButton(back, { text: t.back, kind: 'main' })}${linkTo(request, data)}
        ${linkButton(formPath(request, id), { text: t.again })}
      </div>`,
    ],
  }
}

/** A sentence on what became of the mail with a link; undefined where there is none. */
function mailOf({ language }: AppRequest, data: unknown): Child {
  const { status, reason } = isObject(data) && isObject(data['email']) ? data['email'] : {}
  const told = formTexts[language].mail
  const known = [reason, status].find((one): one is keyof typeof told => Object.hasOwn(told, String(one)))
  return known && notice(told[known], known === 'sent' ? 'good' : 'warn')
}

/** A link to what came of it: the request that was sent, or the person it is about. */
function linkTo(request: AppRequest, data: unknown): Child {
  if (!isObject(data)) return undefined
  const { approval, person } = data
  if (isAsked(data) && allows(request, 'org_approvals_get'))
    return linkButton(pathTo(request, `approvals/${String((approval as Values)['id'])}`), {
      text: formTexts[request.language].toRequest,
    })
  const { id, name } = isObject(person) ? person : {}
  if (typeof id !== 'string' || typeof name !== 'string' || !allows(request, 'org_people_get'))
    return undefined
  return linkButton(pathTo(request, `people/${id}`), { text: name })
}

const isRemark = (name: string): boolean => ['warnings', 'notes', 'approval', 'row_errors'].includes(name)

/** The last characters of a key or a secret are none: they are told apart by them, such as `whsec_…9fQ2`. */
const isSecret = (value: unknown): value is string =>
  typeof value === 'string' && value.length > 4 && !value.includes('…')

/** The secrets of an answer, by the properties that the contract marks. */
function secretsIn(id: ActionId, data: unknown): [name: string, value: string][] {
  if (!isObject(data)) return []
  return (actions[id] as Action).redacted.flatMap((path): [string, string][] => {
    const value = (data as Values)[path]
    return isSecret(value) ? [[path, value]] : []
  })
}

function secretShown({ language }: AppRequest, id: ActionId, [name, value]: [string, string]): Child {
  const t = formTexts[language]
  return section(
    `secret-${name}`,
    `${fieldName(name, language, id)}: ${t.secret}`,
    secret(value, t),
    html`<p class="fine">${t.secretHelp}</p>`,
  )
}

/** The page of a form that was sent twice. */
export function alreadyDone(request: AppRequest, id: ActionId, back: string): Screen {
  const t = formTexts[request.language]
  return {
    title: t.doneAlready,
    lead: t.doneAlreadyLead,
    status: 409,
    notice: null,
    body: html`<div class="buttons">
      ${linkButton(back, { text: t.back, kind: 'main' })}
      ${linkButton(formPath(request, id), { text: t.again })}
    </div>`,
  }
}
