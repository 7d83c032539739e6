import { createHash } from "node:crypto"
import PostalMime, { type Attachment, type Email } from "postal-mime"
import { decodeText } from "~/utils/csv"
import { readDeliveryReport } from "./delivery-report"
import type { ReceivedMail } from "./received-mail"
import { filesOfTnef, isTnef, readTnef } from "./tnef"

// A mail as a mail server received it for us, byte for byte.

export type RawMail = { id: string; recipients: string[]; mail: ReceivedMail }

/** Of a text no more is kept; a reply is cut to much less. */
export const mostCharacters = 200_000
/** Headers that a reader of mail needs: who sent it is proven by one, and by the others a machine says that it is one. */
const results = "authentication-results"
const kept =
  /^(auto-submitted|precedence|return-path|content-type|x-.*(auto|vacation|office|machine|generated|rules-loop|failed|messageclass|notify|boxtrapper|spamarrest).*)$/
const longestHeader = 500
/** Where a mail was sent, which the last server on the way writes. */
const envelopes = ["delivered-to", "x-original-to", "envelope-to"]

/** What it says; undefined when it names no sender and is no report either. */
export async function readRawMail(raw: Uint8Array): Promise<RawMail | undefined> {
  const email = await parse(raw)
  const report = reportOf(email)
  const wrapped = email.attachments.map((each) => (isWrapping(each) ? readTnef(bytesOf(each)) : undefined))
  const hasText = [email.text, email.html].some((text) => text?.trim())
  const isReceipt = email.attachments.some(({ mimeType }) => mimeType === "message/disposition-notification")
  const from = email.from?.address
  if (!from && !report) return undefined
  const valuesOf = (name: string) => email.headers.filter(({ key }) => key === name).map(({ value }) => value)
  const named = [...(email.to ?? []), ...(email.cc ?? [])].flatMap((to) => to.group ?? [to])
  return {
    id: `raw-${createHash("sha256").update(raw).digest("hex").slice(0, 40)}`,
    recipients: [...envelopes.flatMap(valuesOf), ...named.map(({ address }) => address ?? "")],
    mail: {
      from: from ?? "<>",
      subject: email.subject?.slice(0, 2000),
      text: (hasText ? email.text : wrapped.find((each) => each?.text)?.text)?.slice(0, mostCharacters),
      html: email.html?.slice(0, mostCharacters),
      headers: Object.fromEntries(
        [
          ...email.headers
            .filter(({ key }) => kept.test(key))
            .map(({ key, value }): [string, string[]] => [key, [value.slice(0, longestHeader)]]),
          [results, valuesOf(results)] as const,
        ].flatMap(known),
      ),
      attachments: email.attachments
        .filter(({ mimeType }) =>
          report || isReceipt ? !/^message\//.test(mimeType) : !ofReaction.test(mimeType),
        )
        .flatMap((each) => {
          const { filename, mimeType } = each
          const itself = filename ?? nameless.get(mimeType) ?? null
          const inside = wrapped[email.attachments.indexOf(each)]
          if (!inside) return [{ filename: itself }]
          const files = filesOfTnef(inside, { name: itself ?? "winmail.dat", bytes: undefined })
          return files.map(({ name }) => ({ filename: name }))
        }),
      report,
    },
  }
}

const bytesOf = ({ content }: Attachment): Uint8Array =>
  typeof content === "string" ? new TextEncoder().encode(content) : new Uint8Array(content)
/** Whether it is Outlook's own wrapping, whatever it is called. */
const isWrapping = (each: Attachment): boolean => isTnef(bytesOf(each))

/** What a program reads instead of the sign in the text beside it. */
const ofReaction = /^text\/vnd\.google\.email-reaction/

/** What programs attach without a name. */
const nameless = new Map([
  ["message/rfc822", "email.eml"],
  ["text/calendar", "invite.ics"],
])

const utf7 = /charset="?(unicode-1-1-)?utf-7/i

/** Some programs don't say which letters their bytes mean, or say UTF-7. */
async function parse(raw: Uint8Array): Promise<Email> {
  const read = (bytes: Uint8Array) =>
    PostalMime.parse(bytes, { attachmentEncoding: "arraybuffer", rfc822Attachments: true })
  const email = await read(raw)
  const source = Buffer.from(raw).toString("latin1")
  if (utf7.test(source)) return { ...email, text: fromUtf7(email.text), html: fromUtf7(email.html) }
  const isMangled = `${email.text}${email.html}`.includes("\ufffd")
  const heads = (source.match(/^content-type:(?:[^\r\n]|\r?\n[ \t]){0,1000}/gim) ?? []).join("\n")
  const charsets = heads.match(/charset="?[\w-]+/gi) ?? []
  if (!isMangled || charsets.some((each) => !/us-ascii|utf-8/i.test(each))) return email
  const [, charset] = ofPage.exec(email.html ?? "") ?? []
  return read(Buffer.from(charset ? new TextDecoder(charset).decode(raw) : decodeText(raw).text))
}

/** The letters that a page names itself, of those in use before UTF-8. */
const ofPage =
  /<meta[^>]{0,200}charset=["']?(windows-125[0-8]|iso-8859-(?:1[03-6]|[1-9])|koi8-[ru]|gbk|gb2312|gb18030|big5|shift_jis|euc-(?:jp|kr))\b/i

const fromUtf7 = (text: string | undefined) =>
  text?.replace(/\+([A-Za-z0-9+/]*)-?/g, (_, letters: string) =>
    letters === "" ? "+" : new TextDecoder("utf-16be").decode(Buffer.from(letters, "base64")),
  )

/** One value as a text, as the provider has it; several results of who checked stay a list. */
const known = ([name, values]: readonly [string, string[]]): [string, string | string[]][] =>
  values.length === 0 ? [] : [[name, values.length === 1 ? (values[0] ?? "") : values]]

function reportOf({ attachments }: Email) {
  const part = attachments.find(({ mimeType }) => /^message\/(global-)?delivery-status$/.test(mimeType))
  return part && readDeliveryReport(textOf(part))
}

const textOf = ({ content }: Attachment): string =>
  typeof content === "string" ? content : new TextDecoder().decode(content)
