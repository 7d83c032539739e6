import { createHmac } from "node:crypto"
import { type Env, env } from "~/utils/env.server"
import { isSame } from "~/utils/seal.server"

// Verifies that a message about mail comes from Resend, which signs as Svix does: HMAC-SHA256 over its ID, time and
// body, with the secret of our webhook. A message older or newer than five minutes could be a repeated one.

export type InboundVerdict = "genuine" | "forged" | "not-configured"

const withinMs = 5 * 60_000
const prefix = "whsec_"

type Settings = Pick<Env, "INBOUND_MAIL_SECRET" | "INBOUND_MAIL_DOMAIN">

/** A message about mail that Resend received for us. @param raw the body byte for byte as it came */
export function judgeInbound(headers: Headers, raw: Buffer, settings: Settings = env()): InboundVerdict {
  const { INBOUND_MAIL_SECRET: secret, INBOUND_MAIL_DOMAIN: domain } = settings
  return secret && domain ? judge(headers, raw, secret) : "not-configured"
}

/** A mail itself, from a mail server that sends our token. */
export function judgeBroughtMail(headers: Headers): InboundVerdict {
  const { INBOUND_MAIL_TOKEN: token, INBOUND_MAIL_DOMAIN: domain } = env()
  if (!token || !domain) return "not-configured"
  return isSame(headers.get("Authorization") ?? "", `Bearer ${token}`) ? "genuine" : "forged"
}

/** A message about what became of mail that we sent. */
export function judgeMailEvent(headers: Headers, raw: Buffer): InboundVerdict {
  const { MAIL_EVENTS_SECRET: secret } = env()
  return secret ? judge(headers, raw, secret) : "not-configured"
}

function judge(headers: Headers, raw: Buffer, secret: string): "genuine" | "forged" {
  const field = (name: string) => headers.get(`svix-${name}`) ?? ""
  const [id, time, signatures] = [field("id"), field("timestamp"), field("signature")]
  if (!id || !/^\d{1,12}$/.test(time) || !signatures) return "forged"
  // The provider keeps the machine's time, whatever clock a demonstration runs on.
  if (Math.abs(Date.now() - Number(time) * 1000) > withinMs) return "forged"
  const key = Buffer.from(secret.slice(prefix.length), "base64")
  const expected = createHmac("sha256", key)
    .update(Buffer.concat([Buffer.from(`${id}.${time}.`), raw]))
    .digest("base64")
  // While a secret is being changed, a message carries several signatures.
  const isGenuine = signatures.split(" ").some((each) => {
    const [version, signature = ""] = each.split(",")
    return version === "v1" && isSame(signature, expected)
  })
  return isGenuine ? "genuine" : "forged"
}
