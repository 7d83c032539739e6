import { textAccounts, textConsents, textMessages } from "db/schema/foundation-text-messages"
import { expect } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { add } from "~/models/foundation/access/door.server"
import { now } from "~/utils/clock.server"
import { seal } from "~/utils/seal.server"
import { startSandbox } from "../../sandbox/sandbox"
import { inAct } from "./in-act"
import { rowsOf } from "./school"
import { withSettings } from "./settings"

export const textAccount = "ACaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
export const textKey = "0123456789abcdef0123456789abcdef"
export const schoolNumber = "+15125550100"

type Fault = {
  path?: string
  method?: string
  kind: string
  status?: number
  times?: number
  afterwards?: boolean
}
export type PhoneMessage = {
  sid: string
  from: string
  to: string
  body: string
  status: string
  direction: string
  num_segments: string
}

/** Starts the practice Twilio for one test file and points the app at it. */
export async function startTwilio(appUrl = "http://localhost:3000") {
  const sandbox = await startSandbox({ port: 0, appUrl })
  withSettings({ TWILIO_API_BASE: `${sandbox.url}/twilio`, APP_URL: appUrl })

  async function control(path: string, body?: unknown, method = body === undefined ? "GET" : "POST") {
    const response = await fetch(`${sandbox.url}/__control${path}`, {
      method,
      headers: { "Content-Type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    expect(response.ok, await response.clone().text()).toBe(true)
    return response
  }

  return {
    url: sandbox.url,
    close: () => sandbox.close(),
    fault: (fault: Fault) => control("/faults", { target: "twilio", ...fault }),
    noFaults: () => control("/faults", undefined, "DELETE"),
    /** Has the number's texts wait at Twilio until `carryOn`. */
    pause: (url: string | null = null) =>
      control("/twilio/numbers", {
        account: textAccount,
        key: textKey,
        number: schoolNumber,
        url,
        isPaused: true,
      }),
    carryOn: async (): Promise<number[]> => (await control("/twilio/carry-on", {})).json(),
    messages: async (): Promise<PhoneMessage[]> => (await control("/twilio/messages")).json(),
    /** What phones got from the school. */
    texts: async (): Promise<string[]> =>
      ((await (await control("/twilio/messages")).json()) as PhoneMessage[])
        .filter(({ direction }) => direction === "outbound-api")
        .map(({ body }) => body),
    reply: async (from: string, body: string) =>
      (await control("/twilio/replies", { from, to: schoolNumber, body })).json(),
    clear: () => control("/reset", {}),
  }
}

/** Gives a school an account for text messages. */
export const giveTexts = (school: Actor, facts: Partial<typeof textAccounts.$inferInsert> = {}) =>
  inAct(() =>
    add(school, textAccounts, {
      account: textAccount,
      number: schoolNumber,
      sealedKey: seal("text-account-key", textKey),
      keyEnd: textKey.slice(-4),
      priceMicros: 8300,
      monthlyLimit: 500,
      checkedAt: 1,
      ...facts,
    }),
  )()

let phones = 0

/** Someone who agreed to texts on a number of their own; answers the number. */
export function agree(person: Actor, phone?: string): string {
  phones += 1
  const number = phone ?? `+1512555${String(2000 + phones)}`
  const { memberId, userId } = person
  if (!memberId || !userId) throw new Error("Only a member agrees to texts.")
  inAct(() =>
    add(person, textConsents, {
      memberId,
      phone: number,
      words: "I agree.",
      agreedBy: userId,
      confirmedAt: now(),
    }),
  )()
  return number
}

/** The texts of a school as rows, in order. */
export const textRows = (school: Actor) =>
  rowsOf(textMessages, { schoolId: school.school.id }, { by: ["createdAt", "id"] })
