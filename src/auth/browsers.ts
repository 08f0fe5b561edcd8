/** Patterns of a `User-Agent` and the browsers they mean, in this order: nearly all browsers also name others. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b|\biPad\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

/**
 * A browser in a few words, such as `Firefox, Windows`: enough for its owner to know it again, and nothing that a client
 * can choose freely. Null for a program that is none of those that are known.
 */
export function nameBrowser(userAgent: string): string | null {
  const text = userAgent.slice(0, 500)
  const found = [browsers, systems].map((known) => known.find(([pattern]) => pattern.test(text))?.[1])
  return found.filter((name) => name !== undefined).join(', ') || null
}
