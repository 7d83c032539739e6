import { readFileSync } from "node:fs"
import { sqlite } from "db/client.server"
import { beforeEach, describe, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { newId } from "~/utils/ids.server"
import { Browser, openOffice, rowCount, textOf } from "../../support/app"
import { openFamily } from "../../support/billing"
import { signedIn } from "../../support/family"
import { addClassRow, addEnrollmentRow } from "../../support/lessons"
import { addMember, openSchool } from "../../support/school"

// A photo, PDF or recording in a message: kept with the school's files, and seen by those in the conversation alone.

const photo = () =>
  new File([readFileSync("public/icon-192.png")], "practice room.png", { type: "image/png" })
const pdf = () => new File(["%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n"], "scale sheet.pdf")

let school: Actor
let [office, mateo, teacher]: Browser[] = []
let at = ""
let count = 0

beforeEach(async () => {
  count += 1
  ;({ actor: school, browser: office } = await openOffice())
  const family = openFamily(school, {
    adults: [{ name: "Mateo Okafor", email: `files${count}@example.com`, payerShare: 10_000 }],
  })
  mateo = await Browser.of(signedIn(school, "guardian", family.guardianIds[0] ?? "").userId)
  const mara = addMember(school, "teacher", "Mara Lindqvist")
  const classId = addClassRow(school, { name: "Violin", teacherId: mara.teacherId, kind: "group" })
  addEnrollmentRow(school, classId, family.studentIds[0] ?? "")
  teacher = await Browser.of(mara.userId)
  const sent = await mateo.submit("/messaging/new", {
    to: `member:${mara.actor.memberId}`,
    shown: "1",
    subject: "Bow hold",
    body: "",
    file: photo(),
  })
  expect(sent.status).toBe(303)
  at = sent.headers.get("Location") ?? ""
})

const fileLinks = (html: string) =>
  [...html.matchAll(/\/messaging\/[\w-]+\/files\/[\w-]+/g)].map(([link]) => link)

describe("a file in a message", () => {
  test("of someone who only received an announcement isn't stored", async () => {
    const sent = await office?.submit("/messaging/new", {
      to: "families",
      shown: "1",
      subject: "Concert",
      body: "On Friday.",
    })
    expect(sent?.status).toBe(303)
    const before = rowCount("files")
    const reply = { entryId: newId(), body: "Look", file: photo() }
    expect((await mateo?.submit(sent?.headers.get("Location") ?? "", reply))?.status).toBe(409)
    expect(rowCount("files")).toBe(before)
  })

  test("a photo alone is a message: shown to both, and to no one else", async () => {
    const html = await (await teacher?.visit(at))?.text()
    const [link = ""] = fileLinks(html ?? "")
    expect(html).toContain(`<img src="${link}"`)
    const shown = await teacher?.visit(link)
    expect(shown?.status).toBe(200)
    expect(shown?.headers.get("Content-Type")).toBe("image/webp")
    expect(shown?.headers.get("Content-Disposition")).toBe('inline; filename="image.webp"')
    expect((await mateo?.visit(link))?.status).toBe(200)
    expect((await office?.visit(link))?.status).toBe(404)
    const stranger = await Browser.of(openSchool().userId)
    expect((await stranger.visit(link)).status).toBe(404)
    expect((await new Browser().visit(link)).status).toBe(302)
  })

  test("a PDF is a download under its own name, sent once however often the form arrives", async () => {
    const entry = { entryId: newId(), body: "For Friday", file: pdf() }
    const files = rowCount("files")
    for (const _ of ["sent", "sent again"])
      expect((await teacher?.submit(at, { ...entry, file: pdf() }))?.status).toBe(303)
    expect(rowCount("files")).toBe(files + 1)
    const html = (await (await mateo?.visit(at))?.text()) ?? ""
    expect(html.split("Download scale sheet.pdf")).toHaveLength(2)
    // Something else written into the same form takes its own file along.
    expect((await teacher?.submit(at, { ...entry, body: "For Monday", file: pdf() }))?.status).toBe(303)
    expect(rowCount("files")).toBe(files + 2)
    const download = await mateo?.visit(fileLinks(html).at(-1) ?? "")
    expect(download?.headers.get("Content-Disposition")).toContain("attachment; filename=")
  })

  test("whose answer was lost and that its device sends again, with its file last or without an empty one, is answered as the first", async () => {
    for (const file of [new File([], ""), photo()]) {
      const messages = rowCount("messages")
      const [formKey, formOnce] = [newId(), newId()]
      const written = { formOnce, to: "families", shown: "1", subject: "Concert", entryId: formKey, formKey }
      const first = await office?.submit("/messaging/new", { ...written, file, body: "On Friday." })
      expect(first?.status).toBe(303)
      const kept = { ...written, body: "On Friday.", ...(file.size > 0 ? { file: photo() } : {}) }
      const again = await office?.submit("/messaging/new", kept)
      expect(again?.status).toBe(303)
      expect(again?.headers.get("Location")).toBe(first?.headers.get("Location"))
      expect(rowCount("messages")).toBe(messages + 1)
    }
  })

  test("counts toward the school's storage", () => {
    const { bytes } = sqlite()
      .prepare("select sum(byte_size) as bytes from files where school_id = ? and purpose = 'message-file'")
      .get(school.school.id) as { bytes: number }
    expect(bytes).toBeGreaterThan(0)
  })

  test("a page, a program or several files are refused beside the field, and what was written stays", async () => {
    const messages = rowCount("messages")
    const refuse = async (file: File | File[]) => {
      const answer = await teacher?.submit(at, { entryId: newId(), body: "Look", file } as never)
      expect(answer?.status).toBe(400)
      const html = (await answer?.text()) ?? ""
      expect(html).toContain("Look</textarea>")
      return textOf(new Response(html))
    }
    expect(await refuse(new File(["<script>alert(1)</script>"], "a.pdf"))).toContain(
      "Choose a photo, PDF or audio file.",
    )
    expect(await refuse(new File(["hello"], "notes.txt"))).toContain("Choose a photo, PDF or audio file.")
    expect(await refuse([pdf(), pdf()])).toContain("Choose one file.")
    expect(rowCount("messages")).toBe(messages)
    const empty = await teacher?.submit(at, { entryId: newId(), body: "  " })
    expect(empty?.status).toBe(400)
    expect(await textOf(empty ?? new Response())).toContain("Enter a message. You can also send only a file.")
  })
})
