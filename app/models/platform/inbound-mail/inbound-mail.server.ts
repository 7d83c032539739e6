import { transact } from "db/client.server"
import { users } from "db/schema/accounts"
import { jobs } from "db/schema/foundation"
import { contactMessages, demoRequests, inquiryReplies } from "db/schema/platform"
import { deskNotes, inboundMails } from "db/schema/platform-desk"
import { supportMessages, supportThreads } from "db/schema/platform-support"
import { and, eq, isNull, sql } from "drizzle-orm"
import { convert, type HtmlToTextOptions } from "html-to-text"
import { z } from "zod"
import {
  platformAdd,
  platformAddUnlessThere,
  platformChange,
  select,
} from "~/models/foundation/access/door.server"
import { queueJob } from "~/models/foundation/job/job.server"
import { isSignature, type ReceivedMail } from "~/providers/inbound-mail/received-mail"
import { now } from "~/utils/clock.server"
import { shownAddress } from "~/utils/email-address"
import { env } from "~/utils/env.server"
import { cut } from "~/utils/form-text"
import { countOf } from "~/utils/formats"
import { newId } from "~/utils/ids.server"
import { type AnsweredKind, isReplyAddress, matterOfAddress } from "../reply-address/reply-address.server"
import { cleanText } from "../support/save-message.server"
import { machineKind } from "./automatic-mail"
import { readReplyText } from "./reply-text"

// The text of an email that is a page. A stranger writes it: its size and its number of marks are limited.

const longestPage = 400_000
const mostMarks = 20_000

/** Paragraphs and lines stay, what is quoted begins with ">", and a link shows its address. */
export function textOfHtml(html: string): string {
  const page = html.slice(0, longestPage)
  const marks = page.split("<").length
  // A page of marks alone says little: without them it is read all the same.
  const read = convert(marks > mostMarks ? page.replace(/<[^<>]*>/g, " ") : page, options)
  return read
    .replaceAll("\u00a0", " ")
    .replace(/[\u200b\ufeff]/g, "")
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n")
    .trim()
}

const options: HtmlToTextOptions = {
  wordwrap: false,
  whitespaceCharacters: " \t\r\n\f",
  formatters: {
    /** Some programs make a picture of each. */
    emoji({ attribs }, _, builder) {
      if (/^\p{Extended_Pictographic}/u.test(attribs?.alt ?? "")) builder.addInline(attribs.alt)
    },
  },
  limits: { maxDepth: 500, maxInputLength: longestPage },
  selectors: [
    { selector: "img", format: "emoji" },
    { selector: "tr", format: "block", options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    ...["td", "th"].map((selector) => ({ selector, format: "inlineSurround", options: { suffix: " " } })),
    { selector: "a", options: { hideLinkHrefIfSameAsText: true, ignoreHref: false, noAnchorUrl: true } },
    { selector: "p", options: { leadingLineBreaks: 1, trailingLineBreaks: 2 } },
    ...["h1", "h2", "h3", "h4", "h5", "h6"].map((selector) => ({ selector, options: { uppercase: false } })),
  ],
}

// The text of an email as a person reads it. Safe in the browser.

/** The bare address of `Name <address>`, in small letters. */
export const bareAddress = (from: string): string =>
  (/<([^<>]+)>\s*$/.exec(from)?.[1] ?? from).trim().toLowerCase()

/** Bytes of Windows-1252 that aren't the character of the same number. */
const windows = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ"

/** A text that a program read in the wrong charset ("FÃ¼r"), as it was written ("Für"); any other as it is. */
export function asWritten(text: string): string {
  if (!/[\u00c2-\u00f4][\u0080-\u00bf\u0152-\u2122]/.test(text)) return text
  const bytes = new Uint8Array(text.length)
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    const byte = code < 0x100 ? code : windows.indexOf(text[index] ?? "") + 0x80
    if (byte < 0x80 && code >= 0x100) return text
    bytes[index] = byte
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    return text
  }
}

// Replies by mail. The provider tells us that a mail came; it is stored once, and a job fetches its text and adds it to the
// chat, inquiry or conversation that its address names. Only who wrote there before is taken, and only when the provider proved
// that the mail is theirs; any other becomes a note for the staff, or reaches the author of a school's message.

