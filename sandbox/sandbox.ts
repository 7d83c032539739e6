import { once } from "node:events"
import type { AddressInfo } from "node:net"
import express from "express"
import { completionRoutes } from "./assistant/completions"
import { controlRoutes } from "./control/control"
import { strikeFaults } from "./control/faults"
import { mailboxRoutes } from "./mailbox"
import { paypalRoutes } from "./paypal/paypal"
import { seedCatalogue } from "./paypal/plan"
import { keepDelivering } from "./paypal/webhook-delivery"
import { registerOwnWebhook } from "./paypal/webhooks"
import { pushRoutes } from "./push/push-service"
import { emailRoutes } from "./resend/emails"
import { openState } from "./state"
import { stripeRoutes } from "./stripe/stripe"
import { phoneRoutes, twilioRoutes } from "./twilio/twilio"

export type Sandbox = { url: string; port: number; close(): Promise<void> }

/**
 * Starts the stand-ins for PayPal (/paypal), Stripe (/stripe), Twilio (/twilio), Resend (/resend), a language model (/assistant) and a push service (/push) on one port of this
 * machine, with a mailbox (/mailbox), phones (/phones) and controls for tests (/__control).
 *
 * @param port 0 for any free one
 * @param appUrl the app's address; buyers are only ever sent back there
 * @param webhookId when given, the app is told of what happens under this id
 * @param databasePath where its state is kept; in memory when absent
 */
export async function startSandbox({
  port,
  appUrl,
  databasePath,
  webhookId,
}: {
  port: number
  appUrl: string
  databasePath?: string
  webhookId?: string
}): Promise<Sandbox> {
  const state = openState({ appUrl, databasePath })
  seedCatalogue(state)
  if (webhookId) registerOwnWebhook(state, { id: webhookId, url: `${appUrl}/api/webhooks/paypal` })

  const app = express()
  app.disable("x-powered-by")
  app.get("/health", (_request, response) => void response.json({ status: "ok", sandbox: true }))
  app.use("/paypal", paypalRoutes(state))
  app.use("/stripe", stripeRoutes(state))
  app.use("/twilio", twilioRoutes(state))
  app.use("/phones", phoneRoutes(state))
  app.use("/resend", strikeFaults(state, "resend"), emailRoutes(state))
  app.use("/assistant", strikeFaults(state, "assistant"), completionRoutes(state))
  app.use("/push", pushRoutes(state))
  app.use("/mailbox", mailboxRoutes(state))
  app.use("/__control", controlRoutes(state))

  const server = app.listen(port, "127.0.0.1")
  // As providers do: a client that reuses a connection after quiet seconds finds it open. It is never closed from here, which
  // could happen in the very moment in which a busy machine reuses it.
  server.keepAliveTimeout = 0
  await once(server, "listening")
  const bound = (server.address() as AddressInfo).port
  state.origin = `http://localhost:${bound}`
  const stopDelivering = keepDelivering(state)

  return {
    url: state.origin,
    port: bound,
    async close() {
      stopDelivering()
      const closed = once(server, "close")
      server.close()
      // Calls left hanging by a fault would otherwise keep the server open forever.
      server.closeAllConnections()
      await closed
      state.close()
    },
  }
}
