import { data, type LinksFunction, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node"
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useMatches,
  useRouteError,
  useRouteLoaderData,
} from "@remix-run/react"
import { type ReactNode, useContext, useState } from "react"
import { unlessUnreachable } from "~/components/attendance/register/offline-registers"
import { AreaErrorPage, ErrorPage, errorTitle } from "~/components/public/error-page"
import { PublicShell } from "~/components/public/public-shell"
import { siteFooter } from "~/components/public/site-footer"
import { DocumentContext, isSchoolPage } from "~/components/shell/document"
import { keepStyles } from "~/components/shell/keep-styles"
import { findViewer, schoolOfLink, shortKeyOf } from "~/http/guards.server"
import { dropToast, readToast } from "~/http/toast.server"
import { viewerHome } from "~/http/viewer-home.server"
import { isOffice } from "~/models/foundation/access/roles"
import { bannersToOffices } from "~/models/platform/announcement/announcement.server"
import { shownNotices, shownSchoolNotice } from "~/models/platform/service/shown-notices.server"
import { askedToSubscribe } from "~/routes/shell/subscription-prompt.server"
import appStyles from "~/styles/entry.app.css?url"
import { showIn } from "~/utils/formats"
import { clientFormats } from "~/utils/money"
import { sellsPlans, takePlanSale } from "~/utils/sold-plans"

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await findViewer(request)
  // A copy for later is no page that anyone sees now: the message waits for one.
  const toast = request.headers.has("Tutti-Keeping") ? null : await readToast(request)
  const subscription = viewer ? askedToSubscribe(viewer, new URL(request.url).pathname) : null
  const school = schoolOfLink(request) ?? viewer?.membership?.school
  const formats = school ? clientFormats(school) : undefined
  const who = viewer ? shortKeyOf(viewer) : undefined
  const home = await viewerHome(request)
  const { membership } = viewer ?? {}
  const notices = [
    ...shownNotices(membership?.school.timeZone),
    ...(membership ? shownSchoolNotice(membership.school) : []),
    ...(membership && isOffice(membership.role) ? bannersToOffices(membership.school.id) : []),
  ]
  return data(
    { toast, subscription, formats, who, home, notices, sellsPlans: sellsPlans() },
    toast ? { headers: { "Set-Cookie": await dropToast() } } : undefined,
  )
}

/** A failed page has no title of its own. */
export const meta: MetaFunction = ({ error }) =>
  error ? [{ title: errorTitle(statusOf(error)) }, { name: "robots", content: "noindex" }] : []

export const shouldRevalidate = unlessUnreachable

/** The signed-in area's styles. They hang on the root: what fails there still has them. */
export const links: LinksFunction = () => [{ rel: "stylesheet", href: appStyles }]

export function Layout({ children }: { children: ReactNode }) {
  // Set before anything below renders, so that a browser uses the school's formats.
  const root = useRouteLoaderData<typeof loader>("root")
  showIn(root?.formats)
  if (!import.meta.env.SSR && root) takePlanSale(root.sellsPlans)
  const matches = useMatches()
  // Only the area's documents have scripts, and every step out of it loads a document: so a browser is always in the
  // area, even while an error has replaced its routes.
  const isSchool = !import.meta.env.SSR || matches.some((match) => isSchoolPage(match.handle))
  const refresh = matches.map(refreshOf).find((content) => content !== undefined)
  const { nonce, publicStyles, origin, isLight, firstStyles } = useContext(DocumentContext)
  // A browser takes over the document as it came, styles included. One that draws it again has the file and puts nothing in.
  const [isReplaced] = useState(
    () => !import.meta.env.SSR && document.documentElement.dataset.hydrated === "yes",
  )
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
        {refresh ? (
          <noscript>
            <meta httpEquiv="refresh" content={refresh} />
          </noscript>
        ) : null}
        <meta name="theme-color" content="#f6f4ee" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#13110e" media="(prefers-color-scheme: dark)" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        {isSchool ? (
          <>
            {isReplaced ? null : (
              <style
                nonce={nonce}
                suppressHydrationWarning
                // biome-ignore lint/security/noDangerouslySetInnerHtml: our own stylesheet, allowed by the nonce in the policy
                dangerouslySetInnerHTML={{ __html: firstStyles }}
              />
            )}
            <Links />
          </>
        ) : (
          <>
            <meta property="og:site_name" content="Tutti" />
            <meta property="og:image" content={`${origin}/share.png`} />
            {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own stylesheet, allowed by its hash in the policy */}
            <style dangerouslySetInnerHTML={{ __html: publicStyles }} />
          </>
        )}
        {isSchool ? null : <script src="/enhance.js" defer />}
      </head>
      <body className={isLight ? "app light" : isSchool ? "app" : undefined}>
        {children}
        {isSchool && !isLight ? (
          <>
            {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own script, allowed by the nonce in the policy */}
            <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: keepingKey }} />
            <ScrollRestoration nonce={nonce} />
            <Scripts nonce={nonce} />
          </>
        ) : null}
      </body>
    </html>
  )
}

/** Ctrl+K or Cmd+K before the scripts run is kept for the palette (palette-opener.tsx), where a screen has one. */
const keepingKey = `onkeydown=e=>{(e.ctrlKey||e.metaKey)&&!e.altKey&&e.key=="k"&&document.querySelector("[data-palette]")&&(e.preventDefault(),paletteKey=e)}`

/** A page that waits looks again by itself; with a script it asks instead (enhance/activation.ts). */
function refreshOf({ data }: { data: unknown }): string | undefined {
  const isWaiting = typeof data === "object" && data !== null && "refreshWithoutScript" in data
  return isWaiting && data.refreshWithoutScript ? String(data.refreshWithoutScript) : undefined
}

export default function App() {
  return <Outlet />
}

export function ErrorBoundary() {
  const error = useRouteError()
  // In a browser the error replaces the whole document: its styles load again, and until then the copy shows.
  useState(keepStyles)
  // The public pages' frame and styles stay on the server.
  if (!import.meta.env.SSR) return <AreaErrorPage status={statusOf(error)} />
  return (
    <PublicShell footer={siteFooter}>
      <ErrorPage status={statusOf(error)} />
    </PublicShell>
  )
}

const statusOf = (error: unknown): number => (isRouteErrorResponse(error) ? error.status : 500)
