import { sqlite } from "db/client.server"
import { schools } from "db/schema/accounts-schools"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { eraseClosedSchools } from "~/jobs/erase-schools.server"
import { remindOfLessons } from "~/jobs/through-schools.server"
import { scheduleDeletion } from "~/models/accounts/school/delete-school.server"
import { addUser } from "~/models/accounts/user/user.server"
import { runCleanup } from "~/models/platform/cleanup/cleanup.server"
import { fixClock } from "~/utils/clock.server"
import { Browser, rowCount } from "../../support/app"
import { testNow } from "../../support/clock"
import { openSchool, rowOf } from "../../support/school"
import { type RunningServer, startServer } from "../../support/server"

// What our staff hold of one school: its saving, and its deletion.

const day = 86_400_000
let staff: Browser
let server: RunningServer
beforeAll(async () => {
  const sam = { name: "Sam Ortiz", email: "sam@tutti.example", passwordHash: null, isSuperAdmin: true }
  staff = await Browser.of(addUser(sam))
  server = await startServer()
})
afterAll(async () => {
  fixClock(testNow)
  await server?.stop()
})
/** The server and this process ask at most once a second. */
const aSecond = () => new Promise((resolve) => setTimeout(resolve, 1100))
const holdsOf = (schoolId: string) => `/super-admin/schools/${schoolId}/holds`
const blockId = async (at: string) => /name="blockId" value="([^"]+)"/.exec(await staff.html(at))?.[1] ?? ""

describe("a school that is read-only", () => {
  test("saves nothing, says so, loses nothing typed; others go on; lifted, it saves again", async () => {
    const [school, other] = [openSchool(), openSchool()]
    const at = holdsOf(school.actor.school.id)
    const fields = { intent: "hold", kind: "saving", days: "7", message: "We’re <checking> an import." }
    const refused = await staff.submit(at, { ...fields, reason: "" })
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining("Enter a reason.")])
    expect((await staff.submit(at, { ...fields, reason: "Import looks wrong" })).status).toBe(303)
    expect((await staff.submit(at, { ...fields, reason: "Twice" })).status).toBe(303)
    expect(rowCount("blocks")).toBe(1)
    await aSecond()

    const browser = await Browser.of(school.userId)
    const stranger = await Browser.of(other.userId)
    expect(await browser.read("/dashboard")).toContain(
      "Your school is read-only right now. We’re <checking> an import.",
    )
    expect(await stranger.read("/dashboard")).not.toContain("read-only")
    const body = "firstName=Ludmilla&lastName=Ferrante"
    const post = (who: Browser, path: string) =>
      server.ask(path, {
        method: "POST",
        headers: {
          Cookie: who.cookieHeader(),
          Origin: server.url,
          "Content-Type": "application/x-www-form-urlencoded",
        },
        body,
      })
    const page = await post(browser, "/students/create")
    expect([page.status, page.text]).toEqual([503, expect.stringContaining("Ludmilla")])
    expect(page.text).toContain("We’re &lt;checking&gt; an import.")
    expect((await post(browser, "/students/create.data")).status).toBe(403)
    // Another school saves, and this one's people can ask us why and log out.
    expect((await post(stranger, "/students/create")).status).toBe(303)
    expect((await post(browser, "/support")).status).not.toBe(503)
    expect((await post(await Browser.of(school.userId), "/logout")).status).toBe(303)
    // What recurs leaves it out.
    expect(() =>
      remindOfLessons({ kind: "remind-of-lessons", schoolId: null, payload: {} } as never),
    ).not.toThrow()

    expect(await browser.read("/settings/admin/log")).toContain("made the school read-only")
    expect(await staff.read("/super-admin/staff/log")).toMatch(/Made a school read-only.*Import looks wrong/)
    // A block of another school isn't lifted here.
    const id = await blockId(at)
    await staff.submit(holdsOf(other.actor.school.id), { intent: "lift", blockId: id })
    expect(await blockId(at)).toBe(id)
    await staff.submit(at, { intent: "lift", blockId: id })
    await aSecond()
    expect((await post(browser, "/students/create")).status).toBe(303)
    expect(await browser.read("/settings/admin/log")).toContain("ended the school’s read-only")
  })
})

describe("a legal hold", () => {
  test("lets a deletion that is due wait until it is lifted, and tells the school only what staff write", async () => {
    const { actor, userId } = openSchool({ name: "Kept School" })
    const { id } = actor.school
    const at = holdsOf(id)
    scheduleDeletion(actor)
    const held = {
      intent: "hold",
      kind: "deletion",
      days: "until-lifted",
      reason: "Court order 12/26",
      message: "",
    }
    expect((await staff.submit(at, held)).status).toBe(303)
    expect(await staff.read(at)).toMatch(/Deletion is requested for.*Court order 12\/26/)
    const browser = await Browser.of(userId)
    expect(await browser.read("/settings/admin/log")).not.toContain("from being deleted")

    const clean = async () => {
      fixClock(testNow + 31 * day)
      await runCleanup(null, ["schools"])
      while (await eraseClosedSchools());
      fixClock(testNow)
      return rowOf(schools, { id }) === undefined
    }
    expect(await clean()).toBe(false)
    await staff.submit(at, { intent: "lift", blockId: await blockId(at) })
    expect(await clean()).toBe(true)
    expect(sqlite().prepare("select count(*) as n from deleted_schools where id = ?").get(id)).toEqual({
      n: 1,
    })
    fixClock(testNow)
  })

  test("is the operations’ alone to set", async () => {
    const { actor, userId } = openSchool()
    const member = await Browser.of(userId)
    const at = holdsOf(actor.school.id)
    expect((await member.submit(at, { intent: "hold" })).status).toBe(302)
    expect((await staff.visit(holdsOf("nothing"))).status).toBe(404)
  })
})
