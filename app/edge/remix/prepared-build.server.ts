import type { ActionFunction, LoaderFunction, ServerBuild } from "@remix-run/node"
import { passRetryAfter } from "~/edge/retry-after.server"
import { refuseJson } from "~/http/json.server"
import { refuseBrokenBodies } from "./broken-bodies.server"

// A call of the JSON API that breaks answers as a call too: Remix would say it in plain text.

type Routes = ServerBuild["routes"]
type DataAnswer = { type: "DataWithResponseInit"; data: unknown; init: ResponseInit | null }
type Handler = LoaderFunction | ActionFunction

/** The build with every handler under /api answering `{ message }` when it throws what is no answer. */
function answerCallFailures<Build extends ServerBuild>(build: Build): Build {
  const routes = Object.entries(build.routes).map(([id, route]) => {
    if (!route?.path || !/^\/?api\//.test(route.path)) return [id, route]
    const { loader, action } = route.module
    const module = {
      ...route.module,
      ...(loader ? { loader: guarded(build, loader) } : {}),
      ...(action ? { action: guarded(build, action) } : {}),
    }
    return [id, { ...route, module }]
  })
  return { ...build, routes: Object.fromEntries(routes) as Routes }
}

function guarded<Each extends Handler>(build: ServerBuild, handler: Each): Each {
  const answer = async (call: Parameters<Each>[0]) => {
    try {
      return await handler(call as never)
    } catch (thrown) {
      if (thrown instanceof Response || isData(thrown)) throw thrown
      build.entry.module.handleError?.(thrown, call)
      return refuseJson("Something went wrong on our end. Try again in a moment.", 500)
    }
  }
  return answer as Each
}

/** What Remix takes for an answer besides a Response. */
export const isData = (value: unknown): value is DataAnswer =>
  typeof value === "object" && value !== null && "type" in value && value.type === "DataWithResponseInit"

/** The build as it is answered from in development, in production and in tests. */
export const prepareBuild = <Build extends ServerBuild>(build: Build): Build =>
  passRetryAfter(answerCallFailures(refuseBrokenBodies(build)))
