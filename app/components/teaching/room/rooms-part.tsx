import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { useLocation } from "@remix-run/react"
import { useEffect, useRef } from "react"
import { ArchivedEntries } from "~/components/accounts/settings/list-part"
import { Field, SelectField } from "~/components/form/field"
import type { FieldMeta } from "~/components/form/field-frame"
import { PartForm } from "~/components/form/part-form"
import { PostForm, SubmitButton } from "~/components/form/post-form"
import { Button, Link } from "~/components/ui/button"
import { CancelEdit, EditablePart } from "~/components/ui/editable-part"
import { openPart, toOpenPart } from "~/components/ui/edited-part"
import { useMaySend } from "~/components/ui/limits"
import { mostInRoom, type RoomRow } from "~/models/teaching/room/room"
import { countOf, formatNumber } from "~/utils/formats"
import { joinNames } from "~/utils/names"
import { paths } from "~/utils/paths"

export type TeacherChoice = { id: string; name: string }

type RoomsPartProps = {
  rooms: RoomRow[]
  /** those to choose from; none where one teaches alone */
  teachers: TeacherChoice[]
  result?: SubmissionResult
}

/** The rooms with their week. One row at a time opens as a form, by the address. */
export function RoomsPart({ rooms, teachers, result }: RoomsPartProps) {
  const { pathname, search } = useLocation()
  const added = result?.initialValue?.intent === "add-entry" ? result : undefined
  const refusedId = result && !added ? String(result.initialValue?.entry) : undefined
  const mayEdit = useMaySend(pathname)
  const openId = refusedId ?? (mayEdit ? openPart(search)?.replace(/^room-/, "") : undefined)
  const table = useFocusInRow(refusedId ? undefined : openId)
  const offered = rooms.filter(({ isArchived }) => !isArchived)
  const archived = rooms.filter(({ isArchived }) => isArchived)
  return (
    <EditablePart
      id="rooms"
      title="Rooms"
      about="Each room holds one lesson at a time. When a room is taken, free ones that fit the class are offered, the teacher’s usual room first."
      edit="Add room"
      isAnswered={added !== undefined}
      list={
        offered.length > 0 ? (
          <table className="data-table" ref={table}>
            <caption className="visually-hidden">Rooms in use</caption>
            <thead>
              <tr>
                <th scope="col">Room</th>
                <th scope="col">Fits</th>
                <th scope="col">This week</th>
                <th scope="col">
                  <span className="visually-hidden">Edit</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {offered.map((room) =>
                room.id === openId ? (
                  <tr key={room.id} id={`room-${room.id}`}>
                    <td colSpan={4}>
                      <RoomForm
                        key={JSON.stringify(room)}
                        room={room}
                        teachers={teachers}
                        result={refusedId ? result : undefined}
                      />
                    </td>
                  </tr>
                ) : (
                  <RoomLine key={room.id} room={room} mayEdit={mayEdit} />
                ),
              )}
            </tbody>
          </table>
        ) : (
          <p>No rooms yet.</p>
        )
      }
      below={archived.length > 0 ? <ArchivedEntries kind="rooms" entries={archived} /> : null}
    >
      <NewRoom teachers={teachers} result={added} />
    </EditablePart>
  )
}

function RoomLine({ room, mayEdit }: { room: RoomRow; mayEdit: boolean }) {
  const { pathname, search } = useLocation()
  const { id, name, fits, lessons, teachers } = room
  const who = joinNames(teachers.slice(0, 3))
  return (
    <tr id={`room-${id}`}>
      <td>
        <b className="wrap-anywhere">{name}</b>
      </td>
      <td data-l="Fits">{fits === null ? <span className="dim">Not set</span> : formatNumber(fits)}</td>
      <td data-l="This week">
        <span>
          {lessons > 0 ? (
            <Link to={paths.schedule({ by: "room", room: id })}>{countOf(lessons, "lesson")}</Link>
          ) : (
            <span className="dim">No lessons</span>
          )}
          {who ? `, ${who}` : ""}
          {teachers.length > 3 ? ` and ${formatNumber(teachers.length - 3)} more` : ""}
        </span>
      </td>
      <td className="actions numeric">
        {mayEdit ? (
          <Link
            to={toOpenPart(pathname, search, `room-${id}`)}
            preventScrollReset
            aria-label={`Edit ${name}`}
          >
            Edit
          </Link>
        ) : null}
      </td>
    </tr>
  )
}

