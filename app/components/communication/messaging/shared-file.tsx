import { paths } from "~/utils/paths"

/** A file that another app shared and that is stored already. */
export type Shared = { id: string; name: string; isImage: boolean }

/** The file as it will be sent. */
export function SharedFile({ file: { id, name, isImage } }: { file: Shared }) {
  return (
    <p className="shared-file">
      {isImage ? <img src={paths.sharedFile(id)} alt="" /> : null}{" "}
      <a href={paths.sharedFile(id)} target="_blank" rel="noreferrer">
        {name}
      </a>
    </p>
  )
}

/** The same in the form that sends it, where it can be left out. */
export function SharedFileField({ file, isChosen }: { file: Shared; isChosen: boolean }) {
  return (
    <fieldset className="field">
      <legend>Photo or file</legend>
      <SharedFile file={file} />
      <input type="hidden" name="sharedName" value={file.name} />
      <label className="checkbox">
        <input type="checkbox" name="sharedFile" value={file.id} defaultChecked={isChosen} />
        <span>Send this file</span>
      </label>
    </fieldset>
  )
}
