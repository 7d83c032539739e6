// A program that exists only as a Go module: built once into .cache and kept, under its version.
import { spawnSync } from "node:child_process"
import { chmodSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { basename, delimiter, dirname, join, resolve } from "node:path"

/**
 * Where it is: the binary that a variable names, or the one that was built; or why there is none. `build: false` only looks.
 * @param {{ variable: string, script: string, build: boolean } & Parameters<typeof buildGoProgram>[0]} program
 * @returns {{ path: string, missing?: undefined } | { path?: undefined, missing: string }}
 */
export function findGoProgram({ variable, script, build, ...program }) {
  const { path } = program
  const named = process.env[variable]
  if (named)
    return existsSync(named) ? { path: resolve(named) } : { missing: `${variable} names no file: ${named}` }
  if (existsSync(path)) return { path }
  if (!build) return { missing: `it has not been built yet (node ${script})` }
  const missing = buildGoProgram(program)
  return missing ? { missing } : { path }
}

/**
 * Builds it in a folder of its own, then moves it: two builders at once do not disturb each other. Answers why that failed.
 * @param {{ module: string, version: string, command?: string, tags?: string, ldflags: string, path: string }} program
 * @returns {string | undefined}
 */
function buildGoProgram({ module, version, command = "", tags, ldflags, path }) {
  const go = onPath("go") ?? ["/usr/local/go/bin/go"].find(existsSync)
  if (!go) return "there is no Go to build it"
  const cache = dirname(path)
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, "build-"))
  try {
    // A module of our own names the version: `go install …@version` would also ask for the list of all versions, which
    // some module mirrors do not give.
    writeFileSync(
      join(folder, "go.mod"),
      `module ${basename(path)}-binary\n\ngo 1.21\n\nrequire ${module} ${version}\n`,
    )
    const { status, stderr, error } = spawnSync(
      go,
      ["install", ...(tags ? ["-tags", tags] : []), "-ldflags", ldflags, `${module}${command}`],
      {
        cwd: folder,
        env: { ...process.env, CGO_ENABLED: "0", GOBIN: folder, GOFLAGS: "-mod=mod" },
        encoding: "utf8",
        stdio: ["ignore", "ignore", "pipe"],
      },
    )
    if (status !== 0)
      return `go install failed: ${(error?.message ?? stderr).trim().split("\n").slice(-3).join(" / ")}`
    chmodSync(join(folder, basename(path)), 0o755)
    renameSync(join(folder, basename(path)), path)
    return undefined
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** @param {string} command */
export function onPath(command) {
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin", "/usr/bin", "/sbin", "/bin"]
  return folders.map((folder) => join(folder, command)).find((file) => existsSync(file))
}
