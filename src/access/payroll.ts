import type { Caller } from '../domain/caller.ts'
import { payrollGiven, type PayrollInput } from '../domain/person-details.ts'
import { problem, type Problem } from '../errors.ts'

/** Payroll details are changed in the web app only, even one's own. */
export const ownPayrollProblems = (
  { credential }: Pick<Caller, 'credential'>,
  given: PayrollInput,
): Problem<'payroll_needs_web'>[] =>
  credential.kind === 'web' ? [] : payrollGiven(given).map((field) => problem('payroll_needs_web', { field }))

/**
 * Problems of a caller who changes payroll details. Nobody changes their own in the way that is for others: of a change
 * by the person HR is told, of one by HR the person is.
 */
export const payrollProblems = (
  caller: Pick<Caller, 'credential' | 'personId'>,
  personId: string,
  given: PayrollInput,
): Problem<'payroll_needs_web' | 'own_payroll_needs_me'>[] => {
  const noWeb = ownPayrollProblems(caller, given)
  if (noWeb.length > 0 || caller.personId !== personId) return noWeb
  return payrollGiven(given).map((field) => problem('own_payroll_needs_me', { field }))
}
