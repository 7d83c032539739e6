import { mkdtempSync, readFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { buffer } from "node:stream/consumers"
import { participants } from "db/schema/communication"
import { files } from "db/schema/foundation-files"
import { members } from "db/schema/people"
import sharp from "sharp"
import { beforeEach, expect, test } from "vitest"
import { writeSchoolExport } from "~/models/accounts/school/export-school.server"
import { erasePerson } from "~/models/overview/erasure/erase-person.server"
import { familyZip } from "~/models/overview/family-data/family-zip.server"
import { answerOf, Browser } from "../../support/app"
import { openFamily } from "../../support/billing"
import { openPayingFamily, signedIn } from "../../support/family"
import { addClassRow, addEnrollmentRow } from "../../support/lessons"
import { photo, svg } from "../../support/pictures"
import { addMember, changeRows, openSchool, rowsOf } from "../../support/school"

// A person's own photo: shown to the school, forgotten with the login.

let family: ReturnType<typeof openPayingFamily>
let office: Browser
let guardian: Browser

beforeEach(async () => {
  family = openPayingFamily()
  office = await Browser.of(family.school.userId ?? "")
  guardian = await Browser.of(family.guardian.userId)
})

const upload = async (by: Browser, format: "png" | "jpeg" = "jpeg", width = 640, height = 480) =>
  by.submit("/settings/profile", {
    intent: "photo",
    file: new File([new Uint8Array(await photo(format, width, height))], `me.${format}`),
  })
const photosOf = (userId: string) => rowsOf(files, { userId, purpose: "photo" })
const at = (memberId: string | null) => `/photos/${memberId}`

test("a photo becomes a small square without a place in it, one for each login, until it’s removed", async () => {
  const { userId = "", memberId } = family.school
  expect(await office.read("/settings/profile")).toContain("No photo yet.")
  expect((await upload(office)).status).toBe(303)
  expect((await upload(office, "png")).status).toBe(303)
  expect(photosOf(userId ?? "")).toHaveLength(1)
  const answer = await office.visit(at(memberId))
  expect([answer.status, answer.headers.get("Content-Type")]).toEqual([200, "image/webp"])
  const kept = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
  expect([kept.width, kept.height, kept.exif]).toEqual([192, 192, undefined])
  expect(await office.html("/settings/profile")).toContain(`src="${at(memberId)}"`)
  await office.submit("/settings/profile", { intent: "remove-photo" })
  expect((await office.visit(at(memberId))).status).toBe(404)
})

test("what is no picture is refused beside its field", async () => {
  const refused = async (fields: Record<string, string | File>) => {
    const answer = await office.submit("/settings/profile", { intent: "photo", ...fields })
    return await answerOf(answer)
  }
  expect(await refused({})).toEqual([400, expect.stringContaining("Choose a photo.")])
  expect(await refused({ file: new File([new Uint8Array(svg)], "me.svg") })).toEqual([
    400,
    expect.stringContaining("Choose a PNG, JPEG, WebP or GIF image."),
  ])
  expect(await refused({ file: new File([new Uint8Array(5_300_000)], "me.png") })).toEqual([
    400,
    expect.stringContaining("Keep the photo under 5 MB."),
  ])
})

test("a teacher’s is seen by the staff and the families they teach; a family’s by the office, its teachers and whom it writes with", async () => {
  const mara = addMember(family.school, "teacher", "Mara Lindqvist")
  const dmitri = addMember(family.school, "teacher", "Dmitri Volkov")
  const writer = addMember(family.school, "office", "Amina Haddad")
  const stranger = openFamily(family.school, {
    adults: [{ name: "Ida Weiss", email: "ida@example.com", payerShare: 10_000 }],
  })
  const ida = await Browser.of(signedIn(family.school, "guardian", stranger.guardianIds[0] ?? "").userId)
  const classId = addClassRow(family.school, { name: "Violin", teacherId: mara.teacherId, kind: "group" })
  addEnrollmentRow(family.school, classId, family.studentIds[0] ?? "")
  const [teacher, other, colleague] = await Promise.all(
    [mara, dmitri, writer].map(({ userId }) => Browser.of(userId)),
  )
  await upload(guardian)
  if (!teacher || !other || !colleague) throw new Error("no one")
  await upload(teacher)
  const own = family.guardian.actor.memberId
  const seen = (memberId: string | null) =>
    Promise.all(
      [office, teacher, other, colleague, guardian, ida].map(
        async (by) => (await by.visit(at(memberId))).status,
      ),
    )
  expect(await seen(mara.actor.memberId)).toEqual([200, 200, 200, 200, 200, 404])
  expect(await seen(own)).toEqual([200, 200, 404, 404, 200, 404])
  // Writing with someone shows it, also after the lessons.
  const sent = await guardian.submit("/messaging/new", {
    to: "office",
    shown: "1",
    subject: "Bow",
    body: "Which size?",
  })
  expect(sent.status).toBe(303)
  changeRows(participants, { memberId: family.school.memberId ?? "" }, { memberId: dmitri.actor.memberId })
  expect(await seen(own)).toEqual([200, 200, 200, 404, 200, 404])
})

test("the office sees everyone’s, families only the office’s and their own, another school none", async () => {
  const { memberId } = family.school
  const own = family.guardian.actor.memberId
  const milo = await Browser.of(addMember(family.school, "student", "Ida Weiss").userId)
  await upload(office)
  await upload(guardian)
  const seen = async (by: Browser) => [
    (await by.visit(at(memberId))).status,
    (await by.visit(at(own))).status,
  ]
  expect(await seen(office)).toEqual([200, 200])
  expect(await seen(guardian)).toEqual([200, 200])
  expect(await seen(milo)).toEqual([200, 404])
  expect(await seen(await Browser.of(openSchool({ name: "Crescendo Academy" }).userId))).toEqual([404, 404])
  expect((await new Browser().visit(at(memberId))).status).toBe(302)
  expect(await office.html("/settings/team")).toContain(`src="${at(memberId)}"`)
  changeRows(members, { id: own ?? "" }, { deactivatedAt: 1 })
  expect((await office.visit(at(own))).status).toBe(404)
})

test("of erased people no page offers an act, and none is found", async () => {
  const [studentId = ""] = family.studentIds
  const acts = async (path: string) => {
    const text = await office.read(path)
    return ["Take payment", "Message family", "New invoice", "Edit student"].filter((act) =>
      text.includes(act),
    )
  }
  const record = `/families/${family.familyId}`
  expect(await acts(`/students/${studentId}`)).toEqual(["Take payment", "Message family", "Edit student"])
  expect(await acts(record)).toEqual(["Take payment", "Message family", "New invoice"])
  for (const id of family.studentIds) expect(erasePerson(family.school, "student", id).ok).toBe(true)
  expect(await acts(`/students/${studentId}`)).toEqual([])
  // Its guardian is still there to pay.
  expect(await acts(record)).toEqual(["Take payment", "New invoice"])
  for (const id of family.guardianIds) expect(erasePerson(family.school, "guardian", id).ok).toBe(true)
  expect(await acts(record)).toEqual([])
  expect(await acts("/search?q=Erased")).toEqual([])
})

test("it goes with the login of someone who is erased", async () => {
  const { userId } = family.guardian
  await upload(guardian)
  expect(photosOf(userId)).toHaveLength(1)
  expect(erasePerson(family.school, "guardian", family.guardianIds[0] ?? "").ok).toBe(true)
  expect(photosOf(userId)).toEqual([])
})

test("it is in the export of the school and of the family, and in no other family’s", async () => {
  await upload(office)
  await upload(guardian)
  const of = (memberId: string | null) => `photos/${memberId}.webp`
  const own = family.guardian.actor.memberId
  const names = async (text: Buffer | undefined) => {
    const found = (text ?? Buffer.from("")).toString("latin1")
    return [found.includes(of(family.school.memberId)), found.includes(of(own))]
  }
  const path = join(mkdtempSync(join(tmpdir(), "tutti-photos-")), "school.zip")
  await writeSchoolExport(family.school, path, () => undefined)
  expect(await names(readFileSync(path))).toEqual([true, true])
  const ofFamily = await familyZip(family.school, family.familyId)
  expect(await names(ofFamily && (await buffer(ofFamily.stream)))).toEqual([false, true])
  const other = openSchool({ name: "Crescendo Academy" })
  await writeSchoolExport(other.actor, path, () => undefined)
  expect(await names(readFileSync(path))).toEqual([false, false])
})
