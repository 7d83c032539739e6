import { getFormProps, useForm } from "@conform-to/react"
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { FileField } from "~/components/communication/messaging/file-field"
import { CheckField, DateField, Field, TextAreaField } from "~/components/form/field"
import { ErrorSummary, PostForm, SubmitRow } from "~/components/form/post-form"
import { LinkButton } from "~/components/ui/button"
import { Callout } from "~/components/ui/callout"
import { PageHead } from "~/components/ui/page-head"
import { notFound, orNotFound, requireMember } from "~/http/guards.server"
import { invalid, readForm } from "~/http/read-form.server"
import { redirectWithToast } from "~/http/toast.server"
import { uploadStatus } from "~/models/accounts/quota/quota"
import { editableUntil, editMessage, findToEdit } from "~/models/communication/messaging/edit-message.server"
import { takeFile } from "~/models/communication/messaging/message-file.server"
import { isWithin, longestBody, longestSubject, pinPeriod } from "~/models/communication/messaging/messaging"
import { EditMessageForm } from "~/models/communication/messaging/messaging-forms.server"
import type { Actor } from "~/models/foundation/access/actor"
import { editRefusals, messageFileRefusals } from "~/texts/communication/refusals"
import { todayOf } from "~/utils/clock.server"
import { hasSeveralFiles, oneFileOnly } from "~/utils/form-files"
import { formatTime } from "~/utils/formats"
import { paths } from "~/utils/paths"
import { localTime } from "~/utils/zones"

function messageOf(actor: Actor, { conversationId = "", messageId = "" }: LoaderFunctionArgs["params"]) {
  const found = orNotFound(findToEdit(actor, conversationId, messageId))
  return { conversationId, messageId, ...found }
}

/** A message in its first minutes, to change. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "message:read")
  const { conversationId, conversation, message, isTitled, isOver } = messageOf(actor, params)
  const { subject, pinnedUntil } = conversation
  const refusal = isOver ? editRefusals["too-late"] : message.hiddenAt === null ? null : editRefusals.hidden
  return {
    conversationId,
    message: { subject, body: refusal ? "" : message.body, pinnedUntil: pinnedUntil ?? "" },
    fileName: message.fileId ? message.fileName : null,
    isTitled,
    pins: isTitled && actor.role !== "student" ? pinPeriod(todayOf(actor)) : null,
    until: formatTime(localTime(editableUntil(message.createdAt), actor.school.timeZone)),
    refusal,
    asksAgain: conversation.asksReceipt,
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireMember(request, "message:read")
  const { conversationId, messageId, conversation, isOver } = messageOf(actor, params)
  // A body that is no form reads as an empty one.
  const form = await request.formData().catch(() => new FormData())
  const brought = form.get("file")
  const hasSeveral = hasSeveralFiles(form)
  form.delete("file")
  const submission = readForm(form, { schema: EditMessageForm })
  if (submission.status !== "success") return invalid(submission)
  if (hasSeveral) return invalid(submission, { file: oneFileOnly })
  const { removesFile, pinnedUntil, ...words } = submission.value
  const isNewDay = pinnedUntil && pinnedUntil !== conversation.pinnedUntil
  if (isNewDay && !isWithin(pinnedUntil, pinPeriod(todayOf(actor))))
    return invalid(submission, { pinnedUntil: "Enter a day from today to one year ahead." })
  // Before its file is stored.
  if (isOver) return invalid(submission, { form: editRefusals["too-late"] }, 409)
  const taken = await takeFile(actor, brought)
  if (!taken.ok)
    return invalid(submission, { file: messageFileRefusals[taken.reason] }, uploadStatus(taken.reason))
  const file = taken.file ?? (removesFile ? null : undefined)
  const edited = editMessage(actor, conversationId, messageId, { ...words, pinnedUntil, file })
  if (!edited.ok) {
    if (edited.reason === "not-found") throw notFound()
    if (edited.reason === "empty") return invalid(submission, { body: editRefusals.empty })
    return invalid(submission, { form: editRefusals[edited.reason] }, 409)
  }
  return redirectWithToast(
    paths.conversation(conversationId),
    edited.changed ? "Message changed." : "No changes to save.",
  )
}

export const meta: MetaFunction = () => [{ title: "Edit message · Tutti" }]

export default function EditMessage() {
  const { conversationId, message, fileName, isTitled, pins, until, refusal, asksAgain } =
    useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const [form, fields] = useForm<EditMessageForm>({
    id: "edit-message",
    defaultValue: message,
    lastResult: answer?.result,
  })
  return (
    <div className="stack narrow">
      <ErrorSummary form={form} />
      <PageHead
        back={{ to: paths.conversation(conversationId), label: message.subject }}
        title="Edit message"
      />
      {refusal ? (
        <Callout tone="amber">
          <p>{refusal}</p>
          <p>
            <LinkButton to={paths.newMessage()}>New message</LinkButton>
          </p>
        </Callout>
      ) : null}
      {refusal && !answer ? null : (
        <PostForm edits className="form" encType="multipart/form-data" {...getFormProps(form)}>
          {isTitled ? <Field meta={fields.subject} label="Subject" maxLength={longestSubject} /> : null}
          <TextAreaField meta={fields.body} label="Message" rows={8} maxLength={longestBody} optional />
          {fileName ? <CheckField meta={fields.removesFile} label={`Remove the file ${fileName}`} /> : null}
          <FileField id="edit-file" problem={form.allErrors.file} />
          {pins ? (
            <DateField
              meta={fields.pinnedUntil}
              label="Keep on their home page until"
              hint="Leave it blank to take it off."
              optional
              {...pins}
            />
          ) : null}
          <p className="dim">
            You can change it until {until}. Readers see that it was edited. Emails already sent don’t change.
            {asksAgain ? " People who confirmed are asked to confirm again." : null}
          </p>
          <SubmitRow label="Save message" pending="Saving…" />
        </PostForm>
      )}
    </div>
  )
}
