import { sqlite } from "db/client.server"
import { beforeAll, describe, expect, test } from "vitest"
import type { NameOffer } from "~/models/foundation/name-search/name-search"
import { Browser, rowCount } from "../../support/app"
import { fillSchool } from "../../support/large-school"
import { addMember, openSchool } from "../../support/school"

// In a school with more than 200 families, classes or students a form doesn't list them all: it is searched by name, as a
// page without scripts does it. A small school chooses from a list.

let office: Browser
let small: Browser
let teacher: Browser

beforeAll(async () => {
  const large = openSchool()
  fillSchool(large.actor, { students: 420, weeksPast: 1, weeksAhead: 3 })
  sqlite().exec(`update classes set capacity = 3;
    update students set first_name = case substr(id, -1) % 2 when 1 then 'Ada' else 'Ben' end`)
  office = await Browser.of(large.userId)
  teacher = await Browser.of(addMember(large.actor, "teacher", "Kwame Boateng").userId)
  const other = openSchool({ name: "Crescendo" })
  fillSchool(other.actor, { students: 12, weeksPast: 1, weeksAhead: 3 }, "small-")
  small = await Browser.of(other.userId)
})
const optionsOf = (html: string, name: string) => {
  const [, select = ""] = new RegExp(`<select[^>]*name="${name}"[^>]*>(.*?)</select>`, "s").exec(html) ?? []
  return [...select.matchAll(/<option[^>]*value="([^"]+)"/g)].map(([, value]) => value)
}
const isSearched = (html: string) => html.includes('name="find"')

describe("a family", () => {
  test("is found by its name or a child's for an invoice, and then chosen", async () => {
    const html = await office.html("/billing/new-invoice")
    expect([isSearched(html), optionsOf(html, "family")]).toEqual([true, []])
    expect(html).toContain("Find a family by name")
    const found = await office.html("/billing/new-invoice?find=Family+77&family=")
    // The closest first: another has a child called 77.
    expect(optionsOf(found, "family")).toEqual(["family-77", "family-39"])
    expect(found).toContain("Family 77 (Ada, Ben)")
    expect(optionsOf(await office.html("/billing/new-invoice?find=Last+410"), "family")).toEqual([
      "family-205",
    ])
    expect(await office.html("/billing/new-invoice?find=Nobody")).toContain("No results for “Nobody.”")
    const chosen = await office.html(
      "/billing/new-invoice?find=Family+77&findShown=Family+77&family=family-77",
    )
    expect(optionsOf(chosen, "family")[0]).toBe("family-77")
    expect(chosen).toContain("Due date")
  })

  test("stays while another is looked for", async () => {
    const html = await office.html("/billing/new-invoice?family=family-77&find=Family+1")
    expect(optionsOf(html, "family")[0]).toBe("family-77")
    expect(optionsOf(html, "family")).toContain("family-1")
    expect(html).toContain("Add to the name to see fewer.")
  })

  test("of another school is not found, nor taken", async () => {
    expect(optionsOf(await office.html("/billing/new-invoice?find=Family+3"), "family")).not.toContain(
      "small-family-3",
    )
    expect((await office.visit("/billing/new-invoice?family=small-family-3")).status).toBe(404)
  })

  test("is found for the first step of a sale", async () => {
    const html = await office.html("/billing/hires/new?find=Last+410")
    expect(optionsOf(html, "family")).toEqual(["family-205"])
    expect(html).toContain("Continue")
  })

  test("of a discount is found without losing what was typed", async () => {
    const typed = { kind: "family", name: "Scholarship", off: "10%", target: "all", family: "", fromNth: "" }
    const answer = await office.submit("/billing/prices/discounts", {
      ...typed,
      find: "Last 410",
      findShown: "",
      intent: "add-discount",
    })
    const html = await answer.text()
    expect([answer.status, rowCount("discount_rules")]).toEqual([400, 0])
    expect(optionsOf(html, "family")).toEqual(["family-205"])
    expect(html).toContain('value="Scholarship"')
    const saved = await office.submit("/billing/prices/discounts", {
      ...typed,
      family: "family-205",
      find: "Last 410",
      findShown: "Last 410",
      intent: "add-discount",
    })
    expect([saved.status, rowCount("discount_rules")]).toEqual([303, 1])
  })

  test("is chosen from a list in a small school", async () => {
    const html = await small.html("/billing/new-invoice")
    expect([isSearched(html), optionsOf(html, "family").length]).toEqual([false, 6])
  })
})

