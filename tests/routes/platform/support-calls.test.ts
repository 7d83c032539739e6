import { randomUUID } from "node:crypto"
import { users } from "db/schema/accounts"
import { staffPresence, supportMessages } from "db/schema/platform-support"
import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import { indexHelpArticles } from "~/models/platform/help/help-search.server"
import { imageIdOf, largestImage, longestMessage } from "~/models/platform/support/support"
import { answerChat } from "~/models/platform/support-desk/chat.server"
import { fixClock } from "~/utils/clock.server"
import { Browser, rowCount } from "../../support/app"
import { testNow } from "../../support/clock"
import { asFile, photo, pixelFlood, polyglot, svg } from "../../support/pictures"
import { addMember, changeRows, openSchool, removeRows, rowsOf } from "../../support/school"
import { addStaff } from "../../support/support-chat"

// The JSON calls of the support chat (spec §3, §7), exactly as named.

beforeAll(indexHelpArticles)

let ruth: Browser
let stranger: Browser
let staff: ReturnType<typeof addStaff>
let staffBrowser: Browser

function withRoles(name: string, staffRoles: string) {
  const colleague = addStaff(name)
  changeRows(users, { id: colleague.userId }, { staffRoles })
  return colleague
}

beforeEach(async () => {
  ruth = await Browser.of(openSchool().userId)
  stranger = await Browser.of(openSchool({ name: "Crescendo Academy" }).userId)
  staff = addStaff()
  staffBrowser = await Browser.of(staff.userId)
})

type Message = { id: string; type: string; content: string; imageUrl: string | null; timestamp: string }
const read = async <Body>(answer: Response) => (await answer.json()) as Body
const messagesOf = async (browser: Browser, mode = "admin") =>
  read<Message[]>(await browser.visit(`/api/support/${mode}-chat`))
const upload = (browser: Browser, bytes: Buffer, name?: string, type?: string) =>
  browser.submit("/api/support/upload-image", { image: asFile(bytes, name, type) })

async function uploaded(browser: Browser): Promise<string> {
  return (await read<{ imageUrl: string }>(await upload(browser, await photo()))).imageUrl
}

const calls: [method: string, path: string][] = [
  ["GET", "/api/support/ai-chat"],
  ["GET", "/api/support/admin-chat"],
  ["GET", "/api/support/unread-count"],
  ["GET", "/api/support/super-admin/status"],
  ["POST", "/api/support/ai-chat/send"],
  ["POST", "/api/support/admin-chat/send"],
  ["POST", "/api/support/read"],
  ["POST", "/api/support/upload-image"],
  ["POST", "/api/support/super-admin/heartbeat"],
]

describe("every call", () => {
  test.each(calls)("%s %s needs a login, says so, and is not cached", async (method, path) => {
    const body = method === "POST" ? { content: "Hello", userId: "x" } : undefined
    const answer = await new Browser().call(method, path, body)
    expect(answer.status).toBe(401)
    expect(answer.headers.get("Cache-Control")).toContain("no-store")
    expect(await read(answer)).toEqual({ message: "Authentication required" })
  })

  test.each(calls)("%s %s is not offered by another method", async (method, path) => {
    const other = method === "GET" ? "POST" : "GET"
    const answer = await ruth.call(other, path, other === "POST" ? {} : undefined)
    expect(answer.status).toBe(405)
    expect(answer.headers.get("Allow")).toBe(method)
    expect((await read<{ message: string }>(answer)).message).toMatch(/^Send this as a/)
  })

  test("the chat is not the staff's to ask in", async () => {
    for (const path of ["ai-chat", "admin-chat", "unread-count"])
      expect((await staffBrowser.visit(`/api/support/${path}`)).status).toBe(403)
    await expect(staffBrowser.call("POST", "/api/support/admin-chat/send", { content: "Hi" })).toAnswer(403)
    expect((await upload(staffBrowser, await photo())).status).toBe(403)
  })

  test("every role may ask, also of a school that has not paid", async () => {
    const { actor } = openSchool()
    for (const role of ["teacher", "student"] as const) {
      const browser = await Browser.of(addMember(actor, role, "Helena Novak").userId)
      expect((await browser.call("POST", "/api/support/admin-chat/send", { content: "Hi" })).status).toBe(200)
    }
    const unpaid = await Browser.of(openSchool({ active: false }).userId)
    expect(await messagesOf(unpaid)).toEqual([])
  })
})

