import { createHash, randomUUID } from "node:crypto"
import { once } from "node:events"
import type { Server } from "node:http"
import type { AddressInfo } from "node:net"
import { resolve } from "node:path"
import { pathToFileURL } from "node:url"
import { sqlite } from "db/client.server"
import express from "express"
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest"
import { serveRemix } from "~/edge/remix/serve-remix.server"
import { requestIdHeader } from "~/http/request-id"
import { keepSignInToken } from "~/http/sign-in-cookie.server"
import { runNextJob } from "~/jobs/run-job.server"
import { resetPassword } from "~/models/accounts/password-reset/password-reset.server"
import { startSignIn } from "~/models/accounts/sign-in/sign-in.server"
import { tokenOf } from "~/models/foundation/one-time-link/one-time-link.server"
import { leaseMail, recordMailSent } from "~/models/foundation/outbox/outbox.server"
import { answerChat } from "~/models/platform/support-desk/chat.server"
import { fixClock, now } from "~/utils/clock.server"
import { inFormats } from "~/utils/formats.server"
import { nextTurn } from "~/utils/in-turns"
import { Browser, rowCount, textOf } from "../../support/app"
import { invoiceOver, openPayingFamily } from "../../support/family"
import { addClassRow } from "../../support/lessons"
import { addMember, openSchool } from "../../support/school"
import { addStaff } from "../../support/support-chat"

// A page that says it repeats is drawn once for the same request, and again after any write, in the next minute, and for
// anyone else. All other tests write through every command of the app and read pages between: their browser proves each
// repeated answer (tests/support/app.ts).

type Build = Parameters<typeof serveRemix>[0]

let build: Build
let server: Server
let at = ""
let drawn = 0

const { school, guardian, familyId, studentIds } = openPayingFamily()
const people = {
  office: school.userId ?? "",
  teacher: addMember(school, "teacher", "Lena Fontaine").userId,
  family: guardian.userId,
}
const cookies = new Map<string, string>()

beforeAll(async () => {
  invoiceOver(school, { familyId, studentIds }, 4500)
  build = (await import(pathToFileURL(resolve(inject("serverBuild"))).href)) as Build
  const draw = build.entry.module.default as (...all: unknown[]) => Promise<Response>
  const counting = (...all: unknown[]) => {
    drawn += 1
    return draw(...all)
  }
  const entry = { ...build.entry, module: { ...build.entry.module, default: counting } } as Build["entry"]
  server = express()
    .use((request, _response, next) => {
      request.headers[requestIdHeader] = randomUUID()
      inFormats(undefined, next)
    })
    .use(serveRemix({ ...build, entry }, "http://localhost:3000", "production"))
    .listen(0)
  await once(server, "listening")
  at = `http://localhost:${(server.address() as AddressInfo).port}`
  for (const [who, userId] of Object.entries(people))
    cookies.set(who, (await Browser.of(userId)).cookieHeader())
})
afterAll(() => server.close())
beforeEach(() => {
  fixClock(Math.floor(now() / 60_000) * 60_000)
  drawn = 0
})

const get = (path: string, who: keyof typeof people = "office", headers: Record<string, string> = {}) =>
  fetch(at + path, { redirect: "manual", headers: { Cookie: cookies.get(who) ?? "", ...headers } })

const rename = (name: string) =>
  sqlite().prepare("update students set first_name = ? where id = ?").run(name, studentIds[0])

test("the same request is answered with the same bytes, in every encoding, without drawing", async () => {
  const first = await (await get("/students")).text()
  for (const encoding of ["br", "gzip", "identity"])
    for (let time = 0; time < 2; time += 1) {
      const answer = await get("/students", "office", { "Accept-Encoding": encoding })
      expect(answer.headers.get("Content-Encoding") ?? "identity").toBe(encoding)
      const body = await answer.text()
      expect(body.replace(/nonce="[^"]*"/g, "")).toBe(first.replace(/nonce="[^"]*"/g, ""))
    }
  // One for each encoding, which is part of the request, and the first.
  expect(drawn).toBe(4)
})

test("its scripts are allowed by their hashes, and by nothing another answer shares", async () => {
  const [first, second] = [await get("/classes"), await get("/classes")]
  expect(first.headers.get("Content-Security-Policy")).toContain("'nonce-")
  const policy = second.headers.get("Content-Security-Policy") ?? ""
  expect(policy).not.toContain("nonce-")
  const html = await second.text()
  const scripts = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)]
  expect(scripts.length).toBeGreaterThan(2)
  for (const [, text = ""] of scripts)
    expect(policy).toContain(`'sha256-${createHash("sha256").update(text).digest("base64")}'`)
  expect(drawn).toBe(1)
})

test("a write by another connection or by a form of the app makes it new", async () => {
  rename("Ottilie")
  expect(await textOf(await get("/students"))).toContain("Ottilie")
  rename("Annika")
  expect(await textOf(await get("/students"))).toContain("Annika")
  await get("/students")
  expect(drawn).toBe(2)
  const posted = await fetch(`${at}/students/create`, {
    method: "POST",
    redirect: "manual",
    headers: { Cookie: cookies.get("office") ?? "", Origin: at },
    body: new URLSearchParams({ firstName: "Wilhelmina", lastName: "Repeat", familyChoice: "new" }),
  })
  expect([303, 400, 422]).toContain(posted.status)
  drawn = 0
  await get("/students")
  expect(drawn).toBe(posted.status === 303 ? 1 : 0)
})

