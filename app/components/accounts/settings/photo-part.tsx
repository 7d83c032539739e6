import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { Photo } from "~/components/foundation/photo/photo"
import { EditablePart } from "~/components/ui/editable-part"
import { photoTypes } from "~/models/people/member/photo"

type PhotoPartProps = {
  memberId: string
  hasPhoto: boolean
  /** families' photos are for the office, their teachers and whom they write with */
  isFamily: boolean
  problem?: string
}

/** The person's own photo: to add, replace or remove. */
export function PhotoPart({ memberId, hasPhoto, isFamily, problem }: PhotoPartProps) {
  return (
    <EditablePart
      id="photo"
      title="Photo"
      about={
        isFamily
          ? "The office and your teachers see it beside your name in messages."
          : "People you message see it beside your name, and the office sees it in the list of the team."
      }
      edit={hasPhoto ? "Change photo" : "Add photo"}
      isAnswered={problem !== undefined}
      list={
        hasPhoto ? (
          <p>
            <Photo memberId={memberId} large />
          </p>
        ) : null
      }
      text={hasPhoto ? null : <p>No photo yet.</p>}
    >
      <PostForm className="form" encType="multipart/form-data">
        <div className={problem ? "field invalid" : "field"}>
          <label htmlFor="photo-file">New photo</label>
          <div className="hint" id="photo-file-hint">
            PNG, JPEG, WebP or GIF, up to 5 MB. We keep a small square of it.
          </div>
          {problem ? (
            <span className="error" id="photo-file-error">
              {problem}
            </span>
          ) : null}
          <input
            id="photo-file"
            type="file"
            name="file"
            accept={photoTypes}
            aria-invalid={problem ? true : undefined}
            aria-describedby={problem ? "photo-file-hint photo-file-error" : "photo-file-hint"}
          />
        </div>
        <p className="buttons">
          <SubmitButton intent="photo" pending="Saving…">
            Save photo
          </SubmitButton>
          {hasPhoto ? (
            <SubmitButton intent="remove-photo" variant="danger" pending="Removing…">
              Remove photo
            </SubmitButton>
          ) : null}
        </p>
      </PostForm>
    </EditablePart>
  )
}
