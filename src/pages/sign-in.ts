import { NetworkRefusal } from '../auth/authenticate.ts'
import { signIn } from '../auth/sign-in.ts'
import { SignInRefusal } from '../auth/problems.ts'
import { isForApp, maxReturnTo, safeReturnTo, startOf, withReturnTo } from '../domain/return-to.ts'
import { ApiError } from '../errors.ts'
import { beginVisit, readSession, setCookie } from '../http/browser.ts'
import { validateInput } from '../validation/validate.ts'
import { field, form, hidden, notice, problems } from './form.ts'
import { html } from './html.ts'
import type { Child } from '../html/html.ts'
import { formatWait } from './language.ts'
import { providerLinks } from './providers.ts'
import { queryOf, readForm, readMember, type PageRequest } from './request.ts'
import { redirect, sendPage } from './send.ts'
import { providerProblem } from './texts/providers.ts'
import { signInTexts, type SignInTexts } from './texts/sign-in.ts'

/** Texts on the page besides its form. */
interface FormState {
  returnTo: string | undefined
  /** The e-mail that was typed before; never the password. */
  email?: string
  /** Why the last attempt did not succeed. */
  problem?: string | undefined
  done?: string | undefined
  status?: number
}

/** `GET /{slug}`. Whoever is signed in already goes where they wanted to. */
export async function showSignIn(request: PageRequest): Promise<void> {
  const { ctx, organization, language } = request
  const returnTo = safeReturnTo(queryOf(ctx, 'return_to'), organization.slug)
  const problem = providerProblem(queryOf(ctx, 'problem'), { language })
  const member = await readMember(request).catch(unlessUnknown)
  if (member && problem === undefined) return redirect(ctx, returnTo ?? startOf(organization.slug))
  const { done } = signInTexts[language]
  const code = queryOf(ctx, 'done') ?? ''
  sendForm(request, { returnTo, problem, done: Object.hasOwn(done, code) ? done[code] : undefined })
}

/**
 * Where others have sent too many wrong credentials, a cookie is not looked at. One that has ended must not keep its browser
 * from signing in again.
 */
function unlessUnknown(error: unknown): undefined {
  if (!(error instanceof NetworkRefusal)) throw error
}

/** `POST /{slug}`: e-mail and password. */
export async function sendSignIn(request: PageRequest): Promise<void> {
  const { ctx, runtime, organization, language } = request
  const visit = beginVisit(ctx, 'page.sign_in')
  const { email, password, return_to } = await readForm(request, {
    email: 254,
    password: 256,
    return_to: maxReturnTo,
  })
  const returnTo = safeReturnTo(return_to, organization.slug)
  try {
    const given = { organization: organization.slug, email, password }
    const login = validateInput('auth_sign_in', given) as typeof given
    const session = await signIn(runtime, login, visit, readSession(ctx, runtime.baseUrl))
    setCookie(ctx, runtime, session)
    redirect(ctx, returnTo ?? startOf(organization.slug))
  } catch (error) {
    const problem = problemOf(error, request, signInTexts[language])
    if (problem === undefined) throw error
    ctx.state['failure'] = error
    sendForm(request, { returnTo, email, ...problem })
  }
}

/** Finds the problem that the page tells of a failed attempt; undefined for what has a page of its own. */
function problemOf(
  error: unknown,
  request: PageRequest,
  t: SignInTexts,
): Pick<FormState, 'problem' | 'status'> | undefined {
  if (!(error instanceof ApiError)) return undefined
  const seconds = error.options.retryAfterSeconds ?? 60
  if (error.code === 'rate_limited') request.ctx.set('Retry-After', String(seconds))
  if (error instanceof SignInRefusal)
    return { problem: providerProblem(error.problem, request), status: error.status }
  if (error.code === 'unauthenticated' || error.code === 'validation_failed')
    return { problem: t.wrong, status: 422 }
  if (error.code !== 'rate_limited') return undefined
  return { problem: t.tooMany(formatWait(seconds, request.language)), status: 429 }
}

function sendForm(request: PageRequest, shown: FormState): void {
  const { ctx, organization, language } = request
  const { returnTo, problem, done, status = 200 } = shown
  const t = signInTexts[language]
  const { methods } = organization
  const others = methods.google || methods.microsoft
  const body = html`
    <h1>${t.title}</h1>
    ${done && !problem && notice(done, 'good')} ${problem && problems(problem)}
    ${!done && !problem && isForApp(returnTo) && notice(t.forApp)}
    ${providerLinks(organization, (name) => t.with(name), { return_to: returnTo })}
    ${others && methods.password && html`<div class="or">${t.or}</div>`}
    ${!others && !methods.password && notice(t.noWay, 'warn')}
    ${methods.password && passwordForm(request, shown, t)}
  `
  const aside = html`
    <p>${t.elsewhere} <a href=${withReturnTo('/sign_in', appOnly(returnTo))}>${t.other}</a></p>
  `
  sendPage(ctx, { title: t.title, language, organization, body, aside }, status)
}

/** A page of this organization is no place to return to from another one. */
const appOnly = (returnTo: string | undefined) => (isForApp(returnTo) ? returnTo : undefined)

function passwordForm(
  { organization }: PageRequest,
  { returnTo, email, problem }: FormState,
  t: SignInTexts,
): Child {
  const begin = problem === undefined && !organization.methods.google && !organization.methods.microsoft
  const fields = [
    field({
      ...{ name: 'email', label: t.email, type: 'email', value: email },
      ...{ autocomplete: 'username', maxlength: 254, autofocus: begin },
    }),
    field({
      ...{ name: 'password', label: t.password, type: 'password' },
      ...{ autocomplete: 'current-password', maxlength: 256 },
    }),
    hidden('return_to', returnTo),
  ]
  return [
    form({ action: `/${organization.slug}`, fields, submit: t.submit }),
    html`<p class="fine"><a href=${`/${organization.slug}/forgotten`}>${t.forgotten}</a></p>`,
  ]
}
