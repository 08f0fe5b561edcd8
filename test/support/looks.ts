import type { Page } from 'playwright-core'
import { axeFindings } from './page-visits.ts'
import { overflow } from './pages.ts'

interface Look {
  colorScheme: 'light' | 'dark'
  viewport: { width: number; height: number }
  /** What axe looks for; left out: everything. */
  rules?: string[]
  /** Rules that axe leaves out by itself. */
  also?: string[]
}

const desk = { width: 1280, height: 720 }

/** The telephone is as narrow as any, or a page at 400 %: what fits there fits everywhere. */
export const telephone = { width: 320, height: 740 }

/** The ways in which readers see the same page. In the dark only colours are others, of the same elements in their places. */
const looks: Record<string, Look> = {
  light: { colorScheme: 'light', viewport: desk },
  dark: { colorScheme: 'dark', viewport: desk, rules: ['cat.color'] },
  telephone: { colorScheme: 'light', viewport: telephone, also: ['target-size'] },
}

/** For a context that opens each page once and looks at it in each way: on a telephone buttons are hardest to reach. */
export const forEachLook = { colorScheme: 'light', viewport: telephone, bypassCSP: true } as const

/**
 * What axe and the width say of a page in each look, as lines. All that can be unfolded is.
 *
 * @param page of a context `forEachLook`, and again as it was afterwards, but for what has been unfolded
 */
export async function findingsInEachLook(page: Page): Promise<string[]> {
  const found: string[] = []
  await page.evaluate(`document.querySelectorAll('details').forEach((one) => (one.open = true))`)
  for (const [look, { colorScheme, viewport, rules, also }] of Object.entries(looks)) {
    // Colours that change slowly would be judged on their way.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize(viewport)
    const wide = (await overflow(page)).map((one) => `too wide: ${one}`)
    found.push(...[...(await axeFindings(page, rules, also)), ...wide].map((one) => `${look}: ${one}`))
  }
  return found
}
