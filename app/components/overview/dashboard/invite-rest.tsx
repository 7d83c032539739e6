import { PostForm } from "~/components/form/post-form"
import { Button } from "~/components/ui/button"

/** Everyone who wasn’t invited yet, in one step: it leads to the preview, which names each of them. */
export function InviteRest({ to }: { to: string }) {
  return (
    <PostForm action={to} className="no-print">
      <input type="hidden" name="noun" value="people" />
      <input type="hidden" name="scope" value="all" />
      <input type="hidden" name="list" value="state=not-invited" />
      <Button name="act" value="invite">
        Invite families
      </Button>
    </PostForm>
  )
}
