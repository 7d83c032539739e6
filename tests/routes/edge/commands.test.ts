import { execFile } from "node:child_process"
import { mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { sqlite } from "db/client.server"
import { users } from "db/schema/accounts"
import { oneTimeLinks } from "db/schema/foundation"
import { emails } from "db/schema/foundation-mail"
import { afterEach, beforeAll, describe, expect, test } from "vitest"
import { hasSecondFactor } from "~/models/accounts/sign-in/second-factor-state.server"
import { hashPassword } from "~/models/accounts/user/password.server"
import { addUser, findUserByEmail } from "~/models/accounts/user/user.server"
import { findLink } from "~/models/foundation/one-time-link/one-time-link.server"
import { removeStaff } from "~/models/platform/staff/staff-accounts.server"
import { buildWhenStale } from "../../../scripts/build-when-stale.mjs"
import { startFakeLitefs } from "../../support/fake-litefs"
import { openSchool, rowsOf } from "../../support/school"
import { turnOnSecondFactor } from "../../support/second-factor"
import { startServer } from "../../support/server"

// What an operator types, as its own process: the built commands and the scripts of the source tree.

type Ended = { code: number; said: string }

function run(
  command: string[],
  environment: Partial<NodeJS.ProcessEnv> = {},
  cwd = process.cwd(),
): Promise<Ended> {
  const env: NodeJS.ProcessEnv = { ...process.env, VITEST: "", ...environment }
  return new Promise((done) =>
    execFile(process.execPath, command, { cwd, env }, (error, out, err) =>
      done({ code: typeof error?.code === "number" ? error.code : error ? 1 : 0, said: `${out}${err}` }),
    ),
  )
}
const staff = (...words: string[]) => run(["build/staff.mjs", ...words])
const withMail = { RESEND_API_KEY: "re_own", MAIL_FROM: "Tutti <hello@tutti-school.org>" }
const linksOf = (email: string) => rowsOf(oneTimeLinks, { email })

let folder: string | undefined
afterEach(() => {
  if (folder) rmSync(folder, { recursive: true, force: true })
  folder = undefined
})
beforeAll(() => buildWhenStale())

describe("platform staff", () => {
  test("are made beside a running server by a link that opens, and have no password until it is used", async () => {
    const server = await startServer()
    try {
      const { code, said } = await staff("add", "Ada@Tutti-School.org", "Ada", "Rossi")
      expect([code, said]).toEqual([0, expect.stringContaining("Ada@Tutti-School.org is on the staff.")])
      expect(findUserByEmail("ada@tutti-school.org")).toMatchObject({
        name: "Ada Rossi",
        isSuperAdmin: true,
        passwordHash: null,
      })
      const link = /https?:\/\/\S+/.exec(said)?.[0] ?? ""
      const { pathname, search } = new URL(link)
      const page = await server.ask(`${pathname}${search}`)
      expect([page.status, page.text]).toEqual([200, expect.stringContaining('name="password"')])
      const password = "three small words"
      await server.post(`${pathname}${search}`, {
        token: new URLSearchParams(search).get("token") ?? "",
        email: "ada@tutti-school.org",
        password,
        confirmPassword: password,
      })
      const entered = await server.post("/auth/login", { username: "ada@tutti-school.org", password })
      expect([entered.status, entered.headers.location]).toEqual([303, "/super-admin"])
      expect((await staff("list")).said).toMatch(/ada@tutti-school\.org {2}Ada Rossi {2}password chosen/)
    } finally {
      await server.stop()
    }
  })

  test("get the link by mail where mail is set up, and a new one when asked again", async () => {
    const first = await run(["build/staff.mjs", "add", "ben@tutti-school.org"], withMail)
    expect(first.said).toContain("emails the link")
    expect(first.said).not.toContain("/reset-password")
    const again = await run(["build/staff.mjs", "add", "ben@tutti-school.org"], withMail)
    expect(again.said).toContain("is already on the staff")
    const mails = rowsOf(emails, { recipient: "ben@tutti-school.org" })
    expect(mails.map(({ template, state }) => [template, state])).toEqual([
      ["staff-access", "queued"],
      ["staff-access", "queued"],
    ])
    expect(linksOf("ben@tutti-school.org").map(({ revokedAt }) => revokedAt === null)).toEqual([false, true])
  })

  test("an account that was there before loses password, second factor and sign-ins: only its mailbox becomes staff", async () => {
    const userId = addUser({
      name: "Eve",
      email: "eve@tutti-school.org",
      passwordHash: await hashPassword("known to somebody"),
      isEmailProven: true,
    })
    turnOnSecondFactor(userId)
    expect((await staff("add", "eve@tutti-school.org")).code).toBe(0)
    expect(findUserByEmail("eve@tutti-school.org")).toMatchObject({ isSuperAdmin: true, passwordHash: null })
    expect(hasSecondFactor(userId)).toBe(false)
  })

  test("an address of a school, and words that are no command, change nothing", async () => {
    const { userId } = openSchool()
    const [owner] = rowsOf(users, { id: userId })
    const refused = await staff("add", owner?.email ?? "")
    expect([refused.code, refused.said]).toEqual([1, expect.stringContaining("belongs to a school")])
    expect(findUserByEmail(owner?.email ?? "")?.isSuperAdmin).toBe(false)
    expect(await staff("constructor", "a@b.example")).toMatchObject({ code: 2 })
    expect(await staff("add", "nobody")).toMatchObject({ code: 2 })
    expect(await staff("remove", "nobody@tutti-school.org")).toMatchObject({ code: 1 })
  })

  test("a removed person can do nothing; a second factor is reset for any account", async () => {
    await staff("add", "cid@tutti-school.org")
    const [link] = linksOf("cid@tutti-school.org")
    expect((await staff("remove", "cid@tutti-school.org")).code).toBe(0)
    expect(findUserByEmail("cid@tutti-school.org")).toMatchObject({ isSuperAdmin: false, passwordHash: null })
    expect(linksOf("cid@tutti-school.org")[0]?.revokedAt).not.toBeNull()
    expect(findLink(["password-reset"], link?.id ?? "")).toBeUndefined()
    expect(removeStaff("cid@tutti-school.org")).toBe(false)
    const { userId } = openSchool()
    turnOnSecondFactor(userId)
    const [owner] = rowsOf(users, { id: userId })
    expect((await staff("reset-second-factor", owner?.email ?? "")).said).toContain("Two-factor login is off")
    expect(hasSecondFactor(userId)).toBe(false)
    expect((await staff("reset-second-factor", owner?.email ?? "")).code).toBe(1)
  })

  test("under LiteFS only the machine that leads makes them; another says so", async () => {
    sqlite().pragma("wal_checkpoint(TRUNCATE)")
    const litefs = await startFakeLitefs(process.env.DATABASE_PATH)
    const there = {
      DATABASE_PATH: "",
      LITEFS_DIR: litefs.dir,
      LITEFS_URL: litefs.url,
      NODE_NAME: "n2",
      NODE_URLS: "n2=http://127.0.0.1:1",
    }
    try {
      litefs.follow("n1")
      const refused = await run(["build/staff.mjs", "add", "dan@tutti-school.org"], there)
      expect([refused.code, refused.said]).toEqual([1, expect.stringContaining("n2 doesn't lead")])
    } finally {
      await litefs.close()
    }
    const silent = await run(["build/staff.mjs", "add", "dan@tutti-school.org"], there)
    expect([silent.code, silent.said]).toEqual([1, expect.stringContaining("LiteFS doesn't answer")])
  })
})

describe("seeding", () => {
  const seed = (environment: Partial<NodeJS.ProcessEnv>) =>
    run(["--import", "tsx", "scripts/seed.ts"], environment)
  const production: Partial<NodeJS.ProcessEnv> = {
    NODE_ENV: "production",
    APP_URL: "https://tutti-school.org",
    SESSION_SECRET: "a secret of forty characters and a few more",
    SEAL_KEYS: "another one of forty characters and some more",
    PAYPAL_MODE: "sandbox",
    PAYPAL_CLIENT_ID: "own",
    PAYPAL_CLIENT_SECRET: "own",
    RESEND_API_KEY: "re_own",
    MAIL_FROM: "Tutti <hello@tutti-school.org>",
    CONTACT_EMAIL: "hello@tutti-school.org",
  }

  test.each([
    ["production settings", production, "NODE_ENV is production"],
    ["the same without production", { ...production, NODE_ENV: "development" }, "PAYPAL_MODE is sandbox"],
    ["a real address", { APP_URL: "https://tutti-school.org" }, "APP_URL is https://tutti-school.org"],
  ] as [string, Partial<NodeJS.ProcessEnv>, string][])(
    "refuses %s, before it writes anything",
    async (_, settings, reason) => {
      folder = mkdtempSync(join(tmpdir(), "tutti-seed-"))
      const DATABASE_PATH = join(folder, "new.db")
      const { code, said } = await seed({ ...settings, DATABASE_PATH })
      expect([code, said]).toEqual([1, expect.stringContaining(`The demo wasn't added: ${reason}.`)])
      expect(said).not.toContain("    at ")
      expect(readdirSync(folder)).toEqual([])
    },
  )

  test("refuses a database with accounts, also as a demo", async () => {
    openSchool()
    const { code, said } = await seed({ DEMO: "true" })
    expect([code, said]).toEqual([1, expect.stringContaining("this database already has accounts")])
    expect(findUserByEmail("super@tutti.example")).toBeUndefined()
  })
})

describe("settings in a file", () => {
  /** A folder that has everything of the project but its data, and a file of settings. */
  function project(settings: string) {
    folder = mkdtempSync(join(tmpdir(), "tutti-settings-"))
    for (const name of readdirSync("."))
      if (!["data", ".env", ".cache"].includes(name)) symlinkSync(resolve(name), join(folder, name))
    writeFileSync(join(folder, ".env"), settings)
    return folder
  }

  test.each([
    ["migrate", ["--import", "tsx", "scripts/migrate.ts"], "was upgraded to the newest schema"],
    ["the built migrate", ["build/migrate.mjs", "--create"], "was upgraded to the newest schema"],
    ["backup", ["build/backup.mjs"], "of-the-file.backups"],
    ["restore", ["build/restore.mjs", "--rehearsal"], "of-the-file"],
    ["staff", ["build/staff.mjs", "add", "a@b.example"], "of-the-file.db"],
    ["check-settings", ["build/check-settings.mjs"], ".env and the environment"],
  ])("%s reads it from where it runs", async (_, command, said) => {
    const cwd = project('DATABASE_PATH="of-the-file.db"\nMAIL_FROM="Tutti <hello@tutti.example>"\n')
    const { ENV_FILE: __, DATABASE_PATH: ___, ...rest } = process.env
    const env: NodeJS.ProcessEnv = { ...rest, VITEST: "" }
    const ended = await new Promise<string>((done) =>
      execFile(process.execPath, command, { cwd, env }, (_error, out, err) => done(`${out}${err}`)),
    )
    expect(ended).toContain(said)
  })

  test("the environment wins, another file can be named, and one that is missing is said", async () => {
    const cwd = project("PORT=70000\n")
    const migrate = ["build/migrate.mjs"]
    expect((await run(migrate, { ENV_FILE: ".env" }, cwd)).said).toContain("PORT: ")
    expect((await run(migrate, { ENV_FILE: ".env", PORT: "3000" }, cwd)).said).not.toContain("PORT: ")
    expect((await run(migrate, { ENV_FILE: "" }, cwd)).code).toBe(0)
    expect(await run(migrate, { ENV_FILE: "other.env" }, cwd)).toMatchObject({
      code: 1,
      said: "ENV_FILE names other.env, but that file doesn't exist.\n",
    })
  })
})
