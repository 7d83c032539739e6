import { readFileSync } from "node:fs"
import { sqlite } from "db/client.server"
import { beforeEach, describe, expect, test } from "vitest"
import { forgetUnusedFiles } from "~/models/platform/support/support-image.server"
import { fixClock } from "~/utils/clock.server"
import { paths } from "~/utils/paths"
import { Browser, rowCount, textOf } from "../../support/app"
import { openFamily } from "../../support/billing"
import { testNow } from "../../support/clock"
import { signedIn } from "../../support/family"
import { openSchool } from "../../support/school"

// What a phone's Share menu sends to the installed app: stored for the person's next message, and seen by no one else until it
// is sent.

const photo = () =>
  new File([readFileSync("public/icon-192.png")], "practice room.png", { type: "image/png" })

const to = "office"
let [office, mateo]: Browser[] = []
let mateoId = ""
let count = 0

beforeEach(async () => {
  count += 1
  const opened = openSchool()
  office = await Browser.of(opened.userId)
  const family = openFamily(opened.actor, {
    adults: [{ name: "Mateo Okafor", email: `shared${count}@example.com`, payerShare: 10_000 }],
  })
  mateoId = signedIn(opened.actor, "guardian", family.guardianIds[0] ?? "").userId
  mateo = await Browser.of(mateoId)
})

/** As a phone does: without our form's token. What the edge makes of its origin is in edge-origins.test.ts. */
const share = (browser: Browser | undefined, fields: Record<string, string | File | string[]>) =>
  browser?.submit("/messaging/shared", fields) ?? Promise.reject(new Error("no browser"))

const locationOf = (answer: Response) =>
  new URL(answer.headers.get("Location") ?? "", "http://localhost:3000")
const pageAt = async (browser: Browser | undefined, { pathname, search }: URL) =>
  (await browser?.html(`${pathname}${search}`)) ?? ""

