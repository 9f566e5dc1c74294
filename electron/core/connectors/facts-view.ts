import type { QuestionView } from '../tools/tool.ts'

export interface Fact { readonly name: string; readonly value: string; readonly destination: boolean }

/** An approval drawn as named values, in the order given. */
export const factsView = (facts: readonly Fact[]): QuestionView => ({ kind: 'facts', facts: [...facts] })

export const fact = (name: string, value: string): Fact => ({ name, value, destination: false })

/** Where something goes to; comes first and is never shortened. */
export const destination = (name: string, value: string): Fact => ({ name, value, destination: true })
