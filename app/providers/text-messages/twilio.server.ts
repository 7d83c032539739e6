import { createHmac } from "node:crypto"
import { z } from "zod"
import { env } from "~/utils/env.server"
import { isReturnedForm } from "~/utils/form-in-hand.server"
import { isSame } from "~/utils/seal.server"
import { untilSaved } from "~/utils/until-saved.server"
import type { ProviderText, TextAnswer, TextFailure, TextProvider, TextSending } from "./text-provider"

// Twilio's Messages by plain calls: two addresses and one signature. Its own package brings axios, jsonwebtoken and every other
// product of the company with it. Twilio knows no idempotency key: after a call whose answer is lost the caller asks `list`.

const timeoutMs = 12_000
/** How many of the latest texts are looked through for one. */
const latest = 50

/** What we believe of an answer. Twilio writes numbers as text. */
const Message = z.object({
  sid: z.string().regex(/^(SM|MM)[0-9a-fA-F]{32}$/),
  status: z.string(),
  direction: z.string().nullish(),
  body: z.string().nullish(),
  date_created: z.string().nullish(),
  error_code: z.number().nullish(),
  num_segments: z.string().nullish(),
  price: z.string().nullish(),
  price_unit: z.string().nullish(),
})
const Messages = z.object({ messages: z.array(Message) })
const Refusal = z.object({ code: z.number().optional() })

const states: Record<string, ProviderText["state"]> = {
  accepted: "accepted",
  scheduled: "accepted",
  queued: "accepted",
  sending: "accepted",
  sent: "sent",
  delivered: "delivered",
  read: "delivered",
  undelivered: "failed",
  failed: "failed",
  canceled: "failed",
}

/** Twilio's word for what became of a text, in ours; undefined for one that says nothing of it. */
export const stateOf = (status: string): ProviderText["state"] | undefined =>
  Object.hasOwn(states, status) ? states[status] : undefined

const failures: Record<number, TextFailure> = {
  20003: "wrong-key",
  21211: "wrong-number",
  21217: "wrong-number",
  21408: "not-allowed",
  21606: "not-allowed",
  21610: "stopped",
  21612: "not-allowed",
  21614: "wrong-number",
  21659: "not-allowed",
  21660: "not-allowed",
  30003: "unreachable",
  30004: "blocked",
  30005: "unreachable",
  30006: "wrong-number",
  30007: "blocked",
  30032: "not-allowed",
  30034: "blocked",
}

/** What an error code of Twilio means. */
export const failureOf = (code: number | null | undefined): TextFailure =>
  (code && failures[code]) || "refused"

function textOf(message: z.output<typeof Message>): ProviderText {
  const state = stateOf(message.status) ?? "accepted"
  const price = Number(message.price ?? Number.NaN)
  const segments = Number(message.num_segments ?? 0)
  return {
    id: message.sid,
    state,
    reason: state === "failed" ? failureOf(message.error_code) : null,
    body: message.body ?? "",
    createdAt: Date.parse(message.date_created ?? "") || 0,
    segments: segments > 0 ? segments : null,
    // A price is written as what leaves the account: below zero.
    costMicros: Number.isFinite(price) ? Math.round(Math.abs(price) * 1_000_000) : null,
    currency: message.price_unit ?? null,
  }
}

type Account = { account: string; key: string }

/** A school's account. Nothing here is the platform's. */
export function twilioTexts({ account, key }: Account): TextProvider {
  const call = async (path: string, init: { body?: URLSearchParams; signal?: AbortSignal } = {}) => {
    if (isReturnedForm()) throw new Error("A form that is only shown again calls no one.")
    await untilSaved()
    const { body, signal } = init
    const answer = await fetch(`${env().TWILIO_API_BASE}/2010-04-01/Accounts/${account}/${path}`, {
      method: body ? "POST" : "GET",
      headers: { Authorization: `Basic ${Buffer.from(`${account}:${key}`).toString("base64")}` },
      redirect: "error",
      signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]),
      ...(body ? { body } : {}),
    })
    return { status: answer.status, wait: answer.headers.get("Retry-After"), body: await answer.text() }
  }

  const ask = async <Facts>(path: string, read: (body: unknown) => Facts): Promise<TextAnswer<Facts>> => {
    try {
      const { status, body } = await call(path)
      if (status === 401 || status === 403) return { ok: false, reason: "wrong-key" }
      return status === 200
        ? { ok: true, facts: read(JSON.parse(body)) }
        : { ok: false, reason: status === 404 ? "wrong-key" : "unavailable" }
    } catch {
      return { ok: false, reason: "unavailable" }
    }
  }

  return {
    send: async ({ to, from, body, statusUrl, signal }): Promise<TextSending> => {
      const form = new URLSearchParams({ To: to, From: from, Body: body })
      if (statusUrl) form.set("StatusCallback", statusUrl)
      try {
        return sendingOf(await call("Messages.json", { body: form, signal }))
      } catch (error) {
        return { is: "unknown", code: error instanceof Error ? error.name : "error" }
      }
    },
    show: (id) => ask(`Messages/${id}.json`, (body) => textOf(Message.parse(body))),
    list: ({ from, to }) =>
      ask(
        `Messages.json?${new URLSearchParams({ From: from, ...(to ? { To: to } : {}), PageSize: String(latest) })}`,
        (body) =>
          Messages.parse(body)
            .messages.filter(({ direction }) => direction !== "inbound")
            .map(textOf),
      ),
  }
}

/** Whether it was taken; what can't be read, or failed inside Twilio, may have been. */
function sendingOf({
  status,
  wait,
  body,
}: {
  status: number
  wait: string | null
  body: string
}): TextSending {
  if (status === 429)
    return { is: "postponed", waitMs: Math.max(1, Math.min(Number(wait) || 5, 600)) * 1000, code: "429" }
  const answer = readJson(body)
  if (status === 201 || status === 200) {
    const message = Message.safeParse(answer)
    return message.success
      ? { is: "taken", text: textOf(message.data) }
      : { is: "unknown", code: "unreadable" }
  }
  if (status >= 500) return { is: "unknown", code: String(status) }
  const { code } = Refusal.safeParse(answer).data ?? {}
  const reason = status === 401 || status === 403 ? "wrong-key" : failureOf(code)
  return { is: "refused", isFinal: reason !== "wrong-key", reason, code: String(code ?? status) }
}

function readJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}

/**
 * Whether a message to us was signed by Twilio with this key: HMAC-SHA1 over the address that it was sent to and its fields,
 * each name and value in a row, sorted by name.
 */
export function isFromTwilio(
  { url, fields, signature }: { url: string; fields: URLSearchParams; signature: string | null },
  key: string,
): boolean {
  const names = [...new Set(fields.keys())].sort()
  const signed = names.reduce(
    (text, name) =>
      text +
      [...new Set(fields.getAll(name))]
        .sort()
        .map((value) => name + value)
        .join(""),
    url,
  )
  return isSame(createHmac("sha1", key).update(signed, "utf8").digest("base64"), signature ?? "")
}
