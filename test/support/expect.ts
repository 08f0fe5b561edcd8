import { expect } from 'chai'
import { CallError } from './client.ts'

/** Expects that the call is refused with this code. Answers the error, for further checks. */
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
