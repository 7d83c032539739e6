import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction, SerializeFrom } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { TextAreaField } from "~/components/form/field"
import { AnswerSummary, PostForm, SubmitButton, SubmitRow } from "~/components/form/post-form"
import { Link } from "~/components/ui/button"
import { Pagination } from "~/components/ui/data-table"
import { PageHead } from "~/components/ui/page-head"
import { orNotFound, requireMember } from "~/http/guards.server"
import { act, idIn, intent, intents } from "~/http/intents.server"
import { paged } from "~/http/page-number"
import { redirectWithUndo } from "~/http/toast.server"
import { longestBody, messageText } from "~/models/communication/messaging/messaging"
import { CloseReportForm } from "~/models/communication/messaging/messaging-forms.server"
import {
  closeReport,
  countReports,
  hideMessage,
  listReports,
  reportsPerPage,
} from "~/models/communication/messaging/report.server"
import { closeReportRefusals } from "~/texts/communication/refusals"
import { hiddenText, reportReasonLabels } from "~/texts/communication/reports"
import { countOf } from "~/utils/formats"
import { paths } from "~/utils/paths"
import { formatInstant } from "~/utils/zones"

/** What readers reported, for the office: each with the message, what to do with it, and an answer. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "message:all")
  const closed = new URL(request.url).searchParams.get("view") === "closed"
  const { timeZone } = actor.school
  const pages = paged(request, countReports(actor, closed), reportsPerPage)
  return {
    closed,
    pages,
    reports: listReports(actor, { closed, page: pages.page }).map(
      ({ id, reason, note, at, reporter, author, sentAt, reported, ...report }) => ({
        ...{ id, note, reporter, author, subject: report.subject, body: messageText(reported) },
        ...shownFile(report, id, reported),
        now: messageText(report) === messageText(reported) ? null : messageText(report),
        reason: reportReasonLabels[reason],
        when: formatInstant(at, timeZone),
        sent: formatInstant(sentAt, timeZone),
        isHidden: report.hiddenAt !== null,
      }),
    ),
  }
}

/** Where the file of a reported message is, with its name. */
const shownFile = (
  { conversationId, messageId }: { conversationId: string; messageId: string },
  report: string,
  { fileId, fileName }: { fileId: string | null; fileName: string | null },
) => ({
  file: fileId && fileName && { href: paths.messageFile(conversationId, messageId, { report }), fileName },
})

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "message:all")
  const at = paths.messageReports()
  return intents(request, at, {
    hide: (form) => {
      const reportId = idIn(form, "reportId")
      const hidden = orNotFound(hideMessage(actor, reportId, true, hiddenText))
      const left = hidden.left > 0 ? ` ${countOf(hidden.left, "email")} with it had left already.` : ""
      return redirectWithUndo(at, `Message hidden from its readers.${left}`, {
        to: at,
        fields: { intent: "show", reportId },
      })
    },
    show: act({
      run: (form) => hideMessage(actor, idIn(form, "reportId"), false, hiddenText),
      saved: "Message shown again.",
    }),
    close: intent({
      schema: CloseReportForm,
      run: ({ reportId, body }) => closeReport(actor, reportId, { subject: "Your report", body }),
      field: "body",
      refusals: closeReportRefusals,
      status: 409,
      saved: ({ isAnswered }) => (isAnswered ? "Report closed and answered." : "Report closed."),
    }),
  })
}

export const meta: MetaFunction = () => [{ title: "Reported messages · Tutti" }]

export default function MessageReports() {
  const { closed, reports, pages } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()?.result
  const refused = result?.error ? result.initialValue : undefined
  return (
    <div className="stack narrow">
      <AnswerSummary formId="close-report" result={result} />
      <PageHead
        back={{ to: paths.messages(), label: "Messages" }}
        title={closed ? "Closed reports" : "Reported messages"}
      />
      <p className="dim">
        Senders aren’t told who reported them. Reports of what the office wrote go to Tutti’s staff.{" "}
        {closed ? (
          <Link to={paths.messageReports()}>Reports to look into</Link>
        ) : (
          <Link to={paths.messageReports({ view: "closed" })}>Closed reports</Link>
        )}
      </p>
      {reports.length === 0 ? (
        <p>
          {closed ? "No closed reports yet." : "No reported messages. Readers can report one below its text."}
        </p>
      ) : null}
      {refused && !reports.some(({ id }) => id === refused.reportId) ? (
        <ClosedBefore result={result} />
      ) : null}
      {reports.map((report) => (
        <ReportedMessage key={report.id} report={report} closed={closed} result={result} />
      ))}
      <Pagination {...pages} />
    </div>
  )
}

/** What someone answered to a report that another one closed first: their words stay on the page. */
function ClosedBefore({ result }: { result: SubmissionResult<string[]> | undefined }) {
  const [form, fields] = useForm<{ body: string }>({ id: "close-report", lastResult: result })
  return (
    <PostForm className="form" {...getFormProps(form)}>
      <TextAreaField meta={fields.body} label="Your answer" rows={3} maxLength={longestBody} optional />
    </PostForm>
  )
}

type ReportedMessageProps = {
  report: SerializeFrom<typeof loader>["reports"][number]
  closed: boolean
  result: SubmissionResult<string[]> | undefined
}

function ReportedMessage({ report, closed, result }: ReportedMessageProps) {
  const { id, author, reporter, reason, note, subject, body, when, sent, isHidden, file } = report
  const isAnswered = result?.initialValue?.reportId === id
  const [form, fields] = useForm<{ reportId: string; body: string }>({
    id: isAnswered ? "close-report" : `close-${id}`,
    lastResult: isAnswered ? result : undefined,
  })
  return (
    <section className="section" aria-label={`Report by ${reporter} of ${when}`}>
      <h2>{reason}</h2>
      <p>
        {reporter} reported this on {when}.{note ? ` “${note}”` : null}
      </p>
      <p className="dim">
        {author}, {sent}, “{subject}”{isHidden ? ". Hidden from its readers." : null}
      </p>
      <p className="long-text">{body}</p>
      {file ? (
        <p>
          <a href={file.href}>Reported file {file.fileName}</a>
        </p>
      ) : null}
      {report.now ? (
        <>
          <p className="dim">Edited. It now says:</p>
          <p className="long-text">{report.now}</p>
        </>
      ) : null}
      <PostForm sends={{ reportId: id }}>
        <SubmitButton intent={isHidden ? "show" : "hide"} variant="secondary" pending="Saving…">
          {isHidden ? "Show message again" : "Hide message"}
        </SubmitButton>{" "}
        {isHidden ? null : <span className="dim">The subject stays.</span>}
      </PostForm>
      {closed ? null : (
        <PostForm className="form" {...getFormProps(form)} sends={{ reportId: id }}>
          <TextAreaField
            meta={fields.body}
            label={`Answer to ${reporter}`}
            hint="Sent as a message from you. Leave it blank to close the report without an answer."
            rows={3}
            maxLength={longestBody}
            optional
          />
          <SubmitRow label={`Close report by ${reporter}`} intent="close" pending="Closing…" />
        </PostForm>
      )}
    </section>
  )
}
