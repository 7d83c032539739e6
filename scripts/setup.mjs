// Installs what a fresh clone lacks: the packages, and for the tests a browser. Safe to run again; a second run is instant.
import { spawn, spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, lstatSync, readFileSync, statfsSync, writeFileSync } from "node:fs"
import { pathToFileURL } from "node:url"
import { npmCommand } from "./newer-node.mjs"
import { refuseOtherNodes } from "./usable-node.mjs"

refuseOtherNodes()

const stamp = "node_modules/.tutti-installed"

/** `npm ci` unless the installed packages are those of the lockfile. */
export function installPackages() {
  if (areInstalled()) return
  requireRoom()
  say("Installing packages")
  const { command, args, options } = npmCommand(["ci", "--no-fund", "--no-audit", "--loglevel=error"])
  run(command, args, {
    ...options,
    step: "Installing the packages",
    remedy:
      "They come from npm’s registry, or from npm’s cache: check the connection, the disk, and that this folder is yours.",
  })
  const built = ["better-sqlite3", "@node-rs/argon2", "sharp", "esbuild"].map((name) => `require("${name}")`)
  run(process.execPath, ["-e", `new (${built[0]})(":memory:").close(); ${built.slice(1).join("; ")}`], {
    step: "Loading the packages that hold built code",
    remedy:
      "They exist for x64 and arm64 on Linux, macOS and Windows: check what Node this is (node -p process.arch).",
  })
  writeFileSync(stamp, installed())
}

/** Linked packages are another folder's, which `npm ci` would empty. */
const areLinked = () => lstatSync("node_modules", { throwIfNoEntry: false })?.isSymbolicLink() === true
const areInstalled = () => areLinked() || (existsSync(stamp) && readFileSync(stamp, "utf8") === installed())
/** What is installed: the packages of the lockfile, for this machine. */
const installed = () =>
  `${createHash("sha256").update(readFileSync("package-lock.json")).digest("hex")} ${process.platform}-${process.arch}`

/** Said before npm stops halfway. */
function requireRoom() {
  const { bavail, bsize } = statfsSync(".")
  const megabytes = Math.floor((bavail * bsize) / 1e6)
  const held = existsSync("node_modules") ? neededMegabytes : 0
  if (megabytes + held < neededMegabytes)
    end(
      `The disk has ${megabytes} MB left here, and installing needs ${neededMegabytes} MB. Free up space and start again.`,
    )
}
/** 720 of packages, 350 that npm keeps of what it downloads, and the app with its sample. */
const neededMegabytes = 1300

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
  const failure = await runInBackground("sh", ["-c", command], { step: "Installing Chromium" })
  if (failure) say(failure)
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

/** @typedef {import("node:child_process").SpawnOptions & { step?: string, remedy?: string }} Step */

/**
 * Runs one step to its end. Where it fails, the process ends with its name and what to do, below what it printed itself.
 * @param {string} command
 * @param {string[]} args
 * @param {Step} given
 */
export function run(command, args, { step = args.join(" "), remedy = "", ...options } = {}) {
  const { status, signal, error } = spawnSync(command, args, { stdio: "inherit", ...options })
  if (status !== 0) end(failed(step, error?.message ?? signal ?? status, remedy))
}

/**
 * The same while others go on. Resolves when it has ended: with why it failed, or undefined.
 * @param {string} command
 * @param {string[]} args
 * @param {Step} given
 * @returns {Promise<string | undefined>}
 */
export function runInBackground(command, args, { step = args.join(" "), remedy = "", ...options } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: "inherit", ...options })
    child.once("error", (error) => resolve(failed(step, error.message, remedy)))
    child.once("close", (status, signal) =>
      resolve(status === 0 ? undefined : failed(step, signal ?? status, remedy)),
    )
  })
}

const failed = (step, why, remedy) =>
  `${step} failed (${why}); what it said is above. ${remedy}${remedy && " "}Then run the same command again.`

/** Ends a command with one sentence. */
export function end(sentence) {
  process.stderr.write(`\u2022 ${sentence}\n`)
  process.exit(1)
}

export const say = (line) => console.log(`\u2022 ${line}`)

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  installPackages()
  await findOrInstallBrowser()
  installHooks()
  say("Ready")
}
