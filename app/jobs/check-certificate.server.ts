import { isIP } from "node:net"
import { connect } from "node:tls"
import { env } from "~/utils/env.server"
import { machineState } from "~/utils/machine-state.server"

// Reads the certificate that visitors of APP_URL get, as they get it: through the proxy, over the network.

const withinMs = 10_000

/** What is read of an address; throws when no connection comes about. */
type Read = (host: string, port: number) => Promise<{ endsAt: number; problem?: string }>

/** Whether an address has a certificate that someone renews: not a development host, not plain HTTP. */
export const hasCertificate = ({ protocol, hostname }: URL): boolean =>
  protocol === "https:" && !/(^|\.)(localhost|local|test|example)$/.test(hostname) && isIP(hostname) === 0

/** Reads the certificate of our own address and remembers what was found. */
export async function checkCertificate(address = env().APP_URL, read: Read = readCertificate) {
  const url = new URL(address)
  if (!hasCertificate(url)) return
  const { hostname: host } = url
  const known = machineState().certificate
  const fail = (problem: string, endsAt: number | undefined) => ({
    host,
    ...(endsAt === undefined ? {} : { endsAt }),
    problem,
    failures: (known?.failures ?? 0) + 1,
  })
  try {
    const { endsAt, problem } = await read(host, Number(url.port) || 443)
    machineState().certificate = problem ? fail(problem, endsAt) : { host, endsAt, failures: 0 }
  } catch (error) {
    machineState().certificate = fail(error instanceof Error ? error.message : String(error), known?.endsAt)
  }
}

const readCertificate: Read = (host, port) =>
  new Promise((resolve, reject) => {
    // One that is not trusted is read as well: its end may be why.
    const socket = connect({ host, port, servername: host, rejectUnauthorized: false, timeout: withinMs })
    socket.once("secureConnect", () => {
      const endsAt = Date.parse(socket.getPeerCertificate().valid_to)
      const problem = socket.authorized ? undefined : String(socket.authorizationError)
      socket.end()
      if (Number.isNaN(endsAt)) reject(new Error("it has no end"))
      else resolve({ endsAt, ...(problem === undefined ? {} : { problem }) })
    })
    socket.once("timeout", () => socket.destroy(new Error(`no answer within ${withinMs / 1000} s`)))
    socket.once("error", reject)
  })
