import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect } from 'chai'
import { parse } from 'yaml'
import { safeReturnTo } from '../../src/domain/return-to.ts'
import { html } from '../../src/pages/html.ts'
import { render } from '../../src/html/html.ts'
import { languages } from '../../src/texts/language.ts'
import { pageHeaders } from '../../src/pages/send.ts'

const root = resolve(import.meta.dirname, '../..')
const css = readFileSync(join(root, 'src/pages/palettes.css'), 'utf8')

describe('templates of pages', () => {
  it('escape whatever is filled in, as text and as attribute', () => {
    const attack = `"><script>alert(1)</script><img src=x onerror='alert(1)'>`
    const page = render(html`<p title=${attack}>${attack}${[attack]}</p>`)
    expect(page).to.not.match(/<script|<img/)
    expect(page).to.include('&lt;script>')
    expect(
      render(html`<p>${{ type: 'script', props: { children: 'alert(1)' } } as never}</p>`),
    ).to.not.include('alert')
  })

  it('refuse what the policy would refuse, and addresses of other places', () => {
    const refused: (() => unknown)[] = [
      () => html`<script src="/a.js"></script>`,
      () => html`<style></style>`,
      () => html`<iframe src="/a"></iframe>`,
      () => html`<base href="/" />`,
      () => html`<p style="color: red"></p>`,
      () => html`<p onclick="alert(1)"></p>`,
      () => html`<p dangerouslySetInnerHTML=${'x'}></p>`,
      () => html`<a href=${'javascript:alert(1)'}></a>`,
      () => html`<a href=${'//evil.example'}></a>`,
      () => html`<a href=${'/\\evil.example'}></a>`,
      () => html`<form action=${'https://evil.example'}></form>`,
      () => html`<a href=${'https://evil.example'}></a>`,
      () => html`<a rel="noreferrer" href=${'http://evil.example'}></a>`,
      () => html`<a rel="noreferrer" href=${'javascript:alert(1)'}></a>`,
      () => html`<img rel="noreferrer" src=${'https://evil.example'} />`,
      () => html`<img src="data:image/png;base64,AA" />`,
    ]
    for (const write of refused) expect(write, String(write)).to.throw(/pages have no|must be an address/)
    const away = html`<a rel="noreferrer" href=${'https://elsewhere.example/a?b="'}>${'away'}</a>`
    expect(render(away)).to.include('href="https://elsewhere.example/a?b=&quot;"')
    expect(render(html`<a href="/acme/account#keys">${'ok'}</a>`)).to.include('href="/acme/account#keys"')
  })

  it('give each page its own elements', () => {
    const write = () => render(html`<p>${html`<b>always the same</b>`}</p>`)
    expect([write(), write()]).to.deep.equal([write(), write()])
  })
})

describe('where a sign-in may lead', () => {
  it('is an app that asks, or a page of the company', () => {
    for (const path of [
      '/oauth/interaction/abc',
      '/oauth/auth?a=b&c=%2F',
      '/acme/account',
      '/acme/account?done=x',
    ])
      expect(safeReturnTo(path, 'acme'), path).to.equal(path)
  })

  it('is nothing else', () => {
    const attacks = [
      ...[
        'https://evil.example',
        '//evil.example',
        '/\\evil.example',
        '\\\\evil.example',
        '/\t/evil.example',
      ],
      ...['/%5c/evil.example\n', 'javascript:alert(1)', '/oauth/../../evil', '/oauth/%2e%2e/docs', '/oauth'],
      ...[
        '/oauth//../..//evil.example',
        '/docs',
        '/v1/platform/whoami',
        '/auth/sign_out',
        '/other/account',
        '/acme-2/account',
      ],
      ...['/acme/../oauth', '//acme/account', '/./acme/..//evil.example/x', '', ' /acme/account', '/acme/ä'],
      `/acme/${'a'.repeat(2000)}`,
    ]
    for (const path of attacks) expect(safeReturnTo(path, 'acme'), path).to.equal(undefined)
    expect(safeReturnTo('/anybody/account')).to.equal('/anybody/account')
    expect(safeReturnTo('/docs/org/people.list')).to.equal(undefined)
  })
})

