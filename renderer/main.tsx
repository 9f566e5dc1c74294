import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createCoreClient } from '../shared/core-client.ts'
import { AppError } from '../shared/errors.ts'
import { App } from './app.tsx'
import { connectCorePort, hasPort } from './core-port.ts'
import { connectCoreSocket } from './core-socket.ts'
import './ui/base.css'

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')

// Before anything is drawn: it takes the token out of the address, which is a route from then on.
const client = createCoreClient(hasPort() ? connectCorePort() : connectCoreSocket())

/** What a section shows in its place is no error of the page; anything else that it caught is. */
const onCaughtError = (error: unknown) => { if (!(error instanceof AppError)) reportError(error) }

createRoot(root, { onCaughtError }).render(
  <StrictMode>
    <App client={client} connection={client.connection} />
  </StrictMode>,
)
