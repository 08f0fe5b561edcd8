import { expect } from 'chai'
import { CallError } from './client.ts'

/** The call is refused with this code; answers the error, to look at more of it. */
export async function refused(call: Promise<unknown>, code: string): Promise<CallError> {
  try {
    await call
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    expect(error.code, error.message).to.equal(code)
    return error
  }
  throw new Error(`the call was expected to be refused with ${code}, but it succeeded`)
}
