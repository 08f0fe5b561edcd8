import { highlight, type Grammar } from './highlight.ts'
import { html, type Html, type Part } from './html.ts'
import { icon } from './layout.ts'
import { placeholder } from './reference.ts'
import { languages, sample, type Call, type Language } from './samples.ts'
import type { Json } from '../model.ts'

/** Code with colours. */
export function code(grammar: Grammar, text: string): Html {
  const pieces = highlight(grammar, text)
  return html`<code
    >${pieces.map(([kind, piece]) => (kind === '' ? piece : html`<span class="${kind}">${piece}</span>`))}</code
  >`
}

/** A box with JSON, such as an example. */
export function jsonBox(title: Part, value: Json): Html {
  return html`<section class="box">
    <header class="box-head">
      <h2>${title}</h2>
      ${copyButton}
    </header>
    <pre tabindex="0">${code('json', JSON.stringify(value, null, 2))}</pre>
  </section>`
}

/** The example of a refusal, which opens at a click. */
export function refusalBox(body: Json): Html {
  return html`<details class="nested">
    <summary>Example</summary>
    <pre tabindex="0">${code('json', JSON.stringify(body, null, 2))}</pre>
  </details>`
}

export const copyButton = html`<button class="icon-button copy" data-copy aria-label="Copy" title="Copy">
  ${icon('copy')}
</button>`

/** A call in all languages. One of them is shown; choosing another one needs no script. */
export function sampleBox({ call, id }: { call: Call; id: string }): Html {
  const all = Object.entries(languages) as [Language, string][]
  const choice = ([language, title]: [Language, string]) =>
    html`<input
        type="radio"
        name="language-${id}"
        id="${language}-${id}"
        value="${language}"
        ${language === 'curl' && html` checked`}
      /><label for="${language}-${id}">${title}</label>`
  return html`<section class="box samples" aria-label="Request">
    <header class="box-head">
      <div class="choice" role="radiogroup" aria-label="Language">${all.map(choice)}</div>
      ${copyButton}
    </header>
    ${all.map(([language]) => html`<pre tabindex="0" data-language="${language}">${code(language, sample(language, call, placeholder))}</pre>`)}
  </section>`
}
