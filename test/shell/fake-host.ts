import type { Host } from '../../electron/core/host.ts'
import { createNewId } from '../../electron/new-id.ts'
import { systemClock } from '../../electron/system-clock.ts'

export const fakeHost = (dataDirectory: string): Host => ({
  dataDirectory, shell: 'browser', version: '0.0.1', clock: systemClock, newId: createNewId(() => systemClock.now()), notify: () => undefined,
})
