import type { Request, RequestHandler, Response } from "express"
import { addressAtEdge } from "~/http/address.server"
import { bringsPendingForms } from "~/http/pending-form-cookie"
import { isWritingGet } from "~/http/provider-returns"
import type { Seen, Term } from "~/providers/replication/position"
import { positionStatusHere } from "~/providers/replication/position-status.server"
import { waitUntilReplicated } from "~/providers/replication/replicated.server"
import { nodeState, type Role, role } from "~/providers/replication/replication.server"
import { env } from "~/utils/env.server"
import { log } from "~/utils/log.server"
import { isKeyedHash, keyedHash } from "~/utils/seal.server"
import { type BareResponse, bareResponse, guardAnswer } from "./bare-response"
import { type Relayed, relay, takeRelayProof } from "./relay.server"
import { heldForm } from "./sent-form.server"
import { answerUnavailable, type Trouble } from "./unavailable.server"

// The database's position after a person's last write: the node that answers next must have reached it, or forward to
// one that has. Set by the server for every form; signed, so that only positions that existed are accepted.

const name = "seen"
const seenSeconds = 60

const attributes = () =>
  `Path=/; HttpOnly; SameSite=Lax${env().APP_URL.startsWith("https://") ? "; Secure" : ""}`

const macLength = 22
const macOf = (text: string) => keyedHash("seen", text).slice(0, macLength)

/** The `Set-Cookie` header that remembers this for a minute. */
export function seenCookie({ term, position }: Seen): string {
  const text = `${term}.${position}`
  return `${name}=${text}.${macOf(text)}; Max-Age=${seenSeconds}; ${attributes()}`
}

export const dropSeenCookie = (): string => `${name}=; Max-Age=0; ${attributes()}`

/** What the request's browser has seen; undefined without the cookie, "forged" when it is none of ours. */
export function readSeen(cookies: string | undefined): Seen | "forged" | undefined {
  const value = / seen=([^;]*)/.exec(` ${cookies ?? ""}`)?.[1]
  if (!value) return undefined
  const [, term = "", position = "", mac] = /^(\d{1,15})\.([0-9a-f]{16})\.([\w-]{22})$/.exec(value) ?? []
  return mac && isKeyedHash("seen", `${term}.${position}`, mac, macLength)
    ? { term: Number(term), position }
    : "forged"
}

// For several machines that share the database: writes go to the primary, whichever machine receives them; reads are
// answered here, once this machine has the reader's own writes. Without LiteFS everything passes, and a write that the
// database refused is answered with a page that says so.

const roleWithinMs = 5000
const seenWithinMs = 500
/** How long any write waits for other machines to have it; money waits longer (`isKeptElsewhere`). */
const replicatedWithinMs = 500
/** What Fly's edge can send a second time. */
const replayLimit = 1_000_000
const safe = new Set(["GET", "HEAD"])

/** What the app learns with a request, and reports back (`context` of loaders and actions). */
export type RequestContext = {
  databaseWasLost?: boolean
  /** There was no room on the disk for what was sent. */
  hasNoRoom?: boolean
}

/** @param listTerms the newest terms in this node's database */
export function sendToPrimary(listTerms: () => Term[]): RequestHandler {
  return (request, response, next) => {
    const { litefs } = nodeState()
    if (!litefs) return writeAlone(request, response, next)
    const relayed = takeRelayProof(request) ?? {
      hops: 0,
      address: addressAtEdge(request, env().TRUSTED_PROXIES),
    }
    response.locals.clientAddress = relayed.address
    const isWrite =
      !safe.has(request.method) || isWritingGet(request.path) || bringsPendingForms(request.headers.cookie)
    const done = isWrite
      ? write(request, response, relayed, next)
      : read(request, response, relayed, next, listTerms)
    done.catch(next)
  }
}

/** Whether the role lets a write go somewhere: to this node unless it is leaving, or on to the primary. */
const isUseful = ({ part }: Role) => part === "replica" || (part === "primary" && !nodeState().isLeaving)

