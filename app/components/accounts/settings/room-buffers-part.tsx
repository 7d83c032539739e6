import { type SubmissionResult, useForm } from "@conform-to/react"
import { Field } from "~/components/form/field"
import { PartForm } from "~/components/form/part-form"
import { EditablePart } from "~/components/ui/editable-part"
import { countOf } from "~/utils/formats"

type RoomBuffer = { id: string; name: string; minutes: number | null }
type RoomBuffersPartProps = { rooms: RoomBuffer[]; minutes: number; result?: SubmissionResult }

export const minutesText = (minutes: number) => (minutes > 0 ? countOf(minutes, "minute") : "None")

/** How long a room stays empty between two lessons. */
export function RoomBuffersPart({ rooms, minutes, result }: RoomBuffersPartProps) {
  return (
    <EditablePart
      id="room-buffers"
      title="Time between lessons in a room"
      about="For airing, tidying up, or one group leaving before the next arrives. Lessons that are already too close are listed to settle."
      isAnswered={result !== undefined}
      facts={[
        ["All rooms", minutesText(minutes)],
        ...rooms.flatMap(({ name, minutes: own }): [string, string][] =>
          own === null ? [] : [[name, minutesText(own)]],
        ),
      ]}
    >
      <RoomBuffersForm rooms={rooms} minutes={minutes} result={result} />
    </EditablePart>
  )
}

function RoomBuffersForm({ rooms, minutes, result }: RoomBuffersPartProps) {
  const [form, fields] = useForm<{ minutes: string; ofRooms: Record<string, string> }>({
    id: "room-buffers-form",
    lastResult: result,
    defaultValue: {
      minutes: String(minutes),
      ofRooms: Object.fromEntries(rooms.map(({ id, minutes: own }) => [id, own === null ? "" : String(own)])),
    },
  })
  const ofRooms = fields.ofRooms.getFieldset()
  const asMinutes = { type: "number", inputMode: "numeric", min: 0, max: 120 } as const
  return (
    <PartForm part="room-buffers" form={form}>
      <Field
        meta={fields.minutes}
        label="Minutes between lessons"
        hint="For every room that has no minutes of its own. 0 turns the check off."
        {...asMinutes}
      />
      {rooms.map(({ id, name }) => {
        const meta = ofRooms[id]
        return meta ? (
          <Field key={id} meta={meta} label={`Minutes for ${name}`} optional {...asMinutes} />
        ) : null
      })}
    </PartForm>
  )
}
