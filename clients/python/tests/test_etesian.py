"""Uses the package with a running server of the included model, whose URL and a token are in the environment."""

import importlib.util
import os
import tempfile
import unittest
from pathlib import Path
from xml.etree import ElementTree

from etesian import (
    AuthenticationError,
    Bars,
    Etesian,
    ForbiddenError,
    InvalidError,
    NotFoundError,
    SweepFailed,
    Table,
    UnreachableError,
    compare,
)

URL = os.environ["ETESIAN_URL"]
WIND = "capacity_of_energy_power_wind_turbine_offshore"
SHARE = "share_of_renewable_electricity"


class WithServer(unittest.TestCase):
    def setUp(self) -> None:
        self.api = Etesian(URL, os.environ["ETESIAN_TOKEN"])
        self.addCleanup(self.api.close)

    def scenario(self):
        return self.api.create_scenario("nl", 2040, title="Wind at sea")


class Scenarios(WithServer):
    def test_sliders_change_results_and_are_reset(self):
        scenario = self.scenario()
        before = scenario.query(SHARE).row(SHARE)
        self.assertEqual(scenario.set({WIND: 15_000}).values, {WIND: 15_000})
        after = scenario.query(SHARE).row(SHARE)
        self.assertEqual(after["unit"], "factor")
        self.assertEqual(after["present"], before["present"])
        self.assertGreater(after["future"], before["future"])
        self.assertEqual(scenario.inputs().row(WIND)["user"], 15_000)
        self.assertEqual(scenario.reset([WIND]).values, {})
        scenario.set({WIND: 15_000})
        self.assertEqual(scenario.reset().values, {})

    def test_a_refused_slider_changes_nothing_and_names_its_limit(self):
        scenario = self.scenario()
        with self.assertRaises(InvalidError) as refused:
            scenario.set({"costs_oil": 60, WIND: 1e9})
        self.assertEqual((refused.exception.status, refused.exception.code), (422, "invalid"))
        self.assertIn(f"Input {WIND} cannot be greater than", str(refused.exception))
        self.assertEqual(scenario.refresh().values, {})

    def test_a_copy_has_the_values_of_its_original(self):
        scenario = self.scenario().set({WIND: 15_000})
        copy = scenario.copy(title="Copy")
        self.assertNotEqual(copy.id, scenario.id)
        self.assertEqual(copy.values, scenario.values)
        both = compare([scenario, copy], SHARE)
        self.assertEqual(both["scenario"], [scenario.id, copy.id])
        self.assertEqual(len(set(both["future"])), 1)

    def test_scenarios_are_compared_in_one_request_with_the_errors_of_some(self):
        scenario, gone = self.scenario(), self.scenario()
        gone.delete()
        table = compare([scenario, gone], SHARE, "no_such_query")
        self.assertEqual(table["scenario"], [scenario.id, scenario.id, gone.id])
        self.assertEqual(table["code"], [None, "no_result", "not_found"])
        self.assertEqual(table["present"][0], scenario.query(SHARE).row(SHARE)["present"])
        self.assertIn("no_such_query", table["error"][1])

    def test_tables_are_saved_in_the_format_of_the_file(self):
        scenario = self.scenario()
        starts = {"csv": b"key,", "json": b'{"table":', "arrow": b"ARROW1", "parquet": b"PAR1", "xlsx": b"PK"}
        with tempfile.TemporaryDirectory() as directory:
            for suffix, start in starts.items():
                path = scenario.save_annual("energy_flow", Path(directory, f"flow.{suffix}"))
                self.assertEqual(path.read_bytes()[: len(start)], start)
            long = scenario.save_hourly("electricity_price", Path(directory, "price.csv"), layout="long")
            self.assertEqual(len(long.read_text().splitlines()), 8761)
            self.assertIn(WIND, scenario.save_inputs(Path(directory, "inputs.csv")).read_text())
            with self.assertRaises(NotFoundError):
                scenario.save_annual("energy_flow", Path(directory, "flow.xls"))

    def test_own_scenarios_are_listed_and_deleted(self):
        scenario = self.scenario()
        self.assertEqual(next(self.api.scenarios()).id, scenario.id)
        scenario.delete()
        with self.assertRaises(NotFoundError):
            self.api.scenario(scenario.id)

    def test_a_private_scenario_is_hidden_from_others(self):
        scenario = self.scenario().update(private=True)
        with Etesian(URL) as other, self.assertRaises(NotFoundError):
            other.scenario(scenario.id)

    def test_tables_have_units(self):
        scenario = self.scenario()
        flow = scenario.annual("energy_flow")
        self.assertEqual((flow.index, flow.units["input_of_electricity"]), ("key", "MJ"))
        hours = scenario.hourly("merit_order")
        self.assertEqual(len(hours), 8760)
        self.assertEqual(set(hours.units.values()), {"MW"})
        self.assertEqual(hours["Time"][0], "2040-01-01 00:00")

    @unittest.skipUnless(importlib.util.find_spec("pandas"), "pandas is not installed")
    def test_tables_become_frames(self):
        frame = self.scenario().hourly("electricity_price").frame()
        self.assertEqual(frame.index[-1].isoformat(), "2040-12-31T23:00:00")
        self.assertEqual(frame.attrs["units"], {"Price": "Euros"})

    def test_curves_are_uploaded_bit_by_bit(self):
        scenario = self.scenario()
        hours = [0.1 if hour % 24 < 6 else 1 / 3 for hour in range(8760)]
        self.assertEqual(scenario.attach_curve("interconnector_1_import_availability", hours)["stats"]["length"], 8760)
        self.assertTrue(scenario.custom_curve("interconnector_1_import_availability") == hours)
        self.assertTrue(scenario.custom_curves().row("interconnector_1_import_availability")["attached"])
        scenario.detach_curve("interconnector_1_import_availability")
        self.assertFalse(scenario.custom_curves().row("interconnector_1_import_availability")["attached"])
        with self.assertRaisesRegex(ValueError, "2 hours, expected 8760"):
            scenario.attach_curve("interconnector_1_import_availability", [1, 2])

    def test_orders_are_set_and_restored(self):
        scenario = self.scenario()
        default = scenario.orders()["hydrogen_demand"]
        scenario.set_order("hydrogen_demand", default[::-1])
        self.assertEqual(scenario.orders()["hydrogen_demand"], default[::-1])
        scenario.set_order("hydrogen_demand", [])
        self.assertEqual(scenario.orders()["hydrogen_demand"], default)

    def test_changes_are_listed_followed_and_undone(self):
        scenario = self.scenario().set({WIND: 15_000})
        self.assertEqual([change["type"] for change in scenario.history()], ["inputs_set", "scenario_created"])
        followed = scenario.changes(after=0)
        self.assertEqual([next(followed)["type"] for _ in range(2)], ["scenario_created", "inputs_set"])
        followed.close()
        self.assertEqual(scenario.restore(1).values, {})


