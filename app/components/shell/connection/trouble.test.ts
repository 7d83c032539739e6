import { describe, expect, test } from "vitest"
import { messageOf, troubleOf } from "./trouble"

const answer = (status: number, type: string, body = "") =>
  new Response(status === 204 ? null : body, { status, headers: { "Content-Type": type } })

describe("what is the matter with an answer", () => {
  test.each([
    ["a page's data", answer(200, "text/x-script"), "GET", undefined],
    ["a redirect of ours", answer(202, "text/x-script"), "POST", undefined],
    ["a refused form", answer(400, "text/x-script"), "POST", undefined],
    ["a page that broke has an error page", answer(500, "text/x-script"), "GET", undefined],
    ["a form that broke", answer(500, "text/x-script"), "POST", { kind: "failing" }],
    ["our machines are moving", answer(503, "text/html; charset=utf-8"), "POST", { kind: "failing" }],
    ["a proxy's error", answer(502, "text/html"), "GET", { kind: "failing" }],
    ["a Wi-Fi's login page", answer(200, "text/html"), "GET", { kind: "intercepted" }],
    [
      "a refusal of the edge",
      answer(413, "text/plain; charset=utf-8", "This is too large to send.\n"),
      "POST",
      { kind: "refused", why: "This is too large to send." },
    ],
    [
      "a long page of a firewall",
      answer(403, "text/plain", "x".repeat(900)),
      "POST",
      { kind: "intercepted" },
    ],
  ] as const)("%s", async (_name, given, method, trouble) => {
    expect(await troubleOf(given, method)).toEqual(trouble)
  })
})

describe("what is said", () => {
  test("a form that cannot have left the browser was not sent", () => {
    const unanswered = {
      trouble: { kind: "offline" },
      purpose: "form",
      mayHaveArrived: false,
    } as const
    expect(messageOf(unanswered, false)).toEqual({
      title: "You’re offline.",
      text: "Nothing was sent. What you typed is still here. Try again when you’re connected.",
    })
    expect(messageOf(unanswered, true).title).toBe("You’re back online.")
  })

  test("one that may have arrived is not said to be lost", () => {
    const { text } = messageOf(
      { trouble: { kind: "unreachable" }, purpose: "form", mayHaveArrived: true },
      true,
    )
    expect(text).toBe(
      "We can’t tell whether this was saved. What you typed is still here. Check your connection, then try again.",
    )
  })

  test("after a form that arrived only the next page is missing", () => {
    const { text } = messageOf(
      { trouble: { kind: "failing" }, purpose: "after-form", mayHaveArrived: true },
      true,
    )
    expect(text).toMatch(/^What you sent arrived\. Only the next page is missing\./)
  })
})