describe("a class", () => {
  const typed = { date: "2026-11-28", startTime: "10:00", minutes: "45", teacherId: "", roomId: "" }

  test("is found for a one-time lesson by Enter, which sends nothing and loses nothing", async () => {
    const before = rowCount("sessions")
    const empty = await office.html("/schedule/new-session")
    expect([isSearched(empty), optionsOf(empty, "classId")]).toEqual([true, []])
    const fields = { ...typed, find: "Piano 300", findShown: "", intent: "save" }
    const answer = await office.submit("/schedule/new-session", fields)
    const html = await answer.text()
    expect([answer.status, rowCount("sessions")]).toEqual([400, before])
    expect(optionsOf(html, "classId")).toEqual(["class-300"])
    expect(html).toContain('value="10:00"')
    // The main button said that nothing was saved, and a name that was typed is what is asked about.
    expect(html).toContain("Not saved yet: ")
  })

  test("that was found is saved; without one, or with another school's, the form says so", async () => {
    const searched = { find: "Piano 300", findShown: "Piano 300", intent: "save" }
    const missing = await office.submit("/schedule/new-session", { ...typed, ...searched, classId: "" })
    expect(missing.status).toBe(400)
    expect(optionsOf(await missing.text(), "classId")).toEqual(["class-300"])
    const before = rowCount("sessions")
    const foreign = await office.submit("/schedule/new-session", {
      ...typed,
      ...searched,
      classId: "small-class-1",
    })
    expect([foreign.status >= 400, rowCount("sessions")]).toEqual([true, before])
    const saved = await office.submit("/schedule/new-session", {
      ...typed,
      ...searched,
      classId: "class-300",
    })
    expect([saved.status, rowCount("sessions")]).toEqual([303, before + 1])
  })

  test("that an address names is chosen", async () => {
    const html = await office.html("/schedule/new-session?class=class-12")
    expect(optionsOf(html, "classId")).toEqual(["class-12"])
  })

  test("to move to is found beside what was typed", async () => {
    const answer = await office.submit("/classes/class-1/students/enrollment-1", {
      command: "move",
      reason: "Another day",
      from: "2026-12-01",
      find: "Piano 300",
      findShown: "",
      intent: "preview",
    })
    const html = await answer.text()
    expect([answer.status, optionsOf(html, "toClassId")]).toEqual([400, ["class-300"]])
    expect(html).toContain('value="Another day"')
  })

  test("is chosen from a list in a small school", async () => {
    const html = await small.html("/schedule/new-session")
    expect([isSearched(html), optionsOf(html, "classId").length]).toEqual([false, 12])
  })
})

describe("recipients", () => {
  test("are the school's groups until a name is searched for", async () => {
    const html = await office.html("/messaging/new")
    expect(optionsOf(html, "to")).toEqual(["families", "teachers", "office"])
    const found = optionsOf(await office.html("/messaging/new?find=Last+410"), "to")
    expect(found).toEqual(["student:student-410"])
    const text = await office.read("/messaging/new?to=student:student-410")
    expect(text).toContain("2 recipients")
  })

  test("of another school are refused as before", async () => {
    const text = await office.read("/messaging/new?to=student:small-student-1")
    expect(text).toContain("You can’t message this person.")
  })

  test("what was shared stays while someone is looked for", async () => {
    const html = await office.html("/messaging/new?find=Last+153&subject=Recital&text=See+you")
    expect(html).toContain('name="subject" value="Recital"')
  })

  test("are listed for a teacher", async () => {
    expect(isSearched(await teacher.html("/messaging/new"))).toBe(false)
  })
})

describe("suggestions", () => {
  const suggest = async (browser: Browser, address: string) => {
    const answer = await browser.visit(address)
    expect(answer.status).toBe(200)
    return ((await answer.json()) as NameOffer).choices
  }

  test("are the same names as data", async () => {
    expect(await suggest(office, "/billing/families.json?find=Last+410")).toEqual([
      { value: "family-205", label: "Family 205 (Ada, Ben)" },
    ])
    expect(await suggest(office, "/classes/names.json?find=Piano+300")).toEqual([
      { value: "class-300", label: "Piano 300 (Teacher 8)" },
    ])
    expect(await suggest(office, "/messaging/recipients.json?find=Last+410")).toEqual([
      { value: "student:student-410", label: "Ben Last 410", group: "Students and their guardians" },
    ])
    expect(await suggest(office, "/classes/names.json?from=class-1&find=Piano+300")).toEqual([
      { value: "class-300", label: "Piano 300 (2 free)" },
    ])
    expect(await suggest(office, "/classes/names.json?from=class-1&find=Piano+1")).not.toContainEqual(
      expect.objectContaining({ value: "class-1" }),
    )
  })

  test("are only the families that are meant in a small school too, where Enter takes the first", async () => {
    const found = await suggest(small, "/billing/families.json?find=Family+5")
    // The closest first: another has a child called 5.
    expect(found.map(({ value }) => value)).toEqual(["small-family-5", "small-family-3"])
    expect(await suggest(small, "/billing/families.json?find=Nobody")).toEqual([])
    expect(await suggest(small, "/billing/families.json?find=")).toEqual([])
  })

  test("are for those who may choose", async () => {
    for (const address of ["/billing/families.json", "/classes/names.json"])
      expect((await teacher.visit(`${address}?find=a`)).status).not.toBe(200)
    expect((await new Browser().visit("/messaging/recipients.json")).status).toBe(302)
  })
})
