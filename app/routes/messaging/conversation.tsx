import { getFormProps, useForm } from "@conform-to/react"
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { unlessUnreachable } from "~/components/attendance/register/offline-registers"
import { FileField } from "~/components/communication/messaging/file-field"
import { Inbox } from "~/components/communication/messaging/inbox"
import { PeopleOfConversation } from "~/components/communication/messaging/people-of-conversation"
import { UseSavedAnswer } from "~/components/communication/saved-answer/saved-answer-form"
import { TextAreaField } from "~/components/form/field"
import { ActButton, ErrorSummary, PostForm, SubmitButton, SubmitRow } from "~/components/form/post-form"
import { ReadWhenSeen } from "~/components/form/read-when-seen"
import { MessageAbsence } from "~/components/overview/record/message-absence"
import { type FramedPage, pageTitle } from "~/components/shell/frame"
import { keepUnsent } from "~/components/shell/unsent/kept-forms"
import { Link, LinkButton } from "~/components/ui/button"
import { Callout } from "~/components/ui/callout"
import { MessageList } from "~/components/ui/chat/message-list"
import { NoEnter } from "~/components/ui/no-enter"
import { PhoneLink } from "~/components/ui/phone-link"
import { notFound, orNotFound, requireMember } from "~/http/guards.server"
import { act, answersFor, intent, intents, unusedAnswer, withAnswer } from "~/http/intents.server"
import { invalid, readForm } from "~/http/read-form.server"
import { fileAgain, usedKeyOf } from "~/http/used-answer"
import { uploadStatus } from "~/models/accounts/quota/quota"
import {
  confirmRead,
  countToRemind,
  findFollowUp,
  lastEditOf,
  remindUnread,
  unpin,
} from "~/models/communication/messaging/announcement.server"
import { findAudience } from "~/models/communication/messaging/audience.server"
import {
  type Deliveries,
  findConversation,
  isSentBy,
  listDeliveries,
  markRead,
  reply,
} from "~/models/communication/messaging/conversation.server"
import { listConversations } from "~/models/communication/messaging/list-conversations.server"
import { findSent, takeFile } from "~/models/communication/messaging/message-file.server"
import { longestBody } from "~/models/communication/messaging/messaging"
import { ConfirmReadForm, ReplyForm } from "~/models/communication/messaging/messaging-forms.server"
import { listPhotos } from "~/models/communication/messaging/seen-photos.server"
import type { Actor } from "~/models/foundation/access/actor"
import { may } from "~/models/foundation/access/permissions"
import { unreachedText } from "~/models/foundation/outbox/bounce"
import { findWriterFamily } from "~/models/overview/record/family-talks.server"
import type { WriterFamily } from "~/models/overview/record/writer-family"
import {
  editedMeanwhile,
  messageFileRefusals,
  messagingRefusals,
  remindRefusals,
} from "~/texts/communication/refusals"
import { deliveryText, deliveryWord } from "~/texts/foundation/delivery"
import { untilText } from "~/texts/foundation/leaving"
import { now, todayOf } from "~/utils/clock.server"
import { hasSeveralFiles, oneFileOnly } from "~/utils/form-files"
import { countOf, formatDate } from "~/utils/formats"
import { newId } from "~/utils/ids.server"
import { joinNames } from "~/utils/names"
import { paths } from "~/utils/paths"
import { formatInstant, formatRecent, localUntil } from "~/utils/zones"
import { absenceIn, recordAbsence } from "./message-absence.server"
import { shownMessages } from "./shown-messages.server"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "message:read")
  const conversation = orNotFound(findConversation(actor, params.conversationId ?? ""))
  const { messages: _, people, startedBy, lastMessageAt, confirmedAt, pinnedUntil, ...facts } = conversation
  const { timeZone } = actor.school
  const isAuthor = startedBy === actor.memberId
  const { rows } = listConversations(actor, { view: "all", page: 1 })
  const photos = listPhotos(
    actor,
    people.flatMap(({ memberId }) => memberId ?? []),
  )
  const followUp = findFollowUp(actor, facts.id)
  const deliveries = people.length > 0 ? listDeliveries(actor, conversation) : new Map<string, Deliveries>()
  const lastWriter = conversation.messages.at(-1)?.memberId
  const isDismissed = new URL(request.url).searchParams.get("absence") === "no"
  return {
    ...facts,
    writer: writerIn(actor, conversation) ?? null,
    absence: isDismissed ? null : (absenceIn(actor, conversation) ?? null),
    rows: rows.map(({ lastMessageAt: at, ...row }) => ({
      ...row,
      when: formatRecent(at, actor.school.timeZone, now()),
    })),
    answers: conversation.isOpen ? answersFor(actor) : null,
    entryId: newId(),
    confirmed: confirmedAt === null ? null : formatInstant(confirmedAt, timeZone),
    readUpTo: lastEditOf(conversation.messages),
    mayConfirm: facts.asksReceipt && !isAuthor,
    followUp: followUp && { people: followUp.people, text: unreachedText(followUp.reach) },
    toRemind: isAuthor ? countToRemind(actor, facts.id) : 0,
    pinned:
      isAuthor && pinnedUntil && pinnedUntil >= todayOf(actor) ? formatDate(pinnedUntil, "medium") : null,
    answerTo: findAudience(actor, `member:${startedBy}`)?.key ?? "office",
    people: people.map(({ readAt, memberId, guardianId, confirmedAt: confirmedOn, ...person }) => {
      const hasRead = memberId !== null && readAt !== null && readAt >= lastMessageAt
      const {
        mail: mailed,
        phone = [],
        waitsUntil = null,
      } = (memberId === lastWriter ? undefined : deliveries.get(memberId ?? guardianId ?? "")) ?? {}
      const unread = memberId === null ? "By email" : "Not read yet"
      const byMail =
        mailed &&
        `${memberId === null ? `${unread}: ${deliveryWord(mailed)}` : `${unread}. ${deliveryText(mailed)}`}${waitsUntil ? ` until ${untilText(localUntil(waitsUntil, timeZone, now()))}` : ""}`
      const read = hasRead ? `Read ${formatInstant(readAt, timeZone)}` : (byMail ?? unread)
      return {
        delivery: mailed && hasRead ? { state: "opened" as const } : (mailed ?? null),
        phone,
        ...person,
        photoOf: memberId !== null && photos.has(memberId) ? memberId : null,
        isAuthor: memberId === startedBy,
        isMe: memberId === actor.memberId,
        hasRead,
        hasConfirmed: confirmedOn !== null,
        read: confirmedOn === null ? read : `Confirmed ${formatInstant(confirmedOn, timeZone)}`,
      }
    }),
    messages: shownMessages(actor, conversation),
  }
}

