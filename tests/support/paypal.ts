import { expect } from "vitest"
import { startSandbox } from "../../sandbox/sandbox"
import { withSettings } from "./settings"

type Fault = {
  path?: string
  method?: string
  kind: string
  status?: number
  times?: number
  ms?: number
  afterwards?: boolean
}

/** Starts the practice PayPal for one test file and points the app at it. */
export async function startPayPal() {
  const sandbox = await startSandbox({ port: 0, appUrl: "http://localhost:3000" })
  withSettings({ PAYPAL_API_BASE: `${sandbox.url}/paypal` })

  async function control(path: string, body?: unknown, method = "POST") {
    const response = await fetch(`${sandbox.url}/__control${path}`, {
      method,
      headers: { "Content-Type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    expect(response.ok, await response.clone().text()).toBe(true)
  }

  return {
    url: sandbox.url,
    close: () => sandbox.close(),
    control,
    /** Makes the next fitting call fail or lie; see sandbox/control/faults.ts for the kinds. */
    fault: (fault: Fault) => control("/faults", { target: "paypal", ...fault }),
    /** Has the app told of everything, at a substitute address; nothing is told until `deliver`. */
    async tell(url: string, webhookId = "WH-TUTTI-STANDIN") {
      await control("/webhooks", { paused: true })
      await control("/webhooks/own", { id: webhookId, url })
    },
    deliver: () => control("/webhooks/deliver"),
    deliveryFault: (fault: { kind: string; times?: number; ms?: number }) =>
      control("/webhooks/faults", fault),
    noFaults: () => control("/faults", undefined, "DELETE"),
    ledger: async () => (await fetch(`${sandbox.url}/paypal/ledger.json`)).json(),
    /** Presses a button on the buyer's page; answers the path the browser is sent to, or null. */
    async press(approveUrl: string, choice: string): Promise<string | null> {
      const page = new URL(approveUrl)
      const [field = "", value = ""] = [...page.searchParams.entries()][0] ?? []
      const answer = await fetch(`${page.origin}${page.pathname}`, {
        method: "POST",
        body: new URLSearchParams({ [field]: value, choice }),
        redirect: "manual",
      })
      const location = answer.headers.get("Location")
      if (!location) return null
      const to = new URL(location)
      return `${to.pathname}${to.search}`
    },
  }
}
