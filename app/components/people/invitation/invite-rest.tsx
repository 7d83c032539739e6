import { PostForm } from "~/components/form/post-form"
import { Button } from "~/components/ui/button"
import { countOf } from "~/utils/count-of"

/** Everyone who wasn't invited yet, in one step: it leads to the preview, which names each of them. */
export function InviteRest({ to, count }: { to: string; count?: number }) {
  return (
    <PostForm action={to} className="no-print">
      <input type="hidden" name="noun" value="people" />
      <input type="hidden" name="scope" value="all" />
      <input type="hidden" name="list" value="state=not-invited" />
      <Button name="act" value="invite">
        {count === undefined ? "Invite families" : `Invite ${countOf(count, "person", "people")}`}
      </Button>
    </PostForm>
  )
}
