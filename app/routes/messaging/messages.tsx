import type { LoaderFunctionArgs } from "@remix-run/node"
import { Link, useLoaderData } from "@remix-run/react"
import { ConversationList } from "~/components/communication/messaging/conversation-list"
import { InboxWithoutChoice } from "~/components/communication/messaging/inbox"
import { framed } from "~/components/shell/frame"
import { LinkButton } from "~/components/ui/button"
import { EmptyState, Pagination } from "~/components/ui/data-table"
import { SearchForm } from "~/components/ui/search-form"
import { Tabs } from "~/components/ui/tabs"
import { requireMember } from "~/http/guards.server"
import { paged } from "~/http/page-number"
import { filledIn } from "~/http/search-params"
import {
  CONVERSATIONS_PER_PAGE,
  listConversations,
} from "~/models/communication/messaging/list-conversations.server"
import { emptyViewTexts, messageViews, viewLabels } from "~/models/communication/messaging/messaging"
import { MessagesQuery } from "~/models/communication/messaging/messaging-forms.server"
import { hasUnknownTexts } from "~/models/communication/received-text/received-text.server"
import { may } from "~/models/foundation/access/permissions"
import { now } from "~/utils/clock.server"
import { paths } from "~/utils/paths"
import { formatRecent } from "~/utils/zones"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "message:read")
  const query = MessagesQuery.parse(filledIn(request))
  const { rows, total } = listConversations(actor, query)
  return {
    query,
    maySeeReports: may(actor, "message:all"),
    mayKeep: may(actor, "answers:keep"),
    hasUnknownTexts: may(actor, "message:all") && hasUnknownTexts(actor),
    pages: paged(request, total, CONVERSATIONS_PER_PAGE),
    rows: rows.map(({ lastMessageAt, ...row }) => ({
      ...row,
      when: formatRecent(lastMessageAt, actor.school.timeZone, now()),
    })),
  }
}

export const { handle, meta } = framed({
  title: "Messages",
  head: () => ({
    actions: (
      <LinkButton to={paths.newMessage()} variant="primary">
        New message
      </LinkButton>
    ),
  }),
})

export default function Messages() {
  const { query, rows, pages, hasUnknownTexts, mayKeep, maySeeReports } = useLoaderData<typeof loader>()
  const { view, search } = query
  const narrowed = view !== "all" || Boolean(search)
  const searchForm = (
    <SearchForm
      label="Search messages"
      search={search}
      keep={{ name: "view", value: view === "all" ? undefined : view }}
    />
  )
  return (
    <>
      <Tabs
        label="Messages"
        tabs={messageViews.map((each) => ({
          to: paths.messages({ view: each === "all" ? undefined : each, search }),
          label: viewLabels[each],
          current: each === view,
        }))}
      />
      {hasUnknownTexts ? (
        <p>
          <Link to={paths.unknownTexts()}>Texts from unknown numbers</Link>
        </p>
      ) : null}
      {maySeeReports ? (
        <p>
          <Link to={paths.messageReports()}>Reported messages</Link>
        </p>
      ) : null}
      {mayKeep ? (
        <p>
          <Link to={paths.savedAnswers()}>Saved answers</Link>
        </p>
      ) : null}
      {rows.length === 0 ? (
        <>
          {searchForm}
          <EmptyState
            action={
              narrowed ? (
                <a href={paths.messages()}>{search ? "Clear filters" : "View all messages"}</a>
              ) : (
                <LinkButton to={paths.newMessage()}>Write a message</LinkButton>
              )
            }
          >
            {search
              ? "No messages match these filters."
              : view !== "all"
                ? emptyViewTexts[view]
                : "No messages yet. People also get a copy of your messages by email."}
          </EmptyState>
        </>
      ) : (
        <InboxWithoutChoice>
          {searchForm}
          <ConversationList rows={rows} />
          <Pagination {...pages} />
        </InboxWithoutChoice>
      )}
    </>
  )
}
