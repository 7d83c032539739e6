import { env } from "~/utils/env.server"
import type { ProviderPages } from "../plan-sales"

/** PayPal's own pages and scripts, or the sandbox's in practice mode. */
export const paypalPages: ProviderPages = {
  origin() {
    const { PAYPAL_MODE, PAYPAL_API_BASE } = env()
    if (PAYPAL_MODE === "live") return "https://www.paypal.com"
    if (PAYPAL_MODE === "sandbox") return "https://www.sandbox.paypal.com"
    return new URL(PAYPAL_API_BASE).origin
  },
  // One for the sandbox, several hosts for PayPal.
  scriptSources() {
    if (env().PAYPAL_MODE === "off") return []
    if (env().PAYPAL_MODE === "standin") return [paypalPages.origin()]
    return ["https://*.paypal.com", "https://*.paypalobjects.com"]
  },
  accountUrl: () => (paypalPages.arePractice() ? null : `${paypalPages.origin()}/myaccount/autopay/`),
  arePractice: () => env().PAYPAL_MODE === "standin",
  // The secret never leaves.
  findConfig(provider) {
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
  },
}

/** A link from a provider's answer, if it leads to the provider's own pages. Buyers are never redirected elsewhere. */
export function trustedLink(links: { rel: string; href: string }[], ...rels: string[]): string | null {
  const link = links.find(({ rel }) => rels.includes(rel))
  if (!link || !URL.canParse(link.href)) return null
  return new URL(link.href).origin === paypalPages.origin() ? link.href : null
}
