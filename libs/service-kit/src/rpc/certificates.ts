/** The certificates that services use to encrypt calls and to prove that they belong to the same deployment. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Certificates and key in PEM format. */
export interface Certificates {
  /** The authority that signed the certificates of all services. */
  readonly authority: Buffer;
  readonly certificate: Buffer;
  readonly key: Buffer;
}

/** The DNS name in the certificate of every service, because the services' addresses change. */
export const COMMON_NAME = "etesian";

/**
 * Reads `ca.crt`, `tls.crt` and `tls.key`, the names in a Kubernetes Secret. @throws the system's error for a file
 * that cannot be read
 */
export const readCertificates = (directory: string): Certificates => ({
  authority: readFileSync(join(directory, "ca.crt")),
  certificate: readFileSync(join(directory, "tls.crt")),
  key: readFileSync(join(directory, "tls.key")),
});
