"""Tests the package with a server of the included model; its URL and a token are in environment variables."""

import importlib
import importlib.util
import os
import tempfile
import unittest
from contextlib import contextmanager
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
    compare_annual,
    compare_hourly,
    iamc,
    save_workbook,
)
from etesian import table as tables

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

    def test_the_users_scenarios_are_listed_and_deleted(self):
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

    def test_curves_are_uploaded_bit_for_bit(self):
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


@contextmanager
def without_arrow():
    """Requests tables as if pyarrow were not installed."""
    modules = [importlib.import_module(f"etesian.{name}") for name in ("table", "http", "several")]
    before = [module.HAS_ARROW for module in modules]
    for module in modules:
        module.HAS_ARROW = False
    try:
        yield
    finally:
        for module, value in zip(modules, before):
            module.HAS_ARROW = value


class SeveralScenarios(WithServer):
    def test_tables_of_several_scenarios_are_combined_with_ids_and_errors(self):
        first, second = self.scenario(), self.api.create_scenario("DE_germany", 2050)
        gone = self.scenario()
        gone.delete()
        flows = compare_annual([first, second, gone], "energy_flow")
        self.assertEqual(set(flows["scenario"]), {first.id, second.id, gone.id})
        self.assertEqual(flows.units["input_of_electricity"], "MJ")
        self.assertEqual([code for code in flows["code"] if code], ["not_found"])
        prices = compare_hourly([first], "electricity_price")
        self.assertEqual((len(prices), list(prices.columns)[:2]), (8760, ["scenario", "Time"]))
        self.assertEqual(prices["Price"], first.hourly("electricity_price")["Price"])

    def test_results_have_the_iamc_format(self):
        table = iamc([self.scenario(), self.api.create_scenario("DE_germany", 2050)])
        self.assertEqual(list(table.columns)[:5], ["Model", "Scenario", "Region", "Variable", "Unit"])
        self.assertEqual(set(table["Region"]), {"Netherlands", "Germany"})
        long = iamc([self.scenario()], "long")
        self.assertEqual(list(long.columns)[5:], ["Year", "Value"])

    @unittest.skipUnless(importlib.util.find_spec("pyam"), "pyam is not installed")
    def test_pyam_reads_frames_and_workbooks_in_the_iamc_format(self):
        import pyam

        scenario = self.scenario()
        demand = scenario.query("final_demand_of_electricity").row("final_demand_of_electricity")["future"]
        read = [pyam.IamDataFrame(iamc([scenario], layout).frame()) for layout in ("wide", "long")]
        with tempfile.TemporaryDirectory() as directory:
            path = Path(directory) / "iamc.xlsx"
            scenario._http.save(f"/scenarios/{scenario.id}/iamc.xlsx", path)
            read.append(pyam.IamDataFrame(path))
        for frame in read:
            self.assertEqual(frame.region, ["Netherlands"])
            rows = frame.filter(variable="Final Energy|Electricity", year=2040).data
            self.assertEqual(list(rows["unit"]), ["PJ/yr"])
            self.assertAlmostEqual(rows["value"].iloc[0], demand, places=9)

    def test_a_workbook_creates_identical_scenarios_and_another_file_is_refused(self):
        scenario = self.scenario().set({WIND: 15_000 / 7})
        with tempfile.TemporaryDirectory() as directory:
            book = save_workbook([scenario], Path(directory) / "wind.xlsx")
            run = self.api.run_workbook(book)
            self.assertEqual((run.problems, run.path.name), ([], "wind_results.xlsx"))
            self.assertEqual([created.values for created in run.scenarios.values()], [scenario.values])
            wrong = Path(directory) / "wrong.xlsx"
            wrong.write_text("no workbook")
            with self.assertRaisesRegex(InvalidError, "not a workbook"):
                self.api.run_workbook(wrong)


@unittest.skipUnless(tables.HAS_ARROW, "pyarrow is not installed")
class Arrow(WithServer):
    def test_tables_from_arrow_and_csv_are_bit_identical(self):
        scenario = self.scenario()
        for name in ("energy_flow", "costs_parameters", "sankey"):
            fast = scenario.annual(name)
            with without_arrow():
                slow = scenario.annual(name)
            self.assertEqual((fast.units, fast.index), (slow.units, slow.index), name)
            self.assertEqual(fast.columns, slow.columns, name)
        fast = scenario.hourly("merit_order")
        with without_arrow():
            slow = scenario.hourly("merit_order")
        self.assertEqual(fast.columns, slow.columns)

    @unittest.skipUnless(importlib.util.find_spec("pandas"), "pandas is not installed")
    def test_frames_are_created_without_lists(self):
        table = self.scenario().hourly("merit_order")
        frame = table.frame()
        self.assertEqual((len(frame), frame.index[0].isoformat()), (8760, "2040-01-01T00:00:00"))
        self.assertEqual(frame.attrs["units"], table.units)
        self.assertEqual(table._columns, {})