const InboundMessage = z.object({
  type: z.literal("email.received"),
  data: z.object({
    email_id: z.string().min(1).max(100),
    // Cut, it could name someone else.
    from: z.string().max(1000),
    to: z.array(cut(1000)),
    cc: z.array(cut(1000)).nullish(),
    subject: cut(2000).nullish(),
  }),
})
export type InboundMessage = z.output<typeof InboundMessage>["data"]

/** What a message of the provider says; "other" for events we don't use, undefined for what can't be read. */
export function readInboundMessage(raw: string): InboundMessage | "other" | undefined {
  try {
    const body: unknown = JSON.parse(raw)
    const read = InboundMessage.safeParse(body)
    if (read.success) return read.data.data
    return z.object({ type: z.string() }).safeParse(body).success ? "other" : undefined
  } catch {
    return undefined
  }
}

/**
 * Keeps a message that was proven to be the provider's, and queues what is done with it: without the mail itself it is fetched
 * first. False when it was known, or is to no address of ours.
 */
export function receiveInboundMail(
  { email_id: id, from, to, cc, subject }: InboundMessage,
  mail?: ReceivedMail,
): boolean {
  const recipient = [...to, ...(cc ?? [])].map(bareAddress).find((address) => matterOfAddress(address))
  if (!recipient) return false
  return transact(() => {
    const isNew = platformAddUnlessThere(inboundMails, {
      id,
      recipient,
      sender: shownAddress(bareAddress(from)),
      subject: subject ?? "",
      receivedAt: now(),
    })
    if (!isNew) return false
    queueJob({
      kind: "take-inbound-mail",
      payload: { mailId: id, ...(mail ? { mail } : {}) },
      uniqueKey: `take-inbound-mail:${id}`,
    })
    return true
  })
}

export const findWaitingMail = (mailId: string) =>
  select()
    .from(inboundMails)
    .where(and(eq(inboundMails.id, mailId), isNull(inboundMails.processedAt)))
    .get()

export type MailOutcome =
  | "bounced"
  | "taken"
  | "held"
  | "noted"
  | "handed-on"
  | "automatic"
  | "empty"
  | "missing"

export function recordMailOutcome(mailId: string, outcome: MailOutcome) {
  platformChange(inboundMails, mailId, { processedAt: now(), outcome })
  // What was written is where it belongs now, and not for another week in finished work.
  const payload = JSON.stringify({ mailId })
  platformChange(jobs, eq(jobs.uniqueKey, `take-inbound-mail:${mailId}`), { payload })
}

/** Who a matter is with: their address, and for a chat the person. */
export function findCorrespondent(kind: AnsweredKind, id: string): Correspondent | undefined {
  if (kind === "chat")
    return select({
      email: users.email,
      userId: users.id,
      name: users.name,
      schoolId: supportThreads.schoolId,
    })
      .from(supportThreads)
      .innerJoin(users, eq(users.id, supportThreads.userId))
      .where(and(eq(supportThreads.id, id), eq(supportThreads.mode, "admin")))
      .get()
  const row =
    kind === "contact"
      ? select({ email: contactMessages.email, name: contactMessages.name })
          .from(contactMessages)
          .where(eq(contactMessages.id, id))
          .get()
      : select({ email: demoRequests.email, name: demoRequests.fullName })
          .from(demoRequests)
          .where(eq(demoRequests.id, id))
          .get()
  return row && { ...row, userId: null, schoolId: null }
}
/** What was written in a matter so far: an email of ours may have quoted any of it. */
export function listSentTexts(kind: AnsweredKind, id: string): string[] {
  const rows =
    kind === "chat"
      ? select({ text: supportMessages.content })
          .from(supportMessages)
          .where(and(eq(supportMessages.threadId, id), eq(supportMessages.sender, "staff")))
      : select({ text: inquiryReplies.content })
          .from(inquiryReplies)
          .where(
            and(
              eq(kind === "contact" ? inquiryReplies.contactMessageId : inquiryReplies.demoRequestId, id),
              eq(inquiryReplies.sender, "staff"),
            ),
          )
  return rows.all().map(({ text }) => text)
}

type Correspondent = { email: string | null; name: string; userId: string | null; schoolId: string | null }

/** What a reply says: the writer's words, and what their program put below them. An empty one has neither, or only the latter. */
export type Reply = { words: string; cut: string }

