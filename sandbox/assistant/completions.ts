import { randomUUID } from "node:crypto"
import express, { Router } from "express"
import { z } from "zod"
import type { Clock } from "../clock"
import type { Collection } from "../database"

/** What these routes use of the state. */
type CompletionState = { clock: Clock; modelCalls: Collection<ModelCall> }

const Body = z.object({
  model: z.string().min(1),
  messages: z
    .array(z.object({ role: z.enum(["system", "user", "assistant"]), content: z.string() }))
    .min(1)
    .max(50),
  temperature: z.number().min(0).max(2).optional(),
  max_tokens: z.int().min(1).optional(),
})

/** What a language model was asked, kept for tests. */
export type ModelCall = { id: string; at: number; authorization: string | null; body: z.infer<typeof Body> }

/**
 * An OpenAI-compatible model of few words: from the first article it is given it repeats the paragraph with most of the
 * question's words, and follows the instruction for what the articles do not answer.
 */
export function completionRoutes(state: CompletionState) {
  const router = Router()
  router.use(express.json({ limit: "2mb" }))

  router.get("/calls.json", (_request, response) => {
    response.set("Cache-Control", "no-store").json(state.modelCalls.list())
  })

  router.post("/v1/chat/completions", (request, response) => {
    const authorization = request.get("Authorization") ?? null
    if (!authorization?.startsWith("Bearer ")) {
      return response
        .status(401)
        .json({ error: { message: "You didn't provide an API key.", type: "invalid_request_error" } })
    }
    const parsed = Body.safeParse(request.body)
    if (!parsed.success) {
      return response
        .status(400)
        .json({ error: { message: z.prettifyError(parsed.error), type: "invalid_request_error" } })
    }
    const body = parsed.data
    const call = state.modelCalls.save({ id: randomUUID(), at: state.clock.now(), authorization, body })
    response.json({
      id: `chatcmpl-${call.id}`,
      object: "chat.completion",
      created: Math.floor(call.at / 1000),
      model: body.model,
      choices: [
        {
          index: 0,
          message: { role: "assistant", content: sayFrom(body.messages) },
          finish_reason: "stop",
        },
      ],
    })
  })
  return router
}

function sayFrom(messages: z.infer<typeof Body>["messages"]): string {
  const instructions = messages.find(({ role }) => role === "system")?.content ?? ""
  const question = messages.filter(({ role }) => role === "user").at(-1)?.content ?? ""
  const words = question.toLowerCase().match(/\p{L}{5,}/gu) ?? []
  const [, ...articles] = instructions.split(/^--- /m)
  const ranked = (articles[0] ?? "")
    .split(/\n{2,}/)
    .slice(1)
    .map((text) => ({
      text,
      hits: words.filter((word) => text.toLowerCase().includes(word.slice(0, 5))).length,
    }))
    .sort((a, b) => b.hits - a.hits)
  const best = ranked[0]
  if (best && best.hits > 0) return `In short: ${best.text}`
  return instructions.match(/reply with (\S+) and nothing else/)?.[1] ?? "I don’t know."
}