async function write(request: Request, response: Response, relayed: Relayed, next: () => void) {
  const { litefs } = nodeState()
  const until = performance.now() + roleWithinMs
  for (;;) {
    const role = await litefs?.waitForRole(isUseful, Math.max(0, until - performance.now()))
    if (!role || role.part === "unknown" || !isUseful(role))
      return unavailable(request, response, "no-primary")
    if (role.part === "primary") return writeHere(request, response, next)
    const sent = await forward(request, response, role, relayed)
    if (sent === "sent") return
    if (sent === "lost") return unavailable(request, response, "unknown-end")
    // The primary left, or doesn't know its role yet and sent this back; another one will lead soon.
    if (performance.now() > until) return unavailable(request, response, "no-primary")
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/**
 * Lets the app write. Its answer leaves once the machines that may lead next have the write (or after a short wait),
 * only while this node still leads, and carries the database's position.
 */
function writeHere(request: Request, response: Response, next: () => void) {
  const here = nodeState()
  const { term } = here
  const before = here.litefs?.positionNow()
  here.writes += 1
  response.once("close", () => {
    here.writes -= 1
  })
  const context: RequestContext = response.locals
  let trouble: Trouble = "not-kept"
  const mayLeave = async () => {
    if (context.hasNoRoom) {
      trouble = "cannot-save"
      return false
    }
    if (context.databaseWasLost || here.litefs?.isFenced()) return false
    const after = here.litefs?.positionNow()
    if (after === undefined || after !== before) {
      if ((await waitUntilReplicated(term, replicatedWithinMs)) === "not-leading") {
        trouble = "unknown-end"
        return false
      }
    }
    rememberSeen(response)
    return true
  }
  guardAnswer(response, mayLeave, (bare) => {
    log.warn({ requestId: response.getHeader("X-Request-Id"), trouble }, "a write was not kept")
    answerWithForm(request, response, bare, trouble)
  })
  next()
}

/** The answer to a save that didn't happen, with what was typed. */
function answerWithForm(request: Request, response: Response, bare: BareResponse, trouble: Trouble) {
  void heldForm(request, response).then((sent) => answerUnavailable(request, bare, trouble, sent))
}

function writeAlone(request: Request, response: Response, next: () => void) {
  const context: RequestContext = response.locals
  if (!safe.has(request.method))
    guardAnswer(
      response,
      () => !context.databaseWasLost && !context.hasNoRoom,
      (bare) => answerWithForm(request, response, bare, "cannot-save"),
    )
  next()
}

function rememberSeen(response: Response) {
  const { litefs, term } = nodeState()
  const position = term === undefined ? undefined : litefs?.positionNow()
  if (term !== undefined && position) response.append("Set-Cookie", seenCookie({ term, position }))
}

async function read(
  request: Request,
  response: Response,
  relayed: Relayed,
  next: () => void,
  listTerms: () => Term[],
) {
  const seen = readSeen(request.headers.cookie)
  if (seen === "forged") response.append("Set-Cookie", dropSeenCookie())
  else if (seen) {
    const positionStatus = await positionStatusHere(seen, listTerms, seenWithinMs)
    if (positionStatus === "lost") {
      log.error({ seen }, "lost transactions: somebody has seen more than there is")
      response.append("Set-Cookie", dropSeenCookie())
    } else if (positionStatus === "not-yet") return readElsewhere(request, response, relayed)
  }
  const context: RequestContext = response.locals
  guardAnswer(
    response,
    () => !context.databaseWasLost,
    (bare) => {
      const now = role()
      if (now.part !== "replica") return answerUnavailable(request, bare, "no-primary")
      void relay(request, bare, now.of, relayed).then((sent) => {
        if (sent !== "sent") answerUnavailable(request, bare, "no-primary")
      })
    },
  )
  next()
}

async function readElsewhere(request: Request, response: Response, relayed: Relayed) {
  const { litefs } = nodeState()
  const primary = await litefs?.waitForRole(({ part }) => part === "replica", roleWithinMs)
  const sent = primary?.part === "replica" ? await forward(request, response, primary, relayed) : "refused"
  if (sent !== "sent") unavailable(request, response, "no-primary")
}

const unavailable = (request: Request, response: Response, trouble: Trouble) =>
  answerUnavailable(request, bareResponse(response), trouble)

/** Forwards to the primary: through Fly's edge where the request came from it and can be sent again, else directly. */
async function forward(request: Request, response: Response, { of }: { of: string }, relayed: Relayed) {
  if (!canReplay(request)) return relay(request, bareResponse(response), of, relayed)
  response.setHeader("fly-replay", `instance=${of}`)
  response.setHeader("Cache-Control", "no-store")
  response.status(204).end()
  return "sent" as const
}

/** Only Fly's edge understands this answer, and only once per request; a browser would show an empty page. */
function canReplay(request: Request): boolean {
  if (!env().FLY_APP_NAME || !request.headers["fly-forwarded-port"] || request.headers["fly-replay-src"])
    return false
  const length = request.headers["content-length"]
  if (request.headers["transfer-encoding"] !== undefined) return false
  return Number(length ?? 0) <= replayLimit
}
