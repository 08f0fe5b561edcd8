/** The sentences of the warnings in an answer. */
export const told = ({ warnings }: { warnings: readonly { message: string }[] }): string[] =>
  warnings.map(({ message }) => message)
