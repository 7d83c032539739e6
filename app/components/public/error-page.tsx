import { isRouteErrorResponse, useRouteError } from "@remix-run/react"
import { useContext, useState } from "react"
import { DocumentContext } from "~/components/shell/document"
import { isLack, lackText } from "~/texts/accounts/lacking-right"
import { demoPagesText, demoReadsText } from "~/texts/platform/live-demo"
import { type GoneForm, isGoneForm } from "~/utils/gone-form"
import { paths } from "~/utils/paths"

const texts: Record<number, { title: string; text: string }> = {
  400: {
    title: "We couldn’t process that form",
    text: "Nothing was changed. Go back, reload the page and try again.",
  },
  403: {
    title: "Not allowed",
    text: "This didn’t come from one of our pages, so nothing was changed. Go back, reload the page and try again.",
  },
  404: {
    title: "Page Not Found",
    text: "The page you're looking for doesn't exist or has been moved.",
  },
  429: { title: "Too many reports in an hour", text: demoReadsText },
}

const otherwise = {
  title: "Something went wrong on our end",
  text: "Go back and try again. Everything you’ve already saved is safe.",
}

const textOf = (status: number) => texts[status] ?? otherwise

/** The document title of an error page. */
export const errorTitle = (status: number): string => `${textOf(status).title} · Tutti`

/** The text for a status without its own page: the next step, never what broke inside. `isPart`: within a frame. */
export function ErrorText({ status, isPart = false }: { status: number; isPart?: boolean }) {
  const lack = useLack()
  const gone = useGone()
  const { title, text } = lack ?? goneTextOf(gone) ?? textOf(status)
  return (
    <>
      {isPart ? <h2>{title}</h2> : <h1>{title}</h1>}
      <p className="intro">{text}</p>
      {gone ? <Typed {...gone} /> : null}
      <RequestId />
      <p>
        <a className="button primary" href={paths.landing()}>
          Go Home
        </a>
      </p>
      {import.meta.env.DEV ? <ErrorSource /> : null}
    </>
  )
}

/** What a member of the office is told whose rights don't cover what they sent, and a live demo that asks too often. */
function useLack() {
  const error = useRouteError()
  if (!isRouteErrorResponse(error)) return undefined
  if (error.status === 429 && error.data === demoPagesText)
    return { title: "Too many pages at once", text: demoPagesText }
  if (error.status !== 403) return undefined
  return isLack(error.data)
    ? { title: "You don’t have this right", text: `Nothing was changed. ${lackText(error.data)}` }
    : undefined
}

/** What a form says whose record was deleted while it was filled in. */
function useGone(): GoneForm | undefined {
  const error = useRouteError()
  return isRouteErrorResponse(error) && error.status === 404 && isGoneForm(error.data)
    ? error.data
    : undefined
}

function goneTextOf(gone: GoneForm | undefined) {
  if (!gone?.deleted) return undefined
  const { name, by, on } = gone.deleted
  return { title: `${name} was deleted`, text: `Deleted by ${by} on ${on}. Nothing was saved.` }
}

/** What was typed, to be copied. */
function Typed({ typed, deleted }: GoneForm) {
  return (
    <>
      {deleted?.mayRestore ? (
        <p>
          Restore it from <a href={paths.recentlyDeleted()}>Recently deleted</a>, then enter your changes
          again.
        </p>
      ) : null}
      {typed.length > 0 ? (
        <p>
          {deleted ? "" : "It may have been deleted while you were editing. Nothing was saved. "}
          What you typed is below, so you can copy it.
        </p>
      ) : null}
      <TypedFields typed={typed} />
    </>
  )
}

export const TypedFields = ({ typed }: Pick<GoneForm, "typed">) =>
  typed.map(([label, text], index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a form may have the same name twice
    <label key={index} className="field">
      {label}
      <textarea readOnly rows={text.includes("\n") ? 4 : 1} defaultValue={text} />
    </label>
  ))

/** The same as a page of the signed-in area that has lost its frame. */
export function AreaErrorPage({ status }: { status: number }) {
  return (
    <main className="main" id="main">
      <ErrorText status={status} />
    </main>
  )
}

/** The same as a whole page. */
export function ErrorPage({ status }: { status: number }) {
  return (
    <main className="page-width page-section" id="main">
      <ErrorText status={status} />
    </main>
  )
}

/** What a developer wants to know of a failed page; the server has put the source's lines into the stack. */
function ErrorSource() {
  const error = useRouteError()
  return error instanceof Error ? <pre>{error.stack}</pre> : null
}

/** What a person tells support: the request's ID, by which its lines are found in the log. */
function RequestId() {
  const { requestId } = useContext(DocumentContext)
  // A browser takes over what the server wrote. An error that came without a document has no ID here.
  const [id] = useState(() =>
    import.meta.env.SSR ? requestId : document.querySelector("[data-request-id]")?.textContent,
  )
  return id ? (
    <p>
      Error ID: <code data-request-id="">{id}</code>
    </p>
  ) : null
}
