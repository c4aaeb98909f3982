/**
 * Generates the hourly curves of the starter model, reproducibly: `npm run model -- weather`.
 *
 * All curves are synthetic and use no measurements. They imitate those features of years in the Netherlands and in Germany that affect
 * the hourly calculation: long dark winter evenings, gales and calms that last for days, hot weeks and cold spells, working days and
 * weekends. The comment of each function describes its model. Hours are Central European Time without daylight saving time; 1 January
 * is a Sunday (as in 2023).
 *
 * Profiles add up to 1/3600, so that profile x MJ per year = MW. They are written with three digits; rounding errors are carried to the
 * next hour, so that the sum is exact.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const HOURS = 8760;
const DAYS = 365;

const hours = (value) => Float64Array.from({ length: HOURS }, (_, h) => value(h));
const dayOf = (h) => Math.floor(h / 24);
const isWeekend = (h) => dayOf(h) % 7 === 0 || dayOf(h) % 7 === 6;
const clamp = (value, low, high) => Math.min(Math.max(value, low), high);
const sum = (curve) => curve.reduce((total, value) => total + value, 0);
/** 1 on the given day of the year, -1 half a year later. */
const season = (h, warmestDay) => Math.cos((2 * Math.PI * (h / 24 - warmestDay)) / DAYS);
/** A bell curve of a given width around an hour of the day, across midnight if necessary. */
function hill(h, centre, width) {
  const distance = Math.abs((((h % 24) - centre + 36) % 24) - 12);
  return Math.exp(-0.5 * (distance / width) ** 2);
}

