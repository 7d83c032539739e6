import { getFormProps, useForm } from "@conform-to/react"
import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
  type SerializeFrom,
} from "@remix-run/node"
import { useActionData, useLoaderData, useNavigation } from "@remix-run/react"
import { unlessUnreachable } from "~/components/attendance/register/offline-registers"
import { ChooseAudience, RecipientList } from "~/components/communication/messaging/choose-audience"
import { FileField } from "~/components/communication/messaging/file-field"
import { UseSavedAnswer } from "~/components/communication/saved-answer/saved-answer-form"
import { CheckField, DateField, Field, TextAreaField } from "~/components/form/field"
import type { FieldMeta } from "~/components/form/field-frame"
import { FocusFirst } from "~/components/form/focus-first"
import { AnswerSummary, PostForm, SubmitRow } from "~/components/form/post-form"
import { keepUnsent } from "~/components/shell/unsent/kept-forms"
import { CalloutText } from "~/components/ui/callout"
import { NoEnter } from "~/components/ui/no-enter"
import { PageHead } from "~/components/ui/page-head"
import { notFound, requireMember } from "~/http/guards.server"
import { answersFor, idIn, unusedAnswer, withAnswer } from "~/http/intents.server"
import { invalid, readForm } from "~/http/read-form.server"
import { redirectWithToast } from "~/http/toast.server"
import { fileAgain, usedKeyOf } from "~/http/used-answer"
import { mailsLeft, uploadStatus } from "~/models/accounts/quota/quota"
import { findQuotas } from "~/models/accounts/quota/quota.server"
import { findTextAccount } from "~/models/accounts/text-account/text-account.server"
import { findAudienceInBackground } from "~/models/communication/messaging/audience.server"
import {
  listTeachersWithoutLogin,
  offerAudiences,
} from "~/models/communication/messaging/audience-choices.server"
import { isSentBy, messageWaitsUntil } from "~/models/communication/messaging/conversation.server"
import {
  asMessageFile,
  findSent,
  findSentWith,
  findUnsent,
  takeFile,
} from "~/models/communication/messaging/message-file.server"
import {
  type Audience,
  isWithin,
  longestBody,
  longestSubject,
  pinPeriod,
} from "~/models/communication/messaging/messaging"
import { NewMessageForm } from "~/models/communication/messaging/messaging-forms.server"
import { startConversation } from "~/models/communication/messaging/start-conversation.server"
import { readerOf } from "~/models/communication/saved-answer/saved-answer.server"
import type { Actor } from "~/models/foundation/access/actor"
import { seesFamilyMoney } from "~/models/foundation/access/family-money"
import { may } from "~/models/foundation/access/permissions"
import { readNameWish } from "~/models/foundation/name-search/name-search"
import { unreachedText } from "~/models/foundation/outbox/bounce"
import { microsText, segmentsOf, textFrom } from "~/models/foundation/text-message/text-message"
import { listConsenting } from "~/models/foundation/text-message/text-outbox.server"
import { messageFileRefusals, messagingRefusals, shareProblems } from "~/texts/communication/refusals"
import { leavesText, type Waiting } from "~/texts/foundation/leaving"
import { now, todayOf } from "~/utils/clock.server"
import { hasSeveralFiles, oneFileOnly } from "~/utils/form-files"
import { countOf, formFor } from "~/utils/formats"
import { newId } from "~/utils/ids.server"
import { intentOf } from "~/utils/intent"
import { joinNames } from "~/utils/names"
import { paths } from "~/utils/paths"
import { localUntil } from "~/utils/zones"
import { NewMessageQuery } from "./begun-message.server"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "message:read")
  const { searchParams } = new URL(request.url)
  const { to, ...begun } = NewMessageQuery.parse(Object.fromEntries(searchParams))
  const audience = to ? await findAudienceInBackground(actor, to) : undefined
  return {
    choices: offerAudiences(actor, readNameWish(searchParams, "to")),
    withoutLogin: listTeachersWithoutLogin(actor),
    to,
    ...sharedWith(actor, begun),
    mailsLeft: mailsLeft(findQuotas(actor)),
    entryId: newId(),
    pins: audience?.kind === "announcement" && actor.role !== "student" ? pinPeriod(todayOf(actor)) : null,
    texting: audience ? textingFor(actor, audience) : null,
    answers: answersFor(actor),
    audience: audience && {
      ...audience,
      recipients: audience.recipients.map(({ name, why, email, inTuttiOnly, memberId }) => ({
        name,
        why,
        byMail: email !== null && !inTuttiOnly,
        hasEmail: email !== null,
        signsIn: memberId !== null,
      })),
    },
  }
}

