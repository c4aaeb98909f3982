import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeVillage } from "@etesian/compute/testing";
import { startForTest, type TestServer } from "@etesian/standalone/testing";
import { Client } from "../http/client.ts";
import { surveyServer } from "./survey.ts";

/** A server with resources of each kind, for requests from tests. */
export class FuzzTarget {
  readonly server: TestServer;
  readonly client: Client;
  /** The API's document, and names of existing resources. */
  readonly survey: Awaited<ReturnType<typeof surveyServer>>;
  readonly #directory: string;

  private constructor(directory: string, server: TestServer, client: Client, survey: FuzzTarget["survey"]) {
    this.#directory = directory;
    this.server = server;
    this.client = client;
    this.survey = survey;
  }

  static async start(): Promise<FuzzTarget> {
    const directory = mkdtempSync(join(tmpdir(), "etesian-any-"));
    const model = join(directory, "village");
    writeVillage(model);
    // As behind a proxy that forwards all headers, the worst case for `X-Forwarded-Host`.
    const server = await startForTest({ model, data: join(directory, "data"), trustProxy: 1 });
    const client = new Client(server.url);
    return new FuzzTarget(
      directory,
      server,
      client,
      await surveyServer(client, await server.token("somebody@example.org")),
    );
  }

  async stop(): Promise<void> {
    this.client.close();
    await this.server.close();
    rmSync(this.#directory, { recursive: true, force: true });
  }
}
