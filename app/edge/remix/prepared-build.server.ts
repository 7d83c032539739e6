import type { ServerBuild } from "@remix-run/node"
import { passRetryAfter } from "~/edge/retry-after.server"
import { refuseBrokenBodies } from "./broken-bodies.server"
import { answerCallFailures } from "./call-failures.server"

/** The build as it is answered from in development, in production and in tests. */
export const prepareBuild = <Build extends ServerBuild>(build: Build): Build =>
  passRetryAfter(answerCallFailures(refuseBrokenBodies(build)))
