import { createHash } from "node:crypto"
import { env } from "~/utils/env.server"
import { derivedSecrets, isSame } from "~/utils/seal.server"

// The address that a mail of ours names for a reply: it says what the reply is about, and carries a token that only we can
// make. Mail servers may change its case, so it is hexadecimal.

/**
 * `message`: the copy of a school's message, by the mail's own ID; `bounce`: what a mail server says of any mail of ours that it
 * couldn't deliver, by its ID. The others are matters of the staff's desk.
 */
const letters = { chat: "c", contact: "m", demo: "d", message: "p", bounce: "b" } as const
/** What a reply can be about. */
export type ReplyKind = keyof typeof letters
export type AnsweredKind = Exclude<ReplyKind, "message" | "bounce">
const kinds = Object.keys(letters) as ReplyKind[]

const tokensOf = (kind: ReplyKind, id: string): string[] =>
  derivedSecrets(`reply-address:${kind}:${id}`).map((secret) =>
    createHash("sha256").update(secret).digest("hex").slice(0, 20),
  )

/** Whether replies by mail reach us here. */
export const takesReplies = (): boolean =>
  Boolean(env().INBOUND_MAIL_DOMAIN && (env().INBOUND_MAIL_SECRET || env().INBOUND_MAIL_TOKEN))

/** Where a reply about the matter goes; undefined when no mail is received. */
function replyAddressOf(kind: ReplyKind, id: string): string | undefined {
  if (!takesReplies()) return undefined
  return `reply+${letters[kind]}${id.replaceAll("-", "")}${tokensOf(kind, id)[0]}@${env().INBOUND_MAIL_DOMAIN}`
}

/** Where a mail goes back to that can't be delivered. */
export const returnAddressOf = (mailId: string): string | undefined => replyAddressOf("bounce", mailId)

/** What a queued mail needs of it. */
export function replyBy(kind: ReplyKind, id: string): { replyTo?: string } {
  const replyTo = replyAddressOf(kind, id)
  return replyTo ? { replyTo } : {}
}

/** Whether an address has the form of those that we make: no one else sees it, because who has it writes in our name. */
export function isReplyAddress(address: string): boolean {
  const [local = "", domain] = address.trim().toLowerCase().replace("%2b", "+").split("@")
  return domain !== undefined && domain === env().INBOUND_MAIL_DOMAIN && local.startsWith("reply+")
}

const written =
  /^reply\+([cmdpb])([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})([0-9a-f]{20})$/

/** What an address names; undefined for any address we did not make. */
export function matterOfAddress(address: string): { kind: ReplyKind; id: string } | undefined {
  const [local = "", domain] = address.trim().toLowerCase().split("@")
  if (domain !== env().INBOUND_MAIL_DOMAIN) return undefined
  const [, letter, ...parts] = written.exec(local) ?? []
  const kind = kinds.find((each) => letters[each] === letter)
  const token = parts.pop()
  if (!kind || !token) return undefined
  const id = parts.join("-")
  return tokensOf(kind, id).some((each) => isSame(each, token)) ? { kind, id } : undefined
}
