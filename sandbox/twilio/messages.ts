import { createHmac, randomBytes } from "node:crypto"
import type { State } from "../state"
import type { TextMessage, TextNumber } from "./kept"

// What becomes of a text at the stand-in for Twilio, and what it tells the app of it.

/** The price of a segment, which is known once a text has left. */
const segmentPrice = 0.0083

const sidOf = (prefix: "SM"): string => `${prefix}${randomBytes(16).toString("hex")}`
export const stopKey = (from: string, to: string): string => `${from} ${to}`

const date = (at: number | null): string | null =>
  at === null ? null : new Date(at).toUTCString().replace("GMT", "+0000")

/** As Twilio answers it. */
export function showMessage(message: TextMessage) {
  const { id, account, body, segments, direction, from, to, status, error_code } = message
  const hasLeft = ["sent", "delivered", "undelivered", "received"].includes(status)
  const uri = `/2010-04-01/Accounts/${account}/Messages/${id}`
  return {
    account_sid: account,
    api_version: "2010-04-01",
    body,
    date_created: date(message.createdAt),
    date_sent: date(message.sentAt),
    date_updated: date(message.updatedAt),
    direction,
    error_code,
    error_message: error_code === null ? null : "The message was not delivered.",
    from,
    messaging_service_sid: null,
    num_media: "0",
    num_segments: String(segments),
    price: hasLeft ? (-segmentPrice * segments).toFixed(5) : null,
    price_unit: "USD",
    sid: id,
    status,
    subresource_uris: { media: `${uri}/Media.json` },
    to,
    uri: `${uri}.json`,
  }
}

const seven = /^[\w @£$¥èéùìòÇØøÅåΔΦΓΛΩΠΨΣΘΞÆæßÉ!"#¤%&'()*+,./:;<=>?¡§¿ÄÖÑÜäöñüà\r\n-]*$/
const escaped = /[\^{}\\[~\]|€]/g

/** How many segments a text fills. */
export function segmentsIn(body: string): number {
  const plain = body.replace(escaped, "")
  if (seven.test(plain)) {
    const units = plain.length + 2 * (body.length - plain.length)
    return units <= 160 ? 1 : Math.ceil(units / 153)
  }
  return body.length <= 70 ? 1 : Math.ceil(body.length / 67)
}

export function addMessage(
  state: State,
  message: Pick<TextMessage, "account" | "direction" | "from" | "to" | "body" | "status"> & {
    statusUrl?: string | null
  },
): TextMessage {
  const at = state.clock.now()
  return state.textMessages.save({
    statusUrl: null,
    ...message,
    id: sidOf("SM"),
    error_code: null,
    segments: segmentsIn(message.body),
    createdAt: at,
    updatedAt: at,
    sentAt: message.direction === "inbound" ? at : null,
  })
}

/** Numbers that end so are phones that were switched off, and landlines. */
const troubles: [string, number][] = [
  ["0003", 30003],
  ["0006", 30006],
]

/** A text leaves and arrives, or doesn't; each step is told. Answers the statuses of the app's answers. */
export async function carryOn(state: State, message: TextMessage): Promise<number[]> {
  const trouble = troubles.find(([end]) => message.to.endsWith(end))?.[1] ?? null
  const at = state.clock.now()
  // Everything may have been forgotten since, and while the app is told.
  const step = (change: Partial<TextMessage>) => {
    const found = state.textMessages.find(message.id)
    return found && state.textMessages.save({ ...found, ...change, updatedAt: at })
  }
  const sent = step({ status: "sent", sentAt: at })
  if (!sent) return []
  const first = await tellStatus(state, sent)
  const last = step(trouble ? { status: "undelivered", error_code: trouble } : { status: "delivered" })
  return last ? [...first, ...(await tellStatus(state, last))] : first
}

const numberOf = (state: State, message: TextMessage): TextNumber | undefined =>
  state.textNumbers.find(message.direction === "inbound" ? message.to : message.from)

async function tellStatus(state: State, message: TextMessage): Promise<number[]> {
  const number = numberOf(state, message)
  if (!number || !message.statusUrl) return []
  return [
    await post(message.statusUrl, number.key, {
      MessageSid: message.id,
      SmsSid: message.id,
      AccountSid: message.account,
      MessageStatus: message.status,
      SmsStatus: message.status,
      From: message.from,
      To: message.to,
      ...(message.error_code === null ? {} : { ErrorCode: String(message.error_code) }),
    }),
  ]
}

const keyword = (body: string) => body.trim().toUpperCase()
const stops = ["STOP", "STOPALL", "UNSUBSCRIBE", "CANCEL", "END", "QUIT"]
const starts = ["START", "YES", "UNSTOP"]

/** A person writes to a number: STOP, START and HELP are answered here, and all of it is told to the app. */
export async function receiveText(
  state: State,
  { from, to, body }: { from: string; to: string; body: string },
): Promise<{ sid: string; status: number } | undefined> {
  const number = state.textNumbers.find(to)
  if (!number) return undefined
  const { account } = number
  const message = addMessage(state, { account, direction: "inbound", from, to, body, status: "received" })
  const word = keyword(body)
  const answer = stops.includes(word)
    ? "You have successfully been unsubscribed. You will not receive any more messages from this number. Reply START to resubscribe."
    : starts.includes(word)
      ? "You have successfully been re-subscribed to messages from this number. Reply HELP for help. Reply STOP to unsubscribe."
      : word === "HELP" || word === "INFO"
        ? "Reply STOP to unsubscribe. Msg&Data Rates May Apply."
        : null
  if (stops.includes(word)) state.textStops.save({ id: stopKey(to, from) })
  if (starts.includes(word)) state.textStops.save({ id: stopKey(to, from), isOver: true })
  if (answer)
    addMessage(state, {
      account,
      direction: "outbound-reply",
      from: to,
      to: from,
      body: answer,
      status: "delivered",
    })
  const status = number.url ? await post(number.url, number.key, inboundFields(message)) : 0
  return { sid: message.id, status }
}

const inboundFields = (message: TextMessage) => ({
  MessageSid: message.id,
  SmsSid: message.id,
  AccountSid: message.account,
  From: message.from,
  To: message.to,
  Body: message.body,
  NumMedia: "0",
  NumSegments: String(message.segments),
})

/** How Twilio signs what it sends. */
export function signatureOf(url: string, fields: Record<string, string>, key: string): string {
  const text = Object.keys(fields)
    .sort()
    .reduce((all, name) => all + name + fields[name], url)
  return createHmac("sha1", key).update(text).digest("base64")
}

const post = (url: string, key: string, fields: Record<string, string>): Promise<number> =>
  fetch(url, {
    method: "POST",
    headers: { "X-Twilio-Signature": signatureOf(url, fields, key) },
    body: new URLSearchParams(fields),
    redirect: "manual",
  }).then(
    ({ status }) => status,
    () => 0,
  )
