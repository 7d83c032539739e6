import { createReadStream, mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { buffer } from "node:stream/consumers"
import { sqlite } from "db/client.server"
import { schools } from "db/schema/accounts-schools"
import { files } from "db/schema/foundation-files"
import sharp from "sharp"
import { beforeEach, expect, test } from "vitest"
import { composeMail } from "~/jobs/mail/compose-mail.server"
import { eraseSchool } from "~/models/accounts/school/erase-school.server"
import { writeSchoolExport } from "~/models/accounts/school/export-school.server"
import { schoolActor } from "~/models/foundation/access/actor.server"
import { policiesPdf } from "~/models/overview/policies/policies.server"
import { answerOf, Browser } from "../../support/app"
import { asFile, pixelFlood, svg } from "../../support/pictures"
import { addMember, openSchool, rowOf, rowsOf } from "../../support/school"

// A school's logo and color: at the top of its emails, papers, menu and public pages.

let school: ReturnType<typeof openSchool>
let office: Browser

beforeEach(async () => {
  school = openSchool()
  office = await Browser.of(school.userId)
})

const settings = "/settings/school"
const schoolId = () => school.actor.school.id
const acting = () => {
  const actor = schoolActor(schoolId())
  if (!actor) throw new Error("no school")
  return actor
}
const facts = () => {
  const row = rowOf(schools, { id: schoolId() })
  return { logoId: row?.logoId ?? null, accentColor: row?.accentColor ?? null }
}
const logos = () => rowsOf(files, { schoolId: schoolId(), purpose: "logo" })

/** A word of one color with a wide empty margin around it, 1,600 by 800. */
const drawn = (color: string) =>
  sharp({ create: { width: 1600, height: 800, channels: 4, background: "#00000000" } })
    .composite([
      {
        input: { create: { width: 600, height: 200, channels: 4, background: color } },
        gravity: "center",
      },
    ])
    .png()
    .toBuffer()

const send = async (fields: Record<string, string | File>) =>
  office.submit(settings, { intent: "logo", color: "#1649ad", ...fields })
const upload = async (color = "#7a1f3d", more: Record<string, string> = {}) =>
  send({ file: asFile(await drawn(color), "logo.png", "image/png"), ...more })

function letter() {
  const data = { schoolName: school.actor.school.name, guardianName: "Ida Weiss", invitedBy: "Mara" }
  return composeMail({
    id: "m1",
    schoolId: schoolId(),
    template: "guardian-invitation",
    recipient: "ida@example.com",
    data: JSON.stringify({ ...data, studentNames: ["Otis"], linkId: "l1" }),
  } as Parameters<typeof composeMail>[0])
}

test("it is cut to its edges, written anew, one for a school, until it’s removed", async () => {
  expect((await upload()).status).toBe(303)
  const { logoId } = facts()
  const answer = await new Browser().visit(`/logos/${logoId}`)
  expect([answer.status, answer.headers.get("Content-Type")]).toEqual([200, "image/png"])
  const kept = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
  expect([kept.width, kept.height, kept.exif]).toEqual([480, 160, undefined])
  expect((await upload("#123456")).status).toBe(303)
  expect(logos()).toHaveLength(1)
  expect(facts().logoId).not.toBe(logoId)
  expect((await new Browser().visit(`/logos/${logoId}`)).status).toBe(404)
  expect((await office.submit(settings, { intent: "remove-logo" })).status).toBe(303)
  expect([facts().logoId, logos()]).toEqual([null, []])
  expect((await office.submit(settings, { intent: "remove-logo" })).status).toBe(404)
})

test("emails in the school’s name carry it with the color, Tutti’s own don’t", async () => {
  const before = await letter()
  expect(before.attachments).toBeUndefined()
  await upload("#7a1f3d", { color: "#7a1f3d" })
  const { html, attachments } = await letter()
  expect(attachments).toEqual([
    expect.objectContaining({ filename: "logo.png", contentType: "image/png", contentId: "school-logo" }),
  ])
  expect(html).toContain(`<img src="cid:school-logo" alt="" width="240" height="80"`)
  expect(html).toContain("border-top:6px solid #7a1f3d")
  expect(html).toContain("background:#7a1f3d;color:#fdfcfa")
  expect(before.html).toContain("border-top:6px solid #221e1a")
})

test("papers have it, the same bytes each time", async () => {
  const paper = async () => {
    const { bytes } = await policiesPdf(acting(), ["Lessons are paid ahead."])
    return bytes
  }
  const before = await paper()
  await upload()
  const [first, second] = [await paper(), await paper()]
  expect(before.includes("/Subtype /Image")).toBe(false)
  expect(first.includes("/Subtype /Image")).toBe(true)
  expect(first.equals(second)).toBe(true)
})

test("the menu, the settings and the export have it", async () => {
  await upload()
  const { logoId } = facts()
  const html = await office.html(settings)
  expect(html.split(`src="/logos/${logoId}"`).length).toBe(3)
  const teacher = await Browser.of(addMember(school.actor, "teacher", "Mara Lindqvist").userId)
  expect((await teacher.html("/settings/profile")).includes(`src="/logos/${logoId}"`)).toBe(true)
  const path = join(mkdtempSync(join(tmpdir(), "export-")), "all.zip")
  await writeSchoolExport(acting(), path, () => {})
  expect((await buffer(createReadStream(path))).includes("logo.png")).toBe(true)
})

test("what is no picture, too large, or white on white is refused beside its field, and the earlier logo stays", async () => {
  await upload()
  const before = facts()
  const refused = async (file: File) => {
    const answer = await send({ file, color: "#7a1f3d" })
    return await answerOf(answer)
  }
  const cases: [File, string][] = [
    [asFile(svg, "logo.svg"), "Choose a PNG, JPEG, WebP or GIF image."],
    [asFile(Buffer.alloc(5_300_000), "logo.png"), "Keep the logo under 5 MB."],
    [asFile(pixelFlood(), "logo.png"), "too many pixels"],
    [asFile(await drawn("#ffffff"), "logo.png"), "can’t be seen on white paper"],
  ]
  for (const [file, text] of cases) expect(await refused(file)).toEqual([400, expect.stringContaining(text)])
  expect(facts()).toEqual(before)
})

test("a color on which light words can’t be read is refused with a darker one", async () => {
  await expect(send({ color: "#ffd400" })).toAnswer(400, /Choose a darker one, such as #[0-9a-f]{6}\./)
  expect((await send({ color: "red" })).status).toBe(400)
  expect(facts().accentColor).toBeNull()
  expect((await send({ color: "#7A1F3D" })).status).toBe(303)
  expect(facts()).toEqual({ logoId: null, accentColor: "#7a1f3d" })
  await send({ color: "#1649ad" })
  expect(facts().accentColor).toBeNull()
})

test("a picture of another kind, or no one’s, has no address among the logos, and an erased school leaves none", async () => {
  for (const key of ["", "x", "x".repeat(500), school.userId])
    expect((await new Browser().visit(`/logos/${key}`)).status).toBe(404)
  const all = () => sqlite().prepare("select count(*) from files where purpose = 'logo'").pluck().get()
  const before = all()
  await upload()
  eraseSchool(schoolId())
  expect(all()).toBe(before)
})