READERS = ("pandas", "pyarrow", "openpyxl")


@unittest.skipUnless(all(map(importlib.util.find_spec, READERS)), f"one of {', '.join(READERS)} is not installed")
class Files(WithServer):
    def test_pandas_reads_parquet_arrow_and_xlsx_as_the_same_numbers(self):
        import pandas

        scenario = self.scenario()
        with tempfile.TemporaryDirectory() as directory:
            save = lambda suffix: scenario.save_hourly("merit_order", Path(directory, f"hours.{suffix}"))
            parquet = pandas.read_parquet(save("parquet"))
            arrow = pandas.read_feather(save("arrow"))
            xlsx = pandas.read_excel(save("xlsx"), skiprows=[1, 2])
            csv = pandas.read_csv(save("csv"), parse_dates=["Time"])
        self.assertEqual(parquet.shape, csv.shape)
        self.assertEqual(list(parquet["Time"]), list(csv["Time"]))
        for frame in (arrow, xlsx):
            self.assertEqual(list(frame.columns), list(parquet.columns))
            self.assertEqual(list(frame["Time"]), list(csv["Time"]))
            self.assertTrue((frame.drop(columns="Time") == parquet.drop(columns="Time")).all(axis=None))
        self.assertTrue((parquet.drop(columns="Time").to_numpy() == csv.drop(columns="Time").to_numpy()).all())


class SavedScenarios(WithServer):
    def test_saved_scenarios_are_listed_changed_and_deleted(self):
        saved = self.api.save(self.scenario(), "Base")
        self.assertEqual(saved.update(title="Base of 2040").title, "Base of 2040")
        self.assertIn(saved.id, [one.id for one in self.api.saved_scenarios()])
        newer = self.scenario().set({WIND: 15_000})
        self.assertEqual(saved.update(scenario_id=newer.id).scenario().values, {WIND: 15_000})
        current, earlier = saved.history()
        self.assertEqual((current["scenario_id"], current["present"], earlier["present"]), (newer.id, True, False))
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

    def test_a_completed_sweep_has_results(self):
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
    def test_errors_have_a_class_for_unknown_tokens_missing_rights_and_unreachable_servers(self):
        with Etesian(URL, "etm_unknown") as unknown, self.assertRaises(AuthenticationError):
            next(unknown.scenarios())
        scenario = self.scenario()
        with Etesian(URL) as other, self.assertRaises(ForbiddenError) as refused:
            other.scenario(scenario.id).delete()
        self.assertEqual(refused.exception.code, "not_yours")
        with Etesian("http://127.0.0.1:1") as nowhere, self.assertRaises(UnreachableError):
            nowhere.areas()


class Charts(unittest.TestCase):
    def test_bars_are_proportional_to_their_values_and_start_at_zero(self):
        svg = ElementTree.fromstring(Bars("<CO2>", {"a & b": 20.0, "less": -10.0, "none": None}, "MT").svg)
        bars = [(float(rect.get("x")), float(rect.get("width"))) for rect in svg.iter("{http://www.w3.org/2000/svg}rect")]
        (zero, more), (start, less) = bars
        self.assertAlmostEqual(more, 2 * less, delta=0.2)
        self.assertAlmostEqual(start + less, zero, delta=0.2)
        self.assertIn("<CO2> (MT)", [text.text for text in svg.iter("{http://www.w3.org/2000/svg}text")])


class Tables(unittest.TestCase):
    def test_headers_that_differ_only_in_their_unit_keep_it(self):
        table = Table.of_csv("key,heat (MJ),heat (PJ)\na,1,\n")
        self.assertEqual(list(table.columns), ["key", "heat (MJ)", "heat (PJ)"])
        self.assertEqual(table.row("a"), {"key": "a", "heat (MJ)": 1.0, "heat (PJ)": None})
        with self.assertRaises(KeyError):
            table.row("b")


if __name__ == "__main__":
    unittest.main()
