import { getFormProps, useForm } from "@conform-to/react"
import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node"
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react"
import { AudienceSelect } from "~/components/communication/messaging/audience-select"
import { RecipientList } from "~/components/communication/messaging/recipient-list"
import { ErrorSummary } from "~/components/form/error-summary"
import { Field } from "~/components/form/field"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { TextAreaField } from "~/components/form/text-area-field"
import { Callout } from "~/components/ui/callout"
import { PageHead } from "~/components/ui/page-head"
import { requireMember } from "~/http/guards.server"
import { readForm } from "~/http/read-form.server"
import { invalid } from "~/http/responses.server"
import { redirectWithToast } from "~/http/toast.server"
import { mailsLeft } from "~/models/accounts/quota/quota"
import { findQuotas } from "~/models/accounts/quota/quota.server"
import { findAudienceAside, listAudiences } from "~/models/communication/messaging/audience.server"
import { longestBody, longestSubject, messagingRefusals } from "~/models/communication/messaging/messaging"
import { NewMessageForm } from "~/models/communication/messaging/messaging-forms.server"
import { startConversation } from "~/models/communication/messaging/start-conversation.server"
import { countOf } from "~/utils/count-of"
import { newId } from "~/utils/ids.server"
import { paths } from "~/utils/paths"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "message:read")
  const to = new URL(request.url).searchParams.get("to") ?? ""
  const audience = to ? await findAudienceAside(actor, to) : undefined
  return {
    choices: listAudiences(actor),
    to,
    mailsLeft: mailsLeft(findQuotas(actor)),
    formKey: newId(),
    audience: audience && {
      ...audience,
      recipients: audience.recipients.map(({ name, why, email, memberId }) => ({
        name,
        why,
        byMail: email !== null,
        signsIn: memberId !== null,
      })),
    },
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "message:read")
  const submission = readForm(await request.formData(), { schema: NewMessageForm })
  if (submission.status !== "success") return invalid(submission)
  const sent = startConversation(actor, submission.value, await findAudienceAside(actor, submission.value.to))
  if (!sent.ok) return invalid(submission, { form: messagingRefusals[sent.reason] }, 409)
  if (sent.taskId) return redirect(paths.task(sent.taskId), 303)
  return redirectWithToast(
    paths.conversation(sent.conversationId),
    `Message sent to ${countOf(sent.reached, "person", "people")}.`,
  )
}

export const meta: MetaFunction = () => [{ title: "New message · Tutti" }]

export default function NewMessage() {
  const { choices, to, formKey, audience, mailsLeft: left } = useLoaderData<typeof loader>()
  const [form, fields] = useForm<NewMessageForm>({
    id: "message",
    lastResult: useActionData<typeof action>()?.result,
  })
  // Until the chosen recipients are loaded, the form would send to the earlier ones.
  const isChoosing = useNavigation().formMethod === "GET"
  return (
    <div className="stack narrow">
      <ErrorSummary form={form} />
      <PageHead back={{ to: paths.messages(), label: "Messages" }} title="New message" />
      <Form method="get" className="toolbar" aria-label="Recipients">
        <AudienceSelect choices={choices} chosen={to} />
        <button className="button self-end noscript" type="submit">
          Preview recipients
        </button>
      </Form>
      {to ? null : (
        <p className="dim">Choose one person or a group. You’ll see each recipient before you write.</p>
      )}
      {to && !audience ? (
        <Callout tone="red">
          <p>You can’t message this person. Choose from the list.</p>
        </Callout>
      ) : null}
      {audience ? (
        <>
          <RecipientList audience={audience} />
          {audience.recipients.length > 0 ? (
            <PostForm className="form" {...getFormProps(form)}>
              <input type="hidden" name="to" value={audience.key} />
              <input type="hidden" name="key" value={formKey} />
              <input type="hidden" name="shown" value={audience.recipients.length} />
              <Field meta={fields.subject} label="Subject" maxLength={longestSubject} />
              <TextAreaField meta={fields.body} label="Message" rows={8} maxLength={longestBody} />
              {audience.recipients.length > 1 ? (
                <p className="dim">
                  Your school can send {countOf(left, "more email", "more emails")} today.
                </p>
              ) : null}
              <p>
                <SubmitButton pending="Sending…" disabled={isChoosing}>
                  Send to {countOf(audience.recipients.length, "person", "people")}
                </SubmitButton>
              </p>
            </PostForm>
          ) : null}
        </>
      ) : null}
    </div>
  )
}
