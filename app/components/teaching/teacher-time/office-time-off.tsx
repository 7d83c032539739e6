import { PostForm } from "~/components/form/post-form"
import {
  type Hours,
  hoursText,
  type TimeOff,
  weekdayOfHours,
} from "~/models/teaching/teacher-time/teacher-time"
import { TimeOffList } from "./time-off-list"

type OfficeTimeOffProps = { name: string; hours: Hours[]; timeOff: TimeOff[] }

/** A teacher's hours and time off, for the office, which answers requests. Sends `intent` answer-time-off. */
export function OfficeTimeOff({ name, hours, timeOff }: OfficeTimeOffProps) {
  return (
    <>
      <section className="section" aria-labelledby="hours-title">
        <h2 id="hours-title">Teaching hours</h2>
        {hours.length ? (
          <ul className="rows">
            {hours.map((each) => (
              <li key={each.id}>
                <b>{weekdayOfHours(each)}</b> <span>{hoursText(each)}</span>
              </li>
            ))}
          </ul>
        ) : (
          <p className="dim">{name} hasn’t added teaching hours yet.</p>
        )}
      </section>
      <section className="section" aria-labelledby="time-off-title" id="time-off">
        <h2 id="time-off-title">Time off</h2>
        {timeOff.length ? (
          <TimeOffList
            timeOff={timeOff}
            buttons={({ id, state }) =>
              state === "requested" ? (
                <PostForm className="form">
                  <input type="hidden" name="timeOffId" value={id} />
                  <input type="hidden" name="intent" value="answer-time-off" />
                  <label htmlFor={`answer-${id}`}>Note to {name}</label>
                  <input id={`answer-${id}`} name="answer" maxLength={300} />
                  <p className="buttons">
                    <button className="button" type="submit" name="decision" value="approved">
                      Approve
                    </button>
                    <button className="button plain danger" type="submit" name="decision" value="declined">
                      Decline
                    </button>
                  </p>
                </PostForm>
              ) : null
            }
          />
        ) : (
          <p className="dim">No time off requested.</p>
        )}
      </section>
    </>
  )
}
