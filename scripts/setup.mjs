// Installs what a fresh clone lacks: the packages, and for the tests a browser. Safe to run again; a second run is instant.
import { spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"

const stamp = "node_modules/.tutti-installed"

/** `npm ci` unless the installed packages are those of the lockfile. */
export function installPackages() {
  const lockHash = createHash("sha256")
    .update(readFileSync("package-lock.json"))
    .update(process.versions.modules)
    .digest("hex")
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === lockHash) return
  say("Installing packages (better-sqlite3 compiles, which takes about a minute)")
  // Where Node's headers are already on the machine, better-sqlite3 compiles against them without a download.
  const env = { ...process.env }
  if (!env.npm_config_nodedir && existsSync("/usr/include/node/node_version.h"))
    env.npm_config_nodedir = "/usr"
  run("npm", ["ci", "--no-fund", "--no-audit", "--loglevel=error"], { env })
  mkdirSync("node_modules", { recursive: true })
  writeFileSync(stamp, lockHash)
}

const browsers = [
  process.env.CHROMIUM_PATH,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome-stable",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
]

/** The path of a Chromium; installs Debian's when there is none. */
export function findOrInstallBrowser() {
  const found = browsers.find((path) => path && existsSync(path))
  if (found) return found
  say("Installing Chromium for the browser tests")
  const sudo = process.getuid?.() === 0 ? [] : ["sudo", "-n"]
  const [command, ...rest] = [...sudo, "apt-get"]
  run(command, [...rest, "update", "-qq"])
  run(command, [...rest, "install", "-y", "-qq", "--no-install-recommends", "chromium"])
  const installed = browsers.find((path) => path && existsSync(path))
  if (!installed) throw new Error("No Chromium was found. Install one and set CHROMIUM_PATH.")
  return installed
}

/** Lets git check commit messages, in a checkout without hooks of its own. */
export function installHooks(folder = ".") {
  const git = (...args) => spawnSync("git", ["-C", folder, ...args], { encoding: "utf8" })
  const within = git("rev-parse", "--show-prefix")
  const isCheckout = within.status === 0 && within.stdout.trim() === ""
  if (isCheckout && git("config", "--get", "core.hooksPath").status === 1)
    git("config", "core.hooksPath", ".githooks")
}

export function run(command, args, options = {}) {
  const { status, error } = spawnSync(command, args, { stdio: "inherit", ...options })
  if (error) throw error
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} ended with ${status}`)
}

export const say = (line) => console.log(`\u2022 ${line}`)

if (import.meta.url === `file://${process.argv[1]}`) {
  installPackages()
  findOrInstallBrowser()
  installHooks()
  say("Ready")
}