/** Who of the recipients would get a text, and what each segment costs; null where the sender has no such choice. */
function textingFor(actor: Actor, { recipients }: Pick<Audience, "recipients">) {
  const account = actor.role === "student" ? null : findTextAccount(actor)
  if (!account) return null
  const emails = recipients.flatMap(({ email }) => email ?? [])
  const wanting = new Map(
    listConsenting(actor.school.id, emails).map(({ reader, wants }) => [
      reader,
      wants("messages") ? ("text" as const) : ("unwanted" as const),
    ]),
  )
  const { priceCurrency, left } = account
  const priceMicros = seesFamilyMoney(actor) ? account.priceMicros : null
  return {
    /** In the order of the recipients. */
    ways: recipients.map(({ email }) => wanting.get(email?.toLowerCase() ?? "") ?? ("none" as const)),
    price: priceMicros === null ? null : microsText(priceMicros, priceCurrency),
    priceMicros,
    priceCurrency,
    left,
    schoolName: actor.school.name,
    authorName: actor.name,
  }
}

/** What another app has shared: the file, until it is sent, and the words. */
function sharedWith(actor: Actor, { file, name, subject, text, problem }: Omit<NewMessageQuery, "to">) {
  const found = file ? findUnsent(actor, file) : undefined
  const isGone = file !== "" && !found
  return {
    shared: found ? { id: found.id, name: name || "File", isImage: /^image/.test(found.contentType) } : null,
    subject,
    text,
    problem: isGone ? shareProblems.gone : problem ? shareProblems[problem] : null,
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "message:read")
  // A body that is no form reads as an empty one.
  const form = await request.formData().catch(() => new FormData())
  if (intentOf(form) === "use") return usingAnswer(actor, form)
  const brought = form.get("file")
  const hasSeveral = hasSeveralFiles(form)
  form.delete("file")
  const submission = readForm(form, { schema: NewMessageForm })
  if (submission.status !== "success") return invalid(submission)
  if (hasSeveral) return invalid(submission, { file: oneFileOnly })
  const unused = unusedAnswer(form)
  if (unused) return invalid(submission, unused)
  const { pinnedUntil } = submission.value
  if (pinnedUntil && !isWithin(pinnedUntil, pinPeriod(todayOf(actor))))
    return invalid(submission, { pinnedUntil: "Enter a day from today to one year ahead." })
  const audience = await findAudienceInBackground(actor, submission.value.to)
  const isRepeated = isSentBy(
    findSent(actor, submission.value.entryId),
    actor.memberId,
    submission.value.body,
  )
  const taken = await takeFile(actor, audience && !isRepeated ? brought : null)
  if (!taken.ok)
    return invalid(submission, { file: messageFileRefusals[taken.reason] }, uploadStatus(taken.reason))
  const { sharedFile, sharedName, ...message } = submission.value
  const file = taken.file ?? (sharedFile ? asMessageFile(actor, sharedFile, sharedName) : null)
  if (file === undefined) {
    // Its answer was lost on the way, so the form came twice.
    const sentIn = sharedFile && findSentWith(actor, sharedFile, message.body)
    if (sentIn) return redirectWithToast(paths.conversation(sentIn), "Message sent.")
    return invalid(submission, { file: shareProblems.gone })
  }
  // A family has no such boxes.
  const isStaff = actor.role !== "student"
  const byText = message.byText && isStaff
  const asked = isStaff ? {} : { asksReceipt: false, pinnedUntil: undefined }
  const sent = startConversation(actor, { ...message, ...asked, byText, file }, audience)
  if (!sent.ok && sent.reason === "empty") return invalid(submission, { body: messagingRefusals.empty })
  if (!sent.ok) return invalid(submission, { form: messagingRefusals[sent.reason] }, 409)
  if (sent.taskId) return redirect(paths.task(sent.taskId), 303)
  return redirectWithToast(paths.conversation(sent.conversationId), sentToast(actor, audience))
}

