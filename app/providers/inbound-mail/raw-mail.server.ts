import { createHash } from "node:crypto"
import PostalMime, { type Attachment, type Email } from "postal-mime"
import { readDeliveryReport } from "./delivery-report"
import type { ReceivedMail } from "./received-mail"

// A mail as a mail server received it for us, byte for byte.

export type RawMail = { id: string; recipients: string[]; mail: ReceivedMail }

/** Of a text no more is kept; a reply is cut to much less. */
const mostCharacters = 200_000
/** Headers that a reader of mail needs: who sent it is proven by one, and automatic ones say so. */
const kept = new Set(["auto-submitted", "precedence", "authentication-results"])
/** Where a mail was sent, which the last server on the way writes. */
const envelopes = ["delivered-to", "x-original-to", "envelope-to"]

/** What it says; undefined when it names no sender and is no report either. */
export async function readRawMail(raw: Uint8Array): Promise<RawMail | undefined> {
  const email = await PostalMime.parse(raw, { attachmentEncoding: "arraybuffer", rfc822Attachments: true })
  const report = reportOf(email)
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
      text: email.text?.slice(0, mostCharacters),
      html: email.html?.slice(0, mostCharacters),
      headers: Object.fromEntries([...kept].map((name) => [name, valuesOf(name)] as const).flatMap(known)),
      attachments: email.attachments
        .filter(({ mimeType }) => !/^message\//.test(mimeType))
        .map(({ filename }) => ({ filename })),
      report,
    },
  }
}

/** One value as a text, as the provider has it; several results of who checked stay a list. */
const known = ([name, values]: readonly [string, string[]]): [string, string | string[]][] =>
  values.length === 0 ? [] : [[name, values.length === 1 ? (values[0] ?? "") : values]]

function reportOf({ attachments }: Email) {
  const part = attachments.find(({ mimeType }) => /^message\/(global-)?delivery-status$/.test(mimeType))
  return part && readDeliveryReport(textOf(part))
}

const textOf = ({ content }: Attachment): string =>
  typeof content === "string" ? content : new TextDecoder().decode(content)
