/** Schemas of stored tables: numbered versions, each reached from the previous one by a migration. */

/** The step to a version; the first one has number 1. */
export interface Migration<Step> {
  readonly about: string;
  readonly steps: readonly Step[];
}

/** Stores the schema version of each part of a database ("events", "read models", "keys of people"). */
export const SCHEMA_VERSIONS =
  "create table if not exists schema_versions (part text primary key, version integer not null)";

/** Migrations that remain to be executed. @throws SchemaTooNewError if the tables are newer than this program. */
export function pendingMigrations<Step>(
  part: string,
  present: number,
  migrations: readonly Migration<Step>[],
): readonly Migration<Step>[] {
  if (present > migrations.length) throw new SchemaTooNewError(part, present, migrations.length);
  return migrations.slice(present);
}

/** The tables were created by a newer program; this one would misread them. */
export class SchemaTooNewError extends Error {
  override readonly name = "SchemaTooNewError";
  readonly isForOperators = true;

  constructor(part: string, present: number, known: number) {
    super(
      `The tables of the ${part} have schema version ${present}, this program knows versions up to ${known}: ` +
        "start the newer program again, or restore a backup that was made before it",
    );
  }
}
