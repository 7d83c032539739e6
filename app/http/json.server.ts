import type { z } from "zod"
import { cannotBeShown, hasControl, isPassword, withoutUnseen } from "~/utils/unseen-text"
import { initOf, type RefusalStatus } from "./answer"

// The JSON API: no answer is cached, and every refusal explains itself as `{ message }` (spec §7).

const headers = { "Cache-Control": "private, no-store" }

export function answerJson(body: unknown, status = 200, more?: Headers) {
  const all = new Headers(more)
  for (const [name, value] of Object.entries(headers)) all.set(name, value)
  return Response.json(body, { status, headers: all })
}

/** Why a call was refused. */
export const refuseJson = (message: string, refusal: RefusalStatus) => refuseWith({ message }, refusal)

/** The same with a body of the call's own. */
export function refuseWith(body: unknown, refusal: RefusalStatus) {
  const { status, headers: more } = initOf(refusal)
  return answerJson(body, status, new Headers(more))
}

/** For the action of a call that only takes GET. */
export const onlyGet = () =>
  Response.json({ message: "Send this as a GET." }, { status: 405, headers: { ...headers, Allow: "GET" } })

/** For the loader of a call that only takes POST. */
export const onlyPost = () => onlyMethod("POST")

/** For the handler that a call reaches with any other method than the one it takes. */
export const onlyMethod = (method: "GET" | "POST" | "DELETE") =>
  Response.json(
    { message: `Send this as a ${method}.` },
    { status: 405, headers: { ...headers, Allow: method } },
  )

export const notSignedIn = () => refuseJson("Authentication required", 401)

/** A missing record and another school's look the same. */
export const nothingThere = () => refuseJson("Not found", 404)

/**
 * The body of a POST (or DELETE), as its schema gives it, or the refusal to answer with: 405 for another method, 415 for another
 * kind of body, 400 for what is not JSON or not of the right shape, with the first thing that is wrong as message.
 */
export async function readJson<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
  method: "POST" | "DELETE" = "POST",
): Promise<{ ok: true; value: z.output<Schema> } | { ok: false; answer: Response }> {
  const refused = (answer: Response) => ({ ok: false, answer }) as const
  if (request.method !== method) return refused(onlyMethod(method))
  if (!/^application\/json\b/i.test(request.headers.get("Content-Type") ?? ""))
    return refused(refuseJson("Send JSON, with the content type application/json.", 415))
  const body: unknown = await request.json().catch(() => undefined)
  if (body === undefined) return refused(refuseJson("This isn’t JSON.", 400))
  const names: string[] = []
  const parsed = schema.safeParse(seen(body, "", names))
  const [name] = names
  if (name !== undefined) return refused(refuseJson(`${name}: ${cannotBeShown}`, 400))
  if (parsed.success) return { ok: true, value: parsed.data }
  return refused(refuseJson(parsed.error.issues[0]?.message ?? "The data isn’t in the expected format.", 400))
}

/** No call of ours nests deeper. */
const deepest = 5

/** The value with its texts as a form's would be read; `refused` collects the names of those with control characters. */
function seen(value: unknown, name: string, refused: string[], depth = 0): unknown {
  if (depth > deepest) return value
  if (typeof value === "string" && !isPassword(name)) {
    if (hasControl(value)) refused.push(name)
    return withoutUnseen(value)
  }
  if (Array.isArray(value)) return value.map((each) => seen(each, name, refused, depth + 1))
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, seen(each, key, refused, depth + 1)]),
  )
}