describe("sending", () => {
  test("to the staff: the message comes back as it is kept, with the fields of the specification", async () => {
    const answer = await ruth.call("POST", "/api/support/admin-chat/send", {
      content: " <script>alert(1)</script> & “quotes” 🎻 ",
      imageUrl: null,
    })
    expect(answer.status).toBe(200)
    const { answer: said, ...message } = await read<Message & { answer: Message | null }>(answer)
    expect(said).toBeNull()
    expect(message).toEqual({
      id: expect.any(String),
      type: "user",
      content: "<script>alert(1)</script> & “quotes” 🎻",
      imageUrl: null,
      timestamp: new Date(testNow).toISOString(),
    })
    expect(await messagesOf(ruth)).toEqual([message])
    expect(await messagesOf(ruth, "ai")).toEqual([])
    expect(await messagesOf(stranger)).toEqual([])
  })

  test("to the assistant: its answer follows the question", async () => {
    const answer = await ruth.call("POST", "/api/support/ai-chat/send", {
      content: "How do I import a roster?",
    })
    const said = (await read<{ answer: Message }>(answer)).answer
    expect(said).toMatchObject({ type: "other", imageUrl: null })
    expect(said.content).toContain("/help/import-a-roster")
    expect((await messagesOf(ruth, "ai")).map(({ type }) => type)).toEqual(["user", "other"])
    expect(await messagesOf(ruth, "admin")).toEqual([])
  })

  test.each([
    ["nothing", {}, 400, "Write a message, or attach an image."],
    ["blanks", { content: " \n " }, 400, "Write a message, or attach an image."],
    ["a number", { content: 7 }, 400, "Expected string, received number"],
    ["a list", { content: ["a"] }, 400, "Expected string, received array"],
    ["no object", "[]", 400, undefined],
    ["null", "null", 400, undefined],
    ["half of a body", '{"content": "a', 400, undefined],
    [
      "too much",
      { content: "a".repeat(longestMessage + 1) },
      400,
      "Keep the message under 4,000 characters. Send it in two.",
    ],
    ["far too much", { content: "a".repeat(longestMessage * 3) }, 400, undefined],
    [
      "an image from elsewhere",
      { content: "Look", imageUrl: "https://elsewhere.example/x.png" },
      400,
      "This image has expired. Attach it again.",
    ],
    [
      "an image that is none",
      { content: "Look", imageUrl: { url: "x" } },
      400,
      "Expected string, received object",
    ],
  ])("refuses %s", async (_, body, status, message) => {
    for (const mode of ["ai", "admin"]) {
      const answer = await ruth.call("POST", `/api/support/${mode}-chat/send`, body)
      expect(answer.status).toBe(status)
      const said = (await read<{ message: string }>(answer)).message
      if (message) expect(said).toBe(message)
      else expect(said.length).toBeGreaterThan(3)
      expect(await messagesOf(ruth, mode)).toEqual([])
    }
  })

  test("a form is no JSON", async () => {
    await expect(ruth.submit("/api/support/admin-chat/send", { content: "Hello" })).toAnswer(415)
    expect(rowCount("support_messages")).toBe(rowsOf(supportMessages).length)
  })

  test("what else is in the body changes nothing", async () => {
    await ruth.call("POST", "/api/support/admin-chat/send", {
      content: "Hello",
      userId: staff.userId,
      schoolId: "another",
      type: "other",
      sender: "staff",
    })
    expect(await messagesOf(ruth)).toMatchObject([{ type: "user", content: "Hello" }])
  })

  test("has a limit a person", async () => {
    let last: Response | undefined
    for (let n = 0; n < 41; n += 1)
      last = await ruth.call("POST", "/api/support/admin-chat/send", { content: `Message ${n}` })
    expect(last?.status).toBe(429)
    expect((await read<{ message: string }>(last as Response)).message).toMatch(/^Too many tries\. Wait/)
    expect((await stranger.call("POST", "/api/support/admin-chat/send", { content: "Hi" })).status).toBe(200)
  })
})

