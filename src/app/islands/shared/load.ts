import { copies } from './dom.ts'

/** A page that was asked for: its document, whose scripts do not run, and the address that answered in the end. */
export interface Loaded {
  page: Document
  url: URL
}

/** A fault of the server, with the page that tells it, if there is one. */
export class Fault extends Error {
  readonly page: Document | null
  constructor(page: Document | null) {
    super('fault')
    this.page = page
  }
}

/**
 * Asks for a page, with a form or without. `fetch` would need a parser, which Trusted Types forbid, and tells nothing of what
 * is sent.
 *
 * @param sent is told which part of the form is sent, from 0 to 1
 * @throws DOMException when the signal aborts; Fault; Error when nothing answers
 */
export function load(
  url: string | URL,
  signal: AbortSignal,
  form?: URLSearchParams | FormData,
  sent?: (part: number) => void,
): Promise<Loaded> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(form ? 'POST' : 'GET', url)
    request.responseType = 'document'
    request.setRequestHeader('Accept', 'text/html')
    request.onload = () => {
      const page = request.responseXML
      if (page && request.status < 500) resolve({ page, url: new URL(request.responseURL) })
      else reject(new Fault(page))
    }
    request.onerror = () => reject(new Error('unreachable'))
    request.onabort = () => reject(signal.reason as Error)
    signal.addEventListener('abort', () => request.abort())
    if (sent) request.upload.onprogress = ({ loaded, total }) => sent(loaded / total)
    if (form instanceof URLSearchParams)
      request.setRequestHeader('Content-Type', 'application/x-www-form-urlencoded')
    request.send(form instanceof URLSearchParams ? form.toString() : (form ?? null))
  })
}

/** The address that a form leads to. A control that is called `action` would hide the property of this name. */
export const addressOf = (form: HTMLFormElement): URL => new URL(form.getAttribute('action')!, location.href)

/** Shows another page in place of this one, and puts the focus where it wants it. */
export function replacePage(page: Document): void {
  const main = document.querySelector('main')!
  main.replaceChildren(...copies(page.querySelector('main')!.childNodes))
  document.title = page.title
  ;(main.querySelector<HTMLElement>('[autofocus]') ?? main).focus()
}

/** The controls of a form as its submission sends them. */
export function controlsOf(form: HTMLFormElement, submitter?: HTMLElement | null): URLSearchParams {
  const data = new FormData(form, submitter ?? null)
  return new URLSearchParams([...data].map(([name, value]): [string, string] => [name, String(value)]))
}
