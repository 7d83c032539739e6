export const spoilers = ["wrong-amount", "wrong-plan", "wrong-currency", "wrong-custom-id"] as const

type Spoiler = (typeof spoilers)[number]

export function isSpoiler(kind: string): kind is Spoiler {
  return (spoilers as readonly string[]).includes(kind)
}

type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

/** Falsifies one fact wherever it appears in an answer; the sandbox's own records stay true. */
export function spoil(kind: Spoiler, body: Json): Json {
  if (Array.isArray(body)) return body.map((each) => spoil(kind, each))
  if (body === null || typeof body !== "object") return body
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      falsified(kind, name, value, body) ?? spoil(kind, value),
    ]),
  )
}

function falsified(kind: Spoiler, name: string, value: Json, parent: { [name: string]: Json }) {
  const isMoney = "currency_code" in parent && "value" in parent
  if (kind === "wrong-amount" && isMoney && name === "value") return value === "1.00" ? "2.00" : "1.00"
  if (kind === "wrong-currency" && name === "currency_code") return value === "EUR" ? "USD" : "EUR"
  if (kind === "wrong-plan" && name === "plan_id") return "P-SOMEBODY-ELSES-PLAN"
  if (kind === "wrong-custom-id" && name === "custom_id") return "somebody-elses-attempt"
}
