import crypto from "node:crypto"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import S3rver from "s3rver"

// s3rver wraps the token of a list's next page in DES, which OpenSSL 3 no longer has. No one reads that token: pages are
// asked for by their first key.
const { createCipheriv } = crypto
crypto.createCipheriv = ((algorithm: string, key: Buffer, iv: Buffer) =>
  algorithm === "des"
    ? createCipheriv("aes-128-cbc", Buffer.concat([key, key]), Buffer.concat([iv, iv]))
    : createCipheriv(algorithm, key, iv)) as typeof createCipheriv

/** A real S3 server on this machine with one empty bucket, `tutti`; it checks signatures. */
export async function startBucket() {
  const directory = await mkdtemp(join(tmpdir(), "tutti-bucket-"))
  const server = new S3rver({
    address: "127.0.0.1",
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: "tutti", configs: [] }],
  })
  const { port } = await server.run()
  return {
    access: {
      AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${port}`,
      AWS_REGION: "us-east-1",
      AWS_ACCESS_KEY_ID: "S3RVER",
      AWS_SECRET_ACCESS_KEY: "S3RVER",
    },
    async close() {
      await server.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
