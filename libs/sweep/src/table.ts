/** Results of a sweep: typed columns. */

/** Rows of a sweep, by column. NaN means that there is no value. */
export interface SweepTable {
  /** The first variant; the others follow without a gap. */
  readonly from: number;
  readonly rows: number;
  /** The unit of each row: variants of a trajectory or group belong together. */
  readonly units: Int32Array;
  /** Columns in the order of `SweepOutline.settings`. */
  readonly settings: readonly Float64Array[];
  /** Columns in the order of `SweepOutline.outputs`. */
  readonly outputs: readonly Float64Array[];
  /** By variant: why all figures, or the named figures, are missing. */
  readonly errors: ReadonlyMap<number, string>;
}

/** Concatenates consecutive tables. */
export function joinTables(tables: readonly SweepTable[]): SweepTable {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const concatenate = (columnsOf: (table: SweepTable) => readonly Float64Array[]): readonly Float64Array[] =>
    columnsOf(tables[0]!).map((_, column) => {
      const values = new Float64Array(rows);
      let offset = 0;
      for (const table of tables) {
        values.set(columnsOf(table)[column]!, offset);
        offset += table.rows;
      }
      return values;
    });
  return {
    from: tables[0]!.from,
    rows,
    units: Int32Array.from(tables.flatMap(({ units }) => [...units])),
    settings: concatenate((table) => table.settings),
    outputs: concatenate((table) => table.outputs),
    errors: new Map(tables.flatMap(({ errors }) => [...errors])),
  };
}
