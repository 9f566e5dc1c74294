/* Names that the desktop shell, its preload script and its page agree on. */

/** The desktop shell's page, and the only one: its origin is what all sides check. */
export const APP_SCHEME = 'app'
export const APP_ORIGIN = 'app://gatehouse'

/** From the page to its preload script, and back with the page's end of a port. */
export const PORT_REQUEST = 'gatehouse.port.wanted'
export const PORT_REPLY = 'gatehouse.port'

/** From the preload script to the shell, with the other end. */
export const PORT_CHANNEL = 'gatehouse.port'
