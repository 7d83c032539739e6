import type { RequestListener } from "node:http"
import type { RequestHandler } from "express"
import { log } from "~/utils/log.server"
import { loggedPath } from "./logged-path"
import { safe, unsafe } from "./methods"
import { refuse } from "./refuse.server"

/** No address of ours has as many, and patterns that end in slashes take seconds to match a path of thousands. */
const mostSlashes = 100
const mostLogged = 500

/**
 * Refuses a path of too many slashes, and a target that isn't a path: `http://host/path`, `host:port`, `*`. Only clients
 * of a proxy send those, and everything behind this builds addresses from the path. It runs in front of Express, which parses the target before
 * any middleware and, when it can't, has Node log all of it.
 */
export function refuseOddTargets(app: RequestListener): RequestListener {
  return (request, response) => {
    const target = request.url ?? ""
    const isDeep = target.split("?", 1).join().split("/").length > mostSlashes + 1
    if (target.startsWith("/") && !target.startsWith("//") && !isDeep) return app(request, response)
    log.info(
      { method: request.method, path: loggedPath(target.slice(0, mostLogged)), status: 400 },
      "request",
    )
    response.writeHead(400, {
      "Content-Type": "text/plain; charset=utf-8",
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
      Connection: "close",
    })
    response.end("We can’t read this address.\n")
  }
}

/** Refuses what no page of ours sends and Remix would stumble over: odd methods, undecodable addresses, the old data calls. */
export function refuseMalformed(): RequestHandler {
  return (request, response, next) => {
    if (!safe.has(request.method) && !unsafe.has(request.method)) {
      response.set("Allow", [...safe, ...unsafe].join(", "))
      return refuse(request, response, 405, "This method isn’t supported.")
    }
    if (!isDecodable(request.path)) return refuse(request, response, 400, "We can’t read this address.")
    if (new URLSearchParams(request.originalUrl.split("?")[1]).has("_data"))
      return refuse(request, response, 400, "We can’t read this address.")
    next()
  }
}

function isDecodable(path: string): boolean {
  try {
    return !decodeURIComponent(path).includes("\0")
  } catch {
    return false
  }
}
