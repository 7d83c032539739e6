// Installs what a fresh clone lacks: the packages, and for the tests a browser. Safe to run again; a second run is instant.
import { spawn, spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, lstatSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { refuseOtherNodes } from "./usable-node.mjs"

refuseOtherNodes()

const stamp = "node_modules/.tutti-installed"

/** `npm ci` unless the installed packages are those of the lockfile. */
export function installPackages() {
  if (areInstalled()) return
  say("Installing packages (better-sqlite3 compiles, which takes about a minute)")
  run("npm", ["ci", ...quietly], { env: withHeaders() })
  keepStamp()
}

/**
 * The same in two parts: when it returns, the packages are there, for what only reads them; what it returns resolves when
 * better-sqlite3, the one that compiles, can be used.
 */
export function unpackPackages() {
  if (areInstalled()) return Promise.resolve()
  say("Installing packages (better-sqlite3 compiles beside the first checks)")
  run("npm", ["ci", "--ignore-scripts", ...quietly])
  return runAside("npm", ["rebuild", ...quietly], { env: withHeaders() }).then(keepStamp)
}

const quietly = ["--no-fund", "--no-audit", "--loglevel=error"]
/** Linked packages are another folder's, which `npm ci` would empty. */
const areLinked = () => lstatSync("node_modules", { throwIfNoEntry: false })?.isSymbolicLink() === true
const areInstalled = () => areLinked() || (existsSync(stamp) && readFileSync(stamp, "utf8") === lockHash())
const lockHash = () => createHash("sha256").update(readFileSync("package-lock.json")).digest("hex")

function keepStamp() {
  mkdirSync("node_modules", { recursive: true })
  writeFileSync(stamp, lockHash())
}

/** Where Node's headers are already on the machine, better-sqlite3 compiles against them without a download. */
function withHeaders() {
  const env = { ...process.env }
  if (!env.npm_config_nodedir && existsSync("/usr/include/node/node_version.h"))
    env.npm_config_nodedir = "/usr"
  return env
}

// The shell is Chromium without windows: the journeys take it a third less of processor.
const shell = "/usr/bin/chromium-headless-shell"
const browsers = [
  process.env.CHROMIUM_PATH,
  shell,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome-stable",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
]

/** The path of a Chromium that is on this machine. */
export const findBrowser = () => browsers.find((path) => path && existsSync(path))

const withoutShell = "node_modules/.tutti-without-chromium-shell"

/**
 * The path of a Chromium, once packages are installed. Installs Debian's where there is none; for root, as in a container, its
 * shell beside another one, which is tried once.
 */
export async function findOrInstallBrowser() {
  const found = findBrowser()
  const isRoot = process.getuid?.() === 0
  const lacksShell =
    isRoot &&
    found !== process.env.CHROMIUM_PATH &&
    found !== shell &&
    existsSync("/usr/bin/apt-get") &&
    !existsSync(withoutShell)
  if (found && !lacksShell) return found
  say("Installing Chromium for the browser tests")
  const apt = isRoot ? "apt-get" : "sudo -n apt-get"
  const install = `${apt} install -y -qq --no-install-recommends`
  const otherwise = found ? "" : ` || ${install} chromium`
  const command = `${apt} update -qq; ${install} chromium-headless-shell${otherwise}`
  await runAside("sh", ["-c", command]).catch((error) => say(error.message))
  const installed = findBrowser()
  if (installed !== shell) writeFileSync(withoutShell, "")
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

/** The same while others go on: resolves when it has ended. */
function runAside(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: "inherit", ...options })
    child.once("error", reject)
    child.once("close", (status) =>
      status === 0 ? resolve() : reject(new Error(`${command} ${args.join(" ")} ended with ${status}`)),
    )
  })
}

export const say = (line) => console.log(`\u2022 ${line}`)

if (import.meta.url === `file://${process.argv[1]}`) {
  installPackages()
  await findOrInstallBrowser()
  installHooks()
  say("Ready")
}
