import { describe, expect, test } from "vitest";
import { ENERGY_NODE, EDGE, MOLECULE_NODE, type AttributeTable } from "./attributes.ts";
import { parseDocument } from "./text.ts";
import { suggestion } from "./suggestion.ts";
import { plainValue, toNumber, typeAttributes } from "./typing.ts";

function typeText(table: AttributeTable, text: string) {
  const notes: string[] = [];
  const attributes = typeAttributes(table, parseDocument(text).attributes, (name, line, message) =>
    notes.push(`${line} ${name}: ${message}`),
  );
  return { attributes, notes };
}

describe("numbers", () => {
  test.each([
    ["1", 1],
    ["-2", -2],
    [".5", 0.5],
    ["1.25e-3", 0.00125],
    ["0.1", 0.1],
  ])("%s is a number", (text, value) => expect(toNumber(text)).toBe(value));

  test.each(["", "1,5", "0x10", "infinity", "1 2", "true"])("%j is not a number", (text) =>
    expect(toNumber(text)).toBeNull(),
  );

  test("text that does not match its type is reported and remains text", () => {
    const { attributes, notes } = typeText(ENERGY_NODE, "- wacc = much");
    expect(attributes["wacc"]).toBe("much");
    expect(notes).toEqual(['1 wacc: expected a number (share), found "much"']);
  });
});

describe("lists", () => {
  test("a single name needs no brackets", () => {
    expect(typeText(ENERGY_NODE, "- groups = one").attributes["groups"]).toEqual(["one"]);
  });

  test("an unclosed list is read as one name, and reported", () => {
    const { attributes, notes } = typeText(EDGE, "- groups = [one");
    expect(attributes["groups"]).toEqual(["[one"]);
    expect(notes[0]).toContain('never ends with "]"');
  });
});

describe("blocks", () => {
  test("dots build nested values, with the defaults of a block that is present", () => {
    const { attributes } = typeText(
      ENERGY_NODE,
      "- merit_order.type = flex\n- merit_order.relations.input = a\n- storage.volume = 2",
    );
    expect(attributes["merit_order"]).toEqual({
      type: "flex",
      subtype: "generic",
      level: "hv",
      relations: { input: "a" },
    });
    expect(attributes["storage"]).toEqual({ volume: 2, decay: 0, cost_per_mwh: 0 });
    expect(attributes["hydrogen"]).toBeUndefined();
  });

  test("a conversion is a number, or numbers and names of attributes by carrier", () => {
    expect(typeText(ENERGY_NODE, "- from_molecules.conversion = 0.5").attributes["from_molecules"]).toEqual({
      attribute: "demand",
      conversion: 0.5,
    });
    const byCarrier = typeText(
      MOLECULE_NODE,
      "- from_energy.conversion.coal = carrier: co2_conversion_per_mj\n- from_energy.conversion.gas = 2",
    );
    expect(byCarrier.attributes["from_energy"]).toEqual({
      attribute: "demand",
      conversion: { coal: "carrier: co2_conversion_per_mj", gas: 2 },
    });
  });
});

test("defaults apply to absent attributes", () => {
  expect(typeText(EDGE, "- type = share").attributes).toEqual({ type: "share", reversed: false, circular: false });
});

test("unknown attributes are omitted, with a suggestion", () => {
  const { attributes, notes } = typeText(ENERGY_NODE, "- use = energetic\n- full_load_hour = 1");
  expect(attributes).toEqual({ use: "energetic" });
  expect(notes).toEqual(['2 full_load_hour: unknown attribute, ignored (did you mean "full_load_hours"?)']);
});

test("the values of a choice are checked", () => {
  expect(typeText(EDGE, "- type = shared").notes).toEqual([
    '1 type: expected one of share, flexible, inversed_flexible, dependent, constant, found "shared"',
  ]);
});

test("plain values have the type of their text", () => {
  expect(plainValue("1.5")).toBe(1.5);
  expect(plainValue("a")).toBe("a");
  expect(plainValue(["1", "a"])).toEqual([1, "a"]);
});

test("no name is suggested if none is similar", () => {
  expect(suggestion("wood", ["coal", "electricity"])).toBe("");
});

describe("an attribute that is calculated or always nil", () => {
  test.each([
    ["full_load_seconds", "1"],
    ["revenue_hourly_electricity", "1"],
    ["excel_id", "1"],
  ])("an attribute that is calculated or always nil cannot be set by documents: %s", (name, value) => {
    const { attributes, notes } = typeText(ENERGY_NODE, `- ${name} = ${value}`);
    expect(attributes[name]).toBeUndefined();
    expect(notes).toEqual([expect.stringContaining(`1 ${name}: unknown attribute, ignored`)]);
  });

  test("curtailment cannot be set in blocks of other carriers: only electricity has it", () => {
    const { attributes, notes } = typeText(ENERGY_NODE, "- hydrogen.production_curtailment = 0.5");
    expect(attributes["hydrogen"]).toEqual({ subtype: "generic" });
    expect(notes).toEqual(["1 hydrogen.production_curtailment: unknown attribute, ignored"]);
    expect(typeText(ENERGY_NODE, "- merit_order.production_curtailment = 0.5").notes).toEqual([]);
  });
});
