import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { EnterButton } from "~/components/form/enter-button"
import { SelectField } from "~/components/form/field"
import { NameChoiceField } from "~/components/form/name-choice/name-choice-field"
import { PostForm, SubmitRow } from "~/components/form/post-form"
import type { NameOffer } from "~/models/foundation/name-search/name-search"
import { paths } from "~/utils/paths"
import { StudentTicks } from "../class/student-ticks"

export type InviteOffer = {
  offered: { id: string; name: string; about: string }[]
  chosen: string[]
  searched: string
  classes: NameOffer
}

type InviteFormProps = {
  offer: InviteOffer
  filters: { value: string; label: string }[]
  date: string
  isSolo: boolean
  /** their families are emailed at once */
  isPublished: boolean
  /** they are added for its results, and no invitation is emailed */
  isOver?: boolean
  result?: SubmissionResult<string[]>
}

/** Invites students: some by name, everyone of a class, everyone a saved filter finds. */
export function InviteForm(props: InviteFormProps) {
  const { offer, filters, date, isSolo, isPublished, isOver = false, result } = props
  const does = isOver ? "Add students" : "Invite students"

  const [form, fields] = useForm<Record<"students" | "search" | "classId" | "filterId", string>>({
    id: "invite",
    lastResult: result,
  })
  return (
    <PostForm className="form" {...getFormProps(form)}>
      <EnterButton intent="invite" formNoValidate>
        {does}
      </EnterButton>
      <StudentTicks
        search={fields.search}
        students={fields.students}
        offered={offer.offered}
        chosen={offer.chosen}
        searched={offer.searched}
      />
      <div className="columns">
        <NameChoiceField
          meta={fields.classId}
          label={isSolo ? "Everyone in a lesson" : "Everyone in a class"}
          sought={isSolo ? "a lesson" : "a class"}
          prompt={isSolo ? "No lesson" : "No class"}
          optional
          offer={offer.classes}
          source={paths.classNames({ date })}
        />
        {filters.length > 0 ? (
          <SelectField
            meta={fields.filterId}
            label="Everyone a saved filter finds"
            prompt="No filter"
            optional
            choices={filters}
          />
        ) : null}
      </div>
      {isOver ? (
        <p className="dim">This event has ended, so no invitations are emailed.</p>
      ) : isPublished ? (
        <p className="dim">Their families get an email right away.</p>
      ) : null}
      <SubmitRow label={does} intent="invite" variant="secondary" pending="Inviting…" />
    </PostForm>
  )
}
