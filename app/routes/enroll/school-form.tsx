import {
  type ActionFunctionArgs,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node"
import { isRouteErrorResponse, useActionData, useLoaderData, useRouteError } from "@remix-run/react"
import { InquiryForm } from "~/components/people/inquiry/inquiry-form"
import { TrialTimes } from "~/components/people/inquiry/trial-times"
import { FormSent, Paragraphs, PreviewNote } from "~/components/people/school-page/form-page"
import { SchoolPageFrame } from "~/components/people/school-page/school-page-frame"
import { ErrorPage, TypedFields } from "~/components/public/error-page"
import { PublicShell } from "~/components/public/public-shell"
import { siteFooter } from "~/components/public/site-footer"
import type { PageHandle } from "~/components/shell/document"
import { orNotFound, requireSchoolPage } from "~/http/guards.server"
import type { Actor } from "~/models/foundation/access/actor"
import { findFormAt } from "~/models/people/enrollment-form/enrollment-form.server"
import type { SchoolPage } from "~/models/people/school-page/school-page.server"
import { noTimesLeft } from "~/texts/people/enrollment-form"
import { goneInHand } from "~/utils/form-in-hand.server"
import type { GoneForm } from "~/utils/gone-form"
import { paths } from "~/utils/paths"
import { publicMeta } from "~/utils/public-meta"
import { drawForm, takeForm } from "./form-page.server"

// One of a school's forms at its own address, for one purpose. Like the school's page it may be inside another page.

/** What the page of a form says that the school has archived; `typed` is what was in it when it was sent. */
type Closed = Record<"name" | "schoolName" | "address", string> & {
  logoId: string | null
  typed: GoneForm["typed"]
}

/** The form at an address. An archived one isn't found, and its page says that it is closed. */
function formAt(actor: Actor, { address }: SchoolPage, formKey: string | undefined) {
  const form = orNotFound(findFormAt(actor, (formKey ?? "").slice(0, 40)))
  if (!form.isArchived) return form
  const { name: schoolName, logoId } = actor.school
  const closed: Closed = {
    ...{ name: form.name, schoolName, logoId, address },
    typed: goneInHand()?.typed ?? [],
  }
  throw Response.json(closed, { status: 404 })
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { actor, page } = await requireSchoolPage(request, params.pageKey)
  const form = formAt(actor, page, params.formKey)
  const { search, searchParams } = new URL(request.url)
  if (params.pageKey !== page.address || params.formKey !== form.path)
    throw redirect(`${paths.schoolForm(page.address, form.path)}${search}`, 301)
  const { isOpen, address, instruments } = page
  return {
    ...{ isOpen, address, instruments, schoolName: actor.school.name, logoId: actor.school.logoId },
    form: drawForm(actor, request, page, form),
    sent: searchParams.get("sent"),
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const { actor, page } = await requireSchoolPage(request, params.pageKey)
  return takeForm(request, actor, page, formAt(actor, page, params.formKey))
}

export const headers: HeadersFunction = () => ({ "Cache-Control": "private, no-store" })

export const handle: PageHandle = { area: "framed" }

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  data
    ? [
        ...publicMeta({
          title: `${data.form.name} · ${data.schoolName}`,
          description: `${data.form.name} at ${data.schoolName}.`,
          path: paths.schoolForm(data.address, data.form.path),
        }),
        ...(data.isOpen && !data.sent ? [] : [{ name: "robots", content: "noindex" }]),
      ]
    : [{ title: "Not found · Tutti" }]

export default function SchoolForm() {
  const { form, isOpen, address, instruments, schoolName, logoId, sent } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()?.result
  const { trial, path } = form
  const campaign = form.campaign ?? undefined
  const own = paths.schoolForm(address, path, { campaign })
  if (sent)
    return (
      <FormSent
        schoolName={schoolName}
        logoId={logoId}
        again={own}
        booksTime={trial !== null && sent === "time"}
      />
    )
  return (
    <SchoolPageFrame schoolName={schoolName} logoId={logoId}>
      {isOpen ? null : <PreviewNote />}
      <h1>{form.name}</h1>
      {form.intro ? <Paragraphs text={form.intro} /> : null}
      {trial ? (
        <p>
          {[`${trial.minutes} minutes`, trial.instrument, trial.price].filter(Boolean).join(", ")}
          {trial.instrument && trial.taught.length > 1 ? (
            <>
              . <a href={own}>Choose another instrument</a>
            </>
          ) : (
            "."
          )}
        </p>
      ) : null}
      {trial && !trial.isOpen ? (
        <>
          <h2>Which instrument?</h2>
          <p className="buttons">
            {trial.taught.map((name) => (
              <a
                key={name}
                className="button"
                href={paths.schoolForm(address, path, { instrument: name, campaign })}
              >
                {name}
              </a>
            ))}
          </p>
        </>
      ) : (
        <InquiryForm
          {...form}
          {...{ address, schoolName, instruments, lastResult }}
          isPreview={!isOpen}
          asksForTime={Boolean(trial?.times.length)}
          send={
            trial?.times.length ? "Ask for this time" : form.purpose === "any" ? undefined : "Send request"
          }
          before={({ time }) =>
            trial ? (
              trial.times.length > 0 ? (
                <TrialTimes meta={time} times={trial.times} />
              ) : (
                <p>{noTimesLeft}</p>
              )
            ) : null
          }
        />
      )}
      <p>
        <a href={paths.schoolPage(address)}>Lessons at {schoolName}</a>
      </p>
    </SchoolPageFrame>
  )
}

/** A form that the school has archived, with what was typed in it; any other error is the usual page. */
export function ErrorBoundary() {
  const error = useRouteError()
  if (!isRouteErrorResponse(error) || !error.data?.schoolName)
    return (
      <PublicShell footer={siteFooter}>
        <ErrorPage status={isRouteErrorResponse(error) ? error.status : 500} />
      </PublicShell>
    )
  const { name, schoolName, address, logoId, typed } = error.data as Closed
  return (
    <SchoolPageFrame schoolName={schoolName} logoId={logoId} isClosed>
      <h1>{name} is closed</h1>
      {typed.length > 0 ? (
        <p role="alert">
          {schoolName} closed this form while you filled it in, so nothing was sent. What you typed is below,
          so you can copy it.
        </p>
      ) : (
        <p>{schoolName} no longer takes requests through this form.</p>
      )}
      <p>
        <a className="button primary" href={paths.schoolPage(address)}>
          Other ways to ask {schoolName}
        </a>
      </p>
      <TypedFields typed={typed} />
    </SchoolPageFrame>
  )
}
