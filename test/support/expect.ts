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

/** The error of a call that must fail. */
export async function caught(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => expect.fail('it should have been refused'),
    (error: unknown) => error,
  )
}
