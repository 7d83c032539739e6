import { PostForm } from "~/components/form/post-form"
import { Button } from "~/components/ui/button"
import { Note } from "~/components/ui/note"
import { type FreeTime, freeTimeText, slotValue } from "~/models/teaching/session/clash"

type FreeTimesProps = {
  times: FreeTime[]
  /** sent along with the time that is chosen */
  kept: Record<string, string | undefined>
}

/** Up to three times that are free for everybody, each one key away. */
export function FreeTimes({ times, kept }: FreeTimesProps) {
  if (times.length === 0)
    return (
      <Note>
        <p>Nothing is free for everybody within two weeks. Try another room or teacher.</p>
      </Note>
    )
  return (
    <Note>
      <PostForm className="grid gap-3">
        {Object.entries(kept).map(([name, value]) =>
          value ? <input key={name} type="hidden" name={name} value={value} /> : null,
        )}
        <p>
          <b>Free for everybody:</b>
        </p>
        <div className="buttons full">
          {times.map((time) => (
            <Button key={slotValue(time)} name="place" value={slotValue(time)}>
              {freeTimeText(time)}
            </Button>
          ))}
        </div>
      </PostForm>
    </Note>
  )
}
