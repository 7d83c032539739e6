import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { PostForm, SubmitButton } from "~/components/form/post-form"
import { PageHead } from "~/components/ui/page-head"
import { requireMember } from "~/http/guards.server"
import { act, idIn, intents } from "~/http/intents.server"
import {
  archiveUnknownText,
  listUnknownTexts,
} from "~/models/communication/received-text/received-text.server"
import { joinNames } from "~/utils/names"
import { paths } from "~/utils/paths"
import { formatInstant } from "~/utils/zones"

/** What people wrote to the school's number who never turned on text messages. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "message:all")
  const { texts, hasMore } = listUnknownTexts(actor)
  return {
    hasMore,
    texts: texts.map(({ at, ...text }) => ({
      ...text,
      when: formatInstant(at, actor.school.timeZone),
    })),
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "message:all")
  return intents(request, paths.unknownTexts(), {
    archive: act({
      run: (form) => archiveUnknownText(actor, idIn(form, "textId")),
      saved: "Text message archived.",
    }),
  })
}

export const meta: MetaFunction = () => [{ title: "Texts from unknown numbers · Tutti" }]

export default function UnknownTexts() {
  const { texts, hasMore } = useLoaderData<typeof loader>()
  return (
    <div className="stack narrow">
      <PageHead back={{ to: paths.messages(), label: "Messages" }} title="Texts from unknown numbers" />
      <p className="dim">
        Replies of people who turned on text messages join their conversations. These numbers aren’t theirs.
      </p>
      {hasMore ? <p>These are the latest 100. Archive some to read earlier ones.</p> : null}
      {texts.length === 0 ? (
        <p>
          No texts from unknown numbers. When one arrives, it appears here, and your office gets an email.
        </p>
      ) : (
        texts.map(({ id, phone, whose, body, when }) => (
          <section className="section" key={id} aria-label={`Text from ${phone}`}>
            <p>
              <strong>{phone}</strong>
              {whose.length > 0 ? `, the number of ${joinNames(whose)} in your records` : null}
              <br />
              <span className="small dim">{when}</span>
            </p>
            <p className="long-text">{body}</p>
            <PostForm sends={{ textId: id }}>
              <SubmitButton intent="archive" variant="secondary" pending="Archiving…" label="Archive" />
            </PostForm>
          </section>
        ))
      )}
    </div>
  )
}
