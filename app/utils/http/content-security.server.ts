import { createHash } from "node:crypto"
import { env } from "~/utils/env.server"

/** Where a form may lead besides ourselves: Chromium also checks the redirect after a post, so the provider's pages are named. */
function providerPages(): string {
  const { PAYPAL_MODE, PAYPAL_API_BASE } = env()
  if (PAYPAL_MODE === "live") return "https://www.paypal.com"
  if (PAYPAL_MODE === "sandbox") return "https://www.sandbox.paypal.com"
  return new URL(PAYPAL_API_BASE).origin
}

const closed = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; object-src 'none'"

/** For pages with scripts: each response has its own nonce. */
export const schoolPolicy = (nonce: string): string =>
  `${closed}; script-src 'self' 'nonce-${nonce}'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; ` +
  `connect-src 'self'; manifest-src 'self'; form-action 'self' ${providerPages()}`

/** For public pages: the same bytes for everybody, so the inline stylesheet is allowed by its hash. */
export const publicPolicy = (inlineStyles: string): string => {
  const hash = createHash("sha256").update(inlineStyles).digest("base64")
  return (
    `${closed}; script-src 'self'; style-src 'sha256-${hash}'; img-src 'self' data:; connect-src 'self'; ` +
    `manifest-src 'self'; form-action 'self' ${providerPages()}`
  )
}

/** For everything that is not a page of ours. */
export const closedPolicy = closed