/** The family of the guardian on the other side of a conversation. */
function writerIn(actor: Actor, { kind, people }: NonNullable<ReturnType<typeof findConversation>>) {
  if (kind !== "conversation") return undefined
  const others = people.flatMap(({ memberId }) => (memberId && memberId !== actor.memberId ? [memberId] : []))
  return findWriterFamily(actor, others)
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireMember(request, "message:read")
  const conversationId = params.conversationId ?? ""
  const conversation = orNotFound(findConversation(actor, conversationId))
  // A body that is no form reads as an empty one.
  const form = await request.formData().catch(() => new FormData())
  return intents(form, paths.conversation(conversationId), {
    use: () => {
      if (!may(actor, "answers:keep")) throw notFound()
      const others = conversation.people.filter(({ memberId }) => memberId !== actor.memberId)
      const [child, ...siblings] = writerIn(actor, conversation)?.children ?? []
      return withAnswer(actor, form, ReplyForm, () => ({
        recipient: others.length === 1 ? (others[0]?.name ?? "") : "",
        student: child && siblings.length === 0 ? child.firstName : "",
        school: actor.school.name,
      }))
    },
    read: act({ run: () => void markRead(actor, conversationId) }),
    confirm: intent({
      schema: ConfirmReadForm,
      run: ({ readUpTo }) => confirmRead(actor, conversationId, readUpTo),
      refusals: { edited: editedMeanwhile },
      status: 409,
      saved: "Thank you. The sender sees that you’ve read it.",
    }),
    unpin: act({ run: () => unpin(actor, conversationId), saved: "Taken off the home pages." }),
    remind: act({
      run: () => remindUnread(actor, conversationId),
      refusals: remindRefusals,
      saved: ({ people, taskId }) =>
        taskId ? undefined : `Reminder on its way to ${countOf(people, "person", "people")}.`,
      to: ({ taskId }) => (taskId ? paths.task(taskId) : paths.conversation(conversationId)),
    }),
    absence: () => {
      if (!may(actor, "schedule:write")) throw notFound()
      return recordAbsence(actor, conversationId, form)
    },
    else: () => answerReply(actor, conversationId, conversation, form),
  })
}

