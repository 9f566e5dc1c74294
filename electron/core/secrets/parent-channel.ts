/** Between a process of our own and the one that started it. */
export interface ParentChannel {
  readonly onMessage: (listener: (message: unknown) => void) => void
  readonly send: (message: object) => void
}

/** What a utility process of Electron has in the place of a forked process's channel. Electron ends it with its parent. */
interface ParentPort {
  on: (event: 'message', listener: (event: { readonly data: unknown }) => void) => unknown
  postMessage: (message: object) => void
}

/** A forked process ends with its parent, whatever it is doing. */
export function openParentChannel(): ParentChannel {
  const port: unknown = Reflect.get(process, 'parentPort')
  if (isParentPort(port)) {
    return {
      onMessage: (listener) => { port.on('message', ({ data }) => { listener(data) }) },
      send: (message) => { port.postMessage(message) },
    }
  }
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
  return {
    onMessage: (listener) => { process.on('message', listener) },
    send: (message) => { process.send?.(message) },
  }
}

const isParentPort = (value: unknown): value is ParentPort =>
  typeof value === 'object' && value !== null && 'on' in value && typeof value.on === 'function' && 'postMessage' in value && typeof value.postMessage === 'function'
