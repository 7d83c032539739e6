import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import Database from "better-sqlite3"
import { closeDatabase, sqlite } from "db/client.server"
import { afterAll, expect, test } from "vitest"
import { keepSignInToken } from "~/http/sign-in-cookie.server"
import { startSignIn } from "~/models/accounts/sign-in/sign-in.server"
import { openSchool } from "../../support/school"
import { freePort, startServer } from "../../support/server"

// The power fails again and again while people log out: the process is killed, and its files are put back as the last finished
// sync left them. Every logout that was answered must still be there.

const folder = mkdtempSync(join(tmpdir(), "tutti-power-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const path = join(folder, "app.db")
const files = ["app.db", "app.db-wal"]

// The disk: a copy of the files from the start of each sync, marked whole once the sync has ended.
const disk = join(folder, "disk")
const preload = join(folder, "disk.cjs")
writeFileSync(
  preload,
  `const fs = require("node:fs")
  const { fdatasync } = fs
  let writes = fs.readdirSync("${disk}").length
  fs.fdatasync = (file, done) => {
    const copy = "${disk}/" + ++writes
    fs.mkdirSync(copy)
    for (const name of ${JSON.stringify(files)}) fs.copyFileSync("${folder}/" + name, copy + "/" + name)
    fdatasync(file, (error) => {
      fs.writeFileSync(copy + "/whole", "")
      done(error)
    })
  }
  require("node:module").syncBuiltinESMExports()`,
)

/** Puts the files back as the disk has them. */
function comeBack() {
  const whole = readdirSync(disk)
    .map(Number)
    .sort((one, other) => other - one)
    .find((number) => existsSync(join(disk, String(number), "whole")))
  expect(whole).toBeGreaterThan(0)
  for (const name of files) copyFileSync(join(disk, String(whole), name), join(folder, name))
  rmSync(`${path}-shm`)
}

/** Logs in this many browsers, then hands the database to the server. */
async function openBrowsers(count: number) {
  const { userId } = openSchool()
  const browsers: { id: string; cookie: string }[] = []
  for (let index = 0; index < count; index += 1) {
    const { token } = startSignIn(userId, { remember: true, userAgent: "test" })
    const cookie = (await keepSignInToken(token, undefined)).split(";")[0] ?? ""
    const id = sqlite().prepare("select id from sign_ins order by id desc limit 1").pluck().get() as string
    browsers.push({ id, cookie })
  }
  const { name } = sqlite()
  closeDatabase()
  copyFileSync(name, path)
  return browsers
}

function loginsLeft(): Set<string> {
  const database = new Database(path)
  expect(database.pragma("integrity_check", { simple: true })).toBe("ok")
  const ids = database.prepare("select id from sign_ins").pluck().all() as string[]
  database.close()
  return new Set(ids)
}

test("a power cut loses nothing that was answered", async () => {
  const open = await openBrowsers(400)
  mkdirSync(disk)
  const port = await freePort()
  const start = () => startServer({ DATABASE_PATH: path, NODE_OPTIONS: `--require ${preload}` }, port)
  let server = await start()
  const answered = new Set<string>()
  const browse = async () => {
    for (let next = open.pop(); next; next = open.pop()) {
      const headers = { Origin: server.url, Cookie: next.cookie }
      const status = await server.post("/logout", {}, headers).then(
        (answer) => answer.status,
        () => undefined,
      )
      if (status === 303) answered.add(next.id)
      else {
        open.unshift(next)
        await new Promise((resolve) => setTimeout(resolve, 25))
      }
    }
  }
  const browsers = Promise.all(Array.from({ length: 8 }, browse))
  for (const ms of [120, 60, 310, 200]) {
    await new Promise((resolve) => setTimeout(resolve, ms))
    server.signal("SIGKILL")
    await server.ended
    comeBack()
    const left = loginsLeft()
    expect([...answered].filter((id) => left.has(id))).toEqual([])
    server = await start()
  }
  await browsers
  expect(answered.size).toBe(400)
  await server.stop()
})
