import { html } from './html.ts'
import type { Child } from '../html/html.ts'

export interface Field {
  name: string
  label: string
  /** Left out: one line of text. */
  type?: 'text' | 'email' | 'password' | 'date'
  value?: string | undefined
  help?: Child
  /** The problem of its value. */
  error?: string | undefined
  autocomplete: string
  maxlength: number
  /** In front of the field, as the beginning of what is typed. */
  prefix?: string
  required?: boolean
  readonly?: boolean
  /** Where the reader begins. At most one of a page, and none when the page begins with an error. */
  autofocus?: boolean
  /** Left out: as `name`. Needed when a page has two fields of a name. */
  id?: string
}

/** A field with its label, its help and what is wrong with it, which screen readers read together. */
export function field(options: Field): Child {
  const { name, label, type = 'text', help, error, prefix, required = true, id = name } = options
  const described = [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ')
  const input = html`
    <input
      id=${id}
      name=${name}
      type=${type}
      value=${type === 'password' ? undefined : options.value}
      autocomplete=${options.autocomplete}
      maxlength=${options.maxlength}
      required=${required && !options.readonly}
      readonly=${options.readonly}
      autofocus=${options.autofocus}
      spellcheck=${type === 'text' ? undefined : 'false'}
      autocapitalize=${type === 'text' && !prefix ? undefined : 'none'}
      aria-invalid=${error ? 'true' : undefined}
      aria-describedby=${described || undefined}
    />
  `
  return html`
    <div class="field">
      <label for=${id}>${label}</label>
      ${prefix ? html`<div class="prefixed"><span aria-hidden="true">${prefix}</span>${input}</div>` : input}
      ${error && html`<p class="field-error" id=${`${id}-error`}>${error}</p>`}
      ${help && html`<p class="help" id=${`${id}-help`}>${help}</p>`}
    </div>
  `
}

export interface Choice {
  value: string
  label: string
  help?: string
}

/** One of a few choices, as radio buttons with a question above them. */
export function choices(name: string, question: string, options: Choice[], chosen: string): Child {
  return html`
    <fieldset class="choices">
      <legend>${question}</legend>
      ${options.map(
        ({ value, label, help }) => html`
          <label class="choice">
            <input type="radio" name=${name} value=${value} checked=${value === chosen} required />
            <span>${label}${help && html`<small>${help}</small>`}</span>
          </label>
        `,
      )}
    </fieldset>
  `
}

/** A value that the form carries along. */
export const hidden = (name: string, value: string | undefined): Child =>
  value !== undefined && html`<input type="hidden" name=${name} value=${value} />`

export interface Form {
  /** Where it is sent: a path of this service. */
  action: string
  fields?: Child
  submit: string
  /** The weight of the button; left out: `main`. */
  kind?: ButtonKind
  /** `get` for questions that change nothing. */
  method?: 'post' | 'get'
  /** The name of the form, where a page has several alike. */
  label?: string
}

export type ButtonKind = 'main' | 'quiet' | 'danger'

/** A form with its button. */
export function form({ action, fields, submit, kind = 'main', method = 'post', label }: Form): Child {
  return html`
    <form method=${method} action=${action} aria-label=${label}>
      ${fields}
      <button class=${`button ${kind}`} type="submit">${submit}</button>
    </form>
  `
}

/**
 * A link that looks like a button.
 *
 * @param look `label` is what screen readers read, where several links look alike
 */
export const linkButton = (
  href: string,
  text: Child,
  kind: ButtonKind = 'quiet',
  look: { small?: boolean; label?: string } = {},
): Child => html`
  <a class=${`button ${kind}${look.small ? ' small' : ''}`} href=${href} aria-label=${look.label}>${text}</a>
`

/** Something that was done, or is worth knowing before one begins. Screen readers announce it. */
export const notice = (text: Child, kind: 'good' | 'plain' | 'warn' = 'plain'): Child =>
  html`<div class=${`notice ${kind}`} role="status">${text}</div>`

/** A message on what was just done. It takes the focus: a page says nothing by itself of what stands in it when it opens. */
export const outcome = (text: Child): Child =>
  html`<div class="notice good" role="status" tabindex="-1" autofocus>${text}</div>`

/**
 * Problems at the top of a form: it takes the focus, so keyboard and screen reader begin there, and leads to each field
 * with a problem.
 *
 * @param fields name of a field (its id) and what is wrong with it
 */
export function problems(text: string, fields: Record<string, string | undefined> = {}): Child {
  const wrong = Object.entries(fields).filter(([, message]) => message !== undefined)
  return html`
    <div class="notice danger" role="alert" tabindex="-1" autofocus>
      <p>${text}</p>
      ${
        wrong.length > 0 &&
        html`<ul>
          ${wrong.map(([id, message]) => html`<li><a href=${`#${id}`}>${message}</a></li>`)}
        </ul>`
      }
    </div>
  `
}
