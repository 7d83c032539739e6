import { randomUUID } from "node:crypto"
import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { Field, SelectField, TextAreaField } from "~/components/form/field"
import { ActButton, AnswerSummary, PostForm, SubmitButton } from "~/components/form/post-form"
import { Callout } from "~/components/ui/callout"
import { DataTable, Pagination } from "~/components/ui/data-table"
import { NoEnter } from "~/components/ui/no-enter"
import { PageHead } from "~/components/ui/page-head"
import { requireStaff } from "~/http/guards.server"
import { act, idIn, intents, titled } from "~/http/intents.server"
import { paged, readPage } from "~/http/page-number"
import { asTyped, invalid, readForm } from "~/http/read-form.server"
import { redirectWithToast } from "~/http/toast.server"
import type { SuperActor } from "~/models/foundation/access/actor"
import { notEmailedText } from "~/models/foundation/outbox/bounce"
import {
  bannerDays,
  bannerLabels,
  longestBody,
  longestSubject,
} from "~/models/platform/announcement/announcement"
import {
  announcementsPerPage,
  listAnnouncements,
  previewRecipients,
  sendAnnouncement,
  stopAnnouncement,
} from "~/models/platform/announcement/announcement.server"
import {
  type AnnouncementForm as AnnouncementFields,
  AnnouncementForm as AnnouncementSchema,
} from "~/models/platform/announcement/announcement-form"
import { countOf } from "~/utils/formats"
import { paths } from "~/utils/paths"
import { staffTime } from "~/utils/work-times.server"

/** Messages to everyone who administers a school. */
export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, "machine:read")
  const page = readPage(request)
  const { rows, total } = listAnnouncements(staff, page)
  return {
    formKey: randomUUID(),
    pages: paged(request, total, announcementsPerPage),
    rows: rows.map(({ createdAt, bannerUntil, by, ...row }) => ({
      ...row,
      by: by ?? "Former staff",
      when: staffTime(createdAt),
      banner: bannerUntil === null ? "No banner" : `Until ${staffTime(bannerUntil)}`,
    })),
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const staff = await requireStaff(request, "machine:act")
  return intents(request, paths.announcements(), {
    stop: act({
      run: (form) => stopAnnouncement(staff, idIn(form, "announcementId")),
      refusals: titled("Nothing was changed", { "not-found": "It had already ended." }),
      saved: "Announcement stopped.",
    }),
    preview: (form) => answerAnnouncement(staff, form),
    send: (form) => answerAnnouncement(staff, form),
  })
}

function answerAnnouncement(staff: SuperActor, form: FormData) {
  const submission = readForm(form, { schema: AnnouncementSchema })
  if (submission.status !== "success") return refuse(submission)
  if (submission.value.intent === "preview")
    return data({ result: asTyped(submission), title: undefined, preview: previewRecipients(staff) })
  const sent = sendAnnouncement(staff, submission.value)
  if (!sent.ok)
    return refuse(submission, { form: "The recipients have changed. Preview them again, then send." }, 409)
  return redirectWithToast(paths.announcements(), `Sending to ${countOf(sent.people, "person", "people")}.`)
}

/** A refusal in the shape that a preview has, too. */
function refuse(...refusal: Parameters<typeof invalid>) {
  const { data: answer, init } = invalid(...refusal)
  return data({ ...answer, preview: undefined }, init ?? undefined)
}

export const meta: MetaFunction = () => [{ title: "Announcements · Tutti" }]

type Row = ReturnType<typeof useLoaderData<typeof loader>>["rows"][number]

export default function Announcements() {
  const { formKey, rows, pages } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const result = answer?.result
  const preview = answer?.preview
  const typedKey = result?.initialValue?.key
  return (
    <div className="stack">
      <AnswerSummary formId={announcementFormId} result={result} />
      <PageHead title="Announcements" expression="to everyone who administers a school" />
      <div className="two-columns">
        <section className="section" aria-labelledby="earlier">
          <h2 id="earlier">Earlier announcements</h2>
          <DataTable
            caption="Announcements, newest first"
            rows={rows}
            empty="No announcements yet. Write one to all administrators."
            columns={[
              { label: "Subject", cell: ({ subject }) => <span className="long-text">{subject}</span> },
              { label: "By", cell: ({ by }) => by },
              { label: "When (UTC)", cell: ({ when }) => when },
              { label: "Banner (UTC)", cell: ({ banner }) => banner },
              { label: "Progress", cell: Progress },
            ]}
          />
          <Pagination {...pages} />
        </section>
        <section className="section" aria-labelledby="new">
          <h2 id="new">New announcement</h2>
          <AnnouncementForm
            formKey={typeof typedKey === "string" ? typedKey : formKey}
            result={result}
            preview={preview}
          />
        </section>
      </div>
    </div>
  )
}

/** Whether all emails are written; each leaves by itself. */
const labels = { sending: "in progress", sent: "done", stopped: "stopped" }

function Progress({ id, subject, state, sent, total, isShown }: Row) {
  return (
    <>
      {sent} of {countOf(total, "email")} queued, {labels[state]}
      {state === "sending" || isShown ? (
        <ActButton sends={{ announcementId: id }} intent="stop" pending="Stopping…">
          Stop <span className="visually-hidden">{subject}</span>
        </ActButton>
      ) : null}
    </>
  )
}

const announcementFormId = "announcement"

type Preview = {
  people: number
  schools: number
  first: { memberId: string; schoolId: string; name: string; schoolName: string }[]
  returned: string[]
}

type AnnouncementFormProps = {
  /** The announcement’s own key, so that sending twice sends once. */
  formKey: string
  result: SubmissionResult | undefined
  preview: Preview | undefined
}

/** Writes to everyone who administers a school: first a preview of who they are, then the mail itself. */
function AnnouncementForm({ formKey, result, preview }: AnnouncementFormProps) {
  const [form, fields] = useForm<AnnouncementFields>({
    id: announcementFormId,
    lastResult: result,
    defaultValue: { banner: "none" },
  })
  return (
    <PostForm className="form" {...getFormProps(form)} sends={{ key: formKey, shown: preview?.people ?? -1 }}>
      <NoEnter />
      <Field meta={fields.subject} label="Subject" maxLength={longestSubject} />
      <TextAreaField meta={fields.body} label="Message" rows={8} maxLength={longestBody} />
      <SelectField
        meta={fields.banner}
        label="Where"
        hint="A banner shows the subject and the first paragraph."
        choices={bannerDays.map((value) => ({ value, label: bannerLabels[value] }))}
      />
      {preview ? <Recipients {...preview} /> : null}
      <p className="buttons">
        {preview && preview.people > 0 ? (
          <SubmitButton intent="send" pending="Starting…">
            Send to {countOf(preview.people, "person", "people")}
          </SubmitButton>
        ) : null}
        <SubmitButton intent="preview" variant="secondary" pending="Counting…" label="Preview recipients" />
      </p>
    </PostForm>
  )
}

function Recipients({ people, schools, first, returned }: Preview) {
  return (
    <Callout>
      <p>
        This goes to {countOf(people, "person", "people")} who administer{" "}
        {countOf(schools, "school", "schools")}.
      </p>
      <ul className="rows">
        {first.map(({ memberId, schoolId, name, schoolName }) => (
          <li key={`${schoolId} ${memberId}`}>
            {name} <span className="dim">{schoolName}</span>
          </li>
        ))}
      </ul>
      {people > first.length ? <p className="dim">{`And ${people - first.length} more.`}</p> : null}
      {returned.length > 0 ? <p>{notEmailedText(returned)}</p> : null}
    </Callout>
  )
}
