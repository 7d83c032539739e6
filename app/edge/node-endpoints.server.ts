import type { RequestHandler } from "express"
import {
  isSigned,
  nodeCallHeader,
  nodePaths,
  positionHttpStatus,
  readFailure,
  tellFailures,
  tellPresence,
} from "~/providers/replication/node-calls.server"
import type { Term } from "~/providers/replication/position"
import { positionStatusHere } from "~/providers/replication/position-status.server"
import { notePresence } from "~/providers/replication/replicated.server"
import { type Failure, nodeState } from "~/providers/replication/replication.server"

// The receiving end of node-calls: answers calls of other machines and nothing else.

const longestWaitMs = 5000

type KeepFailure = (failure: Failure & { node?: string }) => void

/**
 * Answers the calls of other nodes under /internal/; without LiteFS there are none.
 * @param listTerms the newest terms in this node's database
 * @param keepFailure writes down what failed on another node
 */
export function answerNodes(listTerms: () => Term[], keepFailure: KeepFailure): RequestHandler {
  return (request, response, next) => {
    const { litefs } = nodeState()
    const header = request.headers[nodeCallHeader]
    delete request.headers[nodeCallHeader]
    if (!litefs || !request.path.startsWith("/internal/")) return next()
    if (typeof header !== "string" || !isSigned(header, [request.method, request.originalUrl])) return next()
    response.set("Cache-Control", "no-store")
    const query = new URLSearchParams(request.originalUrl.split("?")[1])
    const answer = async () => {
      switch (`${request.method} ${request.path}`) {
        case `GET ${nodePaths.position}`: {
          const within = Math.min(Number(query.get("within")) || 0, longestWaitMs)
          const seen = { term: Number(query.get("term")), position: query.get("reach") ?? "" }
          return positionHttpStatus[await positionStatusHere(seen, listTerms, within)]
        }
        case `POST ${nodePaths.presence}`:
          notePresence(
            query.get("node") ?? "",
            query.get("candidate") === "true",
            query.has("free") ? Number(query.get("free")) : undefined,
          )
          return 204
        case `POST ${nodePaths.failure}`: {
          if (litefs.role().part !== "primary") return 503
          const failure = readFailure(query)
          if (failure) keepFailure(failure)
          return failure ? 204 : 400
        }
        case `POST ${nodePaths.promotion}`: {
          const leads = await litefs
            .promote()
            .then((status) =>
              status ? litefs.waitForRole(({ part }) => part === "primary", longestWaitMs) : undefined,
            )
          return leads?.part === "primary" ? 204 : 503
        }
        default:
          return 404
      }
    }
    answer().then((status) => void response.status(status).end(), next)
  }
}

const presenceMs = 1000

/** Reports this node's presence, and what failed on it, to the primary regularly; returns a function that stops it. */
export function keepTellingPresence(keepFailure: KeepFailure): () => void {
  const { litefs } = nodeState()
  if (!litefs) return () => undefined
  let isTelling = false
  const tell = () => {
    const role = litefs.role()
    // It came to lead before it could report.
    if (role.part === "primary") for (const failure of nodeState().failures.splice(0)) keepFailure(failure)
    if (role.part !== "replica") return
    void tellPresence(role.of, litefs.isCandidate() && !nodeState().isLeaving)
    if (nodeState().failures.length === 0 || isTelling) return
    isTelling = true
    void tellFailures(role.of).finally(() => {
      isTelling = false
    })
  }
  const timer = setInterval(tell, presenceMs)
  const forget = litefs.onRole(tell)
  return () => {
    clearInterval(timer)
    forget()
  }
}
