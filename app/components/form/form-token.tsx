/** Shows the server that the form was its own, for browsers that do not say where a request comes from. */
export function FormToken({ token }: { token: string }) {
  return <input type="hidden" name="formToken" value={token} />
}
