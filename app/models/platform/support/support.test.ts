import { randomUUID } from "node:crypto"
import { utimesSync } from "node:fs"
import { join } from "node:path"
import { files } from "db/schema/foundation-files"
import { staffPresence, supportThreads } from "db/schema/platform-support"
import { beforeAll, describe, expect, test } from "vitest"
import type { PersonActor } from "~/models/foundation/access/actor"
import { fileStore } from "~/providers/files/file-store.server"
import { fixClock } from "~/utils/clock.server"
import { env } from "~/utils/env.server"
import { paths } from "~/utils/paths"
import { testNow } from "../../../../tests/support/clock"
import { photo, pixelFlood, polyglot, svg } from "../../../../tests/support/pictures"
import { addRows, changeRows, openSchool, rowOf, rowsOf } from "../../../../tests/support/school"
import { addStaff, personOf } from "../../../../tests/support/support-chat"
import { indexHelpArticles } from "../help/help-search.server"
import { sendSupportMessage } from "./send-message.server"
import { isStaffOnline, recordPresence } from "./staff-presence.server"
import { imageIdOf, imagesPerDay, largestImage, longestMessage, type SupportMode } from "./support"
import { findOwnImage, findSentImage, forgetUnusedFiles, storeSupportImage } from "./support-image.server"
import { countUnreadAnswers, findThread, listSupportMessages } from "./thread.server"

beforeAll(indexHelpArticles)

const minute = 60_000
const ruth = () => personOf(openSchool().actor)
const send = (
  person: PersonActor,
  content: string,
  mode: SupportMode = "admin",
  imageUrl: string | null = null,
) => sendSupportMessage(person, mode, { content, imageUrl })
const contentsOf = (person: PersonActor, mode: SupportMode) =>
  listSupportMessages(person, mode).messages.map(({ type, content }) => [type, content])

async function imageOf(person: PersonActor): Promise<string> {
  const stored = await storeSupportImage(person, await photo())
  if (!stored.ok) throw new Error(stored.reason)
  return paths.supportImage(stored.imageId)
}

describe("a talk with the staff", () => {
  test("keeps what was written, trimmed, oldest first, and waits for an answer", async () => {
    const person = ruth()
    expect(await send(person, "  The invoice page\r\nis empty.  ")).toMatchObject({
      ok: true,
      message: {
        type: "user",
        content: "The invoice page\nis empty.",
        imageUrl: null,
        timestamp: "2026-11-18T20:10:00.000Z",
      },
      answer: null,
    })
    fixClock(testNow + minute)
    await send(person, "Now it is back. 谢谢 🎻 <b>bold</b>")
    expect(contentsOf(person, "admin")).toEqual([
      ["user", "The invoice page\nis empty."],
      ["user", "Now it is back. 谢谢 🎻 <b>bold</b>"],
    ])
    expect(findThread(person, "admin")).toMatchObject({
      waitingSince: testNow,
      lastMessageAt: testNow + minute,
      schoolId: person.schoolId,
    })
    expect(contentsOf(person, "ai")).toEqual([])
  })

  test.each([
    ["nothing", "", "empty"],
    ["only blanks", " \n\t ", "empty"],
    ["too much", "a".repeat(longestMessage + 1), "too-long"],
  ])("refuses %s", async (_, content, reason) => {
    const person = ruth()
    expect(await send(person, content)).toEqual({ ok: false, reason })
    expect(findThread(person, "admin")).toBeUndefined()
  })

  test("a message sent twice at once is one message; later the same words are another", async () => {
    const person = ruth()
    const both = await Promise.all([send(person, "Hello"), send(person, "Hello")])
    expect(both[0]).toEqual(both[1])
    fixClock(testNow + 11_000)
    await send(person, "Hello")
    expect(contentsOf(person, "admin")).toHaveLength(2)
  })

  test("is opened again by a message after it was closed", async () => {
    const person = ruth()
    await send(person, "One more thing")
    changeRows(supportThreads, undefined, { closedAt: testNow, waitingSince: null })
    fixClock(testNow + minute)
    await send(person, "And another")
    expect(findThread(person, "admin")).toMatchObject({ closedAt: null, waitingSince: testNow + minute })
  })

  test("shows a hundred messages, and the earlier ones on request", async () => {
    const person = ruth()
    for (let n = 1; n <= 103; n += 1) {
      fixClock(testNow + n * minute)
      await send(person, `Message ${n}`)
    }
    const { messages, hasEarlier } = listSupportMessages(person, "admin")
    expect([messages.length, messages[0]?.content, messages.at(-1)?.content]).toEqual([
      100,
      "Message 4",
      "Message 103",
    ])
    expect(hasEarlier).toBe(true)
    const earlier = listSupportMessages(person, "admin", messages[0]?.id)
    expect(earlier.messages.map(({ content }) => content)).toEqual(["Message 1", "Message 2", "Message 3"])
    expect(earlier.hasEarlier).toBe(false)
  })
})

describe("a talk with the assistant", () => {
  test("has its answer at once, and no one of the staff waits for it", async () => {
    const person = ruth()
    const sent = await send(person, "How do I import a roster?", "ai")
    expect(sent).toMatchObject({ ok: true, answer: { type: "other", imageUrl: null } })
    expect(contentsOf(person, "ai").map(([type]) => type)).toEqual(["user", "other"])
    expect(findThread(person, "ai")?.waitingSince).toBeNull()
    expect(countUnreadAnswers(person)).toBe(0)
  })

  test("a question repeated at once is answered with the same answer", async () => {
    const person = ruth()
    const first = await send(person, "How do I import a roster?", "ai")
    expect(await send(person, "How do I import a roster?", "ai")).toEqual(first)
    expect(contentsOf(person, "ai")).toHaveLength(2)
  })
})

