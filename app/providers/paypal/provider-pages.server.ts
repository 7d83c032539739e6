import { env } from "~/utils/env.server"

/** The only origin on which a buyer approves: PayPal's own, or the sandbox's in practice mode. */
export function providerOrigin(): string {
  const { PAYPAL_MODE, PAYPAL_API_BASE } = env()
  if (PAYPAL_MODE === "live") return "https://www.paypal.com"
  if (PAYPAL_MODE === "sandbox") return "https://www.sandbox.paypal.com"
  return new URL(PAYPAL_API_BASE).origin
}

/** The origins of the provider's buttons and what they load: one for the sandbox, several hosts for PayPal. */
export function providerScriptSources(): string[] {
  if (env().PAYPAL_MODE === "off") return []
  if (env().PAYPAL_MODE === "standin") return [providerOrigin()]
  return ["https://*.paypal.com", "https://*.paypalobjects.com"]
}

/** A link from a provider's answer, if it leads to the provider's own pages. Buyers are never redirected elsewhere. */
export function trustedLink(links: { rel: string; href: string }[], ...rels: string[]): string | null {
  const link = links.find(({ rel }) => rels.includes(rel))
  if (!link || !URL.canParse(link.href)) return null
  return new URL(link.href).origin === providerOrigin() ? link.href : null
}

/** Where a buyer changes how a subscription is paid; null for the sandbox, which has no such page. */
export function providerAccountUrl(): string | null {
  return env().PAYPAL_MODE === "standin" ? null : `${providerOrigin()}/myaccount/autopay/`
}

/** Whether payments move no money: pages that lead to one then say so. */
export const paymentsArePractice = (): boolean => env().PAYPAL_MODE === "standin"

/** What a browser needs for the provider's script; undefined for a provider we do not use. The secret never leaves. */
export function findProviderConfig(provider: string) {
  const { PAYPAL_CLIENT_ID, PAYPAL_MODE, PAYPAL_API_BASE } = env()
  if (provider !== "paypal" || PAYPAL_MODE === "off") return undefined
  return {
    clientId: PAYPAL_CLIENT_ID,
    mode: PAYPAL_MODE,
    currency: "USD",
    intent: "subscription",
    // The same address for PayPal's sandbox: the client's id decides there.
    sdkUrl: PAYPAL_MODE === "standin" ? `${PAYPAL_API_BASE}/sdk/js` : "https://www.paypal.com/sdk/js",
  }
}