/** The form again with a saved answer in it. */
async function usingAnswer(actor: Actor, form: FormData) {
  if (!may(actor, "answers:keep")) throw notFound()
  const audience = await findAudienceInBackground(actor, idIn(form, "to"))
  if (!audience) {
    form.delete("file")
    return invalid(readForm(form, { schema: NewMessageForm }), { form: messagingRefusals["no-audience"] })
  }
  return withAnswer(actor, form, NewMessageForm, () => readerOf(actor, audience))
}

/** How many it was emailed to, when what waits leaves, and who else reads it in Tutti, or can't. */
function sentToast(actor: Actor, audience: Audience | undefined) {
  const { recipients = [], returned = [], unwanting = [] } = audience ?? {}
  const emailed = recipients.filter(({ email, inTuttiOnly }) => email && !inTuttiOnly)
  const withoutEmail = recipients.flatMap(({ name, email }) => (email ? [] : name))
  const here = recipients.length - emailed.length
  const waiting = emailed.map(({ email }): Waiting => {
    const until = email && messageWaitsUntil(actor, email)
    return until ? { waits: localUntil(until, actor.school.timeZone, now()) } : {}
  })
  const text = [
    waiting.some(({ waits }) => waits)
      ? `${formFor(emailed.length, "The email leaves", "Emails leave")} ${leavesText(waiting, "now")}.`
      : "",
    unreachedText({ reached: [], returned, withoutEmail, unwanting }),
    here > 0 ? `${countOf(here, "person", "people")} can read it in Tutti.` : "",
  ]
    .filter(Boolean)
    .join(" ")
  return {
    title:
      emailed.length > 0
        ? `Message sent to ${countOf(emailed.length, "person", "people")}.`
        : "Message sent in Tutti only.",
    text: text || undefined,
    tone: returned.length > 0 ? ("bad" as const) : ("good" as const),
  }
}

/** Without a connection what is written waits on the device. */
export const clientAction = keepUnsent((intent) => (intent === "use" ? undefined : "Message"))

export const shouldRevalidate = unlessUnreachable

export const meta: MetaFunction = () => [{ title: "New message · Tutti" }]

export default function NewMessage() {
  const { choices, to, audience, problem, withoutLogin, ...loaded } = useLoaderData<typeof loader>()
  const { shared, subject, text } = loaded
  const answer = useActionData<typeof action>()
  return (
    <div className="stack narrow">
      <AnswerSummary formId="message" result={answer?.result} />
      <PageHead back={{ to: paths.messages(), label: "Messages" }} title="New message" />
      {problem && !answer ? <CalloutText tone="amber">{problem}</CalloutText> : null}
      {shared && !audience ? <SharedFile file={shared} /> : null}
      <ChooseAudience
        choices={choices}
        chosen={to}
        chosenLabel={audience?.label}
        begun={{ subject, text, file: shared?.id, name: shared?.name }}
      />
      {to ? null : (
        <p className="dim">
          <FocusFirst id="to" />
          Choose one person or a group. You’ll see each recipient before you write.
        </p>
      )}
      {withoutLogin.length > 0 ? (
        <p className="dim">
          {joinNames(withoutLogin)} {formFor(withoutLogin.length, "has", "have")} no login yet. Message the
          office instead.
        </p>
      ) : null}
      {to && !audience ? (
        <CalloutText tone="red">
          {to.startsWith("filter:")
            ? "This saved filter is gone. Choose other recipients."
            : "You can’t message this person. Choose from the list."}
        </CalloutText>
      ) : null}
      {audience ? (
        <>
          <RecipientList audience={audience} ways={loaded.texting?.ways} />
          {audience.recipients.length > 0 ? (
            // A form that a saved answer was put into begins again with it.
            <MessageForm
              key={usedKeyOf(answer)}
              {...loaded}
              audienceKey={audience.key}
              people={audience.recipients.length}
            />
          ) : null}
        </>
      ) : null}
    </div>
  )
}

type MessageFormProps = Pick<
  SerializeFrom<typeof loader>,
  "entryId" | "texting" | "pins" | "mailsLeft" | "shared" | "subject" | "text" | "answers"
> & { audienceKey: string; people: number }

