import { verify, X509Certificate } from "node:crypto"
import { rootCertificates } from "node:tls"
import { crc32 } from "node:zlib"
import { LRUCache } from "lru-cache"
import { now } from "~/utils/clock.server"
import { type Env, env } from "~/utils/env.server"
import type { Verdict } from "../plan-sales"

// Verifies that a webhook message comes from PayPal: RSA-SHA256 over its ID, time, our webhook's ID
// and the checksum of the body, with the key of a certificate that only PayPal's own hosts may serve.

type Settings = Pick<Env, "PAYPAL_MODE" | "PAYPAL_WEBHOOK_ID" | "PAYPAL_API_BASE">

const fetchWithinMs = 5000
const mostCertificateBytes = 64 * 1024
const certificateHosts: Record<Exclude<Env["PAYPAL_MODE"], "standin">, readonly string[]> = {
  live: ["api.paypal.com", "api-m.paypal.com"],
  sandbox: ["api.sandbox.paypal.com", "api-m.sandbox.paypal.com"],
  off: [],
}
const certificatePath = "/v1/notifications/certs/"

/** @param raw the body byte for byte as it came; parsed and written again it would not fit its checksum */
export async function judgeWebhook(
  headers: Headers,
  raw: Buffer,
  settings: Settings = env(),
): Promise<Verdict> {
  const webhookId = settings.PAYPAL_WEBHOOK_ID
  if (!webhookId || settings.PAYPAL_MODE === "off") return "not-configured"
  const field = (name: string) => headers.get(`paypal-${name}`) ?? ""
  const [id, time, signature, address] = [
    field("transmission-id"),
    field("transmission-time"),
    field("transmission-sig"),
    field("cert-url"),
  ]
  if (!id || !time || !signature || field("auth-algo") !== "SHA256withRSA") return "forged"
  if (!isCertificateAddress(address, settings)) return "forged"
  const certificate = await findCertificate(address, settings)
  if (typeof certificate === "string") return certificate
  if (!isInForce(certificate)) return "forged"
  const text = `${id}|${time}|${webhookId}|${crc32(raw)}`
  const isGenuine = verify(
    "RSA-SHA256",
    Buffer.from(text),
    certificate.publicKey,
    Buffer.from(signature, "base64"),
  )
  return isGenuine ? "genuine" : "forged"
}

/** The sender names the certificate, so its address is held against a list: exact hosts, https, one folder. */
export function isCertificateAddress(address: string, { PAYPAL_MODE, PAYPAL_API_BASE }: Settings): boolean {
  if (!URL.canParse(address)) return false
  const url = new URL(address)
  if (url.username || url.password || url.search || url.hash) return false
  if (PAYPAL_MODE === "standin") {
    const base = new URL(PAYPAL_API_BASE)
    return url.origin === base.origin && url.pathname.startsWith(`${base.pathname}${certificatePath}`)
  }
  return (
    url.protocol === "https:" &&
    url.port === "" &&
    certificateHosts[PAYPAL_MODE].includes(url.hostname) &&
    url.pathname.startsWith(certificatePath)
  )
}

/** PayPal has few certificates, kept for a day. More new addresses than this within a minute are made up by someone. */
export const mostFetchesPerMinute = 30
const fetchedAt: number[] = []

function mayFetch(): boolean {
  const at = performance.now()
  while (fetchedAt[0] !== undefined && fetchedAt[0] < at - 60_000) fetchedAt.shift()
  return fetchedAt.length < mostFetchesPerMinute && fetchedAt.push(at) > 0
}

const certificates = new LRUCache<string, X509Certificate>({ max: 20, ttl: 24 * 3_600_000 })

async function findCertificate(
  address: string,
  settings: Settings,
): Promise<X509Certificate | "forged" | "unreachable"> {
  const known = certificates.get(address)
  if (known) return known
  // PayPal sends again what we couldn't judge.
  if (!mayFetch()) return "unreachable"
  let pem: string
  try {
    const answer = await fetch(address, { redirect: "error", signal: AbortSignal.timeout(fetchWithinMs) })
    if (answer.status >= 500) return "unreachable"
    if (!answer.ok) return "forged"
    pem = await answer.text()
  } catch {
    return "unreachable"
  }
  const certificate = readCertificate(pem, settings)
  if (!certificate) return "forged"
  certificates.set(address, certificate)
  return certificate
}

/** The first certificate of the file, if its name and its issuer are PayPal's. The sandbox's is self-signed. */
function readCertificate(pem: string, { PAYPAL_MODE }: Settings): X509Certificate | undefined {
  if (pem.length > mostCertificateBytes) return undefined
  try {
    const chain = (pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []).map(
      (part) => new X509Certificate(part),
    )
    const [leaf] = chain
    if (!leaf || PAYPAL_MODE === "standin") return leaf
    const isPayPals = /^CN=(?:[\w-]+\.)*paypal\.com$/m.test(leaf.subject)
    return isPayPals && isVouchedFor(chain) ? leaf : undefined
  } catch {
    return undefined
  }
}

/** Each certificate signed by the next, the last by one that this machine trusts. */
function isVouchedFor(chain: X509Certificate[]): boolean {
  const signedBy = (child: X509Certificate, parent: X509Certificate) =>
    child.checkIssued(parent) && child.verify(parent.publicKey)
  const last = chain.at(-1)
  const isLinked = chain.every((each, index) => {
    const next = chain[index + 1]
    return isInForce(each) && (!next || signedBy(each, next))
  })
  return (
    last !== undefined &&
    isLinked &&
    rootCertificates.some((root) => signedBy(last, new X509Certificate(root)))
  )
}

const isInForce = ({ validFrom, validTo }: X509Certificate): boolean =>
  Date.parse(validFrom) <= now() && now() <= Date.parse(validTo)