describe('headers of pages', () => {
  it('name only what a page needs, and keep its forms here unless they lead anywhere', () => {
    expect(pageHeaders({ leadsAnywhere: true })['Content-Security-Policy']).to.equal(
      "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'",
    )
    expect(pageHeaders()['Content-Security-Policy']).to.include("form-action 'self'")
    expect(pageHeaders()['Content-Security-Policy']).to.not.match(/unsafe|script-src|\*|http/)
  })
})

describe('palettes', () => {
  const { enum: palettes } = parse(
    readFileSync(join(root, 'openapi/components/schemas/Palette.yaml'), 'utf8'),
  ) as {
    enum: string[]
  }

  /** The colours of a rule: name → [light, dark]. */
  const coloursOf = (selector: string): Record<string, [string, string]> => {
    const [, rules = ''] = css.split(`${selector} {`)
    const found = rules.slice(0, rules.indexOf('}')).matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g)
    return Object.fromEntries([...found].map(([, name, light, dark]) => [name, [light, dark]])) as never
  }
  const luminance = (colour: string) => {
    const [r, g, b] = [1, 3, 5]
      .map((at) => parseInt(colour.slice(at, at + 2), 16) / 255)
      .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)) as [
      number,
      number,
      number,
    ]
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const contrast = (a: string, b: string) => {
    const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number]
    return (light + 0.05) / (dark + 0.05)
  }
  /** What is written on what, and the least contrast. */
  const pairs: [string, string, number][] = [
    ...['text', 'soft', 'danger'].flatMap((text): [string, string, number][] => [
      [text, 'ground', 4.5],
      [text, 'card', 4.5],
    ]),
    ['soft', 'tint', 4.5],
    ['soft', 'field', 4.5],
    ['danger', 'danger-ground', 4.5],
    ['good', 'good-ground', 4.5],
    ['warn', 'warn-ground', 4.5],
    ['accent', 'card', 4.5],
    ['accent', 'ground', 4.5],
    ['accent', 'tint', 4.5],
    ['accent-strong', 'card', 4.5],
    ['on-accent', 'accent', 4.5],
    ['on-accent', 'accent-strong', 4.5],
    ['field-line', 'card', 3],
    ['field-line', 'field', 3],
  ]

  it('are those of the contract', () => {
    const inStyle = [...css.matchAll(/\[data-palette='(\w+)'\]/g)].map(([, name]) => name)
    expect(palettes).to.have.length(8)
    expect(inStyle).to.have.members(palettes)
  })

  it('can be read, light and dark', () => {
    const tooFaint: string[] = []
    for (const palette of palettes) {
      const colours = { ...coloursOf(':root'), ...coloursOf(`[data-palette='${palette}']`) }
      for (const [text, ground, least] of pairs)
        for (const mode of [0, 1] as const) {
          const measured = contrast(colours[text]![mode], colours[ground]![mode])
          if (measured < least)
            tooFaint.push(
              `${palette} ${mode ? 'dark' : 'light'}: ${text} on ${ground}: ${measured.toFixed(2)}`,
            )
        }
    }
    expect(tooFaint).to.deep.equal([])
    expect(contrast('#ffffff', '#777777')).to.be.lessThan(4.5)
  })
})

describe('texts of pages', () => {
  it('are written in English and German, with nothing left in English', async () => {
    expect(languages).to.deep.equal(['en', 'de'])
    const { signInTexts } = await import('../../src/pages/texts/sign-in.ts')
    const { accountTexts } = await import('../../src/pages/texts/account.ts')
    expect(signInTexts.de.submit).to.equal('Anmelden')
    for (const key of Object.keys(accountTexts.en.done) as (keyof typeof accountTexts.en.done)[])
      expect(accountTexts.de.done[key]).to.not.equal(accountTexts.en.done[key])
  })
})
