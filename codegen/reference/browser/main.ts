import { find } from './dom.ts'
import { remember, remembered } from './memory.ts'
import { startNavigation } from './navigation.ts'
import { startSearch } from './search.ts'
import { wireTry } from './try.ts'

const root = document.documentElement

/** Wires the content of a page; again when a link has replaced the content. */
function wirePage(): void {
  const main = find('main')
  chooseLanguage(main, remembered('language'))
  unfold(location.hash)
  wireTry(main)
}

function chooseLanguage(main: HTMLElement, language: string | undefined): void {
  for (const choice of main.querySelectorAll<HTMLInputElement>('.samples input[type=radio]'))
    if (choice.value === language) choice.checked = true
}

/** Opens what is folded around the target of a link. */
function unfold(hash: string): void {
  // The ids of our pages are ASCII, so there is nothing to decode; what somebody else has put there may not be decodable.
  const target = document.getElementById(hash.slice(1))
  if (!target) return
  for (
    let around = target.closest('details');
    around;
    around = around.parentElement?.closest('details') ?? null
  )
    around.open = true
  const own = target.querySelector('details')
  if (own) own.open = true
  target.scrollIntoView()
}

function isDark(): boolean {
  const chosen = root.dataset['theme']
  return chosen === undefined ? matchMedia('(prefers-color-scheme: dark)').matches : chosen === 'dark'
}

function switchTheme(): void {
  const theme = isDark() ? 'light' : 'dark'
  root.dataset['theme'] = theme
  remember('theme', theme)
}

/** Copies the code beside the button: the sample that is shown, an example, an address. */
async function copy(button: HTMLElement): Promise<void> {
  const around = button.closest('.box') ?? button.parentElement
  const shown = [...(around?.querySelectorAll<HTMLElement>('pre, [data-copied]') ?? [])].find(
    (one) => one.offsetParent !== null,
  )
  await navigator.clipboard.writeText(shown?.textContent ?? '')
  button.classList.add('done')
  button.setAttribute('aria-label', 'Copied')
  setTimeout(() => {
    button.classList.remove('done')
    button.setAttribute('aria-label', 'Copy')
  }, 1500)
}

document.addEventListener('click', ({ target }) => {
  if (!(target instanceof Element)) return
  const button = target.closest<HTMLElement>('button')
  if (button?.matches('[data-switch-theme]')) switchTheme()
  // Browsers refuse the clipboard on plain http, except on localhost.
  if (button?.matches('[data-copy]'))
    copy(button).catch(() => button.setAttribute('aria-label', 'Not copied'))
})
document.addEventListener('change', ({ target }) => {
  if (target instanceof HTMLInputElement && target.closest('.samples')) remember('language', target.value)
})
addEventListener('hashchange', () => unfold(location.hash))

const go = startNavigation(wirePage)
startSearch(go)
wirePage()
