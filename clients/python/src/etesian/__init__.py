"""Client for an Etesian server: scenarios of an energy system, their results and curves.

    from etesian import Etesian

    api = Etesian("http://127.0.0.1:3000")
    scenario = api.create_scenario("nl", 2040)
    scenario.set({"capacity_of_energy_power_wind_turbine_offshore": 15_000})
    print(scenario.query("share_of_renewable_electricity"))
"""

from .chart import Bars
from .client import Etesian
from .errors import (
    ApiError,
    AuthenticationError,
    EtesianError,
    ForbiddenError,
    InvalidError,
    NotFoundError,
    ServerError,
    TooManyRequestsError,
    UnreachableError,
)
from .saved import SavedScenario
from .scenario import Scenario
from .several import compare, compare_annual, compare_hourly, iamc, save_workbook
from .sweep import Sweep, SweepFailed
from .table import Table
from .version import VERSION as __version__
from .workbook import Problem, WorkbookRun

__all__ = [
    "ApiError",
    "AuthenticationError",
    "Bars",
    "Etesian",
    "EtesianError",
    "ForbiddenError",
    "InvalidError",
    "NotFoundError",
    "Problem",
    "SavedScenario",
    "Scenario",
    "ServerError",
    "Sweep",
    "SweepFailed",
    "Table",
    "TooManyRequestsError",
    "UnreachableError",
    "WorkbookRun",
    "__version__",
    "compare",
    "compare_annual",
    "compare_hourly",
    "iamc",
    "save_workbook",
]