describe("images", () => {
  test("are kept for the person, sent once, and then seen by the staff too", async () => {
    const person = ruth()
    const staff = addStaff()
    const imageUrl = await imageOf(person)
    const imageId = imageIdOf(imageUrl) ?? ""
    expect((await findOwnImage(person, imageId))?.contentType).toBe("image/webp")
    expect(await findSentImage(staff, imageId)).toBeUndefined()
    expect(await send(person, "", "admin", imageUrl)).toMatchObject({
      ok: true,
      message: { content: "", imageUrl },
    })
    expect((await findSentImage(staff, imageId))?.bytes.length).toBeGreaterThan(20)
    expect(await send(person, "again", "admin", imageUrl)).toBeRefused("image-unusable")
  })

  test("of someone else can be neither seen nor sent", async () => {
    const [person, stranger] = [ruth(), ruth()]
    const imageUrl = await imageOf(person)
    expect(await findOwnImage(stranger, imageIdOf(imageUrl) ?? "")).toBeUndefined()
    expect(await send(stranger, "Look", "admin", imageUrl)).toBeRefused("image-unusable")
    expect(findThread(stranger, "admin")).toBeUndefined()
  })

  test.each([
    "https://elsewhere.example/photo.webp",
    "//elsewhere.example/photo.webp",
    "javascript:alert(1)",
    "data:image/png;base64,AAAA",
    "/support/images/../../etc/passwd",
    `/support/images/${"0".repeat(36)}`,
    `/support/images/${randomUUID()}?x=1`,
    `/support/images/${randomUUID()}`,
  ])("only by our own address of them: not %s", async (imageUrl) => {
    expect(await send(ruth(), "Look", "admin", imageUrl)).toBeRefused("image-unusable")
  })

  test("sent to the assistant are not the staff's to see", async () => {
    const person = ruth()
    const imageUrl = await imageOf(person)
    await send(person, "What is this?", "ai", imageUrl)
    expect(await findSentImage(addStaff(), imageIdOf(imageUrl) ?? "")).toBeUndefined()
    expect(contentsOf(person, "ai")[1]?.[1]).toMatch(/^I can’t see images/)
  })

  test.each([
    ["an SVG", svg, "wrong-type"],
    ["a script that begins like a GIF", polyglot, "unreadable"],
    ["a pixel flood", pixelFlood(), "too-many-pixels"],
    ["too many bytes", Buffer.alloc(largestImage + 1, 0xff), "too-large"],
    ["nothing", Buffer.alloc(0), "missing"],
  ])("are refused when they are %s, and nothing is kept", async (_, bytes, reason) => {
    const before = (await fileStore().list()).length
    expect(await storeSupportImage(ruth(), bytes)).toEqual({ ok: false, reason })
    expect((await fileStore().list()).length).toBe(before)
  })

  test("have a number a day", async () => {
    const person = ruth()
    const row = {
      userId: person.userId,
      contentType: "image/webp",
      byteSize: 1,
    }
    const store = (purpose: "support-image" | "message-file") => {
      for (let n = 0; n < imagesPerDay; n += 1)
        addRows(files, { ...row, purpose, id: randomUUID(), createdAt: testNow })
    }
    // Files of messages to the school have nothing to do with it.
    store("message-file")
    expect(await storeSupportImage(person, await photo())).toMatchObject({ ok: true })
    store("support-image")
    expect(await storeSupportImage(person, await photo())).toBeRefused("too-many")
    fixClock(testNow + 25 * 60 * minute)
    expect(await storeSupportImage(person, await photo())).toMatchObject({ ok: true })
  })

  test("never sent are forgotten after a day, and so are bytes without a row", async () => {
    const person = ruth()
    const [sent, unsent] = [await imageOf(person), await imageOf(person)].map((url) => imageIdOf(url) ?? "")
    await send(person, "Look", "admin", paths.supportImage(sent ?? ""))
    const stray = randomUUID()
    await fileStore().keep(stray, Buffer.from("no row"))
    const longAgo = new Date(Date.now() - 2 * 86_400_000)
    for (const name of [stray, unsent ?? ""])
      utimesSync(join(env().FILES_PATH, name.slice(0, 2), name), longAgo, longAgo)
    fixClock(testNow + 25 * 60 * minute)
    await forgetUnusedFiles()
    const left = (await fileStore().list()).map(({ name }) => name)
    expect(left).toContain(sent)
    expect(left).not.toContain(unsent)
    expect(left).not.toContain(stray)
    expect(rowsOf(files, { id: unsent ?? "" })).toEqual([])
  })
})

describe("presence", () => {
  test("holds five minutes after the last report, and thick reports write once in 20 seconds", () => {
    const staff = addStaff()
    expect(isStaffOnline()).toBe(false)
    recordPresence(staff)
    expect(isStaffOnline()).toBe(true)
    const seenAt = () => rowOf(staffPresence)?.seenAt
    fixClock(testNow + 19_000)
    recordPresence(staff)
    expect(seenAt()).toBe(testNow)
    fixClock(testNow + 21_000)
    recordPresence(staff)
    expect(seenAt()).toBe(testNow + 21_000)
    fixClock(testNow + 21_000 + 5 * minute)
    expect(isStaffOnline()).toBe(false)
  })
})

test("two talks of a person cannot begin twice", () => {
  const person = ruth()
  const row = { userId: person.userId, mode: "ai" as const, lastMessageAt: 1, readAt: 1, createdAt: 1 }
  addRows(supportThreads, { ...row, id: randomUUID() })
  expect(() => addRows(supportThreads, { ...row, id: randomUUID() })).toThrow("UNIQUE")
})
