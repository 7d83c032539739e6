import { FormMark } from "./form-mark"

/** What a form of someone who is logged in carries where it is no `PostForm`: its token, and the mark by which it counts once. */
export function FormToken({ token }: { token: string }) {
  return (
    <>
      <TokenField token={token} />
      <FormMark isEdit={false} />
    </>
  )
}

/** The form's anti-forgery token, for browsers that don't say where a request comes from. */
export function TokenField({ token }: { token: string }) {
  return <input type="hidden" name="formToken" value={token} />
}
