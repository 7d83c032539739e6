// autocannon ships no types; this is the part the benchmark uses.
declare module "autocannon" {
  type Options = {
    url: string
    headers?: Record<string, string>
    /** Each connection sends them one after the other. */
    requests?: { headers?: Record<string, string> }[]
    connections?: number
    /** Seconds. */
    duration?: number
    /** Requests in all, instead of a duration. */
    amount?: number
  }
  type Result = { non2xx: number; errors: number; duration: number; requests: { total: number } }
  export default function autocannon(options: Options): Promise<Result>
}
