import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '../../../shared/errors.ts'
import { parseOperator, type Operator, type PolicyFile } from './parse-operator.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** Where only the owner of a machine writes. */
export function machinePolicyPath(environment: Environment, platform: NodeJS.Platform): string {
  switch (platform) {
    case 'darwin': return '/Library/Application Support/Gatehouse/policy.json'
    case 'win32': return join(environment['ProgramData'] ?? 'C:\\ProgramData', 'Gatehouse', 'policy.json')
    default: return '/etc/gatehouse/policy.json'
  }
}

/**
 * The switches of this machine: from its policy file, else the one that `GATEHOUSE_POLICY` names, and the environment.
 * @throws AppError `operator.invalid` for anything that can't be read or meant
 */
export function readOperator(environment: Environment, platform: NodeJS.Platform = process.platform): Operator {
  return parseOperator(environment, readPolicy(environment, machinePolicyPath(environment, platform)))
}

function readPolicy(environment: Environment, machinePath: string): PolicyFile | null {
  const path = existsSync(machinePath) ? machinePath : environment['GATEHOUSE_POLICY'] ?? null
  if (path === null) return null
  try {
    return { path, text: readFileSync(path, 'utf8') }
  } catch (error) {
    throw new AppError('operator.invalid', `The policy file ${path} can’t be read.`, { kept: 'Gatehouse was not started, so nothing runs without it.', advice: 'Make it readable, or put the path right.', cause: error })
  }
}