/** Mulberry32, a small generator of numbers between 0 and 1. */
function randomNumbers(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Standard normal numbers with autocorrelation: 1/e after `memory` hours. */
function weather(seed, memory) {
  const random = randomNumbers(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const kept = Math.exp(-1 / memory);
  const curve = new Float64Array(HOURS);
  let value = normal();
  for (let h = 0; h < HOURS; h++) {
    value = kept * value + Math.sqrt(1 - kept * kept) * normal();
    curve[h] = value;
  }
  return standardized(curve);
}

function standardized(curve) {
  const mean = sum(curve) / HOURS;
  const deviation = Math.sqrt(curve.reduce((total, value) => total + (value - mean) ** 2, 0) / HOURS);
  return curve.map((value) => (value - mean) / deviation);
}

/** A curve with a given correlation to another one. */
const following = (own, other, correlation) =>
  standardized(hours((h) => correlation * other[h] + Math.sqrt(1 - correlation ** 2) * own[h]));

/** Exponentially weighted mean of the preceding hours: the thermal inertia of a building or a lake. */
function inertia(curve, memory) {
  const kept = Math.exp(-1 / memory);
  const smooth = new Float64Array(HOURS);
  let value = curve[HOURS - 1];
  for (let h = -200; h < HOURS; h++) {
    value = kept * value + (1 - kept) * curve[(h + HOURS) % HOURS];
    if (h >= 0) smooth[h] = value;
  }
  return smooth;
}

/** Finds x between low and high where a rising function reaches the target. */
function solve(target, low, high, rising) {
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    if (rising(middle) < target) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

// Weather

/**
 * Sine of the sun's elevation above a plane that faces south; a tilt of 0 is horizontal. Below 0 the sun is behind the plane.
 * Central European Time is the solar time of 15 degrees east, so solar noon is later here.
 */
function sunAbove({ north, east }, tilt, h) {
  const declination = (-23.44 * Math.PI * Math.cos((2 * Math.PI * (dayOf(h) + 10)) / DAYS)) / 180;
  const angle = ((h % 24) + 0.5 - 12 - (15 - east) / 15) * (Math.PI / 12);
  const latitude = (north * Math.PI) / 180 - tilt;
  return (
    Math.sin(latitude) * Math.sin(declination) + Math.cos(latitude) * Math.cos(declination) * Math.cos(angle)
  );
}

/** Output of a fleet of turbines as a share of its capacity, by wind speed (m/s at the hub): smoother than a single turbine's. */
const fleet = (speed) => 0.97 / (1 + Math.exp(-(speed - 9) / 1.55)) / (1 + Math.exp((speed - 26) / 1.2)) - 0.003;

/** Wind: Weibull speeds (shape 2.1), higher in winter, autocorrelated like the weather, scaled to the full load hours. */
function wind(gusts, fullLoadHours, winter, daily) {
  const power = (scale) =>
    hours((h) => {
      const chance = clamp(normalShare(gusts[h]), 1e-6, 1 - 1e-6);
      const speed =
        scale * (-Math.log(1 - chance)) ** (1 / 2.1) * (1 + winter * season(h, 15)) * (1 + daily * hill(h, 14, 4));
      return Math.max(fleet(speed), 0);
    });
  return power(solve(fullLoadHours, 3, 20, (scale) => sum(power(scale))));
}

/** Cumulative normal distribution (Abramowitz and Stegun 26.2.17). */
function normalShare(x) {
  const t = 1 / (1 + 0.2316419 * Math.abs(x));
  const tail =
    t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  const upper = (Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)) * tail;
  return x >= 0 ? 1 - upper : upper;
}

/**
 * Places with three weather years each. The severe year has a cold, dark and still fortnight in January.
 *
 * The Netherlands (De Bilt): a mean of 10.5 degrees C in the average year; 4,300 full load hours of wind on the North Sea, 2,600 on
 * land; and 950 of solar panels. Mean temperatures of the mildest and coldest recent years were 11.8 (2023) and 9.1 (2010): KNMI.
 * Germany (its middle): 9.6 degrees; 3,500 full load hours at sea, 1,950 on land, 950 of solar panels (2019: 3,280, 1,900 and 910,
 * AGEE-Stat; DWD, mean temperature of 1991 to 2020: 9.3, of 2019: 10.3).
 *
 * Prices of the neighbours (EUR/MWh), never below 0. Means are those of day-ahead prices, ENTSO-E, rounded. Those of 2023 for the
 * Netherlands: Germany 95, Belgium 97, Great Britain 108, southern Norway 79, western Denmark 87; the sixth is a second link to
 * Great Britain. Those of 2019 for Germany: Austria and Switzerland 40, France 39, the Netherlands and Belgium 41, Czechia and
 * Poland 44, Denmark and Sweden 39, southern Norway 39. Each price falls with
 * sun and offshore wind, in proportion to the country's capacity, and rises on winter evenings. Hydropower in Norway and the Alps
 * smooths prices over the day.
 */
const PLACES = {
  nl: {
    north: 52.2,
    east: 5.2,
    years: {
      default: { seed: 0, temperature: 10.5, windOffshore: 4300, windInland: 2600, solar: 950, still: null },
      mild: { seed: 200, temperature: 11.4, windOffshore: 4500, windInland: 2750, solar: 930, still: null },
      severe: { seed: 100, temperature: 9.6, windOffshore: 4050, windInland: 2400, solar: 960, still: { day: 9, days: 14 } },
    },
    neighbours: {
      1: { mean: 95, sun: 75, wind: 48, day: 1, noise: 11, seed: 16 },
      2: { mean: 97, sun: 60, wind: 40, day: 1, noise: 11, seed: 17 },
      3: { mean: 108, sun: 35, wind: 55, day: 1.2, noise: 14, seed: 18 },
      4: { mean: 79, sun: 5, wind: 12, day: 0.3, noise: 14, seed: 19 },
      5: { mean: 87, sun: 55, wind: 70, day: 0.9, noise: 11, seed: 20 },
      6: { mean: 108, sun: 35, wind: 55, day: 1.2, noise: 14, seed: 21 },
    },
  },
  DE_germany: {
    north: 51.2,
    east: 10.4,
    years: {
      default: { seed: 1000, temperature: 9.6, windOffshore: 3500, windInland: 1950, solar: 950, still: null },
      mild: { seed: 1200, temperature: 10.5, windOffshore: 3700, windInland: 2080, solar: 930, still: null },
      severe: { seed: 1100, temperature: 8.7, windOffshore: 3300, windInland: 1800, solar: 960, still: { day: 9, days: 14 } },
    },
    neighbours: {
      1: { mean: 40, sun: 14, wind: 8, day: 0.3, noise: 5, seed: 1016 },
      2: { mean: 39, sun: 10, wind: 8, day: 0.45, noise: 6, seed: 1017 },
      3: { mean: 41, sun: 12, wind: 10, day: 0.45, noise: 5, seed: 1018 },
      4: { mean: 44, sun: 12, wind: 10, day: 0.4, noise: 6, seed: 1019 },
      5: { mean: 39, sun: 8, wind: 18, day: 0.35, noise: 5, seed: 1020 },
      6: { mean: 39, sun: 2, wind: 5, day: 0.12, noise: 6, seed: 1021 },
    },
  },
};

/** Curves that depend on a year's weather. */
function weatherOf(place, year) {
  /** Shifts a curve during the year's still fortnight, if it has one, with a transition of a day at both ends. */
  const dull = (curve, by) =>
    year.still === null
      ? curve
      : curve.map((value, h) => {
          const inside = Math.min(h / 24 - year.still.day, year.still.day + year.still.days - h / 24);
          return value + by * clamp(inside, 0, 1);
        });

  const highPressure = weather(11 + year.seed, 70);
  const clouds = dull(following(weather(12 + year.seed, 9), highPressure, -0.5), 1.6);

  /** South-facing solar panels at 30 degrees; at most 85 % of the installed capacity delivers at once. */
  const solar = (() => {
    const power = (dullness) =>
      hours((h) => {
        const elevation = sunAbove(place, 0, h);
        if (elevation <= 0) return 0;
        const clear = clamp(0.62 - 0.3 * clouds[h] - dullness, 0.08, 1);
        const air = 0.75 ** (1 / Math.max(elevation, 0.05)) * 1.25;
        return air * (0.85 * clear * Math.max(sunAbove(place, Math.PI / 6, h), 0) + 0.12 * elevation);
      });
    const fullLoadHours = (curve) => (0.85 * sum(curve)) / Math.max(...curve);
    return power(solve(-year.solar, -0.6, 0.6, (dullness) => -fullLoadHours(power(dullness))));
  })();

  /** Coldest around 20 January, warmest in the afternoon; clear skies make summers hot and winters cold. */
  const temperature = (() => {
    const spells = following(weather(13 + year.seed, 100), highPressure, 0.1);
    const raw = hours((h) => {
      const summer = season(h, 202);
      const open = 1 - 0.35 * clouds[h];
      return (
        7.4 * summer +
        (3 + 0.4 * (highPressure[h] > 0 ? summer : 0)) * spells[h] * 0.95 +
        1.6 * summer * highPressure[h] +
        (1.9 + 1.1 * summer) * clamp(open, 0.3, 1.8) * Math.cos((2 * Math.PI * ((h % 24) - 14.5)) / 24)
      );
    });
    const mean = sum(raw) / HOURS;
    return dull(raw.map((degrees) => degrees - mean + year.temperature), -7);
  })();

  /** Depressions pass in a day or two; a large wind farm averages gusts of a few hours. */
  const passing = standardized(inertia(following(weather(14 + year.seed, 25), highPressure, -0.5), 3));
  const gales = dull(passing, -2.6);
  /** The North Sea. */
  const windOffshore = wind(gales, year.windOffshore, 0.14, 0);
  /** On land: the same depressions, some of which pass further north; slightly more wind in the afternoon. */
  const local = standardized(inertia(weather(15 + year.seed, 14), 3));
  const windInland = wind(dull(following(local, passing, 0.92), -2.2), year.windInland, 0.16, 0.12);

  const felt = inertia(temperature, 14);
  /**
   * Homes: little heat at night, most in the morning and evening. Better insulated homes start heating at lower temperatures, store
   * heat longer, and differ less between night and day.
   */
  const homes = (warmEnough, memory, peaks) => {
    const inside = inertia(temperature, memory);
    return hours(
      (h) =>
        Math.max(warmEnough - inside[h], 0.15) *
        (0.55 + peaks * (0.75 * hill(h, 8, 1.8) + 0.65 * hill(h, 19, 2.8) + (isWeekend(h) ? 0.3 : 0.15) * hill(h, 13, 3))),
    );
  };
  const insulation = { low: homes(17, 9, 1.15), medium: homes(16, 14, 1), high: homes(13.5, 36, 0.5) };
  /**
   * Cooling: in homes above a daily mean of 16 degrees, in the afternoon and evening. Services cool all year (shops, server rooms), and
   * more above 14 degrees, during the day.
   */
  const householdsCooling = hours((h) => Math.max(felt[h] - 16, 0) * (0.3 + hill(h, 18, 4)));
  const buildingsCooling = hours(
    (h) => (3 + Math.max(temperature[h] - 14, 0)) * (0.6 + (isWeekend(h) ? 0.2 : 0.6) * hill(h, 14, 3.5)),
  );
  /** Services: below 15 degrees, during the day, mostly on weekdays. */
  const buildingsHeating = hours(
    (h) => Math.max(15 - felt[h], 0.1) * (0.4 + (isWeekend(h) ? 0.25 : 1) * (hill(h, 9, 2.2) + 0.6 * hill(h, 14, 3.5))),
  );
  /** Greenhouses: below 18 degrees, less in sunshine; some heat all year to dry the air. */
  const agricultureHeating = hours((h) => 2 + Math.max(18 - temperature[h], 0) * (1 - 0.75 * Math.min(solar[h] * 1.6, 1)));

  return {
    solar,
    temperature,
    windOffshore,
    windInland,
    felt,
    insulation,
    householdsCooling,
    buildingsCooling,
    buildingsHeating,
    agricultureHeating,
  };
}

// Demand

/** Demand profiles by file name; they follow the calendar, the sun and the temperature of the average year. */
function demandOf(place, { temperature }) {
  /** Household electricity except heating: an evening peak, more in winter, and daytime use at weekends. */
  const householdsAppliances = hours(
    (h) =>
      (1 + 0.16 * season(h, 10)) *
      (0.55 + 0.3 * hill(h, 8, 1.6) + (isWeekend(h) ? 0.45 : 0.28) * hill(h, 13, 3.2) + 0.85 * hill(h, 19.5, 2.2)),
  );
  /** Household lighting: in waking hours before sunrise and after sunset, three times as long in winter. */
  const householdsLighting = hours(
    (h) => (sunAbove(place, 0, h) < 0.05 ? 1 : 0.12) * (h % 24 >= 6 && h % 24 < 23 ? 0.35 + hill(h, 20.5, 2) : 0.08),
  );
  /** Showers in the morning, dishes in the evening; slightly more in winter, when the supplied water is colder. */
  const householdsHotWater = hours(
    (h) => (1 + 0.1 * season(h, 35)) * (0.15 + 1.2 * hill(h, isWeekend(h) ? 9.5 : 7.5, 1.5) + 0.9 * hill(h, 19, 2.4)),
  );
  /** Offices, shops, data centres: half constant, half during the day; cooling on hot days. */
  const buildingsAppliances = hours(
    (h) =>
      0.55 + (isWeekend(h) ? 0.25 : 0.75) * (hill(h, 11, 2.6) + 0.8 * hill(h, 15.5, 2.6)) * 0.75 +
      0.02 * Math.max(temperature[h] - 20, 0),
  );
  /** Industry: mostly continuous, more during the day on weekdays. */
  const industryElectricity = hours((h) => 0.84 + (isWeekend(h) ? 0.04 : 0.22) * hill(h, 12.5, 4.2));
  /** Greenhouse lighting in the dark months, from night to noon; pumps and stables all year. */
  const agricultureElectricity = hours(
    (h) => 0.35 + 0.9 * Math.max(season(h, 0) + 0.15, 0) * (hill(h, 4, 4) + 0.6 * hill(h, 12, 3)),
  );
  /** Cars plugged in after work. */
  const chargingAtHome = hours((h) => 0.12 + (isWeekend(h) ? 0.7 : 1) * hill(h, 19, 2.3) + 0.25 * hill(h, 0, 2.5));
  /** Smart charging of cars at night and around noon. */
  const chargingSmartly = hours((h) => 0.1 + 0.8 * hill(h, 3, 2.4) + 0.75 * hill(h, 13.3, 2.2));
  /** Cars at work: from arrival to early afternoon, on weekdays. */
  const chargingAtWork = hours((h) => 0.02 + (isWeekend(h) ? 0.08 : 1) * hill(h, 9.5, 1.7));
  /** Cars at public charging points: mostly in the early evening, and some in the morning. */
  const chargingInPublic = hours((h) => 0.15 + 0.8 * hill(h, 18.5, 2.6) + 0.4 * hill(h, 10.5, 2.6) + 0.2 * hill(h, 0, 3));
  /** Fast charging along roads: during the day. */
  const chargingFast = hours((h) => 0.05 + hill(h, 12, 3) + (isWeekend(h) ? 0.9 : 1) * hill(h, 17, 2.2));
  /** Buses in depots: at night, with a little at noon between the rush hours. */
  const buses = hours((h) => 0.12 + hill(h, 1.5, 2.8) + 0.35 * hill(h, 12.5, 2));
  /** Vans: in the evening after deliveries. */
  const vans = hours((h) => 0.08 + (isWeekend(h) ? 0.35 : 1) * hill(h, 19.5, 3) + 0.25 * hill(h, 1, 3));
  /** Trucks: overnight in depots, and by day at loading docks. */
  const trucks = hours((h) => 0.12 + (isWeekend(h) ? 0.3 : 1) * (hill(h, 22.5, 3.2) + 0.3 * hill(h, 12, 2.5)));
  /** Trains: few at night, peaks in weekday rush hours. */
  const trains = hours(
    (h) =>
      (h % 24 >= 1 && h % 24 < 5 ? 0.12 : 0.75) + (isWeekend(h) ? 0.1 : 0.5) * (hill(h, 8, 1.3) + hill(h, 17.3, 1.5)),
  );

  return {
    households_appliances: householdsAppliances,
    households_lighting: householdsLighting,
    households_hot_water: householdsHotWater,
    buildings_appliances: buildingsAppliances,
    industry_electricity: industryElectricity,
    agriculture_electricity: agricultureElectricity,
    electric_vehicle_profile_1: chargingAtHome,
    electric_vehicle_profile_2: chargingSmartly,
    electric_vehicle_profile_3: chargingAtWork,
    electric_vehicle_profile_4: chargingInPublic,
    electric_vehicle_profile_5: chargingFast,
    electric_buses: buses,
    electric_vans: vans,
    electric_trucks: trucks,
    passenger_trains: trains,
  };
}

/** Prices in a neighbouring country, with the weather of the average year. */
function priceAbroad({ mean, sun, wind, day, noise, seed }, { solar, windOffshore }) {
  const chance = weather(seed, 20);
  const raw = hours(
    (h) =>
      14 * season(h, 20) +
      day * ((isWeekend(h) ? -10 : 6) + 22 * hill(h, 8.5, 1.8) + 34 * hill(h, 19, 2.2)) -
      sun * solar[h] -
      wind * windOffshore[h] +
      noise * chance[h],
  );
  const average = sum(raw) / HOURS;
  return raw.map((price) => Math.max(price - average + mean, 0));
}

// Files

/** Three digits per line; hours of 0 stay 0; the last line makes the sum exactly 1/3600. */
function profileLines(curve) {
  const total = sum(curve) * 3600;
  const unit = 1e-10;
  const lines = [];
  let written = 0;
  let wanted = 0;
  const last = curve.findLastIndex((value) => value > 0);
  for (let h = 0; h < HOURS; h++) {
    wanted += curve[h] / total / unit;
    const whole = curve[h] === 0 ? 0 : Math.max(Math.round(wanted - written), 0);
    written += whole;
    lines.push(whole === 0 ? "0" : `${whole}e-10`);
  }
  const rest = 1e10 / 3600 - written + Number.parseInt(lines[last], 10);
  lines[last] = `${rest.toFixed(7)}e-10`;
  return lines;
}

/** Sum of degree hours below 16 over the year, as felt by buildings. */
const coldness = ({ felt }) => sum(felt.map((degrees) => Math.max(16 - degrees, 0)));

/**
 * Types of homes: each has its own curves by insulation, so that users can replace them individually. The generated curves are
 * equal for all types; equal files share one array in memory and one part of the model.
 */
const HOMES = ["apartments", "terraced_houses", "corner_houses", "semi_detached_houses", "detached_houses"];

/** Writes all curves of all places to a directory of datasets, by default the model's. */
export function makeCurves(folder = join(import.meta.dirname, "datasets")) {
  for (const [area, place] of Object.entries(PLACES)) makeCurvesOf(place, join(folder, area, "curves"));
}

function makeCurvesOf(place, folder) {
  const write = (name, lines) => {
    const file = join(folder, `${name}.csv`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${lines.join("\n")}\n`);
  };
  const writeProfile = (name, curve) => write(name, profileLines(curve));
  const usual = place.years.default;
  const average = weatherOf(place, usual);

  for (const [name, year] of Object.entries(place.years)) {
    const curves = year === usual ? average : weatherOf(place, year);
    writeProfile(`weather/${name}/solar_pv_on_land`, curves.solar);
    writeProfile(`weather/${name}/wind_offshore_baseline`, curves.windOffshore);
    writeProfile(`weather/${name}/wind_inland_baseline`, curves.windInland);
    write(
      `weather/${name}/air_temperature`,
      Array.from(curves.temperature, (degrees) => String(Math.round(degrees * 10) / 10)),
    );
    for (const [level, curve] of Object.entries(curves.insulation)) {
      const lines = profileLines(curve);
      for (const type of HOMES) write(`weather/${name}/insulation_${type}_${level}`, lines);
    }
    writeProfile(`weather/${name}/households_cooling`, curves.householdsCooling);
    writeProfile(`weather/${name}/buildings_cooling`, curves.buildingsCooling);
    writeProfile(`weather/${name}/buildings_heating`, curves.buildingsHeating);
    writeProfile(`weather/${name}/agriculture_heating`, curves.agricultureHeating);
    // Factors, relative to the average year, for heat demand and for the production of plants.
    const against = (of) => (of(curves, year) / of(average, usual)).toFixed(4);
    write(`weather/${name}/weather_properties`, [
      "key,value,unit",
      `factor_of_heat_demand,${against(coldness)},factor`,
      `factor_of_cooling_demand,${against(({ householdsCooling }) => sum(householdsCooling))},factor`,
      `factor_of_cooling_demand_in_services,${against(({ buildingsCooling }) => sum(buildingsCooling))},factor`,
      `factor_of_wind_offshore,${against((_, { windOffshore }) => windOffshore)},factor`,
      `factor_of_wind_inland,${against((_, { windInland }) => windInland)},factor`,
      `factor_of_solar_pv,${against((_, { solar }) => solar)},factor`,
    ]);
  }
  for (const [name, curve] of Object.entries(demandOf(place, average))) writeProfile(name, curve);
  for (const [number, neighbour] of Object.entries(place.neighbours)) {
    write(
      `interconnector_${number}_price`,
      Array.from(priceAbroad(neighbour, average), (price) => String(Math.round(price))),
    );
  }
  // A single number applies to all hours of the year.
  write("flat", ["3.1709791983764586e-8"]);
}

if (import.meta.main) makeCurves();
