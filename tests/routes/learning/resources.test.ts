import { users } from "db/schema/accounts"
import { files } from "db/schema/foundation-files"
import { resourceOpenings, resourceShares, resources } from "db/schema/learning-resources"
import { students } from "db/schema/people"
import { describe, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { answerOf, Browser, locationOf, rowCount, textOf } from "../../support/app"
import { childSignedIn, openPayingFamily } from "../../support/family"
import { addClassRow, addEnrollmentRow } from "../../support/lessons"
import { addMember, changeRows, openSchool, rowsOf } from "../../support/school"

const pdf = (name = "Étude No. 1.pdf") =>
  new File([new TextEncoder().encode("%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF")], name, { type: "text/html" })

/** Otis learns guitar with Marcus; his guardian is at her browser. */
async function openLibrary() {
  const family = openPayingFamily()
  const { school, studentIds, guardian } = family
  const [otis = "", milo = ""] = studentIds
  const marcus = addMember(school, "teacher", "Marcus Whitfield")
  const guitar = addClassRow(school, {
    name: "Otis, guitar",
    instrument: "Guitar",
    teacherId: marcus.teacherId,
  })
  addEnrollmentRow(school, guitar, otis)
  return {
    school,
    otis,
    milo,
    guitar,
    marcus,
    teacher: await Browser.of(marcus.userId),
    guardian: await Browser.of(guardian.userId),
  }
}
const add = (browser: Browser, fields: Record<string, string | File>) =>
  browser.submit("/dashboard/teacher/resources/new", { kind: "file", title: "Étude", ...fields })
/** Adds and answers the address of the resource. */
async function added(browser: Browser, fields: Record<string, string | File> = { file: pdf() }) {
  const answer = await add(browser, fields)
  expect(answer.status).toBe(303)
  return locationOf(answer)
}
const idOf = (address: string) => address.split("/").pop() ?? ""
const share = (browser: Browser, address: string, target: string) =>
  browser.submit(address, { intent: "share", target })
const resourcesOf = (actor: Actor) => rowsOf(resources, { schoolId: actor.school.id })

describe("the library", () => {
  test("keeps a file as what its bytes are, and gives it back only to be kept", async () => {
    const { teacher } = await openLibrary()
    const address = await added(teacher, { file: pdf("../x<b>.html"), tags: "Scales, grade 2,scales" })
    const page = await teacher.read(address)
    expect(page).toContain("PDF, 1 KB; grade 2, scales; added Nov 18, 2026")
    const file = await teacher.visit(`${address}/file`)
    expect(Object.fromEntries(file.headers)).toMatchObject({
      "content-type": "application/pdf",
      "content-disposition": `attachment; filename="x-b-.pdf"; filename*=UTF-8''x%20b%20.pdf`,
      "content-security-policy": "default-src 'none'; sandbox",
      "x-content-type-options": "nosniff",
      "cache-control": "private, no-store",
    })
    expect(
      Buffer.from(await file.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe("%PDF-")
  })

  test("refuses what it cannot keep, with the words beside the field, and keeps nothing", async () => {
    const { teacher } = await openLibrary()
    const before = [rowCount("resources"), rowCount("files")]
    const text = (body: string, name: string) => new File([body], name, { type: "application/pdf" })
    for (const [fields, status, words] of [
      [{ file: text("<script>alert(1)</script>", "song.pdf") }, 415, "This file type isn’t supported."],
      [{ file: text("MZ\u0000\u0001\u0002", "song.exe") }, 415, "This file type isn’t supported."],
      [{ file: new File([new Uint8Array(10_485_761)], "long.mp3") }, 413, "Choose a file under 10 MB"],
      [{ file: new File([], "") }, 400, "Choose a file"],
      [{ file: pdf(), title: "" }, 400, "Enter a title."],
      [{ file: pdf(), title: "x".repeat(161) }, 400, "Keep the title under 160 characters."],
      [{ file: pdf(), tags: "a,b,c,d,e,f,g,h,i" }, 400, "Add at most 8 tags."],
      [{ kind: "link", url: "" }, 400, "Enter the link."],
      [{ kind: "link", url: "javascript:alert(1)" }, 400, "Enter a full web address"],
      [{ kind: "link", url: "example" }, 400, "Enter a full web address"],
      [{ kind: "link", url: "https://user:secret@example.com/" }, 400, "Remove the username and password"],
      [{ kind: "link", url: "https://bank.example@evil.example/" }, 400, "Remove the username and password"],
      [{ file: pdf(), other: pdf() }, 400, "Choose one file."],
    ] as const) {
      const answer = await add(teacher, fields as Record<string, string | File>)
      expect(await answerOf(answer)).toEqual([status, expect.stringContaining(words)])
    }
    expect([rowCount("resources"), rowCount("files")]).toEqual(before)
  })

  test("keeps plain text and links, finds them by title and tag, and puts them away", async () => {
    const { teacher, school } = await openLibrary()
    await added(teacher, {
      title: "Warm-up",
      file: new File(["Five minutes a day"], "warm-up.txt"),
      tags: "tone",
    })
    const address = await added(teacher, {
      kind: "link",
      title: "Björk, live",
      url: "https://www.example.com/b",
    })
    const listed = await teacher.read("/dashboard/teacher/resources?q=bjork")
    expect(listed).toContain("Björk, live example.com")
    expect(listed).not.toContain("Warm-up")
    expect(await teacher.read("/dashboard/teacher/resources?tag=tone")).toContain("Warm-up TXT, 1 KB")
    const colleague = addMember(school, "teacher", "Beatriz Alvarez")
    const other = await Browser.of(colleague.userId)
    expect(await other.read("/dashboard/teacher/resources")).toContain("Warm-up")
    expect(await other.read("/dashboard/teacher/resources?mine=1")).toContain(
      "No resources match these filters.",
    )
    expect((await other.submit(address, { intent: "change", title: "Mine now" })).status).toBe(404)
    expect((await other.submit(address, { intent: "put-away" })).status).toBe(404)
    expect((await teacher.submit(address, { intent: "put-away" })).status).toBe(303)
    expect((await teacher.visit(address)).status).toBe(404)
    expect(resourcesOf(school).filter(({ archivedAt }) => archivedAt !== null)).toHaveLength(1)
  })
})

describe("sharing", () => {
  test("with a class, an instrument or a student reaches their families, and who opened it is seen", async () => {
    const { teacher, guardian, guitar, otis, milo, school } = await openLibrary()
    changeRows(students, { id: milo }, { instrument: "Piano" })
    const byClass = await added(teacher, { title: "For the class", file: pdf() })
    const byInstrument = await added(teacher, {
      title: "For guitars",
      kind: "link",
      url: "https://example.com/g",
    })
    const byName = await added(teacher, { title: "For Otis", file: pdf() })
    await added(teacher, { title: "For nobody", file: pdf() })
    expect((await share(teacher, byClass, `class ${guitar}`)).status).toBe(303)
    expect((await share(teacher, byInstrument, "instrument Guitar")).status).toBe(303)
    expect((await share(teacher, byName, `student ${otis}`)).status).toBe(303)
    expect((await share(teacher, byName, `student ${otis}`)).status).toBe(409)

    const seen = await guardian.read(`/student/resources?child=${otis}`)
    for (const title of ["For the class", "For guitars", "For Otis"]) expect(seen).toContain(title)
    expect(seen).not.toContain("For nobody")
    expect(await guardian.read(`/student/resources?child=${milo}`)).toContain(
      "No resources yet. Files and links that teachers share with Milo appear here.",
    )

    const opened = await guardian.submit(`/student/resources/${idOf(byName)}`, { child: otis })
    expect(opened.headers.get("Location")).toBe(`/student/resources/${idOf(byName)}/file?child=${otis}`)
    const file = await guardian.visit(locationOf(opened))
    expect(file.headers.get("Content-Disposition")).toContain("attachment")
    const link = await guardian.submit(`/student/resources/${idOf(byInstrument)}`, { child: otis })
    const leading = await guardian.html(locationOf(link))
    expect(leading).toContain('<meta http-equiv="refresh" content="0;url=https://example.com/g"/>')
    expect(rowCount("resource_openings")).toBe(2)
    expect(await teacher.read(byName)).toContain("Jonas Haddad for Otis")
    const childId = childSignedIn(school, otis)
    changeRows(users, { id: childId }, { mustChangePassword: false })
    const child = await Browser.of(childId)
    expect((await child.submit(`/student/resources/${idOf(byName)}`, { child: otis })).status).toBe(303)
  })

  test("is only with the teacher’s own, and ended only by who shared", async () => {
    const { teacher, school, milo, otis } = await openLibrary()
    const address = await added(teacher)
    const others = addClassRow(school, { name: "Piano", instrument: "Piano" })
    for (const target of [
      `student ${milo}`,
      `class ${others}`,
      "instrument Piano",
      "everybody",
      "student ' or 1=1",
    ]) {
      const answer = await share(teacher, address, target)
      expect([400, 409]).toContain(answer.status)
      expect(await textOf(answer)).toContain("Choose one of your students, classes or instruments.")
    }
    await share(teacher, address, `student ${otis}`)
    const [made] = rowsOf(resourceShares, { studentId: otis })
    const colleague = await Browser.of(addMember(school, "teacher", "Beatriz Alvarez").userId)
    const end = { intent: "end-share", shareId: made?.id ?? "" }
    expect((await colleague.submit(address, end)).status).toBe(404)
    expect(await colleague.read(address)).toContain("and 1 student of other teachers")
    expect((await teacher.submit(address, end)).status).toBe(303)
    expect((await teacher.submit(address, end)).status).toBe(404)
  })

  test("opens nothing to a family it was not shared with, nor to another school", async () => {
    const { teacher, guardian, otis } = await openLibrary()
    const address = await added(teacher)
    const id = idOf(address)
    const judith = addMember(openSchool().actor, "teacher", "Judith Lang")
    const stranger = await Browser.of(judith.userId)
    for (const path of [address, `${address}/file`]) expect((await stranger.visit(path)).status).toBe(404)
    expect((await share(stranger, address, `student ${otis}`)).status).toBe(404)
    for (const path of [`/student/resources/${id}`, `/student/resources/${id}/file`])
      expect((await guardian.visit(path)).status).toBe(404)
    expect((await guardian.submit(`/student/resources/${id}`, { child: otis })).status).toBe(404)
    await share(teacher, address, `student ${otis}`)
    const other = await openLibrary()
    expect((await other.guardian.submit(`/student/resources/${id}`, { child: otis })).status).toBe(404)
    expect(rowsOf(resourceOpenings).filter(({ resourceId }) => resourceId === id)).toEqual([])
    expect(rowsOf(files).length).toBeGreaterThan(0)
  })
})
