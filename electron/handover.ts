import { request } from 'node:http'
import { join } from 'node:path'
import { z } from 'zod'
import { parseJson } from '../shared/parse-json.ts'
import { readPrivateFile, removePrivateFile, writePrivateFile } from './private-file.ts'
import { addressOf } from './request-rules.ts'

/** How a second start finds the running one. Whoever can read the file is the same person. */
const RunningShell = z.object({ port: z.int().min(1).max(65_535), pid: z.int(), secret: z.string().min(43) })
export type RunningShell = z.infer<typeof RunningShell>

export const HandoverRequest = z.strictObject({ secret: z.string().max(100) })
const HandoverReply = z.object({ url: z.string() })

const ANSWER_MS = 2000
const MOST_REPLY_CHARACTERS = 1000

const fileOf = (dataDirectory: string): string => join(dataDirectory, 'shell.json')

export const announceShell = (dataDirectory: string, shell: RunningShell): void => writePrivateFile(fileOf(dataDirectory), shell)

/** Only while the data directory is still held: after that the file may be another's. */
export const retractShell = (dataDirectory: string): void => removePrivateFile(fileOf(dataDirectory))

/** @returns an address for a new window of the shell that runs on this data directory; null when none answers */
export async function askRunningShell(dataDirectory: string): Promise<string | null> {
  const shell = readPrivateFile(fileOf(dataDirectory), RunningShell)
  if (shell === null) return null
  const text = await post(shell)
  return text === null ? null : readAddress(text, shell.port)
}

function post({ port, secret }: RunningShell): Promise<string | null> {
  const body = JSON.stringify({ secret })
  const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body), Origin: addressOf(port).origin }
  return new Promise((resolve) => {
    const outgoing = request({ host: '127.0.0.1', port, path: '/handover', method: 'POST', headers, agent: false, signal: AbortSignal.timeout(ANSWER_MS) }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (piece: string) => {
        text += piece
        if (text.length > MOST_REPLY_CHARACTERS) response.destroy()
      })
      response.on('end', () => resolve(response.statusCode === 200 ? text : null))
      response.on('close', () => resolve(null))
    })
    outgoing.on('error', () => resolve(null))
    outgoing.end(body)
  })
}

/** Another program may have the port by now; only an address of ours is passed on to a browser. */
function readAddress(text: string, port: number): string | null {
  const reply = HandoverReply.safeParse(parseJson(text))
  return reply.success && isWindowAddress(reply.data.url, port) ? reply.data.url : null
}

export const windowAddress = (port: number, token: string): string => `${addressOf(port).origin}/#token=${token}`

function isWindowAddress(url: string, port: number): boolean {
  const start = windowAddress(port, '')
  return url.startsWith(start) && /^[A-Za-z0-9_-]{43}$/.test(url.slice(start.length))
}