/** Who wrote nothing of their own above the letter that they answered. */
const emptyReply = "(An empty reply)"

/**
 * What a mail says; which kind of machine wrote it, when no person did. The text part counts, and the page where that has no
 * letters. Our private addresses for replies don't show in it.
 * @param ours the plain texts that we sent in this matter
 * @param answered the subject of the letter that is answered, where it is known
 */
export function readMail(
  mail: ReceivedMail,
  ours: readonly string[] = [],
  answered = "",
): Reply | "automatic" | "bounced" {
  const machine = machineKind(mail)
  if (machine) return machine
  const hasLetters = (text: string | null | undefined) =>
    /[\p{L}\p{N}\p{Extended_Pictographic}]/u.test((text ?? "").replace(/\[(cid|image):[^\]]*\]/gi, ""))
  const isRead = hasLetters(mail.text) && !isUnfit.test(mail.text ?? "")
  const page = isRead || !mail.html ? "" : textOfHtml(mail.html)
  const text = cleanText(asWritten(hasLetters(page) ? page : (mail.text ?? page))).replace(directions, "")
  const { words, cut } = readReplyText(text, { subject: mail.subject ?? "", ours, isOurs })
  const said = words || invitationAnswer(mail) || subjectAnswer(mail, answered)
  return { words: withoutPrivate(said || (cut ? emptyReply : "")), cut: withoutPrivate(cut) }
}

/** A text that only says to look at the page, or that has its characters by name as the page has. */
const isUnfit = /^(?=[\s\S]{0,300}$)[\s\S]*\bhtml\b|&(?:amp|quot|nbsp|[lg]t|#\d{2,5});/i

/** An answer to an invitation may have no other words than its subject. */
const invitationAnswer = ({ subject, attachments }: ReceivedMail): string =>
  (attachments ?? []).some(({ filename }) => /\.ics$/i.test(filename ?? ""))
    ? (subject ?? "").trim().slice(0, 500)
    : ""

/** What programs and servers put before a subject: "[EXTERN] AW: Re:". */
const beforeSubject = /^(\s*(\[[^\]]{1,20}\]|\p{L}{1,8}(\[\d+\])?\s*[:：]))+/u

/** "Yes, both (EOM)", "Thanks (n/t)": there's no more to read. */
const endOfMessage = /[([< ]eom[)\]>]?$|[([<]n\/?t[)\]>]$/

/** What programs write where no one typed a subject: nothing, or a file's name. */
const isPlaceholder = /^(no subject|\(.*\)|\S+\.[a-z\d]{2,4})$/

/** "Re: The recital - yes, both (EOM)": some write into the subject alone, behind ours, before it or instead of it. */
function subjectAnswer({ subject }: ReceivedMail, answered: string): string {
  const bare = (text: string) => text.replace(beforeSubject, "").trim().toLowerCase()
  const whole = (subject ?? "").trim().slice(0, 500)
  const [said, ours] = [bare(whole), bare(answered)]
  if (said === ours) return ""
  if (ours === "" || endOfMessage.test(said)) return endOfMessage.test(said) ? whole : ""
  const [before = "", ...after] = whole.toLowerCase().split(ours)
  const isTyped =
    after.length > 0
      ? // What ends with a colon or a bracket before ours is a program's, in any language.
        /\p{L}/u.test(after.join(ours).replace(/\[[^\]]*\]|\{[^}]*\}/g, "")) ||
        (/\p{L}/u.test(before) && (/\bwas:\s*$/.test(before) || !/[^\p{L}\p{N}\s.,!?–-]\s*$/u.test(before)))
      : /\p{L}/u.test(said) &&
        !beforeSubject.test(whole) &&
        !isPlaceholder.test(said) &&
        !ours.startsWith(said.replace(/(…|\.{3})$/, ""))
  return isTyped ? whole : ""
}

const isOurs = (address: string) =>
  isReplyAddress(address) || address.toLowerCase() === bareAddress(env().MAIL_FROM)
/** Marks of the direction of writing, which programs put around an address. */
const directions = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
/** Such an address in a link, or broken over two lines. */
const privateAddress =
  /reply\s?(?:\+|%2b|=2b)\s?[cmdpb](?:\s{0,2}[0-9a-f]){52}\s{0,2}(?:(?:@|%40|=40)[a-z0-9.-]*)?/gi
