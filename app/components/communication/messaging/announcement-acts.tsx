import { ActButton } from "~/components/form/act-button"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { countOf } from "~/utils/count-of"

type AnnouncementActsProps = {
  /** How many people a reminder would be emailed to. */
  toRemind: number
  asksReceipt: boolean
  /** Until when it's on home pages, as text. */
  pinned: string | null
}

/** What its author does with a sent announcement. */
export function AnnouncementActs({ toRemind, asksReceipt, pinned }: AnnouncementActsProps) {
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
            <SubmitButton intent="unpin" variant="secondary" pending="Taking it off…">
              Take off home pages
            </SubmitButton>
          ) : null}
        </PostForm>
      ) : null}
    </>
  )
}

/** Asks a recipient to confirm what this page shows, as it was after its last edit, or says when they did. */
export function ConfirmRead({ confirmed, readUpTo }: { confirmed: string | null; readUpTo: number }) {
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
