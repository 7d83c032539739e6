import {
  type ActionFunctionArgs,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { InquiryForm } from "~/components/people/inquiry/inquiry-form"
import { FormSent, Paragraphs, PreviewNote } from "~/components/people/school-page/form-page"
import { SchoolPageFrame } from "~/components/people/school-page/school-page-frame"
import type { PageHandle } from "~/components/shell/document"
import { orNotFound, requireSchoolPage } from "~/http/guards.server"
import { findMainForm, listForms } from "~/models/people/enrollment-form/enrollment-form.server"
import { campaignIn } from "~/models/people/inquiry/inquiry"
import { listShownTeachers } from "~/models/people/school-page/school-page.server"
import { listWithFreeSpots } from "~/models/teaching/class-list/class-list.server"
import { countOf } from "~/utils/formats"
import { joinNames } from "~/utils/names"
import { paths } from "~/utils/paths"
import { publicMeta } from "~/utils/public-meta"
import { drawForm, takeForm } from "./form-page.server"

// A school's own page: who it is, the form on which strangers ask for lessons, and the way to its other forms. It may be shown inside a
// page of the school's site, where a browser keeps no cookie of ours: none is needed.

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { actor, page } = await requireSchoolPage(request, params.pageKey)
  const { search, searchParams } = new URL(request.url)
  if (params.pageKey !== page.address) throw redirect(`${paths.schoolPage(page.address)}${search}`, 301)
  const main = findMainForm(actor)
  const listed = page.showsClasses ? listWithFreeSpots(actor) : []
  return {
    ...page,
    schoolName: actor.school.name,
    logoId: actor.school.logoId,
    teachers: listShownTeachers(actor),
    listed,
    form: main ? drawForm(actor, request, page, main, listed) : null,
    others: listForms(actor).flatMap(({ path, name, isMain, isListed, isArchived }) =>
      isMain || isArchived || !isListed ? [] : [{ path, name }],
    ),
    sent: searchParams.has("sent"),
    campaign: campaignIn(searchParams),
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const { actor, page } = await requireSchoolPage(request, params.pageKey)
  const main = orNotFound(findMainForm(actor))
  return takeForm(request, actor, page, main)
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
  const { schoolName, logoId, isOpen, intro, prices, instruments, teachers, listed, form, ...rest } =
    useLoaderData<typeof loader>()
  const { others, sent, address, campaign } = rest
  const lastResult = useActionData<typeof action>()?.result
  if (sent) return <FormSent schoolName={schoolName} logoId={logoId} again={paths.schoolPage(address)} />
  return (
    <SchoolPageFrame schoolName={schoolName} logoId={logoId}>
      {isOpen ? null : <PreviewNote />}
      <h1>Lessons at {schoolName}</h1>
      {intro ? <Paragraphs text={intro} /> : null}
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
      {listed.length > 0 ? (
        <>
          <h2>Classes with free spots</h2>
          {listed.map(({ id, name, times, spots }) => (
            <p key={id}>
              <b>{name}</b>, {times}. {countOf(spots, "spot")} left.
            </p>
          ))}
        </>
      ) : null}
      {prices ? (
        <>
          <h2>Prices</h2>
          <Paragraphs text={prices} />
        </>
      ) : null}
      {others.length > 0 ? (
        <p className="buttons">
          {others.map(({ path, name }) => (
            <a key={path} className="button" href={paths.schoolForm(address, path, { campaign })}>
              {`${name} `}
            </a>
          ))}
        </p>
      ) : null}
      {form ? (
        <>
          <h2>{form.name}</h2>
          {form.intro ? <Paragraphs text={form.intro} /> : null}
          <InquiryForm {...form} {...{ address, schoolName, instruments, lastResult }} isPreview={!isOpen} />
        </>
      ) : null}
    </SchoolPageFrame>
  )
}
