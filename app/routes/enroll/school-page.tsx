import {
  type ActionFunctionArgs,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { honeypotName } from "~/components/form/honeypot"
import { InquiryForm } from "~/components/people/inquiry/inquiry-form"
import { SchoolPageFrame } from "~/components/people/school-page/school-page-frame"
import type { PageHandle } from "~/components/shell/document"
import { Callout } from "~/components/ui/callout"
import { clientAddress, countedAddress } from "~/http/address.server"
import { tooMany } from "~/http/answer"
import { requireSchoolPage } from "~/http/guards.server"
import { readForm } from "~/http/read-form.server"
import { invalid } from "~/http/responses.server"
import type { Actor } from "~/models/foundation/access/actor"
import { tooManyTries } from "~/models/foundation/throttle/throttle"
import { countTry } from "~/models/foundation/throttle/throttle.server"
import { listAtEnrollment } from "~/models/people/consent/documents.server"
import { linkDays } from "~/models/people/inquiry/inquiry"
import { beginForm, isUnhurried, receiveInquiry } from "~/models/people/inquiry/inquiry-draft.server"
import { inquiryForm } from "~/models/people/inquiry/inquiry-form"
import {
  listShownTeachers,
  type SchoolPage as SchoolPageFacts,
} from "~/models/people/school-page/school-page.server"
import { listWithFreeSpots } from "~/models/teaching/class-list/class-list.server"
import { todayOf } from "~/utils/clock.server"
import { countOf } from "~/utils/count-of"
import { joinNames } from "~/utils/join-names"
import { paths } from "~/utils/paths"
import { publicMeta } from "~/utils/public-meta"

// A school's own page: who it is, and the form on which strangers ask for lessons. It may be shown inside a page of the school's
// site, where a browser keeps no cookie of ours: none is needed.

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { actor, page } = await requireSchoolPage(request, params.pageKey)
  const { search, searchParams } = new URL(request.url)
  if (params.pageKey !== page.address) throw redirect(`${paths.schoolPage(page.address)}${search}`, 301)
  return {
    ...page,
    schoolName: actor.school.name,
    logoId: actor.school.logoId,
    teachers: listShownTeachers(actor),
    classes: classesOf(actor, page),
    documents: listAtEnrollment(actor),
    begun: beginForm(actor),
    today: todayOf(actor),
    sent: searchParams.has("sent"),
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const { actor, page } = await requireSchoolPage(request, params.pageKey)
  const form = await request.formData()
  const sent = redirect(paths.schoolPage(page.address, { sent: "yes" }), 303)
  if (form.get(honeypotName)) return sent
  const schema = inquiryForm(page, todayOf(actor), classesOf(actor, page), listAtEnrollment(actor))
  const submission = readForm(form, { schema })
  if (submission.status !== "success") return invalid(submission)
  if (!isUnhurried(actor, String(form.get("begun") ?? "")))
    return invalid(submission, { form: "Check what you entered, then send it again." })
  const wait = await waitFor(request, actor.school.id, submission.value.email)
  if (wait > 0) return invalid(submission, { form: tooManyTries(wait) }, tooMany(wait))
  receiveInquiry(actor, submission.value, clientAddress(request))
  return sent
}

const classesOf = (actor: Actor, { showsClasses }: SchoolPageFacts) =>
  showsClasses ? listWithFreeSpots(actor) : []

/** By the address first: one that has sent too much uses up nothing of others. */
async function waitFor(request: Request, schoolId: string, email: string): Promise<number> {
  return (
    (await countTry("inquiry-address", countedAddress(request))) ||
    (await countTry("inquiry-email", email)) ||
    (await countTry("inquiry-school", schoolId))
  )
}

export const headers: HeadersFunction = () => ({ "Cache-Control": "private, no-store" })

export const handle: PageHandle = { area: "framed" }

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  data
    ? [
        ...publicMeta({
          title: `Lessons at ${data.schoolName}`,
          description: `Ask ${data.schoolName} for lessons.`,
          path: paths.schoolPage(data.address),
        }),
        ...(data.isOpen && !data.sent ? [] : [{ name: "robots", content: "noindex" }]),
      ]
    : [{ title: "Not found · Tutti" }]

export default function SchoolPage() {
  const { schoolName, logoId, isOpen, intro, prices, instruments, teachers, classes, sent, ...rest } =
    useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()?.result
  if (sent) return <Sent schoolName={schoolName} logoId={logoId} address={rest.address} />
  return (
    <SchoolPageFrame schoolName={schoolName} logoId={logoId}>
      {isOpen ? null : (
        <Callout tone="amber">
          <p>Preview: only you and your office see this page until you open it in Settings.</p>
        </Callout>
      )}
      <h1>Lessons at {schoolName}</h1>
      {intro ? paragraphs(intro) : null}
      {instruments.length > 0 ? (
        <p>
          <b>We teach</b> {joinNames(instruments)}.
        </p>
      ) : null}
      {teachers.length > 0 ? (
        <>
          <h2>Teachers</h2>
          {teachers.map(({ id, name, instruments: teaches, about }) => (
            <p key={id}>
              <b>{name}</b>
              {teaches ? `, ${teaches}` : null}
              {about ? `. ${about}` : null}
            </p>
          ))}
        </>
      ) : null}
      {classes.length > 0 ? (
        <>
          <h2>Classes with free spots</h2>
          {classes.map(({ id, name, times, spots }) => (
            <p key={id}>
              <b>{name}</b>, {times}. {countOf(spots, "spot")} left.
            </p>
          ))}
        </>
      ) : null}
      {prices ? (
        <>
          <h2>Prices</h2>
          {paragraphs(prices)}
        </>
      ) : null}
      <h2>Ask for lessons</h2>
      <InquiryForm
        {...rest}
        schoolName={schoolName}
        instruments={instruments}
        classes={classes}
        lastResult={lastResult}
        isPreview={!isOpen}
      />
    </SchoolPageFrame>
  )
}

/** Each line of a text that the school wrote as a paragraph. */
const paragraphs = (text: string) =>
  text
    .split("\n")
    .filter(Boolean)
    .map((line) => <p key={line}>{line}</p>)

type SentProps = { schoolName: string; logoId: string | null; address: string }

function Sent({ schoolName, logoId, address }: SentProps) {
  return (
    <SchoolPageFrame schoolName={schoolName} logoId={logoId}>
      <h1>Check your email</h1>
      <p>
        We sent you a link. Open it and press “Confirm request”, and {schoolName} gets your request. The link
        works for {linkDays} days.
      </p>
      <p>
        Nothing there? Look in your spam folder, or <a href={paths.schoolPage(address)}>ask again</a>.
      </p>
    </SchoolPageFrame>
  )
}
