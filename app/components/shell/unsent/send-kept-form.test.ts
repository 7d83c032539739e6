import { afterEach, expect, test, vi } from "vitest"
import { forgetForm, type KeptForm, listKeptForms, noteFailure } from "./kept-forms"
import { keepsFailing } from "./tried"

// Which answers mean that the server has taken a form that waited on a device. Only then may the device forget it.

afterEach(() => void vi.unstubAllGlobals())

const form: KeptForm = {
  id: "f1",
  owner: "mateo",
  what: "Message",
  title: "Friday",
  address: "/messaging/c1?page=2",
  fields: [["body", "We’re late."]],
}

const ours = { "Content-Type": "text/x-script" }
const leading = (to: string) => ({ status: 202, headers: ours, body: `[["SingleFetchRedirect",1],"${to}"]` })

async function sentBy(
  answer: { status: number; headers?: Record<string, string>; body?: string } | "nobody",
) {
  const asked: [string, RequestInit][] = []
  vi.resetModules()
  vi.stubGlobal("location", { href: "http://localhost/messaging" })
  vi.stubGlobal("navigator", {})
  vi.stubGlobal("window", {
    fetch: async (input: string, init: RequestInit) => {
      asked.push([input, init])
      if (answer === "nobody") throw new TypeError("Failed to fetch")
      const { status, headers, body = "" } = answer
      return new Response(status === 204 ? null : body, { status, headers })
    },
  })
  const { sendKeptForm } = await import("./send-kept-form")
  return { became: await sendKeptForm(form), asked }
}

const became = async (answer: Parameters<typeof sentBy>[0]) => (await sentBy(answer)).became

test("it is posted where its page posts it, and says whose it is", async () => {
  const { asked } = await sentBy(leading("/messaging/c1"))
  expect(asked).toHaveLength(1)
  const [[address, init] = ["", {}]] = asked
  expect(address).toBe("/messaging/c1.data?page=2")
  expect(new Headers(init.headers).get("Tutti-Sender")).toBe("mateo")
  expect(String(init.body)).toBe(String(new URLSearchParams(form.fields)))
})

test("it is taken where the page leads on, and where it answers itself", async () => {
  expect(await became(leading("/messaging/c1"))).toBe("taken")
  expect(await became({ status: 200, headers: ours })).toBe("taken")
})

test("it waits while someone has to log in or do something else first, and while there is too much at once", async () => {
  for (const to of [
    "/auth/login?to=%2Fmessaging",
    "/account-paused",
    "/select-plan?upgrade=true",
    "/new-password",
  ])
    expect(await became(leading(to))).toBe("login")
  expect(await became({ status: 401, headers: ours })).toBe("login")
  for (const status of [408, 429]) expect(await became({ status, headers: ours })).toBe("unreachable")
  expect(await became("nobody")).toBe("unreachable")
})

test("a page of a Wi-Fi’s login isn’t an answer, whatever its status", async () => {
  for (const status of [200, 403, 404, 511]) {
    const page = { status, headers: { "Content-Type": "text/html" }, body: "<h1>Welcome to our café</h1>" }
    expect(await became(page)).toBe(status === 511 ? "failing" : "unreachable")
  }
})

test("where the server fails at it, the forms behind it need not wait", async () => {
  for (const status of [500, 502, 503]) expect(await became({ status, headers: ours })).toBe("failing")
})

test("where it fails again and again its writer may discard it, and no one else does", () => {
  const behind = { ...form, id: "f2" }
  const stored = new Map([["tutti-kept-forms", JSON.stringify([form, behind])]])
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
  vi.stubGlobal("window", new EventTarget())
  vi.stubGlobal("document", { cookie: "" })
  const first = () => listKeptForms("mateo")[0] ?? form
  const failing = Array.from({ length: 5 }, () => {
    noteFailure(first())
    return keepsFailing(first())
  })
  expect(failing).toEqual([false, false, true, true, true])
  expect(listKeptForms("mateo")).toEqual([{ ...form, failures: 3 }, behind])
  forgetForm(form.id)
  expect(listKeptForms("mateo")).toEqual([behind])
})

test("a refusal says why; one who may no longer do it is led home", async () => {
  expect(await became({ status: 404, headers: ours })).toEqual({ refusal: "It’s no longer there." })
  expect(await became({ status: 409, headers: ours })).toEqual({ refusal: "Tutti didn’t accept it." })
  const tooLarge = {
    status: 413,
    headers: { "Content-Type": "text/plain" },
    body: "This is too large to send.",
  }
  expect(await became(tooLarge)).toEqual({ refusal: "This is too large to send." })
  expect(await became(leading("/dashboard/teacher"))).toEqual({ refusal: "You can no longer change this." })
})
