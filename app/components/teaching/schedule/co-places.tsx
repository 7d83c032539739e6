import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { Field } from "~/components/form/field"
import { ErrorSummary, PostForm, SubmitRow } from "~/components/form/post-form"
import { FieldProblem } from "~/components/ui/field-problem"

export type OfferedPlace = {
  teacherId: string
  name: string
  by: string | null
  byName: string | null
  substitutes: { teacherId: string; name: string; reasons: string }[]
}

type CoPlacesProps = {
  places: OfferedPlace[]
  /** why a place couldn't be given to another, and whose it is; `hours` where a reason is missing or wrong */
  problem: { teacherId: string; by: string; hoursReason: string; text?: string; hours?: string } | undefined
}

/** Who gives this one lesson beside its teacher: each co-teacher can be replaced. Nothing where the class has none. */
export function CoPlaces({ places, problem }: CoPlacesProps) {
  if (places.length === 0) return null
  return (
    <section className="form" aria-labelledby="places-title" id="co-teachers">
      <h2 id="places-title">Co-teachers</h2>
      <p className="dim">Only this lesson changes. The teacher who gives it is paid for it.</p>
      {places.map((place) => (
        <Place
          key={place.teacherId}
          place={place}
          problem={problem?.teacherId === place.teacherId ? problem : undefined}
        />
      ))}
    </section>
  )
}

function Place({ place, problem }: { place: OfferedPlace; problem: CoPlacesProps["problem"] }) {
  const { teacherId, name, by, byName, substitutes } = place
  const fieldId = `place-${teacherId}`
  const isSubstituted = by !== null && by !== teacherId
  return (
    <PostForm edits className="form" sends={{ command: "place", teacherId }}>
      <div className={problem?.text ? "field invalid" : "field"}>
        <label htmlFor={fieldId}>Instead of {name}</label>
        {problem?.text ? (
          <p className="error" id={`${fieldId}-error`} role="alert">
            {problem.text}
          </p>
        ) : null}
        <select
          id={fieldId}
          name="by"
          defaultValue={problem ? problem.by : (by ?? "")}
          aria-invalid={problem?.text ? true : undefined}
          aria-describedby={problem?.text ? `${fieldId}-error` : undefined}
        >
          <option value={teacherId}>{name}, as planned</option>
          {isSubstituted ? <option value={by}>{byName}</option> : null}
          {substitutes
            .filter((one) => one.teacherId !== by && one.teacherId !== teacherId)
            .map((one) => (
              <option key={one.teacherId} value={one.teacherId}>
                {one.name}: {one.reasons}
              </option>
            ))}
          <option value="">No one</option>
        </select>
      </div>
      {problem?.hours ? (
        <HoursReason id={`${fieldId}-hours`} typed={problem.hoursReason} text={problem.hours} />
      ) : null}
      <SubmitRow
        label="Save co-teacher"
        variant="secondary"
        pending="Saving…"
        aria-label={`Save co-teacher instead of ${name}`}
      />
    </PostForm>
  )
}

/** Why a teacher gives the lesson outside their hours. */
function HoursReason({ id, typed, text }: { id: string; typed: string; text: string }) {
  return (
    <div className="field invalid">
      <label htmlFor={id}>Reason to schedule outside teaching hours</label>
      <FieldProblem id={`${id}-error`} message={text} />
      <input
        id={id}
        name="hoursReason"
        defaultValue={typed}
        maxLength={200}
        autoComplete="off"
        aria-invalid
        aria-describedby={`${id}-error`}
      />
    </div>
  )
}

type OnlineLinkProps = { link: string | null; lastResult: SubmissionResult<string[]> | undefined }

/** Where this one lesson takes place online. */
export function OnlineLink({ link, lastResult }: OnlineLinkProps) {
  const [form, fields] = useForm<{ onlineLink: string }>({
    id: "link",
    lastResult,
    defaultValue: { onlineLink: link ?? "" },
  })
  return (
    <section className="form" aria-labelledby="link-title">
      <ErrorSummary form={form} />
      <h2 id="link-title">Online lesson</h2>
      <PostForm edits className="form" {...getFormProps(form)} sends={{ command: "link" }}>
        <Field
          meta={fields.onlineLink}
          label="Link for this lesson"
          hint="Leave blank to use the class’s link, if it has one."
          optional
          type="url"
          inputMode="url"
          maxLength={300}
        />
        <SubmitRow label="Save link" variant="secondary" pending="Saving…" />
      </PostForm>
    </section>
  )
}
