/** Schemas of stored tables: numbered versions, each reached from the previous one by a migration. */

/** Migrates to one version from the previous one; versions start at 1. */
export interface Migration<Step> {
  readonly about: string;
  readonly steps: readonly Step[];
}

/** Stores the schema version of each part of a database ("events", "read models", "keys of people"). */
export const SCHEMA_VERSIONS =
  "create table if not exists schema_versions (part text primary key, version integer not null)";

/** A migration with the schema version that it leads to. */
export interface PendingMigration<Step> extends Migration<Step> {
  readonly version: number;
}

/** Migrations that remain to be executed. @throws SchemaTooNewError if the tables are newer than this program. */
export function pendingMigrations<Step>(
  part: string,
  currentVersion: number,
  migrations: readonly Migration<Step>[],
): readonly PendingMigration<Step>[] {
  if (currentVersion > migrations.length) throw new SchemaTooNewError(part, currentVersion, migrations.length);
  return migrations
    .slice(currentVersion)
    .map((migration, index) => ({ ...migration, version: currentVersion + index + 1 }));
}

/** A statement of a migration was refused. Its transaction was rolled back. */
export class MigrationFailedError extends Error {
  override readonly name = "MigrationFailedError";
  readonly isForOperators = true;

  constructor(part: string, { version, about }: PendingMigration<unknown>, cause: Error) {
    super(
      `The tables of the ${part} could not be migrated to schema version ${version} (${about}): ${cause.message}. ` +
        "Nothing was changed; you can still start the previous version of the program",
      { cause },
    );
  }
}

/** The tables were created by a newer program; this program would misread them. */
export class SchemaTooNewError extends Error {
  override readonly name = "SchemaTooNewError";
  readonly isForOperators = true;

  constructor(part: string, currentVersion: number, supportedVersion: number) {
    super(
      `The tables of the ${part} have schema version ${currentVersion}; this program supports versions up to ${supportedVersion}: ` +
        "start the newer program again, or restore a backup made before the upgrade",
    );
  }
}