test("a write of another school leaves it as it is, but for one that all schools see", async () => {
  const other = openSchool()
  const rename = (table: "rooms" | "users", name: string) =>
    sqlite()
      .prepare(`update ${table} set name = ? where id = ?`)
      .run(name, table === "rooms" ? "hall" : other.userId)
  sqlite()
    .prepare("insert into rooms (school_id, id, name, created_at) values (?, 'hall', 'Hall', 1)")
    .run(other.actor.school.id)
  for (const path of ["/students", "/dashboard", "/schedule"]) {
    await get(path)
    drawn = 0
    rename("rooms", `Hall ${path}`)
    await get(path)
    expect(drawn, path).toBe(0)
    rename("users", `Ruth ${path}`)
    await get(path)
    expect(drawn, path).toBe(1)
  }
})

/** Posts a form of a page. */
const post = (path: string, fields: Record<string, string>, cookie = "") =>
  fetch(at + path, {
    method: "POST",
    redirect: "manual",
    headers: { Origin: at, Cookie: cookie },
    body: new URLSearchParams(fields),
  })

/** Does what is queued, as the workers do. */
async function workOff() {
  while (await runNextJob()) await nextTurn()
  for (let mail = leaseMail(); mail; mail = leaseMail()) recordMailSent(mail.id, mail.id)
}

test("a reset, a message and a question to the chat leave it as it is: no other school shows anything of them", async () => {
  const { userId } = openSchool()
  const browser = await Browser.of(userId)
  const email = sqlite().prepare("select email from users where id = ?").pluck().get(userId) as string
  await workOff()
  const drawnNow = async () => {
    drawn = 0
    for (const page of ["/students", "/dashboard", "/schedule"]) await get(page)
    return drawn
  }
  const contact = { name: "Imani Clarke", email: "imani@clarke.example", subject: "Choirs" }
  const writes: Record<string, () => Promise<unknown>> = {
    jobs: () => post("/auth/forgot-password", { email }),
    contact_messages: () => post("/contact", { ...contact, message: "Do you teach choirs?" }),
    support_messages: () =>
      post(
        "/support?mode=ai",
        { intent: "send", content: "How do I add a student?" },
        browser.cookieHeader(),
      ),
    sign_ins: async () => {
      const id = sqlite().prepare("select max(id) from one_time_links where purpose = 'password-reset'")
      const token = tokenOf(String(id.pluck().get()))
      await resetPassword({ token, email, password: "three random words" })
    },
  }
  expect(await drawnNow()).toBe(3)
  for (const [table, write] of Object.entries(writes)) {
    const before = rowCount(table)
    await write()
    expect(rowCount(table), table).not.toBe(before)
    expect(await drawnNow(), table).toBe(0)
    await workOff()
    expect(await drawnNow(), table).toBe(0)
  }
})

test("what staff answer someone is shown at once, in each school they are in", async () => {
  const [userId, other] = [people.teacher, openSchool().actor.school]
  sqlite()
    .prepare(
      "insert into members (school_id, id, user_id, role, created_at) values (?, 'other', ?, 'student', 1)",
    )
    .run(other.id, userId)
  const as = { schoolId: other.id, memberId: "other" }
  const { token } = startSignIn(userId, { remember: false, userAgent: null }, as)
  const logins = [
    ["/dashboard/teacher", cookies.get("teacher") ?? ""],
    ["/student/dashboard", (await keepSignInToken(token, undefined)).split(";")[0] ?? ""],
  ] as const
  const unread = async () => {
    const found: (string | undefined)[] = []
    for (const [path, cookie] of logins) {
      const answer = await fetch(at + path, { headers: { Cookie: cookie }, redirect: "manual" })
      expect(answer.status, path).toBe(200)
      found.push(/ (\d) new/.exec(await textOf(answer))?.[1])
    }
    return found
  }
  await post("/support?mode=admin", { intent: "send", content: "Are you there?" }, logins[0][1])
  expect([await unread(), await unread()]).toEqual([
    [undefined, undefined],
    [undefined, undefined],
  ])
  const thread = sqlite().prepare("select id from support_threads where user_id = ?").pluck().get(userId)
  fixClock(now() + 1)
  answerChat(addStaff(), String(thread), "We are.")
  expect(await unread()).toEqual(["1", "1"])
  drawn = 0
  expect([await unread(), drawn]).toEqual([["1", "1"], 0])
  fixClock(now() + 1)
  await post("/support?mode=admin", { intent: "read" }, logins[0][1])
  expect(await unread()).toEqual([undefined, undefined])
})

