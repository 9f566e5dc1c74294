import type Database from 'better-sqlite3'
import { BATTERY_MONEY, BATTERY_TOKENS, CertificationResult, type CertificationRow, type CheckResult } from '../../../shared/certification.ts'
import { AppError, toWireError } from '../../../shared/errors.ts'
import { explainPause } from '../../../shared/explain-pause.ts'
import { ChatId, type TurnId } from '../../../shared/ids.ts'
import type { AnthropicProfile, ModelProfile } from '../../../shared/model-profile.ts'
import { parseJson } from '../../../shared/parse-json.ts'
import { totalTokens } from '../../../shared/usage.ts'
import type { Budget } from '../budget/budget.ts'
import type { Ledger } from '../budget/ledger.ts'
import { costOf, tokenPrices } from '../budget/price.ts'
import type { Clock } from '../host.ts'
import type { KnownSecrets } from '../secrets/known-secrets.ts'
import { BATTERY } from './battery.ts'
import { BATTERY_VERSION } from './battery-version.ts'
import type { Models } from './models.ts'
import { isSameService, isTestedNow } from './profiles.ts'
import { runBattery, type BatteryPorts } from './run-battery.ts'

/** Whether models were shown to handle tools: a fixed battery, its dated results, and what they decide. */
export interface Certifications {
  readonly row: (profile: ModelProfile) => CertificationRow
  /** @throws AppError `input.not-found`, `input.invalid`, `turn.busy` while it runs */
  readonly certify: (name: string) => Promise<CertificationResult>
  readonly stop: (name: string) => void
  readonly forget: (name: string) => void
  readonly onChanged: (listener: (name: string) => void) => void
  readonly close: () => void
}

export interface CertificationsPorts {
  readonly database: Database.Database
  readonly models: Models
  readonly ledger: Ledger
  readonly budget: Budget
  readonly secrets: KnownSecrets
  readonly clock: Clock
  readonly newTurnId: () => TurnId
}

export const CERTIFICATIONS_SCHEMA = `
CREATE TABLE model_certifications (name TEXT PRIMARY KEY COLLATE NOCASE, result TEXT NOT NULL CHECK (json_valid(result))) STRICT, WITHOUT ROWID;
`

/** Under which its spending stands in the ledger. */
export const CERTIFY_CHAT = ChatId.parse('chat_certification')
const CERTIFY_ROLE = 'certification'

