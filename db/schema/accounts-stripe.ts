import { text, uniqueIndex } from "drizzle-orm/sqlite-core"
import { flag, instant, schoolTable } from "./columns"

/** The Stripe account that families' card payments go to, with the school's own keys, sealed (see seal.server.ts). */
export const stripeAccounts = schoolTable(
  "stripe_accounts",
  {
    /** Stripe's ID of the account, which the key belongs to. */
    account: text("account").notNull(),
    /** As the account calls itself at Stripe. */
    name: text("name").notNull(),
    /** The key is one of Stripe's test mode: no money moves. */
    isTest: flag("is_test").notNull(),
    sealedKey: text("sealed_key").notNull(),
    /** The last characters of the key, by which its owner knows it again. */
    keyEnd: text("key_end").notNull(),
    sealedWebhookSecret: text("sealed_webhook_secret"),
    /** When the key last worked. */
    checkedAt: instant("checked_at").notNull(),
  },
  (t) => [uniqueIndex("stripe_accounts_once").on(t.schoolId)],
)
