import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { Language } from '../../src/texts/language.ts'
import type { TestClient } from './client.ts'
import { OneWindow, sessionCookie } from './page-visits.ts'
import type { TestServer } from './server.ts'

/** No page has so many places at which Tab stops. */
const mostStops = 400
/** No group of radio buttons, and no list, is longer. */
const mostChoices = 60
/** Half a minute. */
const mostAsked = 600
const askedEveryMs = 50

/** The element that has the focus, as a screen reader tells it. */
interface Focus {
  kind: string
  name: string
  /** Of a radio button: the names of its whole group. */
  group: string[]
  checked: boolean
}

const focused = `(() => {
  const nameOf = (one) => {
    const label = one.getAttribute('aria-label')
    if (label) return label.trim()
    const named = one.labels?.[0] ?? one
    const copy = named.cloneNode(true)
    for (const part of copy.querySelectorAll('.optional, small, select, textarea')) part.remove()
    return copy.textContent.replace(/\\s+/g, ' ').trim()
  }
  const one = document.activeElement
  if (one === document.body) return { kind: 'body', name: '', group: [], checked: false }
  const kind = one.tagName === 'INPUT' ? one.type : one.tagName.toLowerCase()
  const radios = kind === 'radio' ? [...one.form.elements].filter((other) => other.name === one.name) : []
  return { kind, name: nameOf(one), group: radios.map(nameOf), checked: one.checked === true }
})()`

const fits = (name: string | RegExp, text: string): boolean =>
  typeof name === 'string' ? text === name : name.test(text)

/** Stories are told in English to a browser without scripts, and in German to one with them. */
const runsScripts: Readonly<Record<Language, boolean>> = { en: false, de: true }

/** The words of a page and its dialogs, kept in its window: another page has none. */
const remember = `window.asked = [document.querySelector('main').innerText, document.querySelectorAll('dialog[open]').length].join()`
const isAnswered = `window.asked !== [document.querySelector('main')?.innerText, document.querySelectorAll('dialog[open]').length].join()`

/** A reader who has nothing but a keyboard, with a window of their own. */
export class Keyboard {
  readonly page: Page
  readonly context: BrowserContext
  readonly #runsScripts: boolean

  constructor(page: Page, runsScripts: boolean) {
    this.page = page
    this.context = page.context()
    this.#runsScripts = runsScripts
  }

  /** The same reader in another window. */
  beside(page: Page): Keyboard {
    return new Keyboard(page, this.#runsScripts)
  }

  /** Opens an address, as from a bookmark or a mail. */
  async open(path: string): Promise<void> {
    await this.page.goto(path)
  }

  /** Goes on with Tab until a link, a button or a field of this name has the focus; at the end, once more from the top. */
  async tabTo(name: string | RegExp): Promise<Focus> {
    const passed: string[] = []
    // At its beginning and its end, a page has the focus itself: two ends later, all of it was passed.
    let ends = 0
    for (let stop = 0; stop < mostStops && ends < 3; stop += 1) {
      const focus = await this.page.evaluate<Focus>(focused)
      if (fits(name, focus.name) || focus.group.some((one) => fits(name, one))) return focus
      passed.push(`${focus.kind} ${focus.name.slice(0, 60)}`)
      if (focus.kind === 'body') ends += 1
      await this.page.keyboard.press('Tab')
    }
    throw new Error(`no ${name} on ${this.page.url()} among\n${passed.join('\n')}\n${await this.text()}`)
  }

  /** Types into a field, in place of what was there. */
  async type(label: string, text: string): Promise<void> {
    const { kind } = await this.tabTo(label)
    if (kind === 'date') return this.#typeDay(text)
    await this.page.keyboard.press('Control+a')
    await this.page.keyboard.type(text)
  }

  /** Pastes a long text into a field, in place of what was there. */
  async paste(label: string, text: string): Promise<void> {
    await this.tabTo(label)
    await this.page.keyboard.press('Control+a')
    await this.page.keyboard.insertText(text)
  }

  /** A day in the order in which the browser of the tests asks for its parts, whatever the language of the page. */
  async #typeDay(day: string): Promise<void> {
    const [year = '', month = '', date = ''] = day.split('-')
    await this.page.keyboard.type(`${month}${date}${year}`)
  }

