import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { AnswerSummary } from "~/components/form/answer-summary"
import { AnswerForm, answerFormId } from "~/components/platform/platform/answer-form"
import { MatterButtons } from "~/components/platform/platform/matter-buttons"
import { MatterStatus } from "~/components/platform/platform/matter-state"
import { roleLabels } from "~/components/shell/menus"
import { MessageList } from "~/components/ui/chat/message-list"
import { Link } from "~/components/ui/link"
import { PageHead } from "~/components/ui/page-head"
import { requireStaff } from "~/http/guards.server"
import { notFound } from "~/http/responses.server"
import { answerChat, findChat } from "~/models/platform/support-desk/chat.server"
import { listStaff } from "~/models/platform/support-desk/matter.server"
import { paths } from "~/utils/paths"
import { formatInstant } from "~/utils/zones"
import { answerDeskForm } from "./desk.server"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, "desk:read")
  const before = new URL(request.url).searchParams.get("before") ?? undefined
  const chat = findChat(staff, params.threadKey ?? "", before)
  if (!chat) throw notFound()
  const { waitingSince, closedAt, messages, ...facts } = chat
  return {
    ...facts,
    state: closedAt ? ("closed" as const) : waitingSince ? ("waiting" as const) : ("answered" as const),
    closedOn: closedAt ? formatInstant(closedAt, "UTC") : null,
    staff: listStaff(staff),
    messages: messages.map(({ isStaff, createdAt, ...message }) => ({
      ...message,
      isMine: isStaff,
      when: `${formatInstant(createdAt, "UTC")} UTC`,
      timestamp: new Date(createdAt).toISOString(),
    })),
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, "desk:answer")
  const id = params.threadKey ?? ""
  if (!findChat(staff, id)) throw notFound()
  return answerDeskForm(staff, await request.formData(), {
    kind: "chat",
    id,
    to: paths.deskChat(id),
    answer: (content) => answerChat(staff, id, content),
    answered: "Answer sent.",
  })
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? `Chat with ${data.name}` : "Chat"} · Tutti` },
]

export default function SupportChat() {
  const chat = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const result = answer && "result" in answer ? answer.result : undefined
  const [first] = chat.messages
  return (
    <>
      <AnswerSummary formId={answerFormId} result={result} />
      <PageHead
        back={{ to: paths.desk(), label: "Support" }}
        title={chat.name}
        expression={chat.role ? roleLabels[chat.role] : "no school"}
      />
      <p className="toolbar">
        <MatterStatus state={chat.state} />
        {chat.closedOn ? (
          <span className="dim">
            {chat.closedOn} UTC{chat.closedByName ? ` by ${chat.closedByName}` : ""}
          </span>
        ) : null}
        {chat.school ? <Link to={paths.platformSchool(chat.school.id)}>{chat.school.name}</Link> : null}
        {chat.email ? <a href={`mailto:${chat.email}`}>{chat.email}</a> : null}
      </p>
      <MatterButtons staff={chat.staff} assignedTo={chat.assignedTo} isClosed={chat.state === "closed"} />
      <div className="stack narrow">
        {chat.hasEarlier && first ? (
          <Link to={paths.deskChat(chat.id, first.id)}>Earlier messages</Link>
        ) : null}
        <MessageList messages={chat.messages} />
        <AnswerForm
          key={chat.messages.at(-1)?.id}
          result={result}
          label="Send answer"
          hint="Appears in the chat. If they’re away, they get an email."
        />
      </div>
    </>
  )
}
