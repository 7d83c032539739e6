import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { safeRedirect } from "./safe-redirect"

const fallback = "/dashboard"
/** Where a browser on a page of ours would go. */
const goal = (to: string) => new URL(to, "https://tutti.school/auth/login")

describe("the way back after logging in", () => {
  test.each([
    "https://evil.test",
    "//evil.test",
    "///evil.test",
    "/\\evil.test",
    "\\\\evil.test",
    "/\t/evil.test",
    "/\n/evil.test",
    "/\u0000/evil.test",
    "/.//evil.test",
    "/a/..//evil.test",
    "/%2e%2e//evil.test/../..//x",
    "javascript:alert(1)",
    "data:text/html,x",
    " /dashboard",
    "dashboard",
    "",
    null,
    undefined,
  ])("%j leads home or stays ours", (to) => {
    expect(goal(safeRedirect(to, fallback)).origin).toBe("https://tutti.school")
  })

  test.each([
    ["/billing?status=paid", "/billing?status=paid"],
    ["/students/1#notes", "/students/1"],
    ["/a/../students", "/students"],
  ])("%s is one of ours", (to, expected) => {
    expect(safeRedirect(to, fallback)).toBe(expected)
  })

  test("whatever is asked for, a browser stays on our origin", () => {
    const piece = fc.oneof(
      fc.constantFrom(
        "/",
        "\\",
        "//",
        "@",
        ":",
        ".",
        "..",
        "%2f",
        "%5c",
        "%09",
        "\t",
        "\n",
        "\r",
        "?",
        "#",
        "evil.test",
      ),
      fc.string({ unit: "binary", maxLength: 4 }),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), fc.boolean(), (pieces, rooted) => {
        const answer = safeRedirect(`${rooted ? "/" : ""}${pieces.join("")}`, fallback)
        expect(answer.startsWith("/")).toBe(true)
        expect(goal(answer).origin).toBe("https://tutti.school")
        expect(goal(answer).pathname + goal(answer).search).toBe(answer)
      }),
      { numRuns: 3000 },
    )
  })
})
