import { createHash } from "node:crypto"
import { providerPages } from "~/providers/platform-provider.server"
import { checkoutOrigin } from "~/providers/stripe/client.server"
import { env } from "~/utils/env.server"

// Chromium also checks the redirect after a post against form-action, so the provider's pages are named.
const closed = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; object-src 'none'"

/** The one other origin that a public page's script may call, if it is set. */
const geolocation = (): string[] => {
  const { GEOLOCATION_URL } = env()
  return GEOLOCATION_URL ? [new URL(GEOLOCATION_URL).origin] : []
}

/** Where a family is sent to pay: once where both are the stand-in's. */
const payingOrigins = (): string => [...new Set([providerPages.origin(), checkoutOrigin()])].join(" ")

/** For pages with scripts: each response has its own nonce. */
export const schoolPolicy = (nonce: string): string =>
  `${closed}; script-src 'self' 'nonce-${nonce}'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data: blob:; font-src 'self'; ` +
  `connect-src 'self'; manifest-src 'self'; form-action 'self' ${payingOrigins()}`

/** For public pages, whose bytes are the same for every visitor, so the inline stylesheet is allowed by its hash. */
export const publicPolicy = (inlineStyles: string): string =>
  `${closed}; script-src 'self'; style-src ${hashOf(inlineStyles)}; img-src 'self' data:; ` +
  `connect-src ${["'self'", ...geolocation()].join(" ")}; manifest-src 'self'; form-action 'self' ${providerPages.origin()}`

/** The same for a page that a school shows inside a page of its own. Nothing else of ours is ever inside another page. */
export const framedPolicy = (inlineStyles: string): string =>
  publicPolicy(inlineStyles).replace("frame-ancestors 'none'", "frame-ancestors *")

/** Whether a policy is that of such a page. */
export const isFramed = (policy: unknown): boolean => String(policy).includes("frame-ancestors *")

/** For the one public page that may fetch the provider's buttons: they bring scripts, styles and frames of their own. */
export const payingPolicy = (inlineStyles: string, nonce: string): string => {
  const provider = providerPages.scriptSources().join(" ")
  return (
    `${closed}; script-src 'self' 'nonce-${nonce}' ${provider}; ` +
    `style-src ${hashOf(inlineStyles)} 'nonce-${nonce}' ${provider}; img-src 'self' data: ${provider}; ` +
    `connect-src 'self' ${provider}; frame-src ${provider}; manifest-src 'self'; ` +
    `form-action 'self' ${providerPages.origin()}`
  )
}

/** In development Vite's client draws its error overlay with inline styles without a nonce; everything else stays. */
export const developmentPolicy = (policy: string): string =>
  policy.replace(
    /style-src [^;]*/,
    (sources) => `${sources.replace(/ '(nonce|sha256)-[^']+'/g, "")} 'unsafe-inline'`,
  )

const hashOf = (inlineStyles: string): string =>
  `'sha256-${createHash("sha256").update(inlineStyles).digest("base64")}'`

/** For everything that is not a page of ours. */
export const closedPolicy = closed
