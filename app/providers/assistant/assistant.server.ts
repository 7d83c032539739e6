import { z } from "zod"
import { env } from "~/utils/env.server"
import { log } from "~/utils/log.server"

// The one client of an OpenAI-compatible language model. Optional: without ASSISTANT_API_URL there is none.

export type ModelMessage = { role: "system" | "user"; content: string }

/** A person waits for the answer. */
const answerWithinMs = 20_000
const longestAnswer = 4000

const Completion = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1),
})

export const hasLanguageModel = (): boolean => env().ASSISTANT_API_URL !== undefined

/** What the model answers, or undefined when there is none or it does not answer usably; why goes to the log. */
export async function askLanguageModel(messages: ModelMessage[]): Promise<string | undefined> {
  const { ASSISTANT_API_URL, ASSISTANT_API_KEY, ASSISTANT_MODEL } = env()
  if (!ASSISTANT_API_URL) return undefined
  try {
    const response = await fetch(`${ASSISTANT_API_URL.replace(/\/$/, "")}/chat/completions`, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        ...(ASSISTANT_API_KEY ? { Authorization: `Bearer ${ASSISTANT_API_KEY}` } : {}),
      },
      body: JSON.stringify({ model: ASSISTANT_MODEL, messages, temperature: 0.2, max_tokens: 500 }),
      redirect: "error",
      signal: AbortSignal.timeout(answerWithinMs),
    })
    if (!response.ok) throw new Error(`The language model answered ${response.status}.`)
    const completion = Completion.parse(await response.json())
    const text = completion.choices[0]?.message.content.trim().slice(0, longestAnswer)
    return text || undefined
  } catch (error) {
    log.warn({ err: error }, "the language model gave no answer")
    return undefined
  }
}