describe("what another app shares", () => {
  test("a photo opens the message form with it, keeps its text while recipients are chosen, and is sent", async () => {
    const answer = await share(mateo, {
      title: "Bow hold",
      text: "Is this right?",
      url: "https://example.com/bow",
      file: photo(),
    })
    expect(answer.status).toBe(303)
    const form = locationOf(answer)
    expect(form.pathname).toBe("/messaging/new")
    const fileId = form.searchParams.get("file") ?? ""
    const first = await pageAt(mateo, form)
    expect(first).toContain(`<img src="/messaging/shared/${fileId}"`)
    for (const name of ["subject", "text", "file", "name"])
      expect(first).toMatch(new RegExp(`<input type="hidden" name="${name}" value="[^"]+"`))

    form.searchParams.set("to", to)
    const second = await pageAt(mateo, form)
    expect(second).toContain('value="Bow hold"')
    expect(second).toContain("Is this right?\n\nhttps://example.com/bow</textarea>")
    expect(second).toMatch(/<input type="checkbox" name="sharedFile" checked="" value="[\w-]+"/)
    const shown = await mateo?.visit(`/messaging/shared/${fileId}`)
    expect([shown?.status, shown?.headers.get("Content-Type")]).toEqual([200, "image/webp"])

    const letter = { to, shown: "1", subject: "Bow hold", body: "Is this right?" }
    const sent = await mateo?.submit("/messaging/new", {
      ...letter,
      sharedFile: fileId,
      sharedName: "../practice room.webp",
    })
    expect(sent?.status).toBe(303)
    const html = await pageAt(office, locationOf(sent ?? new Response()))
    expect(html).toMatch(/<img src="\/messaging\/[\w-]+\/files\/[\w-]+"/)
    expect(sqlite().prepare("select file_name from messages where file_id = ?").pluck().get(fileId)).toBe(
      "practice room.webp",
    )

    // Sent, it is the conversation's and no one's next message.
    expect((await mateo?.visit(`/messaging/shared/${fileId}`))?.status).toBe(404)
    const other = { ...letter, body: "And this one?", sharedFile: fileId }
    const again = await mateo?.submit("/messaging/new", other)
    expect(again?.status).toBe(400)
    expect(await textOf(again ?? new Response())).toContain("The shared file is no longer available.")

    // The same form again, as when its answer was lost on the way, leads to what was sent.
    const repeated = await mateo?.submit("/messaging/new", { ...letter, sharedFile: fileId })
    expect([repeated?.status, locationOf(repeated ?? new Response()).pathname]).toEqual([
      303,
      locationOf(sent ?? new Response()).pathname,
    ])
  })

  test("the installed app names our address, and the fields that it reads", () => {
    const { share_target } = JSON.parse(readFileSync("public/manifest.webmanifest", "utf8"))
    expect(share_target.action).toBe(paths.shareTarget())
    expect([share_target.method, share_target.enctype]).toEqual(["POST", "multipart/form-data"])
    const { files, ...texts } = share_target.params
    expect([texts, files[0].name]).toEqual([{ title: "title", text: "text", url: "url" }, "file"])
  })

  test("left out, the message goes without it", async () => {
    const form = locationOf(await share(mateo, { file: photo() }))
    const fileId = form.searchParams.get("file")
    const sent = await mateo?.submit("/messaging/new", {
      to,
      shown: "1",
      subject: "Hello",
      body: "Without it",
    })
    expect(sent?.status).toBe(303)
    expect(sqlite().prepare("select count(*) from messages where file_id = ?").pluck().get(fileId)).toBe(0)
  })

  test("a link or text alone needs no file, and a long text is cut visibly", async () => {
    const { searchParams } = locationOf(
      await share(mateo, { text: "https://example.com/scales", url: "https://example.com/scales" }),
    )
    expect(Object.fromEntries(searchParams)).toEqual({ text: "https://example.com/scales" })
    const long = locationOf(await share(mateo, { title: "é".repeat(400), text: "\u{1f3bb}".repeat(3000) }))
    expect(long.search.length).toBeLessThan(8000)
    expect(long.searchParams.get("text")).toMatch(/^(\u{1f3bb})+…$/u)
    expect(long.searchParams.get("subject")?.length).toBeLessThanOrEqual(150)
    expect((await mateo?.visit(`${long.pathname}${long.search}`))?.status).toBe(200)
  })

  test("of several files the first is attached, and the form says so", async () => {
    const form = locationOf(await share(mateo, { file: [photo(), photo()] as never }))
    expect(form.searchParams.get("file")).toMatch(/^[\w-]{36}$/)
    expect(await pageAt(mateo, form)).toContain("only the first is attached")
  })

  test("too large, empty or of another kind, it isn't stored; the form says why and keeps the text", async () => {
    const files = rowCount("files")
    const refused = async (file: File) => {
      const form = locationOf(await share(mateo, { text: "Look", file }))
      expect(form.searchParams.get("file")).toBeNull()
      expect(form.searchParams.get("text")).toBe("Look")
      return pageAt(mateo, form)
    }
    expect(await refused(new File([new Uint8Array(10 * 2 ** 20 + 1)], "big.png"))).toContain(
      "Choose a file under 10 MB.",
    )
    expect(await refused(new File(["<script>alert(1)</script>"], "a.pdf"))).toContain(
      "Choose a photo, PDF or audio file.",
    )
    expect(await refused(new File([], "nothing.png"))).toContain("This file is empty.")
    expect(rowCount("files")).toBe(files)
  })

  test("logged out, nothing is stored: the person logs in and is told to share again", async () => {
    const files = rowCount("files")
    const stranger = new Browser()
    const answer = await share(stranger, { text: "Look", file: photo() })
    await expect(answer).toLead(302, "/auth/login?to=%2Fmessaging%2Fnew")
    expect(await stranger.read("/auth/login")).toContain("Log in, then share it again.")
    expect(rowCount("files")).toBe(files)
  })

  test("no one else sees it or sends it: not the office, and not another school", async () => {
    const fileId = locationOf(await share(mateo, { file: photo() })).searchParams.get("file") ?? ""
    const other = openSchool()
    const elsewhere = await Browser.of(other.userId)
    for (const browser of [office, elsewhere]) {
      expect((await browser?.visit(`/messaging/shared/${fileId}`))?.status).toBe(404)
      const page = await browser?.visit(`/messaging/new?file=${fileId}`)
      expect(await page?.text()).not.toContain(`/messaging/shared/${fileId}`)
      const messages = rowCount("messages")
      const sent = await browser?.submit("/messaging/new", {
        to: "families",
        shown: "1",
        subject: "Hello",
        body: "Look",
        sharedFile: fileId,
      })
      expect(sent?.status).toBe(400)
      expect(rowCount("messages")).toBe(messages)
    }
  })

  test("never sent, it is gone after a day", async () => {
    const fileId = locationOf(await share(mateo, { file: photo() })).searchParams.get("file") ?? ""
    fixClock(testNow + 25 * 3_600_000)
    await forgetUnusedFiles()
    mateo = await Browser.of(mateoId)
    expect(sqlite().prepare("select count(*) from files where id = ?").pluck().get(fileId)).toBe(0)
    expect((await mateo?.visit(`/messaging/shared/${fileId}`))?.status).toBe(404)
    expect(await pageAt(mateo, new URL(`http://localhost/messaging/new?file=${fileId}`))).toContain(
      "The shared file is no longer available.",
    )
  })
})
