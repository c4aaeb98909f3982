/** Tests which modules are loaded before compute threads start, because each delays every start. */
import { execFileSync } from "node:child_process";
import { basename } from "node:path";
import { expect, test } from "vitest";

/** URLs of all modules that a module loads. */
function modulesLoadedBy(specifier: string): readonly string[] {
  const listing = `
    import { registerHooks } from "node:module";
    const urls = new Set();
    registerHooks({ load: (url, context, next) => { urls.add(url); return next(url, context); } });
    await import(${JSON.stringify(specifier)});
    console.log(JSON.stringify([...urls]));`;
  const output = execFileSync(process.execPath, ["--input-type=module", "--eval", listing], { encoding: "utf8" });
  return JSON.parse(output) as string[];
}

test("the module that starts the first thread loads the thread pool and its memory limits, but no calculation code", () => {
  const threadsModule = import.meta.resolve("@etesian/compute/threads");
  const limits = import.meta.resolve("@etesian/service-kit/worker");
  const youngGeneration = import.meta.resolve("@etesian/runtime/young-generation.json");
  const otherModules = modulesLoadedBy(threadsModule).filter(
    (url) => !url.startsWith("node:") && !url.includes("/node_modules/piscina/"),
  );
  expect(otherModules).toEqual([threadsModule, limits, youngGeneration]);
});

test("the list of services loads no calculation code, HTTP server, gRPC, protobuf compiler or other optional module", () => {
  const urls = modulesLoadedBy(new URL("./services.ts", import.meta.url).href);
  // Writers and readers of model parts share one small format module.
  const isLoaded = (part: string) => urls.some((url) => url.includes(part) && !url.includes("/libs/model/src/parts/"));
  expect(
    ["/services/compute/src/calculator.ts", "/libs/service-kit/src/run.ts"].filter((part) => !isLoaded(part)),
  ).toEqual([]);
  const lazyParts = [
    "/libs/model/",
    "/libs/gql/",
    "/libs/engine/",
    "/services/gateway/src/gateway.ts",
    "/fastify/",
    "/@grpc/",
    "/protobufjs/",
    "/pg/",
    "/jose/",
    "/nodemailer/",
    "/openid-client/",
    "/oidc-provider/",
    "/@nats-io/",
    "/hyparquet/",
    "/hyparquet-writer/",
  ];
  expect(lazyParts.filter(isLoaded)).toEqual([]);
});

test("the gateway loads messages of one language, no parsers of YAML, XML, ZIP and Arrow, and no gRPC", () => {
  const urls = modulesLoadedBy(import.meta.resolve("@etesian/gateway")).concat(
    modulesLoadedBy(new URL("../../gateway/src/gateway.ts", import.meta.url).href),
  );
  expect(urls.filter((url) => url.includes("/zod/v4/locales/")).map((url) => basename(url))).toContain("en.js");
  const otherLanguages = urls.filter((url) => /\/zod\/v4\/locales\/(?!(en|index)\.js)/.test(url));
  expect([
    ...otherLanguages,
    ...urls.filter((url) => /\/node_modules\/(yaml|sax|yauzl|@uwdata|@grpc)\//.test(url)),
  ]).toEqual([]);
});
