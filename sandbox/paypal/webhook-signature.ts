import { createPrivateKey, randomUUID, sign, verify, X509Certificate } from "node:crypto"
import { crc32 } from "node:zlib"
import type { Clock } from "../clock"
import type { Collection } from "../database"
import { createSigner, type Signer } from "./certificate"

/** What a signature uses of the state. */
export type SignatureState = {
  clock: Clock
  origin: string
  signers: Collection<Signer & { name: "current" | "expired" }>
}

// How PayPal proves that a message is its own: RSA-SHA256 over id, time, webhook and the checksum of the body.

const year = 365 * 86_400_000

/** How a message is to be falsified, for tests. */
export type Falsification = "forged" | "old-certificate" | "foreign-certificate"

/** The key in use, made when the first message is signed: it takes a moment. */
function signerOf(state: SignatureState, name: "current" | "expired"): Signer {
  const known = state.signers.list().find((each) => each.name === name)
  if (known) return known
  const at = Date.now()
  const span =
    name === "current" ? { from: at - year, to: at + 50 * year } : { from: at - 3 * year, to: at - 2 * year }
  return state.signers.save({ name, ...createSigner(span) })
}

export const findCertificate = (state: SignatureState, id: string) => state.signers.find(id)?.certificatePem

const signedText = (transmissionId: string, time: string, webhookId: string, raw: string) =>
  `${transmissionId}|${time}|${webhookId}|${crc32(Buffer.from(raw))}`

/** The headers of one delivery. */
export function signatureHeaders(
  state: SignatureState,
  webhookId: string,
  raw: string,
  falsification?: Falsification,
): Record<string, string> {
  const signer = signerOf(state, falsification === "old-certificate" ? "expired" : "current")
  const transmissionId = randomUUID()
  const time = state.clock.stamp()
  const text = signedText(transmissionId, time, webhookId, falsification === "forged" ? `${raw} ` : raw)
  const host = falsification === "foreign-certificate" ? "https://certificates.example" : state.origin
  return {
    "PayPal-Transmission-Id": transmissionId,
    "PayPal-Transmission-Time": time,
    "PayPal-Transmission-Sig": sign(
      "RSA-SHA256",
      Buffer.from(text),
      createPrivateKey(signer.privateKeyPem),
    ).toString("base64"),
    "PayPal-Cert-Url": `${host}/paypal/v1/notifications/certs/${signer.id}`,
    "PayPal-Auth-Algo": "SHA256withRSA",
  }
}

/** The online check: whether these are the headers of a message of ours with this body. */
export function isOurSignature(
  state: SignatureState,
  sent: {
    transmission_id: string
    transmission_time: string
    transmission_sig: string
    cert_url: string
    webhook_id: string
  },
  raw: string,
): boolean {
  const certificate = findCertificate(state, sent.cert_url.split("/").at(-1) ?? "")
  if (!certificate || !sent.cert_url.startsWith(`${state.origin}/`)) return false
  const text = signedText(sent.transmission_id, sent.transmission_time, sent.webhook_id, raw)
  const { publicKey } = new X509Certificate(certificate)
  return verify("RSA-SHA256", Buffer.from(text), publicKey, Buffer.from(sent.transmission_sig, "base64"))
}