test("what arrives for staff is counted at once, also for one who is in a school", async () => {
  const { userId } = addStaff()
  sqlite()
    .prepare(
      "insert into members (school_id, id, user_id, role, created_at) values (?, 'staff', ?, 'admin', 1)",
    )
    .run(openSchool().actor.school.id, userId)
  const staff = await Browser.of(userId)
  const waiting = async () =>
    Number(/ Support (\d+) /.exec(await textOf(await staff.visit("/super-admin")))?.[1] ?? 0)
  const before = await waiting()
  const contact = { name: "Tomás Rivera", email: "tomas@rivera.example", subject: "Piano" }
  await post("/contact", { ...contact, message: "Do you teach the piano?" })
  expect(await waiting()).toBe(before + 1)
})

test("the rows of a list are in its document once, and asked for alone they are data", async () => {
  sqlite().prepare("update families set name = 'Quillfeather' where id = ?").run(familyId)
  addClassRow(school, { name: "Xylophones", kind: "group" })
  rename("Ottilie")
  const rows = {
    students: "Ottilie",
    families: "Quillfeather",
    classes: "Xylophones",
    billing: "Quillfeather",
  }
  for (const [list, name] of Object.entries(rows)) {
    const html = await (await get(`/${list}`)).text()
    const script = /<script[\s\S]*?<\/script>/g
    const scripts = [...html.matchAll(script)].join("")
    expect(html.replace(script, ""), list).toContain(name)
    expect(scripts.length, list).toBeGreaterThan(1000)
    expect(scripts, list).not.toContain(name)
    expect(await (await get(`/${list}.data`)).text(), list).toContain(name)
  }
})

test("so do the next minute, another person, another header and a reload past the caches", async () => {
  await get("/dashboard")
  await get("/dashboard")
  expect(drawn).toBe(1)
  fixClock(now() + 60_000)
  await get("/dashboard")
  expect(drawn).toBe(2)
  expect((await get("/students", "teacher")).status).not.toBe(200)
  expect((await get("/students", "family")).status).not.toBe(200)
  drawn = 0
  await get("/dashboard", "office", { "Accept-Language": "de" })
  await get("/dashboard", "office", { "Cache-Control": "no-cache" })
  await get("/dashboard", "office", { "Cache-Control": "no-cache" })
  expect(drawn).toBe(3)
})

test("there is room for some in a minute, and again when the database is opened anew", async () => {
  const drawnTwice = async (address: string) => {
    drawn = 0
    for (let time = 0; time < 2; time += 1) await (await get(address)).text()
    return drawn === 2
  }
  let asked = 0
  while (asked < 1000 && !(await drawnTwice(`/students?q=${asked}`))) asked += 1
  expect(asked).toBeGreaterThan(20)
  expect(asked).toBeLessThan(1000)
  const shared = globalThis as typeof globalThis & { tuttiClose?: () => void }
  shared.tuttiClose?.()
  expect(await drawnTwice(`/students?q=${asked}`)).toBe(false)
})

test("after logging out nothing of it is answered", async () => {
  const cookie = (await Browser.of(people.office)).cookieHeader()
  const ask = () => fetch(`${at}/students`, { redirect: "manual", headers: { Cookie: cookie } })
  expect((await ask()).status).toBe(200)
  expect((await ask()).status).toBe(200)
  await fetch(`${at}/logout`, { method: "POST", redirect: "manual", headers: { Cookie: cookie } })
  expect((await ask()).status).toBe(302)
})

test("nothing of it is answered after the login, or what the school paid for, has come to its end", async () => {
  const begun = now()
  const cookie = (await Browser.of(people.office)).cookieHeader()
  const ask = () => fetch(`${at}/students`, { redirect: "manual", headers: { Cookie: cookie } })
  const end = (sql: string, ...values: (number | string)[]) =>
    sqlite()
      .prepare(sql)
      .run(...values)
  const answers = async () => {
    fixClock(begun)
    const before = [(await ask()).status, (await ask()).status]
    fixClock(begun + 10_000)
    return [...before, (await ask()).status]
  }
  expect(await answers()).toEqual([200, 200, 200])
  const { status, paid } = sqlite()
    .prepare("select status, paid_until paid from subscriptions where school_id = ?")
    .get(school.school.id) as { status: string; paid: number }
  const pay = "update subscriptions set status = ?, paid_until = ? where school_id = ?"
  end(pay, "cancelled", begun + 8000, school.school.id)
  expect(await answers()).toEqual([200, 200, 302])
  end(pay, status, paid, school.school.id)
  end("update sign_ins set expires_at = ? where expires_at > ?", begun + 8000, begun)
  expect(await answers()).toEqual([200, 200, 302])
})

test("every page that says so repeats, in each role", async () => {
  const pages = Object.values(build.routes).flatMap((route) => {
    const { repeats } = (route?.module.handle ?? {}) as { repeats?: true }
    return repeats && route?.path && !route.path.includes(":") ? [`/${route.path.replace(/^\//, "")}`] : []
  })
  expect(pages.length).toBeGreaterThan(15)
  let repeated = 0
  for (const userId of Object.values(people)) {
    const browser = await Browser.of(userId)
    for (const page of pages)
      for (let time = 0; time < 2; time += 1) {
        const { status } = await browser.visit(page)
        if (status === 200) repeated += 1
      }
  }
  expect(repeated).toBeGreaterThan(30)
})
