import type { Context, Tool, Tools } from '../actions/context.ts'
import { notFound, problem, refusal, type ApiError, type ErrorName, type Problem } from '../errors.ts'
import type { Action } from '../generated/actions.ts'
import type { RecordKind } from '../generated/errors.ts'
import { tell } from '../warnings.ts'
import type { Language } from '../texts/language.ts'

/** Functions by which an action changes its own call. */
type Effects = Pick<Context, 'newId' | 'record' | 'may' | 'holdAccess'>

/** The part of a context that the pipeline knows before the action runs. */
export type Given = Omit<Context, keyof Effects | 'tell' | 'refuse' | 'fail'> & { tools: Tools }

/** Refusals of an action's own rules. */
export const refusals = {
  refuse: (problems: readonly Problem[]): void => {
    if (problems.length > 0) throw refusal(problems)
  },
  fail: (name: ErrorName, params: never): ApiError => refusal([problem(name, params)]),
}

/**
 * Makes the context of an action.
 *
 * @param needs the tools that the action gets
 * @param speak called when the action asks for the language
 */
export function contextOf(
  { tools, ...given }: Given,
  effects: Effects,
  needs: readonly Tool[],
  speak?: () => void,
): Context {
  return {
    ...given,
    ...Object.fromEntries(needs.map((tool) => [tool, tools[tool]])),
    get language(): Language {
      speak?.()
      return given.language
    },
    tell: (warnings, place) => warnings.map((one) => tell(one, given.language, place)),
    ...refusals,
    newId: effects.newId,
    record: effects.record,
    may: effects.may,
    holdAccess: effects.holdAccess,
  } as Context
}

/** The answer of the pipeline when the phase `subject` finds nothing. */
export function subjectMissing({ subject }: Action): ApiError {
  const { path, kind } = subject as { path: string; kind: RecordKind }
  return notFound(path, kind)
}
