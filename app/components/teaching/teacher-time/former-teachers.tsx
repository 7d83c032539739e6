import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { Link } from "~/components/ui/link"
import { paths } from "~/utils/paths"

/** Teachers who left, each with a button that takes them back. Renders nothing without any. */
export function FormerTeachers({ teachers }: { teachers: { id: string; name: string }[] }) {
  if (teachers.length === 0) return null
  return (
    <details className="disclosure">
      <summary>Deactivated teachers ({teachers.length})</summary>
      <ul className="section">
        {teachers.map(({ id, name }) => (
          <li key={id}>
            <PostForm className="toolbar">
              <input type="hidden" name="intent" value="reactivate" />
              <input type="hidden" name="teacherId" value={id} />
              <Link to={paths.teacher(id)}>{name}</Link>
              <SubmitButton variant="secondary" pending="Reactivating…">
                Reactivate {name}
              </SubmitButton>
              <Link to={paths.eraseTeacher(id)}>
                Erase<span className="visually-hidden"> {name}</span>
              </Link>
            </PostForm>
          </li>
        ))}
      </ul>
    </details>
  )
}
