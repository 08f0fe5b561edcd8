import { signIn } from '../auth/sign-in.ts'
import { ApiError } from '../errors.ts'
import { beginVisit, readSession, setCookie } from '../http/browser.ts'
import { field, form, hidden, linkButton, notice, problems } from './form.ts'
import { html, type Child } from './html.ts'
import { signs } from './icons.ts'
import { formatWait } from './language.ts'
import { queryOf, readForm, readMember, type PageRequest } from './request.ts'
import { maxReturnTo, safeReturnTo, withReturnTo } from './return-to.ts'
import { redirect, sendPage } from './send.ts'
import { signInTexts, type SignInTexts } from './texts/sign-in.ts'

/** What stands on the page besides its form. */
interface Shown {
  returnTo: string | undefined
  /** What was typed before; never the password. */
  email?: string
  /** Why the last attempt did not succeed. */
  problem?: string | undefined
  done?: string | undefined
  status?: number
}

/** `GET /{slug}`. Whoever is signed in already goes where they wanted to. */
export async function showSignIn(request: PageRequest): Promise<void> {
  const { ctx, company, language } = request
  const returnTo = safeReturnTo(queryOf(ctx, 'return_to'), company.slug)
  if (await readMember(request)) return redirect(ctx, returnTo ?? `/${company.slug}/account`)
  const t = signInTexts[language]
  const code = queryOf(ctx, 'problem')
  const problem = code === undefined ? undefined : (own(t.providerProblems, code) ?? t.providerFailed)
  sendForm(request, { returnTo, problem, done: own(t.done, queryOf(ctx, 'done')) })
}

/** A text by a code from the address; undefined for one that there is not. */
const own = (texts: Record<string, string>, code: string | undefined): string | undefined =>
  code !== undefined && Object.hasOwn(texts, code) ? texts[code] : undefined

/** `POST /{slug}`: e-mail and password. */
export async function sendSignIn(request: PageRequest): Promise<void> {
  const { ctx, runtime, company, language } = request
  const visit = beginVisit(ctx, 'page.sign_in')
  const sent = await readForm(request, { email: 254, password: 256, return_to: maxReturnTo })
  const returnTo = safeReturnTo(sent.return_to, company.slug)
  const { password } = sent
  const email = sent.email.trim()
  try {
    if (email === '' || password.trim() === '') throw new ApiError('unauthenticated', 'Something is missing.')
    const login = { organization: company.slug, email, password: password.trim().normalize('NFC') }
    const session = await signIn(runtime, login, visit, readSession(ctx, runtime.baseUrl))
    setCookie(ctx, runtime, session)
    redirect(ctx, returnTo ?? `/${company.slug}/account`)
  } catch (error) {
    const problem = problemOf(error, request, signInTexts[language])
    if (problem === undefined) throw error
    ctx.state['failure'] = error
    sendForm(request, { returnTo, email, ...problem })
  }
}

/** What the page says of a failed attempt; undefined for what has a page of its own. */
function problemOf(
  error: unknown,
  { ctx, company, language }: PageRequest,
  t: SignInTexts,
): Pick<Shown, 'problem' | 'status'> | undefined {
  if (!(error instanceof ApiError)) return undefined
  if (error.code === 'unauthenticated' || error.code === 'validation_failed')
    return { problem: t.wrong, status: 422 }
  if (error.code === 'forbidden')
    return { problem: company.status === 'active' ? t.methodOff : t.paused(company), status: 403 }
  if (error.code !== 'rate_limited') return undefined
  const seconds = error.options.retryAfterSeconds ?? 60
  ctx.set('Retry-After', String(seconds))
  return { problem: t.tooMany(formatWait(seconds, language)), status: 429 }
}

function sendForm(request: PageRequest, shown: Shown): void {
  const { ctx, company, language } = request
  const { returnTo, problem, done, status = 200 } = shown
  const t = signInTexts[language]
  const { methods } = company
  const body = html`
    <h1>${t.title}</h1>
    ${done && !problem && notice(done, 'good')} ${problem && problems(problem)}
    ${providerLinks(request, (name) => t.with(name), { return_to: returnTo })}
    ${(methods.google || methods.microsoft) && methods.password && html`<div class="or">${t.or}</div>`}
    ${methods.password && passwordForm(request, shown, t)}
  `
  const aside = html`<p>
    ${t.elsewhere} <a href=${withReturnTo('/sign_in', appOnly(returnTo))}>${t.other}</a>
  </p>`
  sendPage(ctx, { title: t.title, language, company, body, aside }, status)
}

/** A page of this company is no place to return to from another one. */
const appOnly = (returnTo: string | undefined) => (returnTo?.startsWith('/oauth/') ? returnTo : undefined)

const providers = { google: 'Google', microsoft: 'Microsoft' } as const

/**
 * Links to the providers that can be used now.
 *
 * @param query what they are told besides the organization
 */
export function providerLinks(
  { company }: Pick<PageRequest, 'company'>,
  label: (name: string) => string,
  query: Record<string, string | undefined>,
): Child {
  const names = (['google', 'microsoft'] as const).filter((name) => company.methods[name])
  const given = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined)
  const links = names.map((name) => {
    const search = new URLSearchParams([['organization', company.slug], ...given])
    return linkButton(`/auth/${name}?${search.toString()}`, [signs[name](), label(providers[name])])
  })
  return links.length > 0 && html`<div class="ways">${links}</div>`
}

function passwordForm({ company }: PageRequest, { returnTo, email, problem }: Shown, t: SignInTexts): Child {
  const begin = problem === undefined && !company.methods.google && !company.methods.microsoft
  const fields = [
    field({
      name: 'email',
      label: t.email,
      type: 'email',
      value: email,
      autocomplete: 'username',
      maxlength: 254,
      autofocus: begin,
    }),
    field({
      name: 'password',
      label: t.password,
      type: 'password',
      autocomplete: 'current-password',
      maxlength: 256,
    }),
    hidden('return_to', returnTo),
  ]
  return [
    form({ action: `/${company.slug}`, fields, submit: t.submit }),
    html`<p class="fine"><a href=${`/${company.slug}/forgotten`}>${t.forgotten}</a></p>`,
  ]
}
