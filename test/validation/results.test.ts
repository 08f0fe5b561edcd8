import { execFileSync } from 'node:child_process'
import { expect } from 'chai'

const script = `
  import { registerHooks } from 'node:module'
  const loaded = []
  registerHooks({
    load(url, context, next) {
      if (/generated.(requests|results)/.test(url)) loaded.push(url.split('/').at(-1))
      return next(url, context)
    },
  })
  const { checkResult, loadResultValidators, validateInput } = await import('./src/validation/validate.ts')
  validateInput('platform_whoami', {})
  const before = [...loaded]
  let early
  try { checkResult('platform_whoami', {}) } catch (error) { early = error.message }
  await loadResultValidators()
  let late
  try { checkResult('platform_whoami', {}) } catch (error) { late = error.cause.message }
  console.log(JSON.stringify({ before, early, after: loaded, late }))
`

describe('the validators of results', () => {
  it('are loaded only when somebody asks for them, which production does not', () => {
    const output = execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
    const { before, early, after, late } = JSON.parse(output) as {
      before: string[]
      early: string
      after: string[]
      late: string
    }
    expect(before).to.include('requests.js').and.not.include('results.js')
    expect(early).to.include('await loadResultValidators() first')
    expect(after).to.include('results.js')
    expect(late).to.include('the result of platform_whoami breaks the contract')
  })
})
