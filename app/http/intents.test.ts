import { data, redirect } from "@remix-run/node"
import { describe, expect, test } from "vitest"
import { z } from "zod"
import { act, idIn, intent, intents, titled } from "./intents.server"
import { readToast } from "./toast.server"

const sent = (fields: Record<string, string>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}
const NameForm = z.object({ name: z.string().min(2, "Enter a name.") })

type Named = { ok: true; id: string } | { ok: false; reason: "taken" | "not-found" } | Full
type Full = { ok: false; reason: "full"; most: number }
const commands: Record<string, Named> = {
  Waltz: { ok: true, id: "w" },
  Tango: { ok: false, reason: "taken" },
  Polka: { ok: false, reason: "full", most: 3 },
}
const named = (name: string): Named => commands[name] ?? { ok: false, reason: "not-found" }

const answer = (fields: Record<string, string>) =>
  intents(sent(fields), "/dances", {
    add: intent({
      schema: NameForm,
      run: ({ name }) => named(name),
      field: { taken: "name" },
      status: 409,
      refusals: { taken: "That name is in use.", full: ({ most }) => `There are ${most} already.` },
      saved: ({ id }, { name }) => ({ title: `${name} added.`, undo: { to: "/dances", fields: { id } } }),
      to: ({ id }) => `/dances/${id}`,
    }),
    check: intent({
      schema: NameForm,
      run: async ({ name }, _form, submission) =>
        name === "Tango"
          ? ({ ok: false, reason: "bad" } as const)
          : data({ result: submission.reply(), preview: name.length }),
      refusals: { bad: { at: "name", says: "Not that one.", status: 422 } },
    }),
    leave: act({ run: () => redirect("/music", 303), saved: "Left." }),
    remove: act({
      run: (form) => idIn(form, "id") === "w",
      saved: "Removed.",
    }),
    stop: act({
      run: (form): { ok: true } | { ok: false; reason: "over" | "missing" } =>
        idIn(form, "id") === "w" ? { ok: true } : { ok: false, reason: form.has("id") ? "over" : "missing" },
      refusals: { ...titled("Nothing was changed", { over: "It was over." }), missing: 404 },
    }),
    else: act({ run: () => undefined, saved: "Saved." }),
  }).catch((thrown: unknown) => {
    if (thrown instanceof Response) return thrown
    throw thrown
  })

/** Where an answer leads, and what it says there. */
async function ledBy(fields: Record<string, string>) {
  const led = await answer(fields)
  if (!(led instanceof Response)) throw new Error("This form was shown again.")
  const cookie = led.headers.get("Set-Cookie")?.split(";")[0] ?? ""
  const toast = await readToast(new Request("http://tutti", { headers: { Cookie: cookie } }))
  return { status: led.status, to: led.headers.get("Location"), toast }
}

/** What a form that is shown again says beside its fields. */
async function shownBy(fields: Record<string, string>) {
  const shown = await answer(fields)
  if (!("data" in shown)) throw new Error("This form led elsewhere.")
  return { status: shown.init?.status, error: shown.data.result.error, data: shown.data }
}

describe("a form that is done", () => {
  test("leads where it says, with its message and its undo", async () => {
    expect(await ledBy({ intent: "add", name: "Waltz" })).toEqual({
      status: 303,
      to: "/dances/w",
      toast: { title: "Waltz added.", tone: "good", undo: { to: "/dances", fields: { id: "w" } } },
    })
  })

  test("leads to the screen's own address, with no message where it has none", async () => {
    expect(await ledBy({ intent: "stop", id: "w" })).toEqual({ status: 303, to: "/dances", toast: null })
    expect(await ledBy({ intent: "remove", id: "w" })).toMatchObject({
      to: "/dances",
      toast: { title: "Removed." },
    })
  })

  test("that shows something or leads somewhere is the answer", async () => {
    expect(await ledBy({ intent: "leave" })).toEqual({ status: 303, to: "/music", toast: null })
    expect(await shownBy({ intent: "check", name: "Waltz" })).toMatchObject({ data: { preview: 5 } })
  })
})

describe("a refusal", () => {
  test("of the schema is shown beside its field, with what was typed", async () => {
    expect(await shownBy({ intent: "add", name: "W" })).toMatchObject({
      status: 400,
      error: { name: ["Enter a name."] },
      data: { result: { initialValue: { intent: "add", name: "W" } } },
    })
  })

  test("of the command is shown beside the field of its reason, or at the top", async () => {
    expect(await shownBy({ intent: "add", name: "Tango" })).toMatchObject({
      status: 409,
      error: { name: ["That name is in use."] },
    })
    expect(await shownBy({ intent: "add", name: "Polka" })).toMatchObject({
      status: 409,
      error: { "": ["There are 3 already."] },
    })
    expect(await shownBy({ intent: "check", name: "Tango" })).toMatchObject({
      status: 422,
      error: { name: ["Not that one."] },
    })
  })

  test("of a button is a message on the next page", async () => {
    expect(await ledBy({ intent: "stop", id: "x" })).toEqual({
      status: 303,
      to: "/dances",
      toast: { title: "Nothing was changed", text: "It was over.", tone: "bad" },
    })
  })

  test("for a record that is gone is a 404, under any name", async () => {
    const gone: Record<string, string>[] = [
      { intent: "add", name: "Foxtrot" },
      { intent: "remove", id: "x" },
      { intent: "stop" },
    ]
    for (const fields of gone) expect((await ledBy(fields)).status).toBe(404)
  })

  test("without its text doesn't compile", () => {
    const run = () => named("Tango")
    // @ts-expect-error neither reason has a text
    act({ run })
    // @ts-expect-error "full" has none
    act({ run, refusals: { taken: "That name is in use." } })
    // @ts-expect-error no command answers "closed"
    act({ run, refusals: { taken: "In use.", full: "Full.", closed: "Closed." } })
    expect(act({ run, refusals: { taken: "In use.", full: "Full." } })).toBeTypeOf("function")
  })
})

describe("a form that names no intent of the screen", () => {
  test("is the screen's other form, or a 404", async () => {
    expect(await ledBy({ intent: "toString" })).toMatchObject({ toast: { title: "Saved." } })
    expect(await ledBy({})).toMatchObject({ toast: { title: "Saved." } })
    const lost = intents(sent({ intent: "toString" }), "/dances", {}).catch(
      (thrown: Response) => thrown.status,
    )
    expect(await lost).toBe(404)
  })
})
