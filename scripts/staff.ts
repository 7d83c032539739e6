import "./load-env-file.mjs"
import { closeDatabase, hasNewestSchema, openDatabaseAs } from "db/client.server"
import {
  addStaff,
  listStaff,
  removeStaff,
  resetSecondFactor,
  type StaffLink,
} from "~/models/platform/staff/staff-accounts.server"
import { env, isMailSetUp } from "~/utils/env.server"
import { paths } from "~/utils/paths"
import { leads } from "./litefs-lead"

// The accounts of the platform's staff, on the server's own command line. Works beside a running server, and with LiteFS
// on the machine that leads.

process.umask(0o077)
const usage = `Usage: staff add <email> [name]          makes a staff account and sends a link to choose a password
       staff list                        shows everyone on the staff
       staff remove <email>              takes a person off the staff
       staff reset-second-factor <email> turns two-factor login off for any account`

class Refusal extends Error {}

async function openForWriting() {
  const { LITEFS_DIR, LITEFS_URL, NODE_NAME } = env()
  if (LITEFS_DIR) {
    const isLeading = await leads(LITEFS_URL).catch(() => {
      throw new Refusal(`LiteFS doesn't answer at ${LITEFS_URL}. Nothing was changed.`)
    })
    if (!isLeading)
      throw new Refusal(
        `${NODE_NAME} doesn't lead, so it can't write. Run this on the machine that /super-admin/database names as the primary.`,
      )
    openDatabaseAs("writer")
  }
  requireSchema()
}

function requireSchema() {
  let isNewest = false
  try {
    isNewest = hasNewestSchema()
  } catch {
    // There are no tables yet.
  }
  if (!isNewest)
    throw new Refusal(
      `${env().DATABASE_PATH} isn't at this build's schema. Start the server or run build/migrate.mjs first.`,
    )
}

function tellLink({ email, token }: StaffLink) {
  if (isMailSetUp(env()))
    return console.log(
      "The running server emails the link to choose a password. It works once, for 24 hours.",
    )
  console.log("Email isn't set up, so here's the link. It works once, for 24 hours:")
  console.log(`  ${env().APP_URL}${paths.resetPassword(token, email)}`)
}

const commands: Record<string, (email: string, name: string | undefined) => void> = {
  add(email, name) {
    const added = addStaff(email, { name, mails: isMailSetUp(env()) })
    if (!added.ok)
      throw new Refusal(`${email} belongs to a school. Use another address for staff. Nothing was changed.`)
    console.log(added.change === "added" ? `${email} is on the staff.` : `${email} is already on the staff.`)
    tellLink(added.link)
  },
  remove(email) {
    if (!removeStaff(email)) throw new Refusal(`${email} isn't on the staff. Nothing was changed.`)
    console.log(`${email} is no longer on the staff, and is logged out everywhere.`)
  },
  "reset-second-factor"(email) {
    const reset = resetSecondFactor(email)
    if (reset === "unknown") throw new Refusal(`No account has the email ${email}. Nothing was changed.`)
    if (reset === "has-none") throw new Refusal(`${email} has no two-factor login. Nothing was changed.`)
    console.log(`Two-factor login is off for ${email}, who is logged out everywhere.`)
  },
}

function list() {
  const staff = listStaff()
  if (staff.length === 0) console.log("No staff yet. Add the first account: staff add <email>")
  for (const { email, name, hasPassword, hasSecondFactor, signedInAt } of staff)
    console.log(
      [
        email,
        name,
        hasPassword ? "password chosen" : "no password yet",
        hasSecondFactor ? "two-factor login on" : "two-factor login off",
        signedInAt
          ? `logged in ${new Date(signedInAt).toISOString().slice(0, 16).replace("T", " ")} UTC`
          : "not logged in",
      ].join("  "),
    )
}

const [name = "", email, ...nameParts] = process.argv.slice(2)
try {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (name === "list") {
    requireSchema()
    list()
  } else if (command && email && /^[^\s@]+@[^\s@]+$/.test(email)) {
    await openForWriting()
    command(email, nameParts.join(" ").trim() || undefined)
  } else {
    console.error(usage)
    process.exitCode = 2
  }
} catch (error) {
  // The message of a wrong setting names it.
  console.error(error instanceof Refusal ? error.message : error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  closeDatabase()
}
