/** The form's anti-forgery token, for browsers that don't say where a request comes from. */
export function FormToken({ token }: { token: string }) {
  return <input type="hidden" name="formToken" value={token} />
}
