import type { WireError } from '../shared/errors.ts'

/** For a line at a field, where what was typed still stands: what happened and what to do. */
export const sayProblem = ({ message, advice }: WireError): string => (advice === undefined ? message : `${message} ${advice}`)

/** What happened, what was kept and what to do, as one line. */
export const sayWholeProblem = ({ message, kept, advice }: WireError): string => [message, kept, advice].filter((part) => part !== undefined).join(' ')