describe("unread answers", () => {
  test("are counted until they were read", async () => {
    await ruth.call("POST", "/api/support/admin-chat/send", { content: "Is anybody there?" })
    const count = async () =>
      (await read<{ count: number }>(await ruth.visit("/api/support/unread-count"))).count
    expect(await count()).toBe(0)
    fixClock(testNow + 60_000)
    const threadId = rowsOf(supportMessages).at(-1)?.threadId ?? ""
    answerChat(staff, threadId, "Yes, I am.")
    answerChat(staff, threadId, "What is it about?")
    expect(await count()).toBe(2)
    expect((await messagesOf(ruth)).map(({ type, content }) => [type, content])).toEqual([
      ["user", "Is anybody there?"],
      ["other", "Yes, I am."],
      ["other", "What is it about?"],
    ])
    expect(await count()).toBe(2)
    expect(await read(await ruth.call("POST", "/api/support/read", {}))).toEqual({ count: 0 })
    expect(await count()).toBe(0)
  })
})

describe("the staff's presence", () => {
  const isOnline = async (browser: Browser) => read(await browser.visit("/api/support/super-admin/status"))

  test("is what their pages report, for five minutes", async () => {
    removeRows(staffPresence)
    expect(await isOnline(ruth)).toEqual({ isOnline: false })
    const beat = await staffBrowser.call("POST", "/api/support/super-admin/heartbeat", {
      userId: staff.userId,
    })
    expect([beat.status, await read(beat)]).toEqual([200, { success: true }])
    expect(await isOnline(ruth)).toEqual({ isOnline: true })
    fixClock(testNow + 5 * 60_000)
    expect(await isOnline(ruth)).toEqual({ isOnline: false })
  })

  test("is that of who answers chats: staff of other roles count as away", async () => {
    removeRows(staffPresence)
    const { userId } = withRoles("Ben Money", "money")
    const beat = await (await Browser.of(userId)).call("POST", "/api/support/super-admin/heartbeat", {
      userId,
    })
    expect(beat.status).toBe(200)
    expect(await isOnline(ruth)).toEqual({ isOnline: false })
  })

  test("cannot be reported by others, nor for others", async () => {
    removeRows(staffPresence)
    const { userId } = openSchool()
    const own = await (await Browser.of(userId)).call("POST", "/api/support/super-admin/heartbeat", {
      userId,
    })
    expect(own.status).toBe(403)
    await expect(staffBrowser.call("POST", "/api/support/super-admin/heartbeat", { userId })).toAnswer(403)
    const nobody = await staffBrowser.call("POST", "/api/support/super-admin/heartbeat", {})
    expect([nobody.status, await read(nobody)]).toEqual([400, { message: "Required" }])
    expect(rowCount("staff_presence")).toBe(0)
  })
})

