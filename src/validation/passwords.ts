import { createRequire } from 'node:module'
import { invalid } from '../errors.ts'
import type { Phrase } from '../texts/phrase.ts'
import { signInTexts } from '../texts/sign-in.ts'

/** In code points, after the text is trimmed and in NFC. The contract tells both. */
const passwordLength = { min: 10, max: 256 }

/**
 * Refuses a new password that others would guess soon: a short one, one that very many people have, and what anybody
 * knows about its owner. It need not have digits, capitals or signs.
 *
 * @param password as the contract's validation has normalized it
 * @param personal what anybody knows: e-mail, name, organization
 * @throws ApiError validation_failed
 */
export function requireGoodPassword(password: string, personal: readonly string[]): void {
  const length = Array.from(password.normalize('NFC').trim()).length
  if (length < passwordLength.min)
    throw refuse('too_short', signInTexts.shortPassword({ min: passwordLength.min }))
  if (length > passwordLength.max)
    throw refuse('too_long', signInTexts.longPassword({ max: passwordLength.max }))
  const guesses = guessesOf(password)
  if (guesses.some((guess) => commonPasswords().has(guess)))
    throw refuse('too_common', signInTexts.commonPassword())
  const known = new Set(personal.flatMap(namesIn))
  if (guesses.some((guess) => known.has(onlyLetters(guess))))
    throw refuse('too_personal', signInTexts.personalPassword())
}

const refuse = (code: string, message: Phrase) => invalid('password', code, message)

/**
 * Words by which somebody who guesses would find the password: itself, and a word with digits or signs before or after
 * it, as long as the word is at least half of it.
 */
function guessesOf(password: string): string[] {
  const whole = password.normalize('NFC').trim().toLowerCase()
  const word = whole.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  return word.length * 2 >= whole.length ? [whole, word] : [whole]
}

/** Spellings of a name, or of an address: whole, and what is before the @ and after it. */
function namesIn(text: string): string[] {
  const [local = '', domain = ''] = text.toLowerCase().split('@')
  return [text, local, domain, domain.split('.')[0]!].map(onlyLetters).filter((name) => name.length > 2)
}

const onlyLetters = (text: string): string =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

let common: ReadonlySet<string> | undefined

/** About 49,000 passwords. They take 60 ms to load and 4 MB, so processes in which nobody sets a password have none. */
function commonPasswords(): ReadonlySet<string> {
  return (common ??= new Set(load().map((password) => password.toLowerCase())))
}

function load(): readonly string[] {
  const { dictionary } = createRequire(import.meta.url)('@zxcvbn-ts/language-common') as {
    dictionary: Record<'passwords-common', readonly string[]>
  }
  return dictionary['passwords-common']
}