/** With a script, the focus goes into the row that opens, and back to its link when it closes. */
function useFocusInRow(openId: string | undefined) {
  const table = useRef<HTMLTableElement>(null)
  const openBefore = useRef(openId)
  useEffect(() => {
    const before = openBefore.current
    if (before === openId) return
    openBefore.current = openId
    const row = [...(table.current?.rows ?? [])].find(({ id }) => id === `room-${openId ?? before}`)
    row?.querySelector<HTMLElement>(openId ? "input:not([type=hidden])" : "a[aria-label]")?.focus()
  }, [openId])
  return table
}

type Texts = { name: string; fits: string; teacherId: string }
type RoomFormProps = { teachers: { id: string; name: string }[]; result?: SubmissionResult }

/** A room's form in its row, with what changing it does. */
function RoomForm({ room, teachers, result }: RoomFormProps & { room: RoomRow }) {
  const { id, name, fits, teacherId, lessons } = room
  const part = `room-${id}`
  const [form, fields] = useForm<Texts>({
    id: `rooms-${id}`,
    lastResult: result,
    defaultValue: {
      name,
      fits: fits === null ? undefined : String(fits),
      teacherId: teacherId ?? undefined,
    },
  })
  return (
    <div className="edited">
      <PostForm
        edits
        className="form"
        aria-label={`Edit ${name}`}
        {...getFormProps(form)}
        sends={{ list: "rooms", entry: id }}
      >
        <RoomFields fields={fields} teachers={teachers} />
        <div className="buttons">
          <SubmitButton intent="rename-entry" pending="Saving…" isMain label="Save room" />
          <CancelEdit part={part} />
        </div>
        <p className="small dim">
          {lessons > 0
            ? `${countOf(lessons, "lesson")} this week ${lessons === 1 ? "stays" : "stay"} in this room under its new name.`
            : "No lessons are in this room this week."}
        </p>
      </PostForm>
      <PostForm aria-label={`Archive ${name}`} sends={{ list: "rooms", entry: id }}>
        <Button intent="archive" variant="danger">
          Archive room
        </Button>
      </PostForm>
    </div>
  )
}

function NewRoom({ teachers, result }: RoomFormProps) {
  const [form, fields] = useForm<Texts>({ id: "rooms-form", lastResult: result })
  return (
    <PartForm adds part="rooms" form={form} intent="add-entry" save="Add room" pending="Adding…">
      <input type="hidden" name="list" value="rooms" />
      <RoomFields fields={fields} teachers={teachers} />
    </PartForm>
  )
}

type FieldsProps = Pick<RoomFormProps, "teachers"> & { fields: Record<keyof Texts, FieldMeta> }

function RoomFields({ fields, teachers }: FieldsProps) {
  return (
    <div className="columns">
      <Field meta={fields.name} label="Room name" maxLength={60} autoComplete="off" />
      <Field
        meta={fields.fits}
        label="Fits"
        hint="Students at once"
        optional
        type="number"
        inputMode="numeric"
        min={1}
        max={mostInRoom}
      />
      {teachers.length > 0 ? (
        <SelectField
          meta={fields.teacherId}
          label="Usual teacher"
          optional
          prompt="None"
          choices={teachers.map(({ id, name }) => ({ value: id, label: name }))}
        />
      ) : null}
    </div>
  )
}
