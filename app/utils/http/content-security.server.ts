import { createHash } from "node:crypto"
import { providerOrigin } from "~/utils/paypal/provider-pages.server"

// Chromium also checks the redirect after a post against form-action, so the provider's pages are named.
const closed = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; object-src 'none'"

/** For pages with scripts: each response has its own nonce. */
export const schoolPolicy = (nonce: string): string =>
  `${closed}; script-src 'self' 'nonce-${nonce}'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; ` +
  `connect-src 'self'; manifest-src 'self'; form-action 'self' ${providerOrigin()}`

/** For public pages: the same bytes for everybody, so the inline stylesheet is allowed by its hash. */
export const publicPolicy = (inlineStyles: string): string => {
  const hash = createHash("sha256").update(inlineStyles).digest("base64")
  return (
    `${closed}; script-src 'self'; style-src 'sha256-${hash}'; img-src 'self' data:; connect-src 'self'; ` +
    `manifest-src 'self'; form-action 'self' ${providerOrigin()}`
  )
}

/** For everything that is not a page of ours. */
export const closedPolicy = closed
