import { getFormProps, useForm } from "@conform-to/react"
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { redirect, useActionData, useLoaderData } from "@remix-run/react"
import { Field } from "~/components/form/field"
import { controlProps, FieldFrame, submittedValue } from "~/components/form/field-frame"
import { ActButton, AnswerSummary, ErrorSummary, PostForm, SubmitButton } from "~/components/form/post-form"
import { LiveConversation, ReadWhileVisible } from "~/components/platform/support/live-conversation"
import { RatingForm as RatingCallout, ratingFormId } from "~/components/platform/support/rating-form"
import { emptyTexts, otherName, presenceText } from "~/components/platform/support/support-texts"
import { Link } from "~/components/ui/button"
import { Callout } from "~/components/ui/callout"
import { MessageList } from "~/components/ui/chat/message-list"
import { EmptyState } from "~/components/ui/data-table"
import { PageHead } from "~/components/ui/page-head"
import { Tabs } from "~/components/ui/tabs"
import { requirePerson } from "~/http/guards.server"
import { act, intent, intents } from "~/http/intents.server"
import { invalid, readForm } from "~/http/read-form.server"
import type { PersonActor } from "~/models/foundation/access/actor"
import { isStaffOnline } from "~/models/platform/support/staff-presence.server"
import {
  isSupportMode,
  largestImage,
  longestMessage,
  modeLabels,
  type SupportMode,
  supportModes,
} from "~/models/platform/support/support"
import {
  countUnreadAnswers,
  findRatingAsked,
  listSupportMessages,
  markAnswersRead,
  rateSupport,
} from "~/models/platform/support/thread.server"
import { mostText } from "~/utils/bytes"
import { hasSeveralFiles, oneFileOnly } from "~/utils/form-files"
import { countOf } from "~/utils/formats"
import { paths } from "~/utils/paths"
import { formatInstant } from "~/utils/zones"
import { RatingForm, receiveSupportImage, SendForm, sendToSupport } from "./support-forms.server"

const modeOf = (request: Request): SupportMode => {
  const mode = new URL(request.url).searchParams.get("mode")
  return isSupportMode(mode) ? mode : "ai"
}

export async function loader({ request }: LoaderFunctionArgs) {
  const person = await requirePerson(request)
  const mode = modeOf(request)
  const before = new URL(request.url).searchParams.get("before") ?? undefined
  const { messages, hasEarlier } = listSupportMessages(person, mode, before)
  return {
    mode,
    hasEarlier,
    isEarlier: before !== undefined,
    isOnline: isStaffOnline(),
    unread: countUnreadAnswers(person),
    asksRating: mode === "admin" && findRatingAsked(person) !== undefined,
    messages: messages.map(({ type, ...message }) => ({
      ...message,
      isMine: type === "user",
      name: type === "user" ? "You" : otherName[mode],
      when: formatInstant(Date.parse(message.timestamp), person.timeZone),
    })),
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const person = await requirePerson(request)
  const mode = modeOf(request)
  const form = await request.formData()
  const newest = `${paths.support(mode)}#newest`
  return intents(form, newest, {
    read: act({ run: () => markAnswersRead(person) }),
    rate: intent({
      schema: RatingForm,
      run: (rating) => ({ isNew: rateSupport(person, rating) }),
      saved: ({ isNew }) => (isNew ? "Rating sent. Thank you." : "This chat was already rated."),
    }),
    else: () => send(person, mode, form),
  })
}

async function send(person: PersonActor, mode: SupportMode, form: FormData) {
  const newest = `${paths.support(mode)}#newest`
  const image = form.get("image")
  const hasSeveral = hasSeveralFiles(form)
  form.delete("image")
  const submission = readForm(form, { schema: SendForm })
  if (submission.status !== "success") return invalid(submission)
  if (hasSeveral) return invalid(submission, { image: oneFileOnly })
  const isImageSent = image instanceof File && image.size > 0
  const received = isImageSent ? await receiveSupportImage(person, image) : undefined
  if (received && !received.ok) return invalid(submission, { image: received.message }, received.status)
  const { content } = submission.value
  const sent = await sendToSupport(person, mode, { content, imageUrl: received?.imageUrl ?? null })
  return sent.ok ? redirect(newest, 303) : invalid(submission, { content: sent.message }, sent.status)
}

export const meta: MetaFunction = () => [{ title: "Support · Tutti" }]

export default function Support() {
  const { mode, messages, hasEarlier, isEarlier, isOnline, unread, asksRating } =
    useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()?.result
  const isRating = result?.error ? "score" in result.error || "comment" in result.error : false
  const [form, fields] = useForm<SendForm>({ id: "support", lastResult: isRating ? undefined : result })
  const isLive = mode === "admin" && !isEarlier
  return (
    <>
      <ErrorSummary form={form} />
      {isRating ? <AnswerSummary formId={ratingFormId} result={result} /> : null}
      {isLive ? (
        <>
          <LiveConversation />
          <ReadWhileVisible unread={unread} action={paths.support(mode)} />
        </>
      ) : null}
      <PageHead
        title="Support"
        expression={mode === "ai" ? "answers from the help articles" : presenceText(isOnline)}
        actions={<a href={paths.help()}>Browse help articles</a>}
      />
      <Tabs
        label="Chat with"
        tabs={supportModes.map((each) => ({
          to: paths.support(each),
          label: each === "admin" && unread ? `${modeLabels[each]} (${unread} new)` : modeLabels[each],
          current: each === mode,
        }))}
      />
      <div className="stack narrow">
        {hasEarlier ? <Link to={paths.support(mode, messages[0]?.id)}>Earlier messages</Link> : null}
        {messages.length > 0 ? (
          <div aria-live="polite">
            <MessageList messages={messages} />
          </div>
        ) : (
          <EmptyState>{isEarlier ? "No earlier messages." : emptyTexts[mode]}</EmptyState>
        )}
        {mode === "admin" && unread > 0 ? <Unread count={unread} /> : null}
        {asksRating && !isEarlier ? <RatingCallout result={isRating ? result : undefined} /> : null}
        {isEarlier ? (
          <Link to={paths.support(mode)}>Newest messages</Link>
        ) : (
          <PostForm
            className="form"
            encType="multipart/form-data"
            // An answer that arrives keeps what is being typed.
            key={messages.filter(({ isMine }) => isMine).at(-1)?.id}
            {...getFormProps(form)}
          >
            <FieldFrame
              meta={fields.content}
              label="Message"
              hint={
                mode === "admin" ? "We also see what you asked the assistant in the day before." : undefined
              }
            >
              <textarea
                key={fields.content.key}
                {...controlProps(fields.content, { hint: mode === "admin", optional: true })}
                rows={4}
                maxLength={longestMessage}
                defaultValue={submittedValue(fields.content)}
              />
            </FieldFrame>
            <Field
              meta={fields.image}
              label="Image"
              hint={`PNG, JPEG, WebP or GIF, up to ${mostText(largestImage)}.`}
              type="file"
              accept="image/*"
              optional
            />
            <p className="buttons">
              <SubmitButton pending="Sending…" label="Send" />
              {/* without the fragment, or a browser would stay on the page it has */}
              <Link to={paths.support(mode)} className="button plain">
                Check for new messages
              </Link>
            </p>
          </PostForm>
        )}
      </div>
    </>
  )
}

function Unread({ count }: { count: number }) {
  return (
    <Callout>
      <p>{countOf(count, "new answer")}</p>
      <ActButton label="Mark as read" intent="read" pending="Marking…" />
    </Callout>
  )
}
