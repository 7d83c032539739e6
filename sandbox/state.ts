import type { ModelCall } from "./assistant/completions"
import { type Clock, createClock } from "./clock"
import type { Fault } from "./control/faults"
import { type Collection, collection, openDatabase } from "./database"
import type { SentMail } from "./mail"
import type { Signer } from "./paypal/certificate"
import type { Order } from "./paypal/order"
import type { Payment } from "./paypal/payment"
import type { Plan } from "./paypal/plan"
import type { Product } from "./paypal/product"
import type { RememberedRequest } from "./paypal/remembered-requests"
import type { Subscription } from "./paypal/subscription"
import type { SavedMethod, SetupToken } from "./paypal/vault"
import type { DeliveryFault } from "./paypal/webhook-delivery"
import type { Delivery, Webhook, WebhookEvent } from "./paypal/webhook-events"
import type { PushArrival, PushBrowser } from "./push/push-service"
import type { ReceivedMail } from "./resend/received-mail"
import type { RememberedMail } from "./resend/remembered-mail"
import type {
  Dispute,
  Endpoint,
  Intent,
  Method,
  Payout,
  Refund,
  Session,
  StripeMessage,
  StripeRequest,
} from "./stripe/kept"
import type { TextMessage, TextNumber, TextStop } from "./twilio/kept"

/** Everything the sandbox knows. Handed to each router; nothing is kept in module scope, so several can run at once. */
export type State = {
  clock: Clock
  /** Where the sandbox is reached, such as http://localhost:3001, known once it listens. */
  origin: string
  /** The only origin buyers are ever sent back to. */
  shopOrigin: string
  credentials: { clientId: string; secret: string }
  products: Collection<Product>
  plans: Collection<Plan>
  subscriptions: Collection<Subscription>
  orders: Collection<Order>
  payments: Collection<Payment>
  setupTokens: Collection<SetupToken>
  savedMethods: Collection<SavedMethod>
  accessTokens: Collection<{ id: string; expiresAt: number }>
  rememberedRequests: Collection<RememberedRequest>
  mail: Collection<SentMail>
  /** Mail that Resend received for the app. */
  receivedMail: Collection<ReceivedMail>
  rememberedMail: Collection<RememberedMail>
  modelCalls: Collection<ModelCall>
  pushBrowsers: Collection<PushBrowser>
  pushArrivals: Collection<PushArrival>
  stripeSessions: Collection<Session>
  stripeIntents: Collection<Intent>
  stripeMethods: Collection<Method>
  stripeRefunds: Collection<Refund>
  stripeDisputes: Collection<Dispute>
  stripePayouts: Collection<Payout>
  stripeRequests: Collection<StripeRequest>
  stripeEndpoints: Collection<Endpoint>
  stripeMessages: Collection<StripeMessage>
  textMessages: Collection<TextMessage>
  textNumbers: Collection<TextNumber>
  textStops: Collection<TextStop>
  faults: Collection<Fault>
  webhooks: Collection<Webhook>
  webhookEvents: Collection<WebhookEvent>
  deliveries: Collection<Delivery>
  deliveryFaults: Collection<DeliveryFault>
  signers: Collection<Signer & { name: "current" | "expired" }>
  /** When messages are told: not at all automatically, or with shorter pauses. */
  deliverySettings: { isPaused: boolean; speed: number }
  /** Forgets everything, also how far the clock was advanced. */
  clear(): void
  /** All or nothing: what `work` saves is kept only when it returns. */
  together<T>(work: () => T): T
  close(): void
}

/** @param databasePath in memory when absent */
export function openState({ appUrl, databasePath }: { appUrl: string; databasePath?: string }): State {
  const database = openDatabase(databasePath)
  const settings = collection<{ id: string; value: number }>(database, "settings")
  const collections = {
    products: collection<Product>(database, "products"),
    plans: collection<Plan>(database, "plans"),
    subscriptions: collection<Subscription>(database, "subscriptions"),
    orders: collection<Order>(database, "orders"),
    payments: collection<Payment>(database, "payments"),
    setupTokens: collection<SetupToken>(database, "setup_tokens"),
    savedMethods: collection<SavedMethod>(database, "saved_methods"),
    accessTokens: collection<{ id: string; expiresAt: number }>(database, "access_tokens"),
    rememberedRequests: collection<RememberedRequest>(database, "remembered_requests"),
    mail: collection<SentMail>(database, "mail"),
    receivedMail: collection<ReceivedMail>(database, "received_mail"),
    rememberedMail: collection<RememberedMail>(database, "remembered_mail"),
    modelCalls: collection<ModelCall>(database, "model_calls"),
    pushBrowsers: collection<PushBrowser>(database, "push_browsers"),
    pushArrivals: collection<PushArrival>(database, "push_arrivals"),
    stripeSessions: collection<Session>(database, "stripe_sessions"),
    stripeIntents: collection<Intent>(database, "stripe_intents"),
    stripeMethods: collection<Method>(database, "stripe_methods"),
    stripeRefunds: collection<Refund>(database, "stripe_refunds"),
    stripeDisputes: collection<Dispute>(database, "stripe_disputes"),
    stripePayouts: collection<Payout>(database, "stripe_payouts"),
    stripeRequests: collection<StripeRequest>(database, "stripe_requests"),
    stripeEndpoints: collection<Endpoint>(database, "stripe_endpoints"),
    stripeMessages: collection<StripeMessage>(database, "stripe_messages"),
    textMessages: collection<TextMessage>(database, "text_messages"),
    textNumbers: collection<TextNumber>(database, "text_numbers"),
    textStops: collection<TextStop>(database, "text_stops"),
    faults: collection<Fault>(database, "faults"),
    webhooks: collection<Webhook>(database, "webhooks"),
    webhookEvents: collection<WebhookEvent>(database, "webhook_events"),
    deliveries: collection<Delivery>(database, "deliveries"),
    deliveryFaults: collection<DeliveryFault>(database, "delivery_faults"),
    signers: collection<Signer & { name: "current" | "expired" }>(database, "signers"),
  }
  return {
    ...collections,
    deliverySettings: { isPaused: false, speed: 1 },
    clock: createClock(settings),
    origin: "",
    shopOrigin: new URL(appUrl).origin,
    credentials: {
      clientId: process.env.SANDBOX_PAYPAL_CLIENT_ID ?? "sandbox-client",
      secret: process.env.SANDBOX_PAYPAL_CLIENT_SECRET ?? "sandbox-secret",
    },
    clear() {
      for (const each of [settings, ...Object.values(collections)]) each.clear()
    },
    together: (work) => database.transaction(work)(),
    close: () => void database.close(),
  }
}
