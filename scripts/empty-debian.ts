import { execFile, spawn, spawnSync } from "node:child_process"
import { cpSync, existsSync, mkdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

// An empty Debian in a folder, made with debootstrap from the mirror of this machine, and commands in it. It shares this
// machine's kernel and network; systemd isn't in it. EMPTY_DEBIAN names one that was made before, which is copied.

const suite = "trixie"

/** Why there can be none here; undefined where there can. */
export function whyNoDebian(): string | undefined {
  if (process.getuid?.() !== 0) return "it needs root"
  if (process.env.EMPTY_DEBIAN) return undefined
  if (spawnSync("debootstrap", ["--version"]).error) return "debootstrap is not installed"
  return undefined
}

function mirror(): string {
  const lists = ["/etc/apt/sources.list.d/debian.sources", "/etc/apt/sources.list"].filter(existsSync)
  const text = lists.map((path) => readFileSync(path, "utf8")).join("\n")
  return (
    /^(?:URIs:|deb(?: \[.*\])?)\s+(\S+\/debian)\/?(?:\s|$)/m.exec(text)?.[1] ?? "http://deb.debian.org/debian"
  )
}

export type Debian = {
  root: string
  /** Plays lines of a shell as root; ends at the first that fails. */
  play: (lines: string) => Promise<{ status: number; said: string }>
  /** Starts a program that stays. */
  start: (lines: string, output: number) => ReturnType<typeof spawn>
  remove: () => void
}

/** Makes it in this folder. What this machine needs to reach the network (its own certificates, name servers) comes along. */
export function makeEmptyDebian(root: string): Debian {
  const before = process.env.EMPTY_DEBIAN
  const made = before
    ? spawnSync("cp", ["-a", before, root], { encoding: "utf8" })
    : spawnSync("debootstrap", ["--variant=minbase", suite, root, mirror()], {
        encoding: "utf8",
        maxBuffer: 1 << 26,
      })
  if (made.status !== 0) throw new Error(`There is no empty Debian: ${made.stdout.slice(-500)}${made.stderr}`)
  for (const path of ["/etc/resolv.conf", "/etc/hosts", "/usr/local/share/ca-certificates"])
    if (existsSync(path)) cpSync(path, join(root, path), { recursive: true })
  mkdirSync(join(root, "etc/systemd/system"), { recursive: true })
  spawnSync("mount", ["-t", "proc", "proc", join(root, "proc")])
  const variables = [
    "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
    "HOME=/root",
    "LANG=C.UTF-8",
    "DEBIAN_FRONTEND=noninteractive",
    ...(process.env.NODE_EXTRA_CA_CERTS ? ["NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt"] : []),
  ]
  const words = (lines: string) => [root, "env", "-i", ...variables, "bash", "-e", "-c", lines]
  return {
    root,
    play: (lines) =>
      new Promise((ended) =>
        execFile("chroot", words(lines), { maxBuffer: 1 << 26 }, (error, out, err) =>
          ended({ status: error ? Number(error.code ?? 1) : 0, said: `${out}${err}` }),
        ),
      ),
    start: (lines, output) => spawn("chroot", words(lines), { stdio: ["ignore", output, output] }),
    remove: () => {
      spawnSync("umount", ["-l", join(root, "proc")])
      // Never into anything that is still mounted.
      spawnSync("rm", ["-rf", "--one-file-system", root])
    },
  }
}