export function createCertifications({ database, models, ledger, budget, secrets, clock, newTurnId }: CertificationsPorts): Certifications {
  const listeners: ((name: string) => void)[] = []
  const told = (name: string): void => { for (const listener of listeners) listener(name) }
  const running = new Map<string, { readonly controller: AbortController; done: number }>()
  const select = database.prepare('SELECT result FROM model_certifications WHERE name = ?').pluck()
  const upsert = database.prepare('INSERT OR REPLACE INTO model_certifications (name, result) VALUES (?, ?)')
  const drop = database.prepare('DELETE FROM model_certifications WHERE name = ?')

  const last = (name: string): CertificationResult | null => {
    const text = select.get(name)
    return typeof text === 'string' ? CertificationResult.safeParse(parseJson(text)).data ?? null : null
  }
  const known = (name: string): AnthropicProfile => {
    const profile = models.find(name)
    if (profile === null) throw new AppError('input.not-found', `There is no model named “${name}”.`)
    if (profile.adapter === 'practice') throw new AppError('input.invalid', 'The practice model follows fixed rules and comes with Gatehouse: there is nothing to test.')
    return profile
  }

  /** Of one run of the battery: what it may still spend, and what it has. */
  const meter = (profile: AnthropicProfile): { readonly reserve: BatteryPorts['reserve']; readonly spent: () => Pick<CertificationResult, 'tokens' | 'money'>; readonly end: () => void } => {
    const turnId = newTurnId()
    const perToken = tokenPrices(profile.prices)
    let [step, tokens, money] = [0, 0, 0]
    return {
      reserve: (inputTokens, maxTokens) => {
        if (tokens + inputTokens + maxTokens > BATTERY_TOKENS) throw new AppError('model.unavailable', `The tests may use ${BATTERY_TOKENS.toLocaleString('en')} tokens, and were not through when those were used up.`)
        const room = budget.request(turnId, { inputTokens, maxOutputTokens: maxTokens, prices: profile.prices, perRun: perToken === null ? 'ignored' : BATTERY_MONEY, jobTokensPerDay: null, roleMoneyPerDay: null, role: CERTIFY_ROLE })
        if (!room.granted) throw new AppError('model.unavailable', explainPause({ cap: room.cap, why: room.why, meta: { liftsAt: room.liftsAt, model: profile.name, ...(room.need === null ? {} : { need: room.need }) } }))
        step += 1
        const place = step
        ledger.open({ turnId, step: place, chatId: CERTIFY_CHAT, role: CERTIFY_ROLE, model: profile.name, at: clock.now(), reserved: room.reservedTokens, money: room.money })
        return {
          maxTokens: room.maxOutputTokens,
          settle: (usage, complete) => {
            ledger.settle(turnId, place, usage, complete)
            const used = totalTokens(usage)
            tokens += used > 0 || complete ? used : room.reservedTokens
            money += perToken === null ? 0 : used > 0 || complete ? costOf(usage, perToken) : room.money?.reserved ?? 0
          },
        }
      },
      spent: () => ({ tokens, money: perToken === null ? null : money }),
      end: () => {
        budget.release(turnId)
        budget.recheck()
      },
    }
  }

  const finish = (profile: AnthropicProfile, outcome: CertificationResult['outcome'], problem: string | null, checks: readonly CheckResult[], spent: Pick<CertificationResult, 'tokens' | 'money'>): CertificationResult => {
    const result: CertificationResult = { at: clock.now(), battery: BATTERY_VERSION, model: profile.model, baseUrl: profile.baseUrl, outcome, problem, checks: [...checks], ...spent }
    const now = models.find(profile.name)
    if (now === null || !isSameService(profile, now)) return { ...result, outcome: 'broken', problem: 'The model’s settings were changed while it was tested, so the result says nothing.' }
    // What was broken off says nothing about the model, so what was known of it stays.
    if (outcome === 'broken') return result
    upsert.run(profile.name, JSON.stringify(result))
    models.certify(profile.name, outcome === 'passed' ? { version: BATTERY_VERSION, model: profile.model, baseUrl: profile.baseUrl } : null)
    return result
  }

  return {
    row: (profile) => {
      const { name, certified, certification } = profile
      const result = profile.adapter === 'practice' ? null : last(name)
      const live = running.get(name)
      const isStale = profile.adapter === 'anthropic' && result !== null && !isTestedNow({ version: result.battery, model: result.model, baseUrl: result.baseUrl }, profile)
      return {
        name, own: models.readsOnly(name, { kind: 'person' }) ? 'reads' : 'all', unattended: models.readsOnly(name, { kind: 'job' }) ? 'reads' : 'all',
        by: certified === 'full' ? certification?.by ?? 'person' : null, on: certified === 'full' ? certification?.on ?? null : null,
        testable: profile.adapter === 'anthropic', running: live === undefined ? null : { done: live.done, of: BATTERY.length }, last: result, expired: isStale,
      }
    },
    certify: async (name) => {
      const profile = known(name)
      if (running.has(profile.name)) throw new AppError('turn.busy', `“${profile.name}” is being tested already.`)
      const live = { controller: new AbortController(), done: 0 }
      running.set(profile.name, live)
      told(profile.name)
      const spending = meter(profile)
      let checks: readonly CheckResult[] = []
      try {
        checks = await runBattery({
          model: models.open(profile.name), name: profile.name, secrets, reserve: spending.reserve,
          onCheck: (done) => {
            live.done = done
            told(profile.name)
          },
        }, live.controller.signal)
        return finish(profile, checks.every(({ problem }) => problem === null) ? 'passed' : 'failed', null, checks, spending.spent())
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        const { message, advice } = toWireError(error)
        return finish(profile, 'broken', secrets.redact(advice === undefined ? message : `${message} ${advice}`), checks, spending.spent())
      } finally {
        spending.end()
        running.delete(profile.name)
        told(profile.name)
      }
    },
    stop: (name) => { running.get(known(name).name)?.controller.abort(new AppError('model.unavailable', 'The tests were stopped.')) },
    forget: (name) => { drop.run(name) },
    onChanged: (listener) => { listeners.push(listener) },
    close: () => { for (const { controller } of running.values()) controller.abort(new AppError('model.unavailable', 'Gatehouse is closing.')) },
  }
}
