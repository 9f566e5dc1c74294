import { spawn } from 'node:child_process'
import { createServer } from 'node:net'

/*
 * `hold-every-port.ts <first> <last> <script>`: holds all these ports of 127.0.0.1, then runs the script with the rest of
 * the machine as it is. Where the system gives out no other port either, there is none left for the script. Ends as it does.
 */
const [first = '', last = '', script = ''] = process.argv.slice(2)
for (let port = Number(first); port <= Number(last); port += 1) {
  await new Promise<void>((resolve, reject) => { createServer().once('error', reject).listen(port, '127.0.0.1', resolve) })
}
spawn(process.execPath, [script], { stdio: 'inherit' }).once('exit', (code) => { process.exit(code ?? 2) })
