import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node"
import { Form, useActionData, useLoaderData } from "@remix-run/react"
import { SubmitRow } from "~/components/form/post-form"
import { SchoolPageFrame } from "~/components/people/school-page/school-page-frame"
import { allowAnyone, orNotFound } from "~/http/guards.server"
import {
  findSubscription,
  unsubscribe,
} from "~/models/foundation/notification-preferences/unsubscribe.server"
import { topicTexts } from "~/texts/foundation/notification-preferences"
import { paths } from "~/utils/paths"

function found(key: string | undefined) {
  const subscription = orNotFound(findSubscription(key ?? ""))
  return subscription
}

/** Opening the link changes nothing, because mail programs open links too. */
export async function loader({ params }: LoaderFunctionArgs) {
  allowAnyone()
  const { subscription, school } = found(params.unsubscribeKey)
  const { what } = subscription
  return {
    schoolName: school.name,
    logoId: school.logoId,
    what: what === "daily" ? "daily emails" : `emails about ${topicTexts[what].label.toLowerCase()}`,
  }
}

/** A mail program sends it without a page (RFC 8058), or a person presses the button. */
export async function action({ params }: ActionFunctionArgs) {
  allowAnyone()
  unsubscribe(found(params.unsubscribeKey).subscription)
  return data({ isDone: true })
}

/** The address is its holder's alone: it isn't passed on to other sites, cached or listed. */
export const headers: HeadersFunction = () => ({
  "Referrer-Policy": "same-origin",
  "Cache-Control": "private, no-store",
  "X-Robots-Tag": "noindex, nofollow",
})

export const meta: MetaFunction<typeof loader> = ({ data: shown }) => [
  { title: shown ? `Emails from ${shown.schoolName}` : "Not found · Tutti" },
  { name: "robots", content: "noindex" },
]

export default function Unsubscribe() {
  const { schoolName, logoId, what } = useLoaderData<typeof loader>()
  const isDone = useActionData<typeof action>()?.isDone
  return (
    <SchoolPageFrame schoolName={schoolName} logoId={logoId}>
      {isDone ? (
        <>
          <h1>Emails turned off</h1>
          <p>
            You’ll get no more {what} from {schoolName}.
          </p>
        </>
      ) : (
        <>
          <h1>Turn off emails</h1>
          <p>
            Stop {what} from {schoolName}. Invoices, overdue notices, invitations and security emails still
            come.
          </p>
          <Form method="post">
            <SubmitRow label={`Turn off ${what}`} pending="Turning off…" />
          </Form>
        </>
      )}
      <p>
        <a href={paths.preferences()}>Choose what you get</a>
      </p>
    </SchoolPageFrame>
  )
}
