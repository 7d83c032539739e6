import { mkdtempSync, readFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { inflateRawSync } from "node:zlib"
import { beforeEach, expect, test } from "vitest"
import { writeSchoolExport } from "~/models/accounts/school/export-school.server"
import type { Actor } from "~/models/foundation/access/actor"
import { shareResource } from "~/models/learning/resource/resource.server"
import { Browser, locationOf } from "../../support/app"
import { openPayingFamily } from "../../support/family"
import { addClassRow, addEnrollmentRow } from "../../support/lessons"
import { addMember, openSchool } from "../../support/school"

// What was uploaded to the library and sent with messages is in the exports: the school’s whole, a family’s its own.

let school: Actor
let office: Browser
let families: ReturnType<typeof openPayingFamily>
let sent = ""
let sheet = ""
let otherSheet = ""

const pdf = (text: string, name: string) => new File([`%PDF-1.7\n%${text}\n%%EOF\n`], name)

beforeEach(async () => {
  families = openPayingFamily()
  school = families.school
  office = await Browser.of(school.userId ?? "")
  const guardian = await Browser.of(families.guardian.userId)
  const ada = addMember(school, "teacher", "Ada Quill")
  const answer = await guardian.submit("/messaging/new", {
    ...{ to: "office", shown: "1", subject: "Bow hold", body: "", file: pdf("bow", "bow hold.pdf") },
  })
  expect(answer.status).toBe(303)
  sent = locationOf(answer)
  const teacher = await Browser.of(ada.userId)
  const add = async (text: string) => {
    const fields = { kind: "file", title: text, file: pdf(text, `${text}.pdf`) }
    const added = await teacher.submit("/dashboard/teacher/resources/new", fields)
    expect(added.status).toBe(303)
    return added.headers.get("Location")?.split("/").pop() ?? ""
  }
  sheet = await add("scales")
  otherSheet = await add("arpeggios")
  const [otis = ""] = families.studentIds
  const classId = addClassRow(school, { name: "Guitar", teacherId: ada.teacherId })
  addEnrollmentRow(school, classId, otis)
  expect(shareResource(school, ada.teacherId, sheet, { kind: "student", key: otis }).ok).toBe(true)
})

/** What a ZIP file holds, by name. */
function entriesOf(zip: Buffer): Map<string, Buffer> {
  const end = zip.lastIndexOf(Buffer.from("PK\x05\x06", "latin1"))
  const entries = new Map<string, Buffer>()
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const [packed, nameLength] = [zip.readUInt32LE(at + 20), zip.readUInt16LE(at + 28)]
    const name = zip.subarray(at + 46, at + 46 + nameLength).toString()
    const start = zip.readUInt32LE(at + 42)
    const head = 30 + zip.readUInt16LE(start + 26) + zip.readUInt16LE(start + 28)
    entries.set(name, inflateRawSync(zip.subarray(start + head, start + head + packed)))
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  return entries
}

const uploadedIn = (entries: Map<string, Buffer>) =>
  [...entries]
    .filter(([name]) => /^(library|messages)\//.test(name))
    .map(([name, bytes]) => [
      name.replace(/\/[\w-]+\.pdf$/, "/…"),
      bytes.toString().match(/%(\w+)\n%%EOF/)?.[1],
    ])

async function schoolZip(actor: Actor) {
  const path = join(mkdtempSync(join(tmpdir(), "tutti-uploaded-")), "school.zip")
  await writeSchoolExport(actor, path, () => undefined)
  return entriesOf(readFileSync(path))
}

test("the school’s export has the files of its library and messages, named for their rows", async () => {
  const entries = await schoolZip(school)
  expect(uploadedIn(entries).sort()).toEqual([
    ["library/…", "arpeggios"],
    ["library/…", "scales"],
    ["messages/…", "bow"],
  ])
  for (const id of [sheet, otherSheet]) {
    expect(entries.has(`library/${id}.pdf`)).toBe(true)
    expect(entries.get("resources.csv")?.toString()).toContain(id)
  }
  const [message = ""] = [...entries.keys()].filter((name) => name.startsWith("messages/"))
  expect(entries.get("messages.csv")?.toString()).toContain(message.slice("messages/".length, -".pdf".length))
  expect(entries.get("read-me.txt")?.toString()).toContain("The folder library has files of the library")
  // Yen, too, are kept in hundredths: "the smallest unit" would make them a hundred times as much.
  expect(entries.get("read-me.txt")?.toString()).toContain("hundredths of the currency: 900 is 9.00")
  expect(entries.get("read-me.txt")?.toString()).not.toContain("no room")
  expect(uploadedIn(await schoolZip(openSchool({ name: "Crescendo Academy" }).actor))).toEqual([])
  expect(sent).toContain("/messaging/")
})

test("a family’s export, downloaded by the office, has what its messages and its students’ library hold", async () => {
  const answer = await office.submit(`/families/${families.familyId}/data.zip`, {})
  expect(answer.status).toBe(200)
  const zip = Buffer.from(await answer.arrayBuffer())
  expect(answer.headers.get("Content-Length")).toBe(String(zip.length))
  const entries = entriesOf(zip)
  expect(uploadedIn(entries).sort()).toEqual([
    ["library/…", "scales"],
    ["messages/…", "bow"],
  ])
  expect(entries.get("library.csv")?.toString()).toContain(sheet)
  expect(entries.get("read-me.txt")?.toString()).toContain("hundredths of the currency: 900 is 9.00")
  expect(entries.get("library.csv")?.toString()).not.toContain(otherSheet)
})
