import { expect } from 'chai'
import { nameBrowser } from '../../src/auth/browsers.ts'

describe('the kind of browser of a session', () => {
  it('is one of those that are known, and nothing that a client writes', () => {
    const webkit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
    const cases: [string, string | null][] = [
      [`Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36`, 'Chrome, Linux'],
      [
        `Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0`,
        'Edge, Windows',
      ],
      [
        `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Version/18.0 Safari/605.1.15`,
        'Safari, macOS',
      ],
      [
        `Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${webkit} CriOS/140.0 Safari/604.1`,
        'Chrome, iOS',
      ],
      [`Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0`, 'Firefox, Android'],
      ['curl/8.0', null],
      ['', null],
      [`<script>alert(1)</script> ${'x'.repeat(100_000)}`, null],
    ]
    for (const [userAgent, name] of cases)
      expect(nameBrowser(userAgent), userAgent.slice(0, 200)).to.equal(name)
  })
})
