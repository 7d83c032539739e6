import { cpSync, mkdtempSync, rmSync, symlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"

/** A copy of these files and folders of the project, beside the same packages, which a test may change. */
export function copyProject(parts: readonly string[]): { folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), "tutti-copy-"))
  for (const part of parts) cpSync(part, join(folder, part), { recursive: true })
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
