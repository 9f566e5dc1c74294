import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { z } from 'zod'
import { defineTool, type ToolDefinition } from '../../electron/core/tools/define-tool.ts'
import { AppError } from '../../shared/errors.ts'

const input = z.object({ name: z.string() })
type Options = Partial<ToolDefinition<typeof input, null>>
const define = (options: Options) => defineTool<typeof input, null>({ name: 'x', description: 'Does x.', input, run: () => Promise.resolve('done'), ...options })
const problem = (options: Options): string => {
  try {
    define(options)
    return ''
  } catch (error) {
    return error instanceof AppError ? `${error.code}: ${error.message}` : 'another error'
  }
}

describe('a definition that can’t be meant is refused when it is made', () => {
  const WRONG: readonly (readonly [name: string, options: Options, why: RegExp])[] = [
    ['a name with a space', { name: 'a b' }, /a name is letters/],
    ['a name with the mark that parts connector and tool', { name: 'a__b' }, /never contains __/],
    ['no description', { description: ' ' }, /without a description/],
    ['a cache for a write', { class: 'write', cacheTtl: 1 }, /only a read can be answered from a cache/],
    ['a cache for no time', { class: 'read', cacheTtl: 0 }, /cacheTtl is a positive number/],
    ['a cache for ever', { class: 'read', cacheTtl: Infinity }, /cacheTtl is a positive number/],
    ['no time at all', { timeout: 0 }, /timeout is a positive number/],
    ['more time than a timer can hold', { timeout: 2 ** 31 }, /timeout is a positive number/],
    ['a question that waits for no time', { approvalTimeout: -1 }, /approvalTimeout is a positive number/],
    ['half a retry', { class: 'read', retry: 0.5 }, /retry is a whole number/],
    ['a retry of what may have taken effect', { class: 'write', retry: 1 }, /only a read can be tried again/],
    ['a retry of a tool that nobody classed', { retry: 1 }, /only a read can be tried again/],
    ['a wait that is none', { class: 'read', retry: { times: 2, waitMs: Number.NaN } }, /retry waits/],
    ['a wait that outgrows a timer', { class: 'read', retry: { times: 40, waitMs: 1000 } }, /retry waits/],
    ['reaching out without saying where', { class: 'read', egress: true }, /says where its calls go/],
  ]
  for (const [name, options, why] of WRONG) test(name, () => {
    assert.match(problem(options), /^tool\.definition-invalid: /)
    assert.match(problem(options), why)
  })

  test('an input that no model could be told', () => {
    const odd = z.object({ when: z.date() })
    assert.throws(() => defineTool<typeof odd, null>({ name: 'x', description: 'Does x.', input: odd, run: () => Promise.resolve('') }), { code: 'tool.definition-invalid' })
  })

  test('and what can be meant is taken', () => {
    for (const options of [{}, { class: 'read', retry: 3, cacheTtl: 60 }, { class: 'read', retry: { times: 3, waitMs: 0 } }, { class: 'write', timeout: 1, approvalTimeout: 1, requiresApproval: () => true }] satisfies Options[]) assert.equal(problem(options), '')
  })
})
