import { createHash, randomBytes } from "node:crypto"
import { setImmediate as nextTurn } from "node:timers/promises"
import type { AppLoadContext, EntryContext } from "@remix-run/node"
import { isRouteErrorResponse, RemixServer } from "@remix-run/react"
import { isOvertaken } from "db/sent-once.server"
import type { ReactElement } from "react"
import { renderToStaticMarkup, renderToString } from "react-dom/server"
import { DocumentContext, isFramedPage, isLandingPage, isSchoolPage } from "~/components/shell/document"
import {
  developmentPolicy,
  framedPolicy,
  payingPolicy,
  publicPolicy,
  schoolPolicy,
} from "~/edge/content-security.server"
import { hasStyles, stylesCookie, stylesMark, withStyles } from "~/edge/first-styles.server"
import { loggedPath } from "~/edge/logged-path"
import { withFormMarks } from "~/edge/remix/form-marks.server"
import { isSparing, keepsNothing, wantsLightPages } from "~/http/light-pages.server"
import { addressOf } from "~/http/pending-form.server"
import { requestIdHeader } from "~/http/request-id"
import { lastCarriedForm } from "~/models/foundation/carried-form/carried-form.server"
import { isDatabaseLoss } from "~/providers/replication/database-loss"
import landingStyles from "~/styles/entry.landing.css?inline"
import otherStyles from "~/styles/entry.public.css?inline"
import { env } from "~/utils/env.server"
import { showSource } from "~/utils/error-source.server"
import { editInHand, isReturnedForm } from "~/utils/form-in-hand.server"
import { errorFacts, log } from "~/utils/log.server"
import { isWantOfRoom } from "~/utils/machine-state.server"
import { markTitle } from "~/utils/refused-title"
import { noteRequestFacts, requestFactsOf } from "~/utils/request-facts"
import { setGenericMessages } from "~/utils/schema-messages"
import { serverTiming } from "~/utils/work-times.server"

export { bringBack } from "~/edge/remix/bring-back.server"
export { answerOnceSaved } from "~/edge/remix/once-saved.server"
export { findSchoolReadOnly } from "~/http/school-read-only.server"
export {
  joinNodes,
  listHelpAddresses,
  listTerms,
  shutDown,
  startJobs,
  stopJobs,
  syncOffEventLoop,
} from "~/jobs/node.server"
export { isAddressBlocked, isAnyAddressBlocked } from "~/models/platform/abuse/block.server"
export { checkHealth } from "~/models/platform/condition/health.server"
export { collectMetrics } from "~/models/platform/condition/metrics.server"
export { findPublicStatus } from "~/models/platform/condition/public-status.server"
export { keepFailedRequest } from "~/models/platform/failed-request/failed-requests.server"
export { findReadOnlyText } from "~/models/platform/service/shown-notices.server"

setGenericMessages()

/** Renders a document completely: it is compressed once, and its headers can still change when something throws. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remix: EntryContext,
) {
  const handles = remix.staticHandlerContext.matches.map(({ route }) => remix.routeModules[route.id]?.handle)
  const isSchool = handles.some(isSchoolPage)
  const publicStyles = handles.some(isLandingPage) ? landingStyles : otherStyles
  const isPaying = !isSchool && hasProviderScript(remix)
  const isLight = isSchool && wantsLightPages(request)
  // Where data is saved the styles come once, as the file that later pages need anyway.
  const isFirst = isSchool && !isLight && !import.meta.env.DEV && !hasStyles(request)
  if (isFirst) headers.append("Set-Cookie", stylesCookie)
  const nonce = isSchool || isPaying ? randomBytes(16).toString("base64url") : ""
  const policy = isSchool
    ? schoolPolicy(nonce)
    : isPaying
      ? payingPolicy(publicStyles, nonce)
      : handles.some(isFramedPage) && !remix.staticHandlerContext.errors
        ? framedPolicy(publicStyles)
        : publicPolicy(publicStyles)

  headers.set("Content-Type", "text/html; charset=utf-8")
  headers.set("Content-Security-Policy", import.meta.env.DEV ? developmentPolicy(policy) : policy)
  // The buyer's window belongs to the provider and has to reach the page that opened it.
  if (isPaying) headers.set("Cross-Origin-Opener-Policy", "same-origin-allow-popups")
  const viewer = viewerOf(remix)
  if (viewer) headers.set(viewerHeader, isSchool && isSparing(request) ? keepsNothing : viewer)
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", cachingOf(request, status))
  const requestId = status >= 500 ? (request.headers.get(requestIdHeader) ?? "") : ""
  // Reading and drawing of a large page hold the others up one after the other, not both in one go.
  await nextTurn()
  const begun = performance.now()
  const html = await write(
    (context) => (
      <DocumentContext.Provider
        value={{
          nonce,
          publicStyles,
          origin: env().APP_URL,
          requestId,
          isLight,
          firstStyles: isFirst ? stylesMark : "",
        }}
      >
        <RemixServer context={context} url={request.url} nonce={nonce} />
      </DocumentContext.Provider>
    ),
    remix,
    nonce,
    isSchool && !isLight,
  )
  const timing = serverTiming(performance.now() - begun)
  if (timing) headers.set("Server-Timing", timing)
  const addressed = isLight ? withoutNoscript(html) : isSchool ? html : withOrigin(html)
  const titled = hasRefusedForm(remix)
    ? addressed.replace("<title>", `<title>${markTitle("", true)}`)
    : addressed
  const marked = withFormMarks(titled, addressOf(request.url), () => formTokenFor(request))
  return new Response(isFirst ? withStyles(marked) : marked, { status, headers })
}

/**
 * No page is cached except the answer to a refused form: without it, Back would lead to the browser's own error instead
 * of the typed values. It is revalidated before any other use, and passwords are never in it.
 */
