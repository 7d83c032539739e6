import { PostForm } from "~/components/form/post-form"
import { Button } from "~/components/ui/button"
import { Callout } from "~/components/ui/callout"
import { countOf } from "~/utils/count-of"

/** Emails about an event were stopped: the rest can still be sent. */
export function TellTheOthers({ students }: { students: number }) {
  const whose = `the families of ${countOf(students, "student")}`
  return (
    <Callout tone="amber">
      <p>We haven’t emailed {whose} about the latest of this event.</p>
      <PostForm>
        <p>
          <Button type="submit" name="intent" value="tell">
            Email {whose}
          </Button>
        </p>
      </PostForm>
    </Callout>
  )
}
