import { randomUUID } from "node:crypto"
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { ActButton } from "~/components/form/act-button"
import { AnswerSummary } from "~/components/form/answer-summary"
import { AnnouncementForm, announcementFormId } from "~/components/platform/announcement/announcement-form"
import { DataTable } from "~/components/ui/data-table"
import { EmptyState } from "~/components/ui/empty-state"
import { PageHead } from "~/components/ui/page-head"
import { Pagination } from "~/components/ui/pagination"
import { requireStaff } from "~/http/guards.server"
import { act, idIn, intents, titled } from "~/http/intents.server"
import { paged, readPage } from "~/http/page-number"
import { readForm } from "~/http/read-form.server"
import { asTyped, invalid } from "~/http/responses.server"
import { redirectWithToast } from "~/http/toast.server"
import type { SuperActor } from "~/models/foundation/access/actor"
import {
  announcementsPerPage,
  listAnnouncements,
  previewRecipients,
  sendAnnouncement,
  stopAnnouncement,
} from "~/models/platform/announcement/announcement.server"
import { AnnouncementForm as AnnouncementSchema } from "~/models/platform/announcement/announcement-form"
import { countOf } from "~/utils/count-of"
import { paths } from "~/utils/paths"
import { staffTime } from "~/utils/staff-times.server"

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
      refusals: titled("Nothing was changed", { "not-found": "It was over already." }),
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
          {rows.length === 0 ? (
            <EmptyState>No announcements yet. Write one to all administrators.</EmptyState>
          ) : (
            <>
              <DataTable
                caption="Announcements, newest first"
                rows={rows}
                rowKey={({ id }) => id}
                columns={[
                  { label: "Subject", cell: ({ subject }) => <span className="long-text">{subject}</span> },
                  { label: "By", cell: ({ by }) => by },
                  { label: "When (UTC)", cell: ({ when }) => when },
                  { label: "Banner (UTC)", cell: ({ banner }) => banner },
                  { label: "Progress", cell: Progress },
                ]}
              />
              <Pagination {...pages} />
            </>
          )}
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
