import express, { type RequestHandler, type Response, Router } from "express"
import { z } from "zod"
import { strikeFaults } from "../control/faults"
import { html, page, pageHeaders } from "../html"
import type { State } from "../state"
import { addMessage, carryOn, receiveText, showMessage, stopKey } from "./messages"

// The calls of Twilio's Messages that the app makes, checked against Twilio's own description of them.

const e164 = z.string().regex(/^\+[1-9]\d{6,14}$/)
const NewMessage = z.object({
  To: z.string(),
  From: z.string(),
  Body: z.string().min(1).max(1600),
  StatusCallback: z.url().optional(),
})

const docs = "https://www.twilio.com/docs/errors"
const refuse = (response: Response, status: number, code: number, message: string) =>
  void response.status(status).json({ code, message, more_info: `${docs}/${code}`, status })

/** Numbers that Twilio itself keeps for tries: each is refused so. */
const tries: Record<string, [number, string]> = {
  "+15005550001": [21211, "Invalid 'To' Phone Number: +15005550001"],
  "+15005550002": [21612, "The message could not be routed."],
  "+15005550003": [21408, "Permission to send an SMS has not been enabled for this region."],
  "+15005550009": [21614, "'To' number is not a valid mobile number"],
}

/** Lets only an account with its own key pass; a key that begins with bad is known no more. */
const requireKey: RequestHandler = (request, response, next) => {
  const [, sent = ""] = /^Basic (.+)$/.exec(request.get("Authorization") ?? "") ?? []
  const [account = "", key = ""] = Buffer.from(sent, "base64").toString("utf8").split(":")
  if (
    account !== request.params.account ||
    !/^AC[0-9a-f]{32}$/.test(account) ||
    !key ||
    key.startsWith("bad")
  )
    return refuse(response, 401, 20003, "Authenticate")
  response.locals.key = key
  next()
}

const accountOf = (request: { params: { account?: string } }): string => request.params.account ?? ""

export function twilioRoutes(state: State) {
  const router = Router()
  const api = Router({ mergeParams: true })
  router.use("/2010-04-01/Accounts/:account", (request, response, next) => {
    strikeFaults(state, "twilio")(request, response, () => requireKey(request, response, next))
  })
  api.use(express.urlencoded({ extended: false }))

  api.post("/Messages.json", (request, response) => {
    const parsed = NewMessage.safeParse(request.body)
    if (!parsed.success) return refuse(response, 400, 21602, z.prettifyError(parsed.error))
    const { To: to, From: from, Body: body, StatusCallback: statusUrl = null } = parsed.data
    if (!e164.safeParse(to).success) return refuse(response, 400, 21211, `Invalid 'To' Phone Number: ${to}`)
    const account = accountOf(request)
    const known = state.textNumbers.find(from)
    if (!e164.safeParse(from).success || (known && known.account !== account))
      return refuse(response, 400, 21606, `The 'From' phone number ${from} is not yours.`)
    const trial = tries[to]
    if (trial) return refuse(response, 400, ...trial)
    const stop = state.textStops.find(stopKey(from, to))
    if (stop && !stop.isOver) return refuse(response, 400, 21610, "Attempt to send to unsubscribed recipient")
    // In a real account the number's own address is entered in its console; here it is the neighbor of the other.
    const url = statusUrl?.replace(/\/status\/[^/]*$/, "/received") ?? known?.url ?? null
    state.textNumbers.save({
      isPaused: false,
      ...known,
      id: from,
      account,
      key: String(response.locals.key),
      url,
    })
    const message = addMessage(state, {
      account,
      direction: "outbound-api",
      from,
      to,
      body,
      status: "queued",
      statusUrl,
    })
    response.status(201).json(showMessage(message))
    if (!known?.isPaused) setTimeout(() => void carryOn(state, message).catch(() => undefined), 200).unref()
  })

  api.get("/Messages.json", (request, response) => {
    const { To: to, From: from, PageSize = "50" } = request.query as Record<string, string | undefined>
    const messages = state.textMessages
      .list()
      .reverse()
      .filter((message) => message.account === accountOf(request))
      .filter((message) => (!to || message.to === to) && (!from || message.from === from))
      .slice(0, Number(PageSize))
      .map(showMessage)
    const uri = `${request.originalUrl.replace(/^\/twilio/, "")}`
    response.json({
      end: Math.max(0, messages.length - 1),
      first_page_uri: uri,
      messages,
      next_page_uri: null,
      page: 0,
      page_size: Number(PageSize),
      previous_page_uri: null,
      start: 0,
      uri,
    })
  })

  api.get("/Messages/:sid.json", (request, response) => {
    const message = state.textMessages.find(request.params.sid)
    if (!message || message.account !== request.baseUrl.split("/").at(-1))
      return refuse(response, 404, 20404, "The requested resource was not found")
    response.json(showMessage(message))
  })

  router.use("/2010-04-01/Accounts/:account", api)
  return router
}

/** What phones got, newest first, with a field to answer as their owner. */
export function phoneRoutes(state: State) {
  const router = Router()
  router.get("/messages.json", (request, response) => {
    const { to } = request.query
    const messages = state.textMessages.list().reverse()
    response
      .set("Cache-Control", "no-store")
      .json(messages.filter((message) => !to || message.to === to).map(showMessage))
  })
  router.get("/", (_request, response) => {
    const messages = state.textMessages.list().reverse()
    const lines = messages.map(
      (each) =>
        html`<section><dl><dt>${each.direction === "inbound" ? "From" : "To"}</dt><dd>${each.direction === "inbound" ? each.from : each.to}</dd><dt>Status</dt><dd>${each.status}${each.segments > 1 ? html`, ${each.segments} segments` : ""}</dd></dl><pre>${each.body}</pre>${
          each.direction === "outbound-api"
            ? html`<form method="post" action="/phones"><input type="hidden" name="from" value="${each.to}"><input type="hidden" name="to" value="${each.from}"><label>Answer <input name="body" required maxlength="1600"></label><button>Send answer</button></form>`
            : ""
        }</section>`,
    )
    response.set(pageHeaders(state.shopOrigin)).send(
      page({
        place: "Phones (sandbox)",
        title: "Text messages",
        body: lines.length
          ? html`${lines}`
          : html`<section><p>No text messages yet. Everything the app texts appears here.</p></section>`,
      }),
    )
  })
  router.post("/", express.urlencoded({ extended: false }), async (request, response, next) => {
    try {
      const parsed = z.object({ from: e164, to: e164, body: z.string().min(1).max(1600) }).parse(request.body)
      await receiveText(state, parsed)
      response.redirect(303, "/phones")
    } catch (error) {
      next(error)
    }
  })
  return router
}
