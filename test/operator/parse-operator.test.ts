import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { boundCapture, parseOperator } from '../../electron/core/operator/parse-operator.ts'
import { OperatorSwitch } from '../../shared/operator.ts'

const policy = (value: unknown) => ({ path: '/etc/gatehouse/policy.json', text: typeof value === 'string' ? value : JSON.stringify(value) })
const refusal = (environment: Readonly<Record<string, string>>, file: ReturnType<typeof policy> | null = null): string => {
  try {
    parseOperator(environment, file)
  } catch (error) {
    assert.ok(error instanceof Error && 'code' in error)
    assert.equal(error.code, 'operator.invalid')
    return error.message
  }
  return assert.fail('it was taken')
}

describe('the switches of the machine’s owner', () => {
  test('are as the sheet says where nobody says anything', () => {
    const { rows, file, ...operator } = parseOperator({ PATH: '/bin', GATEHOUSE_DATA: '/data' }, null)
    assert.deepEqual(operator, { allowShell: false, allowWeb: true, allowWebhooks: true, allowDestructive: true, allowUnattended: true, connectorCommands: null, connectorAddresses: null, maxCapture: 'full', approveAlways: false, builtInTools: null })
    assert.deepEqual([rows.map(({ name, value, usual, from }) => [name, value, usual, from]), file], [[
      ['ALLOW_SHELL', 'off', 'off', 'default'], ['ALLOW_WEB', 'on', 'on', 'default'], ['ALLOW_WEBHOOKS', 'on', 'on', 'default'], ['ALLOW_DESTRUCTIVE', 'on', 'on', 'default'], ['ALLOW_UNATTENDED', 'on', 'on', 'default'],
      ['CONNECTOR_COMMANDS', 'any', 'any', 'default'], ['CONNECTOR_ADDRESSES', 'any', 'any', 'default'], ['MAX_CAPTURE', 'full', 'full', 'default'], ['APPROVE_ALWAYS', 'off', 'off', 'default'], ['BUILT_IN_TOOLS', 'any', 'any', 'default'],
    ], null])
    assert.deepEqual(new Set(rows.map(({ name }) => name)), new Set(OperatorSwitch.options))
  })

  test('are read from the environment', () => {
    const operator = parseOperator({ GATEHOUSE_ALLOW_SHELL: '1', GATEHOUSE_ALLOW_WEB: 'false', GATEHOUSE_CONNECTOR_COMMANDS: 'npx, /usr/bin/node', GATEHOUSE_MAX_CAPTURE: 'metadata', GATEHOUSE_APPROVE_ALWAYS: 'true' }, null)
    assert.deepEqual([operator.allowShell, operator.allowWeb, operator.connectorCommands, operator.maxCapture, operator.approveAlways], [true, false, ['npx', '/usr/bin/node'], 'metadata', true])
    assert.deepEqual(operator.rows.filter(({ from }) => from === 'environment').map(({ name, value }) => `${name} ${value}`), ['ALLOW_SHELL on', 'ALLOW_WEB off', 'CONNECTOR_COMMANDS npx, /usr/bin/node', 'MAX_CAPTURE metadata', 'APPROVE_ALWAYS on'])
  })

  test('leave no address where only commands are listed', () => {
    const addresses = (environment: Record<string, string>): readonly string[] | null => parseOperator(environment, null).connectorAddresses
    assert.deepEqual([{ GATEHOUSE_CONNECTOR_COMMANDS: 'npx' }, { GATEHOUSE_CONNECTOR_COMMANDS: 'npx', GATEHOUSE_CONNECTOR_ADDRESSES: 'tools.example, nas:8080' }, { GATEHOUSE_CONNECTOR_ADDRESSES: 'tools.example' }, {}].map(addresses), [[], ['tools.example', 'nas:8080'], ['tools.example'], null])
  })

  test('are the policy file’s where both say something', () => {
    const operator = parseOperator({ GATEHOUSE_ALLOW_WEB: '1' }, policy({ ALLOW_WEB: false, BUILT_IN_TOOLS: ['files read'], CONNECTOR_COMMANDS: [] }))
    assert.deepEqual([operator.allowWeb, operator.builtInTools, operator.connectorCommands, operator.file], [false, ['files read'], [], '/etc/gatehouse/policy.json'])
    assert.deepEqual(operator.rows.find(({ name }) => name === 'ALLOW_WEB'), { name: 'ALLOW_WEB', value: 'off', usual: 'on', from: 'policy-file' })
  })

  test('refuse what can’t be meant, and say where it stands', () => {
    assert.match(refusal({ GATEHOUSE_ALLOW_WEB: 'no' }), /^GATEHOUSE_ALLOW_WEB is "no", which can’t be meant/)
    assert.match(refusal({ GATEHOUSE_ALLOW_WEB: '' }), /^GATEHOUSE_ALLOW_WEB is ""/)
    assert.match(refusal({ GATEHOUSE_MAX_CAPTURE: 'everything' }), /^GATEHOUSE_MAX_CAPTURE is "everything"/)
    assert.match(refusal({ GATEHOUSE_ALLOW_SHEL: '0' }), /^GATEHOUSE_ALLOW_SHEL is not a switch/)
    assert.match(refusal({}, policy({ ALLOW_WEB: 'off' })), /^ALLOW_WEB in \/etc\/gatehouse\/policy.json is "off"/)
    assert.match(refusal({}, policy({ ALLOW_WEBB: false })), /names “ALLOW_WEBB”/)
    assert.match(refusal({}, policy({ BUILT_IN_TOOLS: ['files'] })), /^BUILT_IN_TOOLS in/)
    assert.match(refusal({}, policy('{ ALLOW_WEB: false }')), /can’t be read as JSON/)
    assert.match(refusal({}, policy([])), /isn’t an object of switches/)
  })

  test('bound what is kept and never add to it', () => {
    assert.deepEqual((['none', 'metadata', 'io', 'full'] as const).map((level) => boundCapture({ maxCapture: 'metadata' }, level)), ['none', 'metadata', 'metadata', 'metadata'])
  })
})
