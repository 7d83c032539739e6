import { createHash } from "node:crypto"
import { env } from "~/utils/env.server"
import { derivedSecrets, isSame } from "~/utils/seal.server"

// The address that answers of the staff are sent from for a reply: it names the matter, and carries a token that only we can
// make. Mail servers may change its case, so it is hexadecimal.

const letters = { chat: "c", contact: "m", demo: "d" } as const
/** What a reply can be about. */
export type AnsweredKind = keyof typeof letters
const kinds = Object.keys(letters) as AnsweredKind[]

const tokensOf = (kind: AnsweredKind, id: string): string[] =>
  derivedSecrets(`reply-address:${kind}:${id}`).map((secret) =>
    createHash("sha256").update(secret).digest("hex").slice(0, 20),
  )

/** Whether replies by mail reach us here. */
export const takesReplies = (): boolean => Boolean(env().INBOUND_MAIL_DOMAIN && env().INBOUND_MAIL_SECRET)

/** Where a reply about the matter goes; undefined when no mail is received. */
function replyAddressOf(kind: AnsweredKind, id: string): string | undefined {
  if (!takesReplies()) return undefined
  return `reply+${letters[kind]}${id.replaceAll("-", "")}${tokensOf(kind, id)[0]}@${env().INBOUND_MAIL_DOMAIN}`
}

/** What a queued mail needs of it. */
export function replyBy(kind: AnsweredKind, id: string): { replyTo?: string } {
  const replyTo = replyAddressOf(kind, id)
  return replyTo ? { replyTo } : {}
}

const written =
  /^reply\+([cmd])([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})([0-9a-f]{20})$/

/** The matter an address names; undefined for any address we did not make. */
export function matterOfAddress(address: string): { kind: AnsweredKind; id: string } | undefined {
  const [local = "", domain] = address.trim().toLowerCase().split("@")
  if (domain !== env().INBOUND_MAIL_DOMAIN) return undefined
  const [, letter, ...parts] = written.exec(local) ?? []
  const kind = kinds.find((each) => letters[each] === letter)
  const token = parts.pop()
  if (!kind || !token) return undefined
  const id = parts.join("-")
  return tokensOf(kind, id).some((each) => isSame(each, token)) ? { kind, id } : undefined
}
