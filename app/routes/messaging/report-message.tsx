import { getFormProps, useForm } from "@conform-to/react"
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { SelectField, TextAreaField } from "~/components/form/field"
import { ErrorSummary, PostForm, SubmitRow } from "~/components/form/post-form"
import { CalloutText } from "~/components/ui/callout"
import { PageHead } from "~/components/ui/page-head"
import { notFound, requireMember, requirePerson } from "~/http/guards.server"
import { intent, intents } from "~/http/intents.server"
import { longestNote, messageText, reportReasons } from "~/models/communication/messaging/messaging"
import { ReportForm } from "~/models/communication/messaging/messaging-forms.server"
import { findToReport, reportMessage } from "~/models/communication/messaging/report.server"
import { hiddenText, reportCaseText, reportReasonLabels } from "~/texts/communication/reports"
import { paths } from "~/utils/paths"
import { formatInstant } from "~/utils/zones"

/** A message of someone else, to report; or that it was. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "message:read")
  const { conversationId = "", messageId = "" } = params
  const found = findToReport(actor, conversationId, messageId)
  if (!found || (found.message.isHidden && !found.report)) throw notFound()
  const { subject, message, report } = found
  return {
    ...{
      conversationId,
      subject,
      author: message.name,
      body: message.isHidden ? hiddenText : messageText(message),
    },
    report: report && {
      at: formatInstant(report.createdAt, actor.school.timeZone),
      reason: reportReasonLabels[report.reason],
      isClosed: report.closedAt !== null,
      isForPlatform: report.isForPlatform,
    },
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireMember(request, "message:read")
  const person = await requirePerson(request)
  const at = { conversationId: params.conversationId ?? "", messageId: params.messageId ?? "" }
  if (!findToReport(actor, at.conversationId, at.messageId)) throw notFound()
  return intents(request, paths.reportMessage(at.conversationId, at.messageId), {
    else: intent({
      schema: ReportForm,
      run: (form) => reportMessage(actor, person, at, form, reportCaseText),
      saved: "Message reported.",
    }),
  })
}

export const meta: MetaFunction = () => [{ title: "Report message · Tutti" }]

export default function ReportMessage() {
  const { conversationId, subject, author, body, report } = useLoaderData<typeof loader>()
  const [form, fields] = useForm<ReportForm>({
    id: "report",
    lastResult: useActionData<typeof action>()?.result,
  })
  return (
    <div className="stack narrow">
      <ErrorSummary form={form} />
      <PageHead back={{ to: paths.conversation(conversationId), label: subject }} title="Report message" />
      <blockquote className="long-text">
        {author}: {body}
      </blockquote>
      {report ? (
        <CalloutText>
          You reported this message on {report.at}: {report.reason}.{" "}
          {report.isForPlatform
            ? "Tutti’s staff are looking into it and will answer in your support chat."
            : report.isClosed
              ? "The office has closed the report."
              : "The office is looking into it."}
        </CalloutText>
      ) : (
        <PostForm className="form" {...getFormProps(form)}>
          <SelectField
            meta={fields.reason}
            label="Reason"
            prompt="Choose a reason"
            choices={reportReasons.map((value) => ({ value, label: reportReasonLabels[value] }))}
          />
          <TextAreaField meta={fields.note} label="What happened" rows={4} maxLength={longestNote} optional />
          <p className="dim">
            The office reads your report. If the office wrote the message, our staff read it instead. The
            sender isn’t told who reported it.
          </p>
          <SubmitRow label="Report message" pending="Reporting…" />
        </PostForm>
      )}
    </div>
  )
}