const cachingOf = ({ method }: Request, status: number) =>
  method === "POST" && status >= 400 && status < 500 ? "private, no-cache" : "private, no-store"

/** Search engines and previews want whole addresses where our modules know only paths. */
const withOrigin = (html: string): string =>
  html.replace(
    /(<link rel="canonical" href="|<meta property="og:url" content=")(?=\/)/g,
    `$1${env().APP_URL}`,
  )

/**
 * The token of a page's forms: the same on all pages of someone until a form of theirs was carried out
 * (bring-back.server.ts).
 */
function formTokenFor(request: Request): string {
  const { userId } = requestFactsOf(request.headers.get(requestIdHeader))
  return userId
    ? createHash("sha256")
        .update(`${userId} ${lastCarriedForm(userId)}`)
        .digest("base64url")
        .slice(0, 16)
    : randomBytes(12).toString("base64url")
}

/** A page without scripts in a browser that has them: what is meant for browsers without is for it. */
const withoutNoscript = (html: string): string => html.replace(/<\/?noscript>/g, "")

/** Names whose page this is, for what a browser keeps of it; "none" for a visitor. */
const viewerHeader = "Tutti-Viewer"

/** Undefined where the page failed before it knew. */
function viewerOf(remix: EntryContext): string | undefined {
  const root = remix.staticHandlerContext.loaderData.root as { who?: string } | undefined
  return root && (root.who ?? "none")
}

/** Whether the page shows a refused form; its title then says so. */
function hasRefusedForm(remix: EntryContext): boolean {
  return Object.values(remix.staticHandlerContext.actionData ?? {}).some((answer) =>
    // A page with several forms answers each under its own name.
    Object.values(answer ?? {}).some((form) => (form as { status?: unknown } | null)?.status === "error"),
  )
}

/** Whether a loader of the page allows the payment provider's own script. */
function hasProviderScript(remix: EntryContext): boolean {
  return Object.values(remix.staticHandlerContext.loaderData).some(
    (data) => typeof data === "object" && data !== null && "takesProviderScript" in data,
  )
}

/**
 * The whole document. The loaders' data for the scripts stands at its end, as `RemixServer` would stream it: nothing else here
 * waits, so the tree is rendered in one go, without React's streams. What React marks for its scripts is left out where there
 * are none.
 */
async function write(
  tree: (remix: EntryContext) => ReactElement,
  remix: EntryContext,
  nonce: string,
  hasScripts: boolean,
): Promise<string> {
  const render = hasScripts ? renderToString : renderToStaticMarkup
  const html = `<!DOCTYPE html>${render(tree({ ...remix, serverHandoffStream: undefined }))}`
  if (!remix.renderMeta?.didRenderScripts || !remix.serverHandoffStream) return html
  const data = JSON.stringify(await new Response(remix.serverHandoffStream).text())
  const controller = "window.__remixContext.streamController"
  const script = `${controller}.enqueue(${data.replace(unsafeInScript, escapeOf)});${controller}.close();`
  return `${html.slice(0, -end.length)}<script nonce="${nonce}">${script}</script>${end}`
}

const end = "</body></html>"
const unsafeInScript = /[&><\u2028\u2029]/g
const escapeOf = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`

/** Calls of the browser's scripts hold what the page holds: no cache keeps them either. */
export function handleDataRequest(response: Response): Response {
  if (!response.headers.has("Cache-Control")) response.headers.set("Cache-Control", "private, no-store")
  const timing = serverTiming()
  if (timing) response.headers.set("Server-Timing", timing)
  return response
}

/** Logs what a loader or an action threw. A client that left and a missing page are not our errors. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context?: AppLoadContext },
) {
  // A form that is only shown again may try to write, which the database refuses.
  if (request.signal.aborted || isReturnedForm() || isOvertaken() || editInHand()?.disputes.length) return
  if (context && isDatabaseLoss(error)) context.databaseWasLost = true
  // A file that doesn't fit on the disk is no fault of the database.
  if (context && isWantOfRoom(error)) context.hasNoRoom = true
  if (isRouteErrorResponse(error) && error.status < 500) return
  if (import.meta.env.DEV && error instanceof Error) showSource(error)
  report(error, request)
}

function report(error: unknown, request: Request) {
  const cause = isRouteErrorResponse(error) ? new Error(`${error.status} ${error.statusText}`) : error
  const requestId = request.headers.get(requestIdHeader)
  noteRequestFacts(requestId, { problem: errorFacts(cause).message })
  log.error(
    {
      err: cause,
      requestId,
      path: loggedPath(new URL(request.url).pathname),
    },
    "request failed",
  )
}
