import { Server } from 'node:net'

/* Imported before a script: no port is free for it, as it looks from within. For machines on which they can't really be taken. */
Object.assign(Server.prototype, {
  listen(this: Server) {
    queueMicrotask(() => { this.emit('error', Object.assign(new Error('every port is in use'), { code: 'EADDRINUSE' })) })
    return this
  },
})