  /** Chooses one of some radio buttons, or ticks a box. */
  async choose(name: string | RegExp): Promise<void> {
    let focus = await this.tabTo(name)
    for (let press = 0; press < mostChoices && !fits(name, focus.name); press += 1) {
      await this.page.keyboard.press('ArrowDown')
      focus = await this.page.evaluate<Focus>(focused)
    }
    if (!focus.checked) await this.page.keyboard.press('Space')
  }

  /** Chooses an entry of a list by its first letters. */
  async select(label: string, entry: string): Promise<void> {
    const { kind } = await this.tabTo(label)
    if (kind === 'text') await this.page.keyboard.press('Control+a')
    await this.page.keyboard.type(entry)
    if (kind === 'text') {
      await this.page.getByRole('option', { name: entry }).first().waitFor()
      await this.page.keyboard.press('ArrowDown')
      await this.page.keyboard.press('Enter')
    }
    const chosen = await this.page.evaluate<string>(
      `(document.activeElement.selectedOptions?.[0].textContent ?? document.activeElement.value).trim()`,
    )
    if (!chosen.startsWith(entry)) throw new Error(`${label}: ${chosen} was chosen in place of ${entry}`)
  }

  /** Follows a link, or presses a button, and waits for the page that comes. */
  async press(name: string | RegExp): Promise<void> {
    await this.tabTo(name)
    await this.enter()
  }

  /** Presses the return key where the focus is, and waits for the page that comes, or for what a script shows in this one. */
  async enter(): Promise<void> {
    if (this.#runsScripts) {
      await this.page.evaluate(remember)
      await this.page.keyboard.press('Enter')
      await this.#answer()
      return this.page.waitForLoadState()
    }
    await Promise.all([this.page.waitForEvent('load'), this.page.keyboard.press('Enter')])
  }

  /** The policy of the pages lets Playwright wait for nothing in them, so it asks again and again. */
  async #answer(): Promise<void> {
    for (let asked = 0; asked < mostAsked; asked += 1) {
      // While another page comes, there is nothing to ask.
      if (await this.page.evaluate<boolean>(isAnswered).catch(() => false)) return
      await sleep(askedEveryMs)
    }
    throw new Error(`nothing came after ${this.page.url()}\n${await this.text()}`)
  }

  /** Expects words on the page, outside of its menu. */
  async sees(...words: (string | RegExp)[]): Promise<void> {
    const text = await this.text()
    const missing = words.filter((one) => (typeof one === 'string' ? !text.includes(one) : !one.test(text)))
    if (missing.length > 0) throw new Error(`${this.page.url()} lacks ${missing.join(', ')}:\n${text}`)
  }

  /** The words of the page, without its menu. */
  async text(): Promise<string> {
    return (await this.page.locator('main').innerText()).replaceAll('\u00a0', ' ')
  }
}

const windows: Readonly<Record<Language, OneWindow>> = {
  en: new OneWindow({ javaScriptEnabled: runsScripts.en }),
  de: new OneWindow({ javaScriptEnabled: runsScripts.de, locale: 'de-DE' }),
}

/**
 * Lets a reader work in a window that is as new to them, in a language. The pages must not complain, and ask nothing
 * of other addresses.
 *
 * @param client whose session the window has; left out: nobody's
 */
export function withKeyboard<T>(
  browser: Browser,
  server: TestServer,
  { language, client }: { language: Language; client?: TestClient },
  work: (keyboard: Keyboard) => Promise<T>,
): Promise<T> {
  return windows[language].visit(browser, server, async (page) => {
    if (client) await page.context().addCookies([sessionCookie(client, server.baseUrl)])
    return work(new Keyboard(page, runsScripts[language]))
  })
}
