import { existsSync, readdirSync } from "node:fs"
import { join } from "node:path"
import type { RequestHandler } from "express"
import sirv from "sirv"

/**
 * Serves a build's files; those named by their content never change. Only their names are kept, in each process:
 * what sirv would keep of 1,600 of them takes 2.6 MB. So it looks at the disk, for names that are there.
 */
export function builtFiles(folder = "build/client"): RequestHandler {
  const names = new Set(existsSync(folder) ? namesIn(folder) : [])
  const send = sirv(folder, {
    dev: true,
    brotli: true,
    gzip: true,
    extensions: [],
    setHeaders: (response, path) => {
      response.setHeader(
        "Cache-Control",
        path.startsWith("/assets/") ? "public,max-age=31536000,immutable" : "public,max-age=3600",
      )
      // sirv doesn't know the type of the icon that browsers ask for where a document names none.
      if (path.endsWith(".ico")) response.setHeader("Content-Type", "image/x-icon")
    },
  })
  return (request, response, next) => (names.has(request.path) ? send(request, response, next) : next())
}

/** The addresses of all files but hidden ones and those that are another's compressed form. */
const namesIn = (path: string, prefix = "/"): string[] =>
  readdirSync(path, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name.startsWith(".")) return []
    if (entry.isDirectory()) return namesIn(join(path, entry.name), `${prefix}${entry.name}/`)
    return [`${prefix}${entry.name}`]
  })
