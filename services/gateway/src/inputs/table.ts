/** Inputs with their values in a scenario, as a table. */
import { scalarCodec } from "@etesian/contracts/codecs";
import type { Scalar } from "@etesian/contracts/compute";
import type { InputState } from "@etesian/contracts/scenarios";
import { type Cell, columnOf, type Row, type Table } from "@etesian/tables";
import type { InputDescriptions } from "../model/catalogue.ts";

const text = (key: string, description: string) => columnOf(key, { kind: "text", description });
const figure = (key: string, description: string) => columnOf(key, { description });

const COLUMNS = [
  text("key", "Key of the input"),
  text("unit", "Unit of the values"),
  figure("min", "Minimum value"),
  figure("max", "Maximum value"),
  figure("default", "Value if the user has not set one"),
  figure("user", "Value set by the user"),
  text("default_option", "Default of an input with options"),
  text("user_option", "Option set by the user"),
  text("disabled", "Whether a coupling or a curve disables the input"),
  text("share_group", "Inputs of a group add up to 100"),
  text("description", "The model author's note"),
];

export const inputTable = (states: readonly InputState[], descriptions: InputDescriptions): Table => ({
  columns: COLUMNS,
  rows: function* (): Generator<Row> {
    for (const { input, default: initial, user, disabled } of states) {
      if (input === undefined) throw new Error("an input state has no input");
      const { key, unit, min, max, shareGroup } = input;
      yield [
        key,
        unit ?? null,
        min ?? null,
        max ?? null,
        numberCell(initial),
        numberCell(user),
        optionCell(initial),
        optionCell(user),
        String(disabled),
        shareGroup ?? null,
        descriptions[key] ?? null,
      ];
    }
  },
});

function numberCell(scalar: Scalar | undefined): Cell {
  const value = scalar === undefined ? null : scalarCodec.fromMessage(scalar);
  return typeof value === "number" ? value : null;
}

function optionCell(scalar: Scalar | undefined): Cell {
  const value = scalar === undefined ? null : scalarCodec.fromMessage(scalar);
  return value === null || typeof value === "number" ? null : String(value);
}
