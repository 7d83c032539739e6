import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"

type CalendarPartProps = {
  /** the whole address, or null while there is none */
  address: string | null
  /** what stands in it: "Your sessions" */
  what: string
}

/** The address under which other programs read the person's calendar. Sends `intent` renew-feed or end-feed. */
export function CalendarPart({ address, what }: CalendarPartProps) {
  return (
    <section className="section" aria-labelledby="calendar-title" id="calendar">
      <h2 id="calendar-title">Calendar on your phone</h2>
      <p className="dim">
        {what} in Google Calendar, Apple Calendar or Outlook, kept up to date. Add a calendar there from an
        address, and paste this one.
      </p>
      {address ? (
        <>
          <p>
            <label className="visually-hidden" htmlFor="feed">
              Calendar address
            </label>
            <input id="feed" readOnly value={address} />
          </p>
          <p>
            <a href={address.replace(/^https?:/, "webcal:")}>Open in this device’s calendar</a>
          </p>
          <p className="small dim">
            Whoever has the address can read the calendar. If it got into other hands, make a new one: the old
            one stops working at once.
          </p>
          <PostForm className="buttons">
            <SubmitButton variant="secondary" intent="renew-feed" pending="Making it…">
              Make a new address
            </SubmitButton>
            <SubmitButton variant="danger" intent="end-feed" pending="Turning off…">
              Turn off
            </SubmitButton>
          </PostForm>
        </>
      ) : (
        <PostForm>
          <SubmitButton variant="secondary" intent="renew-feed" pending="Making it…">
            Make a calendar address
          </SubmitButton>
        </PostForm>
      )}
    </section>
  )
}
