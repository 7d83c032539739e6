import { env } from "~/utils/env.server"

/** The services of the browsers that exist. We send to no other address, whatever a form says. */
const services = [
  /^fcm\.googleapis\.com$/,
  /^(?:[a-z0-9-]+\.)*push\.services\.mozilla\.com$/,
  /^(?:[a-z0-9-]+\.)+notify\.windows\.com$/,
  /^(?:[a-z0-9-]+\.)*push\.apple\.com$/,
]

/** Whether an address is a browser maker's push service; in a demonstration, also the stand-in. */
export function isPushService(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, port, origin, username } = new URL(address)
  const { NODE_ENV, DEMO, SANDBOX_PORT } = env()
  if ((NODE_ENV !== "production" || DEMO) && origin === `http://localhost:${SANDBOX_PORT}`) return true
  return protocol === "https:" && !port && !username && services.some((service) => service.test(hostname))
}
