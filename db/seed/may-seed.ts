import { db } from "db/client.server"
import { users } from "db/schema/accounts"
import type { Env } from "~/utils/env.server"

// The demo's accounts share one public password, so they may exist only where no real school works.

const refusal = (reason: string) =>
  `The demo wasn't added: ${reason}. Its accounts have a public password, so it's only for a demo (DEMO=true) or a test. In production, make the first staff account with: node build/staff.mjs add <email>`

/** Why these settings can't have the demo, as a sentence; undefined when they can. */
export function whyNotWithSettings({ NODE_ENV, DEMO, PAYPAL_MODE, APP_URL }: Env): string | undefined {
  if (DEMO) return undefined
  if (NODE_ENV === "production") return refusal("NODE_ENV is production")
  if (PAYPAL_MODE !== "standin") return refusal(`PAYPAL_MODE is ${PAYPAL_MODE}`)
  return APP_URL.startsWith("https://") ? refusal(`APP_URL is ${APP_URL}`) : undefined
}

/** Why this database can't have the demo: it already has accounts. */
export function whySeedRefused(): string | undefined {
  const known = db().select({ id: users.id }).from(users).limit(1).get()
  return known && refusal("this database already has accounts")
}
