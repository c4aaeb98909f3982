/** Heat pumps and boilers that run only while it is cold enough. */
import { ZEROS } from "../../curves/arithmetic.ts";
import type { Curve } from "../../curves/curve.ts";
import { rotateCurve, totalOf } from "../../curves/derived.ts";
import { declareDerivation } from "../../curves/memo.ts";
import { HOURS, Kind, Participant } from "../../merit/participant.ts";
import { fuelCostsOf } from "../electricity-finance.ts";
import type { MemberKind } from "../member.ts";
import { isInstalled } from "../shared/figures.ts";
import { flexOptions, injectFlex, limitedInput } from "../shared/flex-figures.ts";

export const temperatureBased: MemberKind = {
  role: "other",
  read(member, year) {
    const { nodes, memo } = year;
    const curve = nodes.curve(member.source, "availability_curve");
    const cutoff = member.number("temperature_cutoff");
    const availability =
      curve === null
        ? memo.derive(availabilityBelow, [year.curve("weather/air_temperature", member.target)], [cutoff])
        : rotateCurve(memo, curve);
    const options = { ...flexOptions(year, member), outputCapacityPerUnit: 0 };
    const inputLimit = limitedInput(memo, options, availability);
    const installed = isInstalled(year, member);
    return () => {
      const participant = new Participant(member.key, Kind.VariableConsumer, ZEROS, options);
      participant.hourlyLimit = inputLimit;
      return {
        participants: [participant],
        installed,
        inject(year) {
          injectFlex(year, memo, participant);
          year.set("availability", totalOf(memo, curve ?? availability) / HOURS);
        },
        finance: [fuelCostsOf(member, participant)],
      };
    };
  },
};

/** 1 in hours that are not warmer than the cutoff (°C), 0 in others. */
const availabilityBelow = declareDerivation(
  "availability below",
  ([temperature]: readonly [Curve<"april">], [cutoff]: readonly [number]) =>
    temperature.map((degrees) => (degrees > cutoff ? 0 : 1)),
);
