import { bytesText } from "~/utils/bytes"
import { paths } from "~/utils/paths"

type ReplyFilesProps = { files: { id: string; name: string; byteSize: number }[] }

/** What came with a reply by email, to download. */
export const ReplyFiles = ({ files }: ReplyFilesProps) =>
  files.length > 0 ? (
    <ul>
      {files.map(({ id, name, byteSize }) => (
        <li key={id}>
          <a className="long-text" href={paths.replyFile(id)} download>
            {name}
          </a>{" "}
          <span className="small dim">{bytesText(byteSize)}</span>
        </li>
      ))}
    </ul>
  ) : null
