import { describe, expect, test } from "vitest"
import { dropSeenCookie, readSeen, seenCookie } from "./replica-edge.server"

const seen = { term: 7, position: "00000000000001f4" }
const sent = (header: string) => header.split(";")[0] ?? ""

describe("the cookie of what a reader has seen", () => {
  test("comes back as it was, among others", () => {
    const cookie = sent(seenCookie(seen))
    expect(readSeen(cookie)).toEqual(seen)
    expect(readSeen(`tutti=x; ${cookie}; toast=y`)).toEqual(seen)
    expect(readSeen("tutti=x; unseen=1")).toBeUndefined()
    expect(readSeen(undefined)).toBeUndefined()
  })

  test("lasts a minute, for no script and no other site", () => {
    expect(seenCookie(seen)).toMatch(/; Max-Age=60; Path=\/; HttpOnly; SameSite=Lax$/)
    expect(dropSeenCookie()).toMatch(/^seen=; Max-Age=0; Path=\//)
  })

  test("is not believed when it was changed or made up", () => {
    const cookie = sent(seenCookie(seen))
    for (const forged of [
      cookie.replace("seen=7", "seen=8"),
      cookie.replace("1f4", "ff4"),
      "seen=7.x.y",
      "seen=1",
    ])
      expect(readSeen(forged)).toBe("forged")
  })
})
