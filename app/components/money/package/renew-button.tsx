import { PostForm } from "~/components/form/post-form"
import { Button } from "~/components/ui/button"
import { paths } from "~/utils/paths"

type RenewButtonProps = {
  bought: { id: string; name: string; studentName: string | null; familyName: string }
  /** sells it once, however often the form is sent */
  formKey: string
}

/** Sells the same package again. */
export function RenewButton({ bought, formKey }: RenewButtonProps) {
  return (
    <PostForm action={paths.package(bought.id)}>
      <input type="hidden" name="formKey" value={formKey} />
      <Button type="submit" name="intent" value="renew">
        Renew
        <span className="visually-hidden">
          {" "}
          {bought.name} for {bought.studentName ?? bought.familyName}
        </span>
      </Button>
    </PostForm>
  )
}