const withoutPrivate = (text: string) =>
  text
    .replace(privateAddress, "(private address)")
    .replace(/[^\s<>"'():;,[\]]+/g, (address) =>
      address.length < 400 && isReplyAddress(address) ? "(private address)" : address,
    )

/** What a mail calls the files that came with it, without those that only prove who wrote it. */
export const namesOf = (mail: ReceivedMail): string[] =>
  (mail.attachments ?? []).map(({ filename }) => filename ?? "unnamed").filter((name) => !isSignature(name))

const mostNamed = 10
const longestName = 100

/** The text with what came beside it, so that its writer reads it too: what is attached, and what isn't kept. */
export function withFiles(
  text: string,
  { kept, left }: { kept: readonly { name: string }[]; left: readonly string[] },
): string {
  const listed = (names: readonly string[]) => {
    const more = names.length - mostNamed
    const shown = names.slice(0, mostNamed).map((name) => cleanText(name).slice(0, longestName))
    return [...shown, ...(more > 0 ? [countOf(more, "other file")] : [])].join(", ")
  }
  return [
    text,
    kept.length > 0 ? `(Attached: ${listed(kept.map(({ name }) => name))})` : "",
    left.length > 0 ? `(Not kept from the email: ${listed(left)})` : "",
  ]
    .filter(Boolean)
    .join("\n\n")
}

/**
 * Adds a visitor's reply to their inquiry, which waits again; answers its ID. The mail was proven to be theirs, so the address
 * is. In the caller's transaction.
 */
export function addInquiryReply(
  kind: Exclude<AnsweredKind, "chat">,
  id: string,
  { content, cut }: { content: string; cut: string },
): string {
  const at = now()
  const replyId = newId()
  platformAdd(inquiryReplies, {
    id: replyId,
    contactMessageId: kind === "contact" ? id : null,
    demoRequestId: kind === "demo" ? id : null,
    sender: "visitor",
    content,
    cut: cut || null,
    createdAt: at,
  })
  const kept = { provenAt: at, ...waitingFrom(at) }
  if (kind === "contact") platformChange(contactMessages, id, kept)
  else platformChange(demoRequests, id, kept)
  return replyId
}

const waitingFrom = (at: number) => ({
  answeredAt: null,
  waitingSince: at,
  closedAt: null,
  closedBy: null,
  snoozedUntil: null,
})

/** A mail from another address than the matter's becomes a note for the staff. In the caller's transaction. */
export const noteStrangersMail = (kind: AnsweredKind, id: string, sender: string, content: string) =>
  addNote(kind, id, `From ${sender}, who isn’t part of this conversation: ${content}`)

const doubts = {
  failed: "their email provider says it isn’t from them",
  unknown: "nothing proves that it’s from them",
} as const

/**
 * A mail under the matter's own address that isn't proven to be from there: a note for the staff with the reason, and the
 * matter waits, so that someone reads it. In the caller's transaction.
 */
export function holdUnprovenMail(
  kind: AnsweredKind,
  id: string,
  { sender, content, verdict }: { sender: string; content: string; verdict: keyof typeof doubts },
) {
  addNote(kind, id, `Unproven email from ${sender}, ${doubts[verdict]}: ${content}`)
  const { answeredAt, waitingSince: at, ...open } = waitingFrom(now())
  if (kind === "chat") {
    const waitingSince = sql`coalesce(${supportThreads.waitingSince}, ${at})`
    platformChange(supportThreads, id, { ...open, waitingSince })
    return
  }
  const table = kind === "contact" ? contactMessages : demoRequests
  // Who waits already goes on waiting since then.
  const waitingSince = sql`case when ${table.answeredAt} is null then ${table.waitingSince} else ${at} end`
  platformChange(table, id, { ...open, answeredAt, waitingSince })
}

function addNote(kind: AnsweredKind, id: string, content: string) {
  platformAdd(deskNotes, {
    id: newId(),
    threadId: kind === "chat" ? id : null,
    contactMessageId: kind === "contact" ? id : null,
    demoRequestId: kind === "demo" ? id : null,
    staffName: "Email",
    content,
    createdAt: now(),
  })
}
