import { Link } from "~/components/ui/link"
import { paths } from "~/utils/paths"

/** Files whose columns someone still has to choose, each with the way back to that page. */
export const OpenUploads = ({ uploads }: { uploads: { id: string; fileName: string; when: string }[] }) =>
  uploads.length === 0 ? null : (
    <section className="section" aria-labelledby="uploads">
      <h2 id="uploads">Files to finish</h2>
      <p>Choose the columns of these files to see their transfers. Files are kept for a day.</p>
      <ul className="rows">
        {uploads.map(({ id, fileName, when }) => (
          <li key={id}>
            <Link to={paths.bankColumns(id)} className="long-text">
              {fileName}
            </Link>{" "}
            <span className="dim">{when}</span>
          </li>
        ))}
      </ul>
    </section>
  )