class SavedScenarios(WithServer):
    def test_are_listed_changed_and_deleted(self):
        saved = self.api.save(self.scenario(), "Base")
        self.assertEqual(saved.update(title="Base of 2040").title, "Base of 2040")
        self.assertIn(saved.id, [one.id for one in self.api.saved_scenarios()])
        newer = self.scenario().set({WIND: 15_000})
        self.assertEqual(saved.update(scenario_id=newer.id).scenario().values, {WIND: 15_000})
        saved.delete()
        with self.assertRaises(NotFoundError):
            self.api.saved_scenario(saved.id)


class Sweeps(WithServer):
    def spec(self, n: int):
        return {
            "base": {"scenario_id": self.scenario().id},
            "factors": [{"slider": "costs_oil", "range": {"part_of_present": 0.3}}],
            "design": {"method": "sobol", "n": n},
            "outputs": {"queries": ["dashboard_total_costs"]},
        }

    def test_results_are_read_when_it_is_completed(self):
        sweep = self.api.create_sweep(self.spec(4)).wait()
        table = sweep.results()
        self.assertEqual((len(table), table.index), (4, "variant"))
        pairs = sorted(zip(table["factor.costs_oil"], table["query.dashboard_total_costs"]))
        self.assertEqual([cost for _, cost in pairs], sorted(table["query.dashboard_total_costs"]))
        self.assertTrue(sweep.parquet_url.endswith(f"/sweeps/{sweep.id}/results/results.parquet"))
        self.assertIn("figures", sweep.estimates())

    def test_a_cancelled_sweep_has_no_results(self):
        sweep = self.api.create_sweep(self.spec(5_000))
        sweep.cancel()
        with self.assertRaisesRegex(SweepFailed, "is cancelled"):
            sweep.wait()


class Errors(WithServer):
    def test_of_unknown_tokens_rights_and_servers_have_classes(self):
        with Etesian(URL, "etm_unknown") as unknown, self.assertRaises(AuthenticationError):
            next(unknown.scenarios())
        scenario = self.scenario()
        with Etesian(URL) as other, self.assertRaises(ForbiddenError) as refused:
            other.scenario(scenario.id).delete()
        self.assertEqual(refused.exception.code, "not_yours")
        with Etesian("http://127.0.0.1:1") as nowhere, self.assertRaises(UnreachableError):
            nowhere.areas()


class Charts(unittest.TestCase):
    def test_bars_are_as_long_as_their_values_and_start_at_zero(self):
        svg = ElementTree.fromstring(Bars("<CO2>", {"a & b": 20.0, "less": -10.0, "none": None}, "MT").svg)
        bars = [(float(rect.get("x")), float(rect.get("width"))) for rect in svg.iter("{http://www.w3.org/2000/svg}rect")]
        (zero, more), (start, less) = bars
        self.assertAlmostEqual(more, 2 * less, delta=0.2)
        self.assertAlmostEqual(start + less, zero, delta=0.2)
        self.assertIn("<CO2> (MT)", [text.text for text in svg.iter("{http://www.w3.org/2000/svg}text")])


class Tables(unittest.TestCase):
    def test_heads_that_differ_only_in_their_unit_keep_it(self):
        table = Table.of_csv("key,heat (MJ),heat (PJ)\na,1,\n")
        self.assertEqual(list(table.columns), ["key", "heat (MJ)", "heat (PJ)"])
        self.assertEqual(table.row("a"), {"key": "a", "heat (MJ)": 1.0, "heat (PJ)": None})
        with self.assertRaises(KeyError):
            table.row("b")


if __name__ == "__main__":
    unittest.main()
