import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node"
import { Form, useActionData, useLoaderData } from "@remix-run/react"
import { SubmitButton } from "~/components/form/submit-button"
import { SchoolPageFrame } from "~/components/people/school-page/school-page-frame"
import { requireSchoolPage } from "~/http/guards.server"
import { confirmInquiry, findDraftState } from "~/models/people/inquiry/inquiry-draft.server"
import { paths } from "~/utils/paths"

const tokenIn = (request: Request) => new URL(request.url).searchParams.get("token")?.slice(0, 200) ?? ""

/** Opening the link confirms nothing, because mail programs open links too. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { actor, page } = await requireSchoolPage(request, params.pageKey)
  const state = findDraftState(actor, tokenIn(request)) ?? "expired"
  const shown = { state, schoolName: actor.school.name, logoId: actor.school.logoId, address: page.address }
  return data(shown, { status: state === "expired" ? 410 : 200 })
}

export async function action({ request, params }: ActionFunctionArgs) {
  const { actor } = await requireSchoolPage(request, params.pageKey)
  const before = confirmInquiry(actor, tokenIn(request))
  return data({ isDone: before === "open" || before === "confirmed" })
}

/** The address holds a secret: it isn't passed on to other sites, cached or listed. */
export const headers: HeadersFunction = () => ({
  "Referrer-Policy": "same-origin",
  "Cache-Control": "private, no-store",
  "X-Robots-Tag": "noindex, nofollow",
})

export const meta: MetaFunction<typeof loader> = ({ data: found }) => [
  { title: found ? `Confirm your request to ${found.schoolName}` : "Not found · Tutti" },
  { name: "robots", content: "noindex" },
]

export default function ConfirmInquiry() {
  const { state, schoolName, logoId, address } = useLoaderData<typeof loader>()
  const isDone = useActionData<typeof action>()?.isDone || state === "confirmed"
  return (
    <SchoolPageFrame schoolName={schoolName} logoId={logoId}>
      {isDone ? (
        <>
          <h1>Request sent</h1>
          <p>{schoolName} has your request and will get back to you. We emailed you a receipt.</p>
        </>
      ) : state === "open" ? (
        <>
          <h1>Confirm your request</h1>
          <p>Send your request for lessons to {schoolName}.</p>
          <Form method="post">
            <p>
              <SubmitButton pending="Sending…">Confirm request</SubmitButton>
            </p>
          </Form>
        </>
      ) : (
        <>
          <h1>This link no longer works</h1>
          <p>It has expired, or it isn’t complete. Ask again to get a new one.</p>
          <p>
            <a className="button" href={paths.schoolPage(address)}>
              Ask for lessons
            </a>
          </p>
        </>
      )}
    </SchoolPageFrame>
  )
}
