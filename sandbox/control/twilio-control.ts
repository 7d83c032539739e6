import { Router } from "express"
import { z } from "zod"
import type { State } from "../state"
import { carryOn, receiveText, showMessage } from "../twilio/messages"

const NumberBody = z
  .object({
    account: z.string(),
    key: z.string(),
    number: z.string(),
    url: z.url().nullable().default(null),
    /** Texts go no further than `queued` until `/twilio/carry-on`. */
    isPaused: z.boolean().default(false),
  })
  .strict()
const ReplyBody = z.object({ from: z.string(), to: z.string(), body: z.string() }).strict()

/** /__control/twilio: a number of an account, what people answer, and when texts arrive. */
export function twilioControlRoutes(state: State) {
  const router = Router()
  router.post("/twilio/numbers", (request, response) => {
    const { number, ...rest } = NumberBody.parse(request.body)
    response.status(201).json(state.textNumbers.save({ id: number, ...rest }))
  })
  router.get("/twilio/messages", (_request, response) => {
    response.json(state.textMessages.list().map(showMessage))
  })
  router.post("/twilio/carry-on", async (_request, response) => {
    const waiting = state.textMessages.list().filter(({ status }) => status === "queued")
    const statuses: number[] = []
    for (const message of waiting) statuses.push(...(await carryOn(state, message)))
    response.json(statuses)
  })
  router.post("/twilio/replies", async (request, response) => {
    response.status(201).json((await receiveText(state, ReplyBody.parse(request.body))) ?? null)
  })
  return router
}
