import { ActButton, PostForm, SubmitButton } from "~/components/form/post-form"

type CalendarPartProps = {
  /** the whole address, or null while there is none */
  address: string | null
  /** what it shows: "Your lessons" */
  what: string
  /** addresses of calendars with only some of it */
  parts?: { label: string; address: string }[]
}

/** The address under which other programs read the person's calendar. Sends `intent` renew-feed or end-feed. */
export function CalendarPart({ address, what, parts = [] }: CalendarPartProps) {
  return (
    <section className="section" aria-labelledby="calendar-title" id="calendar">
      <h2 id="calendar-title">Calendar feed</h2>
      <p className="dim">
        {what} in Google Calendar, Apple Calendar or Outlook, always up to date. Add a calendar by URL there
        and paste this link.
      </p>
      {address ? (
        <>
          <p>
            <label className="visually-hidden" htmlFor="feed">
              Calendar link
            </label>
            <input id="feed" readOnly value={address} />
          </p>
          <p>
            <a href={address.replace(/^https?:/, "webcal:")}>Add to this device’s calendar</a>
          </p>
          {parts.length > 0 ? (
            <details className="disclosure">
              <summary>Links for part of this calendar</summary>
              <ul className="section">
                {parts.map((part) => (
                  <li key={part.address}>
                    <label>
                      {part.label}
                      <input readOnly value={part.address} />
                    </label>
                  </li>
                ))}
              </ul>
            </details>
          ) : null}
          <p className="small dim">
            Anyone with this link can see your calendar. If you shared it by mistake, create a new link: the
            old one stops working right away.
          </p>
          <PostForm className="buttons">
            <SubmitButton
              variant="secondary"
              intent="renew-feed"
              pending="Creating…"
              label="Create new link"
            />
            <SubmitButton variant="danger" intent="end-feed" pending="Turning off…" label="Turn off link" />
          </PostForm>
        </>
      ) : (
        <ActButton label="Create calendar link" intent="renew-feed" pending="Creating…" />
      )}
    </section>
  )
}