async function answerReply(
  actor: Actor,
  conversationId: string,
  { isOpen, hasLeft }: { isOpen: boolean; hasLeft: boolean },
  form: FormData,
) {
  const brought = form.get("file")
  const hasSeveral = hasSeveralFiles(form)
  form.delete("file")
  const submission = readForm(form, { schema: ReplyForm })
  if (submission.status !== "success") return invalid(submission)
  if (hasSeveral) return invalid(submission, { file: oneFileOnly })
  const unused = unusedAnswer(form)
  if (unused) return invalid(submission, unused)
  // Before its file is stored: no one else writes in an announcement.
  if (hasLeft) return invalid(submission, { form: messagingRefusals.left }, 409)
  if (!isOpen) return invalid(submission, { form: messagingRefusals.announcement }, 409)
  const { entryId, body } = submission.value
  const sent = findSent(actor, entryId)
  const isRepeated = sent?.conversationId === conversationId && isSentBy(sent, actor.memberId, body)
  const taken = await takeFile(actor, isRepeated ? null : brought)
  if (!taken.ok)
    return invalid(submission, { file: messageFileRefusals[taken.reason] }, uploadStatus(taken.reason))
  const answered = reply(actor, conversationId, { ...submission.value, file: taken.file })
  if (!answered.ok && answered.reason === "empty")
    return invalid(submission, { body: messagingRefusals.empty })
  if (!answered.ok) return invalid(submission, { form: messagingRefusals[answered.reason] }, 409)
  if (answered.taskId) return redirect(paths.task(answered.taskId), 303)
  return redirect(`${paths.conversation(conversationId)}#newest`, 303)
}

/** Without a connection what is written waits on the device. */
export const clientAction = keepUnsent((intent) =>
  intent === "read" || intent === "use" ? undefined : "Message",
)

export const shouldRevalidate = unlessUnreachable

export const handle: FramedPage = {
  title: "Messages",
  head: () => ({
    actions: (
      <LinkButton to={paths.newMessage()} variant="primary">
        New message
      </LinkButton>
    ),
  }),
}

export const meta = pageTitle<typeof loader>((data) => data.subject, "Conversation")

export default function Conversation() {
  // A reply that a saved answer was put into begins again with it.
  return <ConversationPage key={usedKeyOf(useActionData<typeof action>())} />
}

function ConversationPage() {
  const { id, kind, subject, audience, isOpen, isUnread, messages, people, answerTo, entryId, ...loaded } =
    useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const [form, fields] = useForm<ReplyForm & { savedAnswer: string }>({
    id: "reply",
    lastResult: answer?.result,
  })
  // An announcement goes on to everyone who got it and can still be reached.
  const reached = loaded.followUp && countOf(loaded.followUp.people, "person", "people")
  return (
    <Inbox rows={loaded.rows} current={id}>
      <ErrorSummary form={form} />
      <p className="back-link no-print">
        <Link to={paths.messages()}>All messages</Link>
      </p>
      <header className="conversation-head">
        <div>
          <h2>{subject}</h2>
          <p>{kind === "announcement" ? `Announcement to ${audience}` : `To: ${audience}`}</p>
          {loaded.writer ? <WriterFamilyLine {...loaded.writer} /> : null}
        </div>
        {loaded.writer ? <CallWriter {...loaded.writer} /> : null}
      </header>
      {kind === "announcement" && people.length > 0 ? (
        <PeopleOfConversation kind={kind} people={people} asksReceipt={loaded.asksReceipt}>
          <AnnouncementActs
            toRemind={loaded.toRemind}
            asksReceipt={loaded.asksReceipt}
            pinned={loaded.pinned}
          />
        </PeopleOfConversation>
      ) : null}
      <MessageList messages={messages} />
      {loaded.mayConfirm ? <ConfirmRead confirmed={loaded.confirmed} readUpTo={loaded.readUpTo} /> : null}
      {loaded.emailsPausedAt !== null ? (
        <Callout>
          Emails are paused in this conversation, because two email apps seem to be answering each other. The
          next message that someone writes here starts them again.
        </Callout>
      ) : null}
      {loaded.absence ? <MessageAbsence conversationId={id} absence={loaded.absence} /> : null}
      {isUnread ? <ReadWhenSeen action={paths.conversation(id)} /> : null}
      {isOpen ? (
        <PostForm
          className="form"
          encType="multipart/form-data"
          key={messages.at(-1)?.id}
          {...getFormProps(form)}
          sends={{ entryId }}
        >
          {loaded.answers ? (
            <>
              <NoEnter />
              <UseSavedAnswer meta={fields.savedAnswer} answers={loaded.answers} />
            </>
          ) : null}
          <TextAreaField
            meta={fields.body}
            label={reached ? `Follow-up to ${reached}` : "Reply"}
            rows={5}
            maxLength={longestBody}
            optional
          />
          <FileField id="reply-file" problem={form.allErrors.file ?? fileAgain(answer)} />
          <SubmitRow label={reached ? `Send to ${reached}` : "Send reply"} intent="send" pending="Sending…" />
          <p className="dim">
            {reached
              ? [
                  `Goes to ${reached}.`,
                  loaded.followUp?.text,
                  "Recipients can’t see each other. Replies come only to you.",
                ]
                  .filter(Boolean)
                  .join(" ")
              : goesTo(people)}
          </p>
        </PostForm>
      ) : loaded.hasLeft ? (
        <p className="dim">{messagingRefusals.left}</p>
      ) : (
        <p>
          <LinkButton to={paths.newMessage({ to: answerTo })}>Reply</LinkButton>
        </p>
      )}
      {kind === "conversation" && people.length > 0 ? (
        <PeopleOfConversation kind={kind} people={people} />
      ) : null}
    </Inbox>
  )
}

