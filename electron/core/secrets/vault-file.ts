import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { AppError } from '../../../shared/errors.ts'
import { canonicalJson } from '../../../shared/json.ts'
import { parseJson } from '../../../shared/parse-json.ts'

const bytes = (length: number) => z.base64().refine((text) => Buffer.from(text, 'base64').length === length)

/** The upper bounds keep a file that was tampered with from asking for hours or for all memory. */
const Derivation = z.strictObject({
  name: z.literal('scrypt'),
  cost: z.int().min(2 ** 14).max(2 ** 20).refine((cost) => Number.isInteger(Math.log2(cost))),
  blockSize: z.literal(8),
  parallelization: z.literal(1),
  salt: bytes(16),
})
type Derivation = z.infer<typeof Derivation>

/** `verifier` tells a wrong passphrase from a damaged file, `checksum` finds damage before anybody is asked for a passphrase. */
const VaultFile = z.strictObject({
  format: z.literal('gatehouse-vault'),
  version: z.literal(1),
  derivation: Derivation,
  verifier: bytes(32),
  cipher: z.literal('aes-256-gcm'),
  nonce: bytes(12),
  tag: bytes(16),
  content: z.base64(),
  checksum: z.string(),
})
export type VaultFile = z.infer<typeof VaultFile>

export interface VaultEntry { readonly name: string; readonly value: string }
const Content = z.array(z.strictObject({ name: z.string(), value: z.string() }))

/** What a passphrase becomes; never written anywhere. */
export interface VaultKey { readonly derivation: Derivation; readonly cipherKey: Buffer; readonly verifier: string }

/** About 0.4 s and 128 MiB for each guess on the machine where it was chosen. */
const COST = 2 ** 17

export const newVaultKey = (passphrase: string, cost = COST): Promise<VaultKey> =>
  deriveKey(passphrase, { name: 'scrypt', cost, blockSize: 8, parallelization: 1, salt: randomBytes(16).toString('base64') })

async function deriveKey(passphrase: string, derivation: Derivation): Promise<VaultKey> {
  const { cost, blockSize, parallelization } = derivation
  const derived = await new Promise<Buffer>((resolve, reject) => {
    // The same letters can be typed as different code points on different systems.
    scrypt(passphrase.normalize('NFKC'), Buffer.from(derivation.salt, 'base64'), 64, { N: cost, r: blockSize, p: parallelization, maxmem: 256 * cost * blockSize }, (error, key) => {
      if (error === null) resolve(key)
      else reject(error)
    })
  })
  const verifier = createHmac('sha256', derived.subarray(32)).update(`gatehouse-vault ${canonicalJson(derivation)}`).digest('base64')
  return { derivation, cipherKey: derived.subarray(0, 32), verifier }
}

type Unsummed = Omit<VaultFile, 'checksum'>
const checksumOf = (file: Unsummed): string => createHash('sha256').update(canonicalJson(file)).digest('hex')
const boundTo = ({ format, version, cipher, derivation, verifier }: Pick<VaultFile, 'format' | 'version' | 'cipher' | 'derivation' | 'verifier'>): Buffer =>
  Buffer.from(canonicalJson({ format, version, cipher, derivation, verifier }))

/** The file's whole text, with a nonce of its own each time. */
export function sealVault(key: VaultKey, entries: readonly VaultEntry[]): string {
  const head = { format: 'gatehouse-vault', version: 1, derivation: key.derivation, verifier: key.verifier, cipher: 'aes-256-gcm' } as const
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key.cipherKey, nonce).setAAD(boundTo(head))
  const content = Buffer.concat([cipher.update(JSON.stringify(entries), 'utf8'), cipher.final()])
  const file: Unsummed = { ...head, nonce: nonce.toString('base64'), tag: cipher.getAuthTag().toString('base64'), content: content.toString('base64') }
  return `${JSON.stringify({ ...file, checksum: checksumOf(file) }, null, 2)}\n`
}

/** @throws AppError `store.corrupt` (damaged), `store.newer` (of a later Gatehouse) */
export function parseVault(text: string): VaultFile {
  const json = parseJson(text)
  const version = z.object({ format: z.literal('gatehouse-vault'), version: z.int() }).safeParse(json)
  if (version.success && version.data.version > 1) {
    throw new AppError('store.newer', 'The passphrase file was written by a newer Gatehouse.', { kept: 'The file was left as it is.', advice: 'Update Gatehouse, then unlock the file.' })
  }
  const file = VaultFile.safeParse(json)
  if (!file.success) throw damaged()
  const { checksum, ...unsummed } = file.data
  if (checksum !== checksumOf(unsummed)) throw damaged()
  return file.data
}

/** @throws AppError `secret.wrong-passphrase`, `store.corrupt` */
export async function openVault(file: VaultFile, passphrase: string): Promise<{ readonly key: VaultKey; readonly entries: readonly VaultEntry[] }> {
  const key = await deriveKey(passphrase, file.derivation)
  if (!timingSafeEqual(Buffer.from(key.verifier, 'base64'), Buffer.from(file.verifier, 'base64'))) {
    throw new AppError('secret.wrong-passphrase', 'That isn’t the passphrase.', { kept: 'The secrets are still there, and locked.', advice: 'Type it again. A forgotten passphrase can’t be recovered: then enter the secrets anew.' })
  }
  const entries = Content.safeParse(parseJson(decrypt(file, key)))
  if (!entries.success) throw damaged()
  return { key, entries: entries.data }
}

/** The error of the system is dropped on purpose: it may quote what it failed on. */
function decrypt(file: VaultFile, key: VaultKey): string {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key.cipherKey, Buffer.from(file.nonce, 'base64')).setAAD(boundTo(file)).setAuthTag(Buffer.from(file.tag, 'base64'))
    return Buffer.concat([decipher.update(Buffer.from(file.content, 'base64')), decipher.final()]).toString('utf8')
  } catch {
    throw damaged()
  }
}

const damaged = (): AppError => new AppError('store.corrupt', 'The passphrase file is damaged.', {
  kept: 'It was left as it is; nothing was written over it.',
  advice: 'Put back a copy from a backup, or move vault.json out of the folder with your data and enter the secrets again.',
})
