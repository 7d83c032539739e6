import { sqlite } from "db/client.server"
import { beforeAll, describe, expect, test } from "vitest"
import { fixClock, now } from "~/utils/clock.server"
import { Browser } from "../../support/app"
import { useSeededDatabase } from "../../support/demo"

// A visitor whose first answer is late presses again.

beforeAll(() => useSeededDatabase())

const demos = () =>
  sqlite().prepare("select id from schools where demo_until is not null order by created_at").pluck().all()

describe("a button that is pressed twice", () => {
  const openedBy = async (answer: Response) => {
    const cookies = answer.headers.getSetCookie().map((each) => each.split(";")[0])
    expect(cookies.join()).toContain("tutti=")
    return answer.headers.get("Location")
  }
  const tokenOf = async (visitor: Browser) =>
    (await visitor.html("/demo")).match(/name="formOnce" value="([^"]+)"/)?.[1] ?? ""

  test("opens one demo, at once or one after the other, and another page opens another", async () => {
    const visitor = new Browser()
    const formOnce = await tokenOf(visitor)
    expect(formOnce).not.toBe(await tokenOf(visitor))
    const before = demos().length
    // Each from a browser without the login that the other press has brought.
    const press = (token: string, role = "admin") => visitor.copy().submit("/demo", { role, formOnce: token })
    const [one, other] = await Promise.all([press(formOnce), press(formOnce)])
    expect([await openedBy(one), await openedBy(other)]).toEqual(["/dashboard", "/dashboard"])
    expect(demos().length).toBe(before + 1)
    expect(await openedBy(await press(formOnce, "family"))).toBe("/student/dashboard")
    expect(demos().length).toBe(before + 1)
    await press(await tokenOf(visitor))
    expect(demos().length).toBe(before + 2)
  })

  test("opens another one where the first is over", async () => {
    const visitor = new Browser()
    const formOnce = await tokenOf(visitor)
    await visitor.copy().submit("/demo", { role: "admin", formOnce })
    const first = demos().at(-1)
    const at = now()
    fixClock(at + 25 * 3_600_000)
    expect((await visitor.copy().submit("/demo", { role: "admin", formOnce })).status).toBe(303)
    expect(demos().at(-1)).not.toBe(first)
    fixClock(at)
  })
})