/** "Goes to Jonas Haddad. No one else can see this conversation." */
function goesTo(people: readonly { name: string; isMe: boolean }[]): string {
  const others = people.filter(({ isMe }) => !isMe).map(({ name }) => name)
  const who = others.length > 4 ? countOf(others.length, "person", "people") : joinNames(others)
  return `${who ? `Goes to ${who}. ` : ""}No one else can see this conversation.`
}

type AnnouncementActsProps = {
  /** How many people a reminder would be emailed to. */
  toRemind: number
  asksReceipt: boolean
  /** Until when it's on home pages, as text. */
  pinned: string | null
}

/** What its author does with a sent announcement. */
function AnnouncementActs({ toRemind, asksReceipt, pinned }: AnnouncementActsProps) {
  return (
    <>
      {pinned ? (
        <p className="dim">On the home pages of families and teachers who got it until {pinned}.</p>
      ) : null}
      {pinned || toRemind > 0 ? (
        <PostForm className="buttons">
          {toRemind > 0 ? (
            <SubmitButton intent="remind" variant="secondary" pending="Sending…">
              Remind {countOf(toRemind, "person", "people")} who {toRemind === 1 ? "hasn’t" : "haven’t"}{" "}
              {asksReceipt ? "confirmed it" : "read it"}
            </SubmitButton>
          ) : null}
          {pinned ? (
            <SubmitButton
              intent="unpin"
              variant="secondary"
              pending="Taking it off…"
              label="Take off home pages"
            />
          ) : null}
        </PostForm>
      ) : null}
    </>
  )
}

/** Asks a recipient to confirm what this page shows, as it was after its last edit, or says when they did. */
function ConfirmRead({ confirmed, readUpTo }: { confirmed: string | null; readUpTo: number }) {
  if (confirmed) return <p className="dim">You confirmed on {confirmed} that you’ve read this.</p>
  return (
    <ActButton
      label="I’ve read this"
      sends={{ readUpTo }}
      intent="confirm"
      pending="Saving…"
      variant="primary"
    />
  )
}

/** Under a conversation's title, with a guardian: the children, and what is due. */
function WriterFamilyLine({
  familyId,
  children,
  balance,
}: Pick<WriterFamily, "familyId" | "children" | "balance">) {
  return (
    <p>
      {children.length > 0 ? (
        <>
          Guardian of{" "}
          {children.map(({ id, firstName }, index) => (
            <span key={id}>
              {index === 0 ? "" : index === children.length - 1 ? " and " : ", "}
              <Link to={paths.student(id)}>{firstName}</Link>
            </span>
          ))}
          .{" "}
        </>
      ) : null}
      {balance ? (
        <>
          Balance due <Link to={paths.family(familyId)}>{balance}</Link>
        </>
      ) : (
        <Link to={paths.familyRecord(familyId)}>View family</Link>
      )}
    </p>
  )
}

/** The number to call instead of writing. */
function CallWriter({ name, phone }: Pick<WriterFamily, "name" | "phone">) {
  return phone ? (
    <p>
      <PhoneLink number={phone} text={`Call ${name}, ${phone}`} />
    </p>
  ) : null
}
