/** A git repository for tests of fetches and imports. */
import { execFileSync } from "node:child_process";
import { directoryOf } from "@etesian/model/testing";

/** Creates a repository with one commit of these files, by path. */
export function createRepository(files: { readonly [path: string]: string }) {
  const directory = directoryOf(files);
  const git = (...args: string[]): string =>
    execFileSync("git", ["-c", "user.name=A", "-c", "user.email=a@b.c", ...args], {
      cwd: directory,
      encoding: "utf8",
    }).trim();
  git("init", "--quiet");
  git("add", "--all");
  git("commit", "--quiet", "--message", "all");
  return { directory, commit: git("rev-parse", "HEAD") };
}
