import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { AnswerSummary } from "~/components/form/post-form"
import { LiveConversation } from "~/components/platform/support/live-conversation"
import { AnswerForm } from "~/components/platform/support-desk/answer-form"
import { MatterButtons } from "~/components/platform/support-desk/matter-buttons"
import {
  AssistantPart,
  matterFormIds,
  NotesPart,
  refusedForm,
  SavedPick,
  SortPart,
} from "~/components/platform/support-desk/matter-care"
import { MatterLine } from "~/components/platform/support-desk/matter-line"
import { ReplyFiles } from "~/components/platform/support-desk/reply-files"
import { pageTitle } from "~/components/shell/frame"
import { roleLabels } from "~/components/shell/menus"
import { alsoWhenRefused } from "~/components/ui/after-refusal"
import { Link } from "~/components/ui/button"
import { MessageList } from "~/components/ui/chat/message-list"
import { PageHead } from "~/components/ui/page-head"
import { notFound, orNotFound, requireStaff } from "~/http/guards.server"
import { answerChat, findChat } from "~/models/platform/support-desk/chat.server"
import { listRatings } from "~/models/platform/support-desk/matter.server"
import { paths } from "~/utils/paths"
import { staffTimeAndZone } from "~/utils/work-times.server"
import { answerDeskForm, careOf } from "./desk.server"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, "matter:answer")
  const before = new URL(request.url).searchParams.get("before") ?? undefined
  const chat = orNotFound(findChat(staff, params.threadKey ?? "", before))
  const { waitingSince, closedAt, messages, assistant, snoozedUntil, ...facts } = chat
  const handled = { snoozedUntil, closedAt, priority: chat.priority, since: waitingSince }
  return {
    ...facts,
    ...careOf(staff, request, { kind: "chat", id: chat.id, handled }),
    isEarlier: before !== undefined,
    assistant: assistant.map(({ createdAt, ...message }) => ({
      ...message,
      when: staffTimeAndZone(createdAt),
    })),
    ratings: listRatings(staff, chat.id).map(({ id, score, comment, createdAt }) => ({
      id,
      text: `${score === "good" ? "Solved" : "Not really solved"}${comment ? `: ${comment}` : ""}`,
      when: staffTimeAndZone(createdAt),
    })),
    messages: messages.map(({ isStaff, createdAt, ...message }) => ({
      ...message,
      isMine: isStaff,
      when: staffTimeAndZone(createdAt),
      timestamp: new Date(createdAt).toISOString(),
    })),
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, "matter:answer")
  const id = params.threadKey ?? ""
  if (!findChat(staff, id)) throw notFound()
  return answerDeskForm(staff, await request.formData(), {
    kind: "chat",
    id,
    to: paths.deskChat(id),
    answer: (content, seen) => answerChat(staff, id, content, seen),
    answered: "Answer sent.",
  })
}

export const shouldRevalidate = alsoWhenRefused

export const meta = pageTitle<typeof loader>((data) => `Chat with ${data.name}`, "Chat")

export default function SupportChat() {
  const chat = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const result = answer && "result" in answer ? answer.result : undefined
  const refused = refusedForm(result)
  const [first] = chat.messages
  const own = chat.messages.filter(({ isMine }) => isMine).at(-1)?.id
  return (
    <>
      <AnswerSummary formId={matterFormIds[refused ?? "answer"]} result={result} />
      {chat.isEarlier ? null : <LiveConversation />}
      <PageHead
        back={{ to: paths.desk(), label: "Support" }}
        title={chat.name}
        expression={chat.role ? roleLabels[chat.role] : "no school"}
      />
      <MatterLine {...chat} isProven schools={chat.school ? [chat.school] : []} email={chat.email} />
      <MatterButtons
        {...chat}
        result={refused === "assign" ? result : undefined}
        isClosed={chat.state === "closed"}
      />
      <div className="two-columns">
        <div className="stack">
          <AssistantPart messages={chat.assistant} />
          {chat.hasEarlier && first ? (
            <Link to={paths.deskChat(chat.id, first.id)}>Earlier messages</Link>
          ) : null}
          <div aria-live="polite">
            <MessageList messages={chat.messages} />
            <ReplyFiles files={chat.files} />
          </div>
          {chat.ratings.map(({ id, text, when: ratedAt }) => (
            <p key={id} className="small">
              <strong>Rating:</strong> {text} <span className="dim">{ratedAt}</span>
            </p>
          ))}
          <SavedPick saved={chat.saved} inserted={chat.inserted?.id} canEdit={chat.keepsAnswers} />
          <AnswerForm
            // A message that arrives keeps what is being typed.
            key={`${own} ${chat.inserted?.id}`}
            result={refused === "answer" ? result : undefined}
            label="Send answer"
            hint="Appears in the chat. If they’re away, they get an email."
            inserted={chat.inserted?.content}
            seen={chat.seen}
          />
        </div>
        <div className="stack">
          <NotesPart result={refused === "note" ? result : undefined} notes={chat.notes} />
          <SortPart {...chat} result={refused === "sort" ? result : undefined} />
        </div>
      </div>
    </>
  )
}
