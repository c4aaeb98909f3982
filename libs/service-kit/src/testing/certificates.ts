import { execFileSync, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

export const hasOpenssl = spawnSync("openssl", ["version"]).status === 0;

/** Writes a certificate authority, and a certificate for a DNS name with its key, into an existing directory. */
export function writeCertificates(directory: string, name = "etesian"): void {
  const openssl = (...args: readonly string[]): void => {
    execFileSync("openssl", args, { cwd: directory, stdio: ["ignore", "ignore", "pipe"] });
  };
  const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  openssl("req", "-x509", ...key, "-keyout", "ca.key", "-out", "ca.crt", "-days", "2", "-subj", "/CN=authority");
  openssl("req", ...key, "-keyout", "tls.key", "-out", "tls.csr", "-subj", `/CN=${name}`);
  writeFileSync(join(directory, "names"), `subjectAltName=DNS:${name}`);
  const signed = ["-CA", "ca.crt", "-CAkey", "ca.key", "-CAcreateserial", "-days", "2", "-extfile", "names"];
  openssl("x509", "-req", "-in", "tls.csr", "-out", "tls.crt", ...signed);
}
