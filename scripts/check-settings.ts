import "./load-env-file.mjs"
import { existsSync, readFileSync } from "node:fs"
import { parseEnv } from "node:util"
import { tryStore } from "~/providers/files/try-store.server"
import { tryMailServer } from "~/providers/mail/smtp-mail.server"
import { type Env, readSettings } from "~/utils/env.server"
import { checkSettings, isUsable } from "~/utils/settings-check.server"

// Says what is missing, unsafe or unused in the settings before a deployment does, and tries whether backups can be kept and the mail
// server lets us in (not with --quick, as before a start). Ends with 1 when the app would not start, with --strict also when
// anything is unsafe.

const path = process.env.ENV_FILE ?? ".env"
const hasFile = path !== "" && existsSync(path)
const findings = checkSettings(process.env, {
  isRoot: process.getuid?.() === 0,
  ...(hasFile ? { file: { path, names: Object.keys(parseEnv(readFileSync(path, "utf8"))) } } : {}),
})

const { settings } = readSettings(process.env)
const isTried = isUsable(findings) && !process.argv.includes("--quick")
const problem = settings && isTried ? await tryStore(settings.BACKUP_TO) : null
if (problem)
  findings.push({
    kind: "unsafe",
    name: "BACKUP_TO",
    message: `takes no file, so there would be no backup: ${problem}`,
  })
const refused = settings?.mailBy === "smtp" && isTried ? await mailProblem(settings) : null
if (refused)
  findings.push({
    kind: "unsafe",
    name: "SMTP_HOST",
    message: `doesn’t let us in, so no email leaves: ${refused}`,
  })

const width = Math.max(0, ...findings.map(({ name }) => name.length))
for (const { kind, name, message } of findings)
  console.log(`${kind.padEnd(8)} ${name.padEnd(width)}  ${message}`)

const starts = isUsable(findings)
const unsafe = findings.filter(({ kind }) => kind === "unsafe").length
const source = hasFile ? `${path} and the environment` : "the environment (there is no settings file)"
if (findings.length > 0) console.log("")
if (!starts)
  console.log(`The app won't start with ${source}. Fix the lines marked missing or wrong, then check again.`)
else if (unsafe > 0)
  console.log(`The app starts with ${source}, but not safely: see the lines marked unsafe.`)
else console.log(`The app starts with ${source}.`)
process.exitCode = !starts || (unsafe > 0 && process.argv.includes("--strict")) ? 1 : 0

/** What the mail server says to our login, without sending anything; null when it lets us in. */
async function mailProblem(settings: Env): Promise<string | null> {
  try {
    await tryMailServer(settings, AbortSignal.timeout(20_000))
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