describe("images", () => {
  test("are uploaded, sent, and served so that they can do nothing", async () => {
    const imageUrl = await uploaded(ruth)
    expect(imageUrl).toMatch(/^\/support\/images\/[0-9a-f-]{36}$/)
    const sent = await ruth.call("POST", "/api/support/admin-chat/send", { content: "", imageUrl })
    expect(await read(sent)).toMatchObject({ type: "user", content: "", imageUrl })
    const image = await ruth.visit(imageUrl)
    expect(image.status).toBe(200)
    expect(Object.fromEntries(image.headers)).toMatchObject({
      "content-type": "image/webp",
      "content-security-policy": "default-src 'none'; sandbox",
      "content-disposition": 'inline; filename="image.webp"',
    })
    expect(image.headers.get("Cache-Control")).toMatch(/^private/)
    expect(
      Buffer.from(await image.arrayBuffer())
        .subarray(8, 12)
        .toString(),
    ).toBe("WEBP")
    expect((await staffBrowser.visit(imageUrl)).status).toBe(200)
    for (const roles of ["money", "operations", ""]) {
      const { userId } = withRoles(`No chats ${roles}`, roles)
      expect((await (await Browser.of(userId)).visit(imageUrl)).status, roles).toBe(404)
    }
  })

  test("of another person are as missing as those that do not exist", async () => {
    const imageUrl = await uploaded(ruth)
    expect((await stranger.visit(imageUrl)).status).toBe(404)
    expect((await stranger.visit(`/support/images/${randomUUID()}`)).status).toBe(404)
    expect((await stranger.visit("/support/images/..%2f..%2fetc%2fpasswd")).status).toBe(404)
    expect((await staffBrowser.visit(imageUrl)).status).toBe(404)
    expect((await new Browser().visit(imageUrl)).headers.get("Location")).toContain("/auth/login")
    const sent = await stranger.call("POST", "/api/support/admin-chat/send", { content: "Mine", imageUrl })
    expect(sent.status).toBe(400)
    expect(await messagesOf(stranger)).toEqual([])
    expect(imageIdOf(imageUrl)).toBeDefined()
  })

  test("are sent once", async () => {
    const imageUrl = await uploaded(ruth)
    const send = (content: string) => ruth.call("POST", "/api/support/admin-chat/send", { content, imageUrl })
    expect((await send("First")).status).toBe(200)
    expect((await send("Second")).status).toBe(400)
  })

  test.each([
    ["an SVG called a photo", svg, "photo.png", "image/png", 415, "Choose a PNG, JPEG, WebP or GIF image."],
    ["a script that begins like a GIF", polyglot, "x.gif", "image/gif", 422, undefined],
    ["a pixel flood", pixelFlood(), "x.png", "image/png", 422, undefined],
    ["words", Buffer.from("hello"), "x.png", "image/png", 415, undefined],
    ["no bytes", Buffer.alloc(0), "x.png", "image/png", 400, "Choose an image."],
    ["too many bytes", Buffer.alloc(largestImage + 1), "x.png", "image/png", 413, undefined],
  ])("refuses %s", async (_, bytes, name, type, status, message) => {
    const before = rowCount("files")
    const answer = await upload(ruth, bytes, name, type)
    expect(answer.status).toBe(status)
    const said = (await read<{ message: string }>(answer)).message
    if (message) expect(said).toBe(message)
    expect(rowCount("files")).toBe(before)
  })

  test("come as a file in the field image, in a form", async () => {
    await expect(ruth.submit("/api/support/upload-image", { image: "data:image/png;base64,AAAA" })).toAnswer(
      415,
    )
    const two = { image: asFile(await photo()), second: asFile(await photo()) }
    const several = await ruth.submit("/api/support/upload-image", two)
    expect([several.status, await several.json()]).toEqual([
      400,
      { message: "Choose one file. You can upload the others later." },
    ])
    await expect(ruth.submit("/api/support/upload-image", { picture: asFile(await photo()) })).toAnswer(400)
    expect((await ruth.call("POST", "/api/support/upload-image", { image: "x" })).status).toBe(415)
  })

  test("have a limit a person", async () => {
    let last: Response | undefined
    for (let n = 0; n < 21; n += 1) last = await upload(ruth, svg)
    expect(last?.status).toBe(429)
  })
})