function MessageForm({ audienceKey, people, entryId, texting, pins, mailsLeft, ...begun }: MessageFormProps) {
  const { shared, subject, text, answers } = begun
  const answer = useActionData<typeof action>()
  const [form, fields] = useForm<NewMessageForm & { savedAnswer: string }>({
    id: "message",
    defaultValue: { subject, body: text },
    lastResult: answer?.result,
  })
  const bodyTyped = fields.body.value ?? text
  // Until the chosen recipients are loaded, the form would send to the earlier ones.
  const isChoosing = useNavigation().formMethod === "GET"
  const sending = `Send to ${countOf(people, "person", "people")}`
  return (
    <PostForm
      className="form"
      encType="multipart/form-data"
      {...getFormProps(form)}
      sends={{ to: audienceKey, entryId, formKey: entryId, shown: people }}
    >
      <NoEnter />
      {answers ? <UseSavedAnswer meta={fields.savedAnswer} answers={answers} /> : null}
      <Field meta={fields.subject} label="Subject" maxLength={longestSubject} />
      <TextAreaField meta={fields.body} label="Message" rows={8} maxLength={longestBody} optional />
      {shared ? (
        <SharedFileField file={shared} isChosen={!answer || fields.sharedFile.initialValue !== undefined} />
      ) : (
        <FileField id="message-file" problem={form.allErrors.file ?? fileAgain(answer)} />
      )}
      {pins ? (
        <>
          <CheckField
            meta={fields.asksReceipt}
            label="Ask everyone to confirm that they’ve read it"
            hint="Only people with a login can."
          />
          <DateField
            meta={fields.pinnedUntil}
            label="Keep on their home page until"
            hint="Families and teachers with a login see it there at the top. Leave it blank to only send it."
            optional
            {...pins}
          />
        </>
      ) : null}
      {texting ? <AlsoText meta={fields.byText} texting={texting} body={bodyTyped} /> : null}
      {people > 1 ? (
        <p className="dim">Your school can send {countOf(mailsLeft, "more email", "more emails")} today.</p>
      ) : null}
      <SubmitRow label={sending} intent="send" pending="Sending…" disabled={isChoosing} />
    </PostForm>
  )
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>

type AlsoTextProps = {
  meta: FieldMeta
  texting: NonNullable<Loaded["texting"]>
  /** What is written so far. */
  body: string
}

/** The choice to send a message as text message, too, with what that costs. */
function AlsoText({ meta, texting, body }: AlsoTextProps) {
  const { ways, schoolName, authorName, left } = texting
  const people = ways.filter((way) => way === "text").length
  if (people === 0) return <p className="dim">None of the recipients gets text messages.</p>
  const { segments } = segmentsOf(textFrom(schoolName, `${authorName}: ${body}`))
  const all = segments * people
  return (
    <>
      <CheckField
        meta={meta}
        label={`Also send as a text message to ${countOf(people, "person", "people")}`}
        hint={`${priceText(texting, body ? all : null)} ${countOf(left, "segment")} left this month. A long message is cut after 3 segments; the email has all of it. In someone’s quiet hours the text waits.`}
      />
      {all > left ? (
        <p className="dim">
          {formFor(left, "Only this segment is", "Only these segments are")} left, so not everyone gets a
          text.
        </p>
      ) : null}
    </>
  )
}

/** "2 segments, about $0.0166." of what is written, or what each segment costs. */
function priceText(
  { price, priceMicros, priceCurrency }: AlsoTextProps["texting"],
  segments: number | null,
): string {
  if (segments === null || priceMicros === null)
    return price
      ? `Each segment of up to 160 characters, 70 with emoji, costs about ${price}.`
      : "Twilio bills each segment."
  return `${countOf(segments, "segment")} in all, about ${microsText(segments * priceMicros, priceCurrency)}.`
}

/** A file that another app shared and that is stored already. */
type Shared = { id: string; name: string; isImage: boolean }

/** The file as it will be sent. */
function SharedFile({ file: { id, name, isImage } }: { file: Shared }) {
  return (
    <p className="shared-file">
      {isImage ? <img src={paths.sharedFile(id)} alt="" /> : null}{" "}
      <a href={paths.sharedFile(id)} target="_blank" rel="noreferrer">
        {name}
      </a>
    </p>
  )
}

/** The same in the form that sends it, where it can be left out. */
function SharedFileField({ file, isChosen }: { file: Shared; isChosen: boolean }) {
  return (
    <fieldset className="field">
      <legend>Photo or file</legend>
      <SharedFile file={file} />
      <input type="hidden" name="sharedName" value={file.name} />
      <label className="checkbox">
        <input type="checkbox" name="sharedFile" value={file.id} defaultChecked={isChosen} />
        <span>Send this file</span>
      </label>
    </fieldset>
  )
}
