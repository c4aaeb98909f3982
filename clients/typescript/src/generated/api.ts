// Generated from the OpenAPI document by npm run generate: do not edit.
export interface paths {
    "/api/v3/scenarios": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the caller's scenarios, newest first
         * @description Scenarios in which the caller has a role, without values and metadata, which `GET /scenarios/{id}` returns.
         */
        get: operations["listScenarios"];
        put?: never;
        /**
         * Create a scenario, blank or as a clone
         * @description The fields may also be at the top level of the body. Without a body, the scenario has the default area and the end year 2050.
         */
        post: operations["createScenario"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/scenarios/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a scenario
         * @description Values set by users, values balanced in share groups, couplings and metadata. Queries (`PUT`) and tables return results.
         */
        get: operations["getScenario"];
        /**
         * Change a scenario, run queries, or both
         * @description All or nothing: if an input, a share group or a query is refused, nothing is changed. With `If-Match` and the `ETag` of an earlier response, the change is refused (412) if the scenario has changed since then.
         */
        put: operations["updateScenario"];
        post?: never;
        /**
         * Delete one of the caller's scenarios
         * @description Only owners may delete a scenario. The deletion cannot be undone. Clones are kept.
         */
        delete: operations["deleteScenario"];
        options?: never;
        head?: never;
        /**
         * Change a scenario, run queries, or both
         * @description All or nothing: if an input, a share group or a query is refused, nothing is changed. With `If-Match` and the `ETag` of an earlier response, the change is refused (412) if the scenario has changed since then.
         */
        patch: operations["patchScenario"];
        trace?: never;
    };
    "/api/v3/scenarios/{id}/dashboard": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change a scenario and run dashboard queries, or the given queries
         * @description Like `PUT /api/v3/scenarios/{id}`. Without `gqueries`, all queries with the `dashboard_` prefix are run.
         */
        put: operations["putScenarioDashboard"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/scenarios/{id}/couple": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Activate coupling groups
         * @description The values of an active group's inputs come from an external model. Setting one of them also activates its group.
         */
        post: operations["postScenarioCouple"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/scenarios/{id}/uncouple": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deactivate coupling groups
         * @description Values are kept but have no effect until the group is active again. With `force`, all groups are deactivated and their values are removed permanently.
         */
        post: operations["postScenarioUncouple"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/scenarios/{id}/forecast_storage_order": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the forecast storage order
         * @description The first member has the highest priority. The default order applies until the user sets one.
         */
        get: operations["getScenarioForecastStorageOrder"];
        /**
         * Change the forecast storage order
         * @description Omitted members follow in default order; an empty list restores the default order. Unknown members are refused.
         */
        put: operations["putScenarioForecastStorageOrder"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the forecast storage order
         * @description Omitted members follow in default order; an empty list restores the default order. Unknown members are refused.
         */
        patch: operations["patchScenarioForecastStorageOrder"];
        trace?: never;
    };
    "/api/v3/scenarios/{id}/hydrogen_supply_order": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the hydrogen supply order
         * @description The first member has the highest priority. The default order applies until the user sets one.
         */
        get: operations["getScenarioHydrogenSupplyOrder"];
        /**
         * Change the hydrogen supply order
         * @description Omitted members follow in default order; an empty list restores the default order. Unknown members are refused.
         */
        put: operations["putScenarioHydrogenSupplyOrder"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the hydrogen supply order
         * @description Omitted members follow in default order; an empty list restores the default order. Unknown members are refused.
         */
        patch: operations["patchScenarioHydrogenSupplyOrder"];
        trace?: never;
    };
    "/api/v3/scenarios/{id}/hydrogen_demand_order": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the hydrogen demand order
         * @description The first member has the highest priority. The default order applies until the user sets one.
         */
        get: operations["getScenarioHydrogenDemandOrder"];
        /**
         * Change the hydrogen demand order
         * @description Omitted members follow in default order; an empty list restores the default order. Unknown members are refused.
         */
        put: operations["putScenarioHydrogenDemandOrder"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the hydrogen demand order
         * @description Omitted members follow in default order; an empty list restores the default order. Unknown members are refused.
         */
        patch: operations["patchScenarioHydrogenDemandOrder"];
        trace?: never;
    };
    "/api/v3/scenarios/{id}/households_space_heating_producer_order": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the households space heating producer order
         * @description The first member has the highest priority. The default order applies until the user sets one.
         */
        get: operations["getScenarioHouseholdsSpaceHeatingProducerOrder"];
        /**
         * Change the households space heating producer order
         * @description Omitted members follow in default order; an empty list restores the default order. Unknown members are refused.
         */
        put: operations["putScenarioHouseholdsSpaceHeatingProducerOrder"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the households space heating producer order
         * @description Omitted members follow in default order; an empty list restores the default order. Unknown members are refused.
         */
        patch: operations["patchScenarioHouseholdsSpaceHeatingProducerOrder"];
        trace?: never;
    };
    "/api/v3/scenarios/{id}/heat_network_order": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the heat network order
         * @description The first member has the highest priority. The default order applies until the user sets one.
         */
        get: operations["getScenarioHeatNetworkOrder"];
        /**
         * Change the heat network order
         * @description Omitted members follow in default order; an empty list restores the default order. Unknown members are refused.
         */
        put: operations["putScenarioHeatNetworkOrder"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the heat network order
         * @description Omitted members follow in default order; an empty list restores the default order. Unknown members are refused.
         */
        patch: operations["patchScenarioHeatNetworkOrder"];
        trace?: never;
    };
    "/api/v3/scenarios/{id}/user_sortables": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get all user-sortable orders
         * @description Orders by name; for heat networks, by temperature level. The default order applies until the user sets one.
         */
        get: operations["getScenarioUserSortables"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/scenarios/{id}/user_sortables/meta": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the user-sortable orders
         * @description Types for `/user_sortables/{type}`, and the temperature levels of heat networks.
         */
        get: operations["getScenarioUserSortablesMeta"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/scenarios/{id}/user_sortables/{type}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an order
         * @description The first member has the highest priority. The default order applies until the user sets one.
         */
        get: operations["getScenarioUserSortable"];
        /**
         * Change an order
         * @description Omitted members follow in default order; an empty list restores the default order. Unknown members are refused.
         */
        put: operations["putScenarioUserSortable"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change an order
         * @description Omitted members follow in default order; an empty list restores the default order. Unknown members are refused.
         */
        patch: operations["patchScenarioUserSortable"];
        trace?: never;
    };
    "/api/v3/scenarios/{id}/custom_curves": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the curves attached to a scenario
         * @description Returns each curve's file and the statistics of its values. Query parameters add curves that a file could replace.
         */
        get: operations["getScenarioCustomCurves"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/scenarios/{id}/custom_curves/{curve_key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an attached curve
         * @description JSON describes the curve. With the `.csv` suffix or `Accept: text/csv`, the response has its 8,760 values, one per line.
         */
        get: operations["getScenarioCustomCurve"];
        /**
         * Attach a curve from a file
         * @description While it is attached, the inputs it overrides cannot be set, and the inputs it sets have its values. Prices are rounded to cents, shares of a capacity are limited to 0 to 1, and availabilities must be between 0 and 1.
         */
        put: operations["putScenarioCustomCurve"];
        post?: never;
        /**
         * Detach a curve
         * @description The model's curve is used again, and the inputs that the file set lose their values.
         */
        delete: operations["deleteScenarioCustomCurve"];
        options?: never;
        head?: never;
        /**
         * Attach a curve from a file
         * @description While it is attached, the inputs it overrides cannot be set, and the inputs it sets have its values. Prices are rounded to cents, shares of a capacity are limited to 0 to 1, and availabilities must be between 0 and 1.
         */
        patch: operations["patchScenarioCustomCurve"];
        trace?: never;
    };
    "/api/v3/scenarios/{ids}/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get several scenarios by their IDs
         * @description The path has comma-separated IDs. Scenarios that the caller may not see are omitted.
         */
        get: operations["getScenarioBatch"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/scenarios/templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List presets in order
         * @description Scenarios featured by the operators of this server, ready to be cloned. `/api/v1/featured_scenarios` has their titles.
         */
        get: operations["getScenariosTemplates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/scenarios/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the version tags of several scenarios, by ID
         * @description Scenarios that the caller may not see are omitted; untagged scenarios have an empty description.
         */
        get: operations["getScenariosVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/scenarios/{id}/version": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the version tag of a scenario
         * @description Returns a description of the scenario, with its author.
         */
        get: operations["getScenarioVersion"];
        /**
         * Change the version tag of a scenario
         * @description A description of the scenario. `POST` is refused if there is a tag; `PUT` replaces it.
         */
        put: operations["putScenarioVersion"];
        /**
         * Tag a scenario's version
         * @description A description of the scenario. `POST` is refused if there is a tag; `PUT` replaces it.
         */
        post: operations["postScenarioVersion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/scenarios/{id}/dump": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a scenario's dump
         * @description Returns all data that determines the results, in one JSON object: values, couplings, orders, attached curves and metadata.
         */
        get: operations["getScenarioDump"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/scenarios/load_dump": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a scenario from a dump
         * @description For admins. Values are copied unchanged: the new scenario has the same dump. It belongs to the caller.
         */
        post: operations["postScenariosLoadDump"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/scenarios/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get the dumps of several scenarios, one JSON object per line
         * @description Each line is a JSON object with the scenario's `id`. Scenarios that the caller may not see are omitted.
         */
        post: operations["postScenariosExport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/scenarios/{id}/esdl_file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the ESDL file of a scenario
         * @description Returns its name and upload time, and, with `download`, its content. The object is empty if the scenario has no file.
         */
        get: operations["getScenarioEsdlFile"];
        /**
         * Store an ESDL file with a scenario
         * @description At most 5 MB. Clones get a copy. The file is stored unchanged; nothing is calculated from it.
         */
        put: operations["putScenarioEsdlFile"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/scenarios/{id}/interpolate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a scenario for a year between this scenario's start year and end year
         * @description Creates a scenario for `end_year`. Values are interpolated linearly between the start and this scenario; inputs without a value use their default.
         */
        post: operations["postScenarioInterpolate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/scenarios/interpolate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create scenarios for several years between given scenarios
         * @description Creates a scenario for each of `end_years`, interpolated between the two given scenarios nearest in time. Before the first one, the interpolation starts from the area's data.
         */
        post: operations["postScenariosInterpolate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/scenarios/merge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create the weighted mean of scenarios with the same area and end year
         * @description Creates a scenario that belongs to the caller. Curves and orders come from the first scenario; `warnings` lists parts that were not averaged.
         */
        post: operations["postScenariosMerge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/scenarios/{id}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the changes to a scenario, latest first
         * @description Changes made while the scenario was private, or in a request that made it private, are shown only to users with a role in it. Role changes are shown only to its owners.
         */
        get: operations["getScenarioHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/scenarios/{id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore values, couplings, orders and metadata of an earlier version
         * @description Creates a new version: later versions remain in the history and can be restored.
         */
        post: operations["postScenarioRestore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/scenarios/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Stream the changes to a scenario as they happen
         * @description Server-sent events: each change is sent once and in order, with its version as the ID. `Last-Event-ID` continues after that event; `0` starts with the first. The stream ends when the caller may no longer see the scenario, or when the token expires.
         */
        get: operations["getScenarioEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/scenarios/{id}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview the result of a change
         * @description Takes the body of `PUT` without storing anything, and only requires the right to see the scenario; a page can call it while a slider is dragged. `inputs` are the requested inputs or, if none are requested, the inputs in the change.
         */
        post: operations["postScenarioPreview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/scenarios/{id}/queries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Run queries without changing anything
         * @description Returns the present and future value of each query, with its unit. `at` selects an earlier version of the scenario.
         */
        get: operations["getScenarioQueries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/scenarios/{id}/team": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List people with a role, and people viewing the scenario
         * @description People can mention each other in comments, so everyone with a role sees the names of all others. A person is viewing a scenario while they receive its events with `team`.
         */
        get: operations["getScenarioTeam"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/scenarios/{id}/comments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the comments
         * @description Only for people with a role in the scenario, even if it is public.
         */
        get: operations["getScenarioComments"];
        put?: never;
        /**
         * Comment on a slider or a chart
         * @description Mentioned people receive an email with a link, at most one per hour and scenario. A comment does not change the scenario or its version.
         */
        post: operations["postScenarioComments"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/scenarios/{id}/comments/{comment}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Edit your own comment, or resolve or reopen any comment
         * @description Either a `text` with its `mentions`, or `resolved`. Newly mentioned people receive an email.
         */
        put: operations["putScenarioComment"];
        post?: never;
        /**
         * Delete a comment
         * @description Callers with `scenarios:write` can delete their own comments; owners of the scenario with `scenarios:delete` can delete any comment.
         */
        delete: operations["deleteScenarioComment"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/scenarios/{id}/recipe": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a scenario's recipe
         * @description All data besides the model that determines the results, for clients that calculate locally: the same recipe and model parts produce identical numbers. Responses name their recipe in `X-Etesian-Recipe`.
         */
        get: operations["getScenarioRecipe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/scenarios/{id}/curve_numbers/{sha256}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the values of an attached curve by hash
         * @description The scenario's recipe lists the hashes of its curves. The curve must be attached to the scenario at that version.
         */
        get: operations["getScenarioCurveNumber"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/scenarios/{id}/inputs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List all inputs with their values in a scenario
         * @description By key: range, default, unit, the user's value, and whether a coupling or a curve disables the input.
         */
        get: operations["getScenarioInputs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/scenarios/{id}/inputs.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download all inputs with their values as a table
         * @description CSV; the suffixes `.arrow`, `.parquet` and `.xlsx` select other formats.
         */
        get: operations["getScenarioInputsCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/scenarios/{id}/inputs/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one input, or several by comma-separated keys
         * @description Returns an object for one key, and a list for several comma-separated keys. Both have `step`, `code` and the model author's `description`.
         */
        get: operations["getScenarioInput"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/scenarios/{id}/nodes/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the present and future figures of a node
         * @description Demand, capacity, costs and other figures by group, each with its present and future value and its unit.
         */
        get: operations["getScenarioNode"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/scenarios/{id}/nodes/topology": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the layout of the energy graph
         * @description Nodes with their positions in a drawing, and edges with their carriers and shares, present and future.
         */
        get: operations["getScenarioNodesTopology"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/scenarios/{id}/nodes/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get the present and future figures of several nodes
         * @description The requested or default figures of each node, each with its present and future value.
         */
        post: operations["postScenarioNodesStats"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/scenarios/{id}/energy_flow.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Energy through all nodes by carrier, future (MJ)
         * @description CSV with a header row. The suffixes `.json`, `.arrow`, `.parquet` and `.xlsx` select other formats; without a suffix, `Accept` does. Arrow, Parquet and XLSX files have the units and descriptions of the columns. With comma-separated IDs, such as `1,2`, one table has the rows of all scenarios, with the additional columns `scenario`, `code` and `error`. Calculated on request from the scenario's current version.
         */
        get: operations["getScenarioEnergyFlowCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/scenarios/{id}/energy_flow_present.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Energy through all nodes by carrier, present (MJ)
         * @description CSV with a header row. The suffixes `.json`, `.arrow`, `.parquet` and `.xlsx` select other formats; without a suffix, `Accept` does. Arrow, Parquet and XLSX files have the units and descriptions of the columns. With comma-separated IDs, such as `1,2`, one table has the rows of all scenarios, with the additional columns `scenario`, `code` and `error`. Calculated on request from the scenario's current version.
         */
        get: operations["getScenarioEnergyFlowPresentCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/scenarios/{id}/molecule_flow.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Mass through all molecule nodes by carrier, future (kg)
         * @description CSV with a header row. The suffixes `.json`, `.arrow`, `.parquet` and `.xlsx` select other formats; without a suffix, `Accept` does. Arrow, Parquet and XLSX files have the units and descriptions of the columns. With comma-separated IDs, such as `1,2`, one table has the rows of all scenarios, with the additional columns `scenario`, `code` and `error`. Calculated on request from the scenario's current version.
         */
        get: operations["getScenarioMoleculeFlowCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/scenarios/{id}/sankey.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Flows between groups of technologies, present and future
         * @description CSV with a header row. The suffixes `.json`, `.arrow`, `.parquet` and `.xlsx` select other formats; without a suffix, `Accept` does. Arrow, Parquet and XLSX files have the units and descriptions of the columns. With comma-separated IDs, such as `1,2`, one table has the rows of all scenarios, with the additional columns `scenario`, `code` and `error`. Calculated on request from the scenario's current version.
         */
        get: operations["getScenarioSankeyCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/scenarios/{id}/storage_parameters.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Parameters of storages: capacity, volume, efficiency, costs
         * @description CSV with a header row. The suffixes `.json`, `.arrow`, `.parquet` and `.xlsx` select other formats; without a suffix, `Accept` does. Arrow, Parquet and XLSX files have the units and descriptions of the columns. With comma-separated IDs, such as `1,2`, one table has the rows of all scenarios, with the additional columns `scenario`, `code` and `error`. Calculated on request from the scenario's current version.
         */
        get: operations["getScenarioStorageParametersCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/scenarios/{id}/costs_parameters.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Costs of plants, carriers and infrastructure (EUR per year)
         * @description CSV with a header row. The suffixes `.json`, `.arrow`, `.parquet` and `.xlsx` select other formats; without a suffix, `Accept` does. Arrow, Parquet and XLSX files have the units and descriptions of the columns. With comma-separated IDs, such as `1,2`, one table has the rows of all scenarios, with the additional columns `scenario`, `code` and `error`. Calculated on request from the scenario's current version.
         */
        get: operations["getScenarioCostsParametersCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/scenarios/{id}/direct_emissions_present.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Emissions by reporting category and node, present (kton CO2-eq)
         * @description CSV with a header row. The suffixes `.json`, `.arrow`, `.parquet` and `.xlsx` select other formats; without a suffix, `Accept` does. Arrow, Parquet and XLSX files have the units and descriptions of the columns. With comma-separated IDs, such as `1,2`, one table has the rows of all scenarios, with the additional columns `scenario`, `code` and `error`. Calculated on request from the scenario's current version.
         */
        get: operations["getScenarioDirectEmissionsPresentCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/scenarios/{id}/direct_emissions_future.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Emissions by reporting category and node, future (kton CO2-eq)
         * @description CSV with a header row. The suffixes `.json`, `.arrow`, `.parquet` and `.xlsx` select other formats; without a suffix, `Accept` does. Arrow, Parquet and XLSX files have the units and descriptions of the columns. With comma-separated IDs, such as `1,2`, one table has the rows of all scenarios, with the additional columns `scenario`, `code` and `error`. Calculated on request from the scenario's current version.
         */
        get: operations["getScenarioDirectEmissionsFutureCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/scenarios/{id}/electricity_capacities.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Peaks of the hourly loads of electricity (MW)
         * @description CSV with a header row. The suffixes `.json`, `.arrow`, `.parquet` and `.xlsx` select other formats; without a suffix, `Accept` does. Arrow, Parquet and XLSX files have the units and descriptions of the columns. With comma-separated IDs, such as `1,2`, one table has the rows of all scenarios, with the additional columns `scenario`, `code` and `error`. Calculated on request from the scenario's current version.
         */
        get: operations["getScenarioElectricityCapacitiesCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/scenarios/{id}/district_heating_capacities.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Peaks of the hourly loads of heat networks (MW)
         * @description CSV with a header row. The suffixes `.json`, `.arrow`, `.parquet` and `.xlsx` select other formats; without a suffix, `Accept` does. Arrow, Parquet and XLSX files have the units and descriptions of the columns. With comma-separated IDs, such as `1,2`, one table has the rows of all scenarios, with the additional columns `scenario`, `code` and `error`. Calculated on request from the scenario's current version.
         */
        get: operations["getScenarioDistrictHeatingCapacitiesCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/scenarios/{id}/hydrogen_capacities.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Peaks of the hourly loads of hydrogen (MW)
         * @description CSV with a header row. The suffixes `.json`, `.arrow`, `.parquet` and `.xlsx` select other formats; without a suffix, `Accept` does. Arrow, Parquet and XLSX files have the units and descriptions of the columns. With comma-separated IDs, such as `1,2`, one table has the rows of all scenarios, with the additional columns `scenario`, `code` and `error`. Calculated on request from the scenario's current version.
         */
        get: operations["getScenarioHydrogenCapacitiesCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/scenarios/{id}/network_gas_capacities.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Peaks of the hourly loads of network gas (MW)
         * @description CSV with a header row. The suffixes `.json`, `.arrow`, `.parquet` and `.xlsx` select other formats; without a suffix, `Accept` does. Arrow, Parquet and XLSX files have the units and descriptions of the columns. With comma-separated IDs, such as `1,2`, one table has the rows of all scenarios, with the additional columns `scenario`, `code` and `error`. Calculated on request from the scenario's current version.
         */
        get: operations["getScenarioNetworkGasCapacitiesCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/scenarios/{id}/curves/electricity_profiles.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Production, consumption and deficit of electricity (MW); also `merit_order`
         * @description CSV with one row for each of the 8,760 hours of the future year. The first column is the time. The suffixes `.json`, `.arrow`, `.parquet` and `.xlsx` select other formats; without a suffix, `Accept` does. Arrow, Parquet and XLSX files have the units and descriptions of the columns. With comma-separated IDs, such as `1,2`, one table has the rows of all scenarios, with the additional columns `scenario`, `code` and `error`.
         */
        get: operations["getScenarioCurvesElectricityProfilesCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/scenarios/{id}/curves/electricity_price.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Price of electricity (EUR/MWh)
         * @description CSV with one row for each of the 8,760 hours of the future year. The first column is the time. The suffixes `.json`, `.arrow`, `.parquet` and `.xlsx` select other formats; without a suffix, `Accept` does. Arrow, Parquet and XLSX files have the units and descriptions of the columns. With comma-separated IDs, such as `1,2`, one table has the rows of all scenarios, with the additional columns `scenario`, `code` and `error`.
         */
        get: operations["getScenarioCurvesElectricityPriceCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/scenarios/{id}/curves/electricity_price.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Price of electricity (EUR/MWh)
         * @description All values in one text, which can be uploaded as the import price of another scenario.
         */
        get: operations["getScenarioCurvesElectricityPriceJson"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/scenarios/{id}/curves/district_heating_profiles.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Production, consumption and deficit of heat networks (MW); also `heat_network`
         * @description CSV with one row for each of the 8,760 hours of the future year. The first column is the time. The suffixes `.json`, `.arrow`, `.parquet` and `.xlsx` select other formats; without a suffix, `Accept` does. Arrow, Parquet and XLSX files have the units and descriptions of the columns. With comma-separated IDs, such as `1,2`, one table has the rows of all scenarios, with the additional columns `scenario`, `code` and `error`.
         */
        get: operations["getScenarioCurvesDistrictHeatingProfilesCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/scenarios/{id}/curves/agriculture_heat.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Production, consumption and deficit of agriculture heat (MW)
         * @description CSV with one row for each of the 8,760 hours of the future year. The first column is the time. The suffixes `.json`, `.arrow`, `.parquet` and `.xlsx` select other formats; without a suffix, `Accept` does. Arrow, Parquet and XLSX files have the units and descriptions of the columns. With comma-separated IDs, such as `1,2`, one table has the rows of all scenarios, with the additional columns `scenario`, `code` and `error`.
         */
        get: operations["getScenarioCurvesAgricultureHeatCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/scenarios/{id}/curves/household_heat.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Demand and supply of heat in households (MW)
         * @description CSV with one row for each of the 8,760 hours of the future year. The first column is the time. The suffixes `.json`, `.arrow`, `.parquet` and `.xlsx` select other formats; without a suffix, `Accept` does. Arrow, Parquet and XLSX files have the units and descriptions of the columns. With comma-separated IDs, such as `1,2`, one table has the rows of all scenarios, with the additional columns `scenario`, `code` and `error`.
         */
        get: operations["getScenarioCurvesHouseholdHeatCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/scenarios/{id}/curves/buildings_heat.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Demand and supply of heat in buildings (MW)
         * @description CSV with one row for each of the 8,760 hours of the future year. The first column is the time. The suffixes `.json`, `.arrow`, `.parquet` and `.xlsx` select other formats; without a suffix, `Accept` does. Arrow, Parquet and XLSX files have the units and descriptions of the columns. With comma-separated IDs, such as `1,2`, one table has the rows of all scenarios, with the additional columns `scenario`, `code` and `error`.
         */
        get: operations["getScenarioCurvesBuildingsHeatCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/scenarios/{id}/curves/hydrogen_profiles.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Production and consumption of hydrogen (MW); also `hydrogen`
         * @description CSV with one row for each of the 8,760 hours of the future year. The first column is the time. The suffixes `.json`, `.arrow`, `.parquet` and `.xlsx` select other formats; without a suffix, `Accept` does. Arrow, Parquet and XLSX files have the units and descriptions of the columns. With comma-separated IDs, such as `1,2`, one table has the rows of all scenarios, with the additional columns `scenario`, `code` and `error`.
         */
        get: operations["getScenarioCurvesHydrogenProfilesCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/scenarios/{id}/curves/network_gas_profiles.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Production and consumption of network gas (MW); also `network_gas`
         * @description CSV with one row for each of the 8,760 hours of the future year. The first column is the time. The suffixes `.json`, `.arrow`, `.parquet` and `.xlsx` select other formats; without a suffix, `Accept` does. Arrow, Parquet and XLSX files have the units and descriptions of the columns. With comma-separated IDs, such as `1,2`, one table has the rows of all scenarios, with the additional columns `scenario`, `code` and `error`.
         */
        get: operations["getScenarioCurvesNetworkGasProfilesCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/scenarios/{id}/curves/residual_load.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Residual load: demand minus inflexible supply (MW)
         * @description CSV with one row for each of the 8,760 hours of the future year. The first column is the time. The suffixes `.json`, `.arrow`, `.parquet` and `.xlsx` select other formats; without a suffix, `Accept` does. Arrow, Parquet and XLSX files have the units and descriptions of the columns. With comma-separated IDs, such as `1,2`, one table has the rows of all scenarios, with the additional columns `scenario`, `code` and `error`.
         */
        get: operations["getScenarioCurvesResidualLoadCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/scenarios/{id}/curves/hydrogen_integral_cost.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Production of hydrogen and its costs (MWh, EUR/MWh)
         * @description CSV with one row for each of the 8,760 hours of the future year. The first column is the time. The suffixes `.json`, `.arrow`, `.parquet` and `.xlsx` select other formats; without a suffix, `Accept` does. Arrow, Parquet and XLSX files have the units and descriptions of the columns. With comma-separated IDs, such as `1,2`, one table has the rows of all scenarios, with the additional columns `scenario`, `code` and `error`.
         */
        get: operations["getScenarioCurvesHydrogenIntegralCostCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/scenarios/{id}/merit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the participants of the electricity merit order
         * @description The inputs of a merit-order calculation: must-run, volatile, dispatchable and flexible participants, with capacities, marginal costs and 8,760-hour curves.
         */
        get: operations["getScenarioMerit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/scenarios/{ids}/queries.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Run queries on one or more scenarios and download a table
         * @description CSV; the suffixes `.arrow`, `.parquet` and `.xlsx` select other formats. The table has a row per scenario and query: `scenario`, `key`, `present`, `future`, `unit`. A scenario or a query without results has a row with `code` and `error`, and other rows are unaffected. `layout=long` has a row per year: `year` and `value`. At most 100 scenarios, and 100000 results.
         */
        get: operations["getScenarioQueriesCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/scenarios/queries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run queries on many scenarios
         * @description JSON unless the suffix or `Accept` selects another format. The table has a row per scenario and query: `scenario`, `key`, `present`, `future`, `unit`. A scenario or a query without results has a row with `code` and `error`, and other rows are unaffected. `layout=long` has a row per year: `year` and `value`. At most 100 scenarios, and 100000 results.
         */
        post: operations["postScenariosQueries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/scenarios/{ids}/iamc.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download results in the IAMC format
         * @description For pyam and IAMC databases: `Model`, `Scenario`, `Region`, `Variable`, `Unit`, and a column per year or, with `layout=long`, `Year` and `Value`. The model's `interface/iamc.yml` names the variables. The suffixes `.json`, `.arrow`, `.parquet` and `.xlsx` select other formats. Scenarios and variables without figures are omitted, and listed in `X-Warnings`.
         */
        get: operations["getScenarioIamcCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/workbooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run a workbook of scenarios
         * @description Creates or changes the scenarios that an XLSX file describes, and writes their results to a copy of the file. The layout is the same as in pyetm: `MAIN` lists scenarios, `SLIDER_SETTINGS` their values, `SORTABLES` orders, `CUSTOM_CURVES` curves, `GQUERIES` queries, `EXPORT_CONFIG` the requested results. If a cell cannot be read, the whole workbook is refused, and the response lists all such cells. A scenario that cannot be created or changed has its errors in `problems` and in the sheet `ERRORS`; the others are calculated. The response is JSON with the copy in base64 or, if the `.xlsx` suffix or `Accept` selects it, the copy itself.
         */
        post: operations["postWorkbooks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/scenarios/{ids}/workbook.xlsx": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download scenarios as a workbook
         * @description Everything that determines the results of one or more scenarios, their results, and the charts of the model with their numbers and sources. The layout is the same as in pyetm: `MAIN` lists scenarios, `SLIDER_SETTINGS` their values, `SORTABLES` orders, `CUSTOM_CURVES` curves, `GQUERIES` queries, `EXPORT_CONFIG` the requested results. `POST /api/v3/workbooks` runs it, here or on another server with the same model, and creates identical scenarios. The sheet `ERRORS` lists scenarios that cannot be read.
         */
        get: operations["getScenarioWorkbookXlsx"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/user": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change your name or the default privacy of new scenarios
         * @description The fields may also be at the top level of the body.
         */
        put: operations["putUser"];
        post?: never;
        /**
         * Erase the account permanently
         * @description All tokens are invalid once the response is sent. Resources that have other owners are kept; you choose what happens to the rest, per kind. Within seconds your key is deleted, and no remaining data identifies you.
         */
        delete: operations["deleteUser"];
        options?: never;
        head?: never;
        /**
         * Change your name or the default privacy of new scenarios
         * @description The fields may also be at the top level of the body.
         */
        patch: operations["patchUser"];
        trace?: never;
    };
    "/api/v3/scenarios/{id}/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the users
         * @description People with a role, including people invited by email who have no account yet. Only owners may list them.
         */
        get: operations["getScenarioUsers"];
        /**
         * Change the roles of users
         * @description The caller's rights before the first entry apply to all entries. A refused entry does not stop the others: the response is then 422, with the changed users in `success` and an error code for each refused one in `errors`. Users are identified by `user_id`, `user_email` or `id`. The last owner with an account remains an owner.
         */
        put: operations["putScenarioUsers"];
        /**
         * Add users
         * @description The caller's rights before the first entry apply to all entries. A refused entry does not stop the others: the response is then 422, with the changed users in `success` and an error code for each refused one in `errors`. An email address without an account receives an invitation.
         */
        post: operations["postScenarioUsers"];
        /**
         * Remove users
         * @description The caller's rights before the first entry apply to all entries. A refused entry does not stop the others: the response is then 422, with the changed users in `success` and an error code for each refused one in `errors`. Users are identified by `user_id`, `user_email` or `id`. The last owner with an account remains an owner.
         */
        delete: operations["deleteScenarioUsers"];
        options?: never;
        head?: never;
        /**
         * Change the roles of users
         * @description The caller's rights before the first entry apply to all entries. A refused entry does not stop the others: the response is then 422, with the changed users in `success` and an error code for each refused one in `errors`. Users are identified by `user_id`, `user_email` or `id`. The last owner with an account remains an owner.
         */
        patch: operations["patchScenarioUsers"];
        trace?: never;
    };
    "/api/v3/saved_scenarios": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the caller's saved scenarios, most recently changed first
         * @description Saved scenarios in which the caller has a role, each with a copy of its scenario. `discarded` lists the trash instead.
         */
        get: operations["getSavedScenarios"];
        put?: never;
        /**
         * Save a scenario
         * @description Saves any scenario that the caller may read. The fields may also be at the top level of the body.
         */
        post: operations["postSavedScenarios"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/saved_scenarios/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a saved scenario, with a copy of its scenario
         * @description Includes a copy of its current scenario. The `ETag` changes whenever either of them changes.
         */
        get: operations["getSavedScenario"];
        /**
         * Change a saved scenario
         * @description Another `scenario_id` becomes the current version, and the previous one moves to the history. If that scenario is a version in the history, it becomes current again and the later versions stay in the history. `private` applies to the saved scenario only: `PUT /api/v3/scenarios/{id}` makes the scenario itself private.
         */
        put: operations["putSavedScenario"];
        post?: never;
        /**
         * Delete a saved scenario permanently
         * @description The deletion cannot be undone. The scenarios saved as versions are kept.
         */
        delete: operations["deleteSavedScenario"];
        options?: never;
        head?: never;
        /**
         * Change a saved scenario
         * @description Another `scenario_id` becomes the current version, and the previous one moves to the history. If that scenario is a version in the history, it becomes current again and the later versions stay in the history. `private` applies to the saved scenario only: `PUT /api/v3/scenarios/{id}` makes the scenario itself private.
         */
        patch: operations["patchSavedScenario"];
        trace?: never;
    };
    "/api/v3/saved_scenario/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a saved scenario, with a copy of its scenario
         * @deprecated
         * @description Includes a copy of its current scenario. The `ETag` changes whenever either of them changes.
         */
        get: operations["getSavedScenarioBySingular"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/saved_scenarios/{id}/discard": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Move a saved scenario to the trash
         * @description It can be restored until it is deleted permanently, after 60 days unless the operator sets another period.
         */
        put: operations["putSavedScenarioDiscard"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Move a saved scenario to the trash
         * @description It can be restored until it is deleted permanently, after 60 days unless the operator sets another period.
         */
        patch: operations["patchSavedScenarioDiscard"];
        trace?: never;
    };
    "/api/v3/saved_scenarios/{id}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the versions of a saved scenario
         * @description Returns the current version first, with dates. At most 20 earlier versions are kept.
         */
        get: operations["getSavedScenarioHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/saved_scenarios/{id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore a saved scenario from the trash, or an earlier version
         * @description With `scenario_id`, that version becomes current again, and the previous one moves to the history. Without it, the saved scenario is restored from the trash.
         */
        post: operations["postSavedScenarioRestore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/saved_scenarios/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Stream the changes to a saved scenario as they happen
         * @description Server-sent events: each change is sent once and in order. `Last-Event-ID` continues after that event; `0` starts with the first. The stream ends when the caller may no longer see the saved scenario, or when the token expires.
         */
        get: operations["getSavedScenarioEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/collections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the caller's collections, newest first
         * @description Each collection has its scenarios and saved scenarios, in order.
         */
        get: operations["getCollections"];
        put?: never;
        /**
         * Create a collection of scenarios and saved scenarios
         * @description At most six scenarios and saved scenarios under a title; with `interpolation`, at most one saved scenario.
         */
        post: operations["postCollections"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/collections/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a collection
         * @description Returns the collection with its scenarios and saved scenarios, in order.
         */
        get: operations["getCollection"];
        /**
         * Change a collection
         * @description A list in the body replaces the current list; absent fields are unchanged.
         */
        put: operations["putCollection"];
        post?: never;
        /**
         * Delete a collection
         * @description Its scenarios and saved scenarios are kept.
         */
        delete: operations["deleteCollection"];
        options?: never;
        head?: never;
        /**
         * Change a collection
         * @description A list in the body replaces the current list; absent fields are unchanged.
         */
        patch: operations["patchCollection"];
        trace?: never;
    };
    "/api/v3/transition_paths": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the caller's collections, newest first
         * @deprecated
         * @description Each collection has its scenarios and saved scenarios, in order.
         */
        get: operations["getTransitionPaths"];
        put?: never;
        /**
         * Create a collection of scenarios and saved scenarios
         * @deprecated
         * @description At most six scenarios and saved scenarios under a title; with `interpolation`, at most one saved scenario.
         */
        post: operations["postTransitionPaths"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/transition_paths/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a collection
         * @deprecated
         * @description Returns the collection with its scenarios and saved scenarios, in order.
         */
        get: operations["getTransitionPath"];
        /**
         * Change a collection
         * @deprecated
         * @description A list in the body replaces the current list; absent fields are unchanged.
         */
        put: operations["putTransitionPath"];
        post?: never;
        /**
         * Delete a collection
         * @deprecated
         * @description Its scenarios and saved scenarios are kept.
         */
        delete: operations["deleteTransitionPath"];
        options?: never;
        head?: never;
        /**
         * Change a collection
         * @deprecated
         * @description A list in the body replaces the current list; absent fields are unchanged.
         */
        patch: operations["patchTransitionPath"];
        trace?: never;
    };
    "/api/v3/saved_scenarios/{id}/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the users
         * @description People with a role, including people invited by email who have no account yet. Only owners may list them.
         */
        get: operations["getSavedScenarioUsers"];
        /**
         * Change the roles of users
         * @description The caller's rights before the first entry apply to all entries. A refused entry does not stop the others: the response is then 422, with the changed users in `success` and an error code for each refused one in `errors`. Users are identified by `user_id`, `user_email` or `id`. The last owner with an account remains an owner.
         */
        put: operations["putSavedScenarioUsers"];
        /**
         * Add users
         * @description The caller's rights before the first entry apply to all entries. A refused entry does not stop the others: the response is then 422, with the changed users in `success` and an error code for each refused one in `errors`. An email address without an account receives an invitation.
         */
        post: operations["postSavedScenarioUsers"];
        /**
         * Remove users
         * @description The caller's rights before the first entry apply to all entries. A refused entry does not stop the others: the response is then 422, with the changed users in `success` and an error code for each refused one in `errors`. Users are identified by `user_id`, `user_email` or `id`. The last owner with an account remains an owner.
         */
        delete: operations["deleteSavedScenarioUsers"];
        options?: never;
        head?: never;
        /**
         * Change the roles of users
         * @description The caller's rights before the first entry apply to all entries. A refused entry does not stop the others: the response is then 422, with the changed users in `success` and an error code for each refused one in `errors`. Users are identified by `user_id`, `user_email` or `id`. The last owner with an account remains an owner.
         */
        patch: operations["patchSavedScenarioUsers"];
        trace?: never;
    };
    "/api/v3/sweeps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the caller's sweeps, newest first
         * @description Results and descriptions are omitted.
         */
        get: operations["getSweeps"];
        put?: never;
        /**
         * Calculate many variants of a scenario
         * @description Varies a scenario's factors according to a design, calculates each variant's figures, and writes them to a table. Before it responds, the server checks the specification and calculates some variants to estimate the time. docs/sweeps.md describes factors, designs, outputs and limits.
         */
        post: operations["postSweeps"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/sweeps/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a sweep: its progress and the URLs of its results
         * @description For callers who may read the base scenario.
         */
        get: operations["getSweep"];
        put?: never;
        post?: never;
        /**
         * Cancel a sweep and delete its results
         * @description Only its owner may cancel a sweep; any caller that knows its ID may cancel one that was requested without a token.
         */
        delete: operations["deleteSweep"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/sweeps/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Stream the progress of a sweep
         * @description Server-sent events, at most one per second. The stream ends with the sweep, or when the caller may no longer read its base scenario.
         */
        get: operations["getSweepEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/sweeps/{id}/results/results.parquet": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download results.parquet of a completed sweep
         * @description Supports `Range`, so that DuckDB, pandas and R can read the file by its URL.
         */
        get: operations["getSweepResultsResultsParquet"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/sweeps/{id}/results/results.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download results.csv of a completed sweep
         * @description Supports `Range`, so that DuckDB, pandas and R can read the file by its URL.
         */
        get: operations["getSweepResultsResultsCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/sweeps/{id}/results/estimates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download estimates.json of a completed sweep
         * @description Supports `Range`, so that DuckDB, pandas and R can read the file by its URL.
         */
        get: operations["getSweepResultsEstimates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/sweeps/{id}/results/manifest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download manifest.json of a completed sweep
         * @description Supports `Range`, so that DuckDB, pandas and R can read the file by its URL.
         */
        get: operations["getSweepResultsManifest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/sweeps/{id}/parts/{part}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a part of the rows, even while the sweep runs
         * @description A Parquet file; supports `Range`.
         */
        get: operations["getSweepPart"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/areas": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List areas
         * @description Regions for which the model has data, with their attributes, such as inhabitants, start year and sectors.
         */
        get: operations["getAreas"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/areas/{area_code}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an area
         * @description Returns all attributes of the area.
         */
        get: operations["getArea"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/gqueries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List queries, optionally by label
         * @description Keys, units, labels and descriptions. With `labels`, only queries that have all of them.
         */
        get: operations["getGqueries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/model/areas/{area}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the manifest of an area's model parts
         * @description For clients that calculate locally. Parts shared by two areas have the same hash. If the service does not share its model, the response is 404, `model_parts_off`.
         */
        get: operations["getModelArea"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/model/parts/{sha256}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a model part by its hash
         * @description A part never changes, so clients may cache it indefinitely. It is compressed with Brotli if a compressed copy exists, otherwise with gzip. After a change to the model, the response is 404, `unknown_part`: request the manifest again. With several compute processes, a process that has not created the part yet needs the manifest's `area` and `end_year`.
         */
        get: operations["getModelPart"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/model/differences": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report client results that differ from the service's
         * @description Reports are counted in a metric and logged: hashes, results of the model's queries, and the browser's name.
         */
        post: operations["postModelDifferences"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/featured_scenarios": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List presets in order
         * @description Scenarios featured by the operators of this server, with titles and descriptions in English and Dutch.
         */
        get: operations["getApiV1FeaturedScenarios"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/featured_scenarios/scenarios": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the IDs and titles of presets
         * @description The ID and English title of each preset, for a menu.
         */
        get: operations["getApiV1FeaturedScenariosScenarios"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/featured_scenarios/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a preset
         * @description By the preset's ID.
         */
        get: operations["getApiV1FeaturedScenario"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the served versions of the model
         * @description This server has one version, `latest`. `tag` selects a version by name.
         */
        get: operations["getApiV1Versions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * @example {
         *       "recipe_hash": "0000000000000000000000000000000000000000000000000000000000000000",
         *       "engine": "0000000000000000000000000000000000000000000000000000000000000000",
         *       "differences": 1
         *     }
         */
        DifferenceReport: {
            /** @description The `X-Etesian-Recipe` of both results */
            recipe_hash: string;
            /** @description Hash of the client's engine; clients report differences only if it equals `X-Etesian-Engine` */
            engine: string;
            /** @description Number of differences */
            differences: number;
            /** @description User agent */
            agent?: string;
            /** @description Queries with both results; null for a result that is not a number */
            examples?: {
                key: string;
                client: number | null;
                service: number | null;
            }[];
        };
        /**
         * @example {
         *       "collection": {
         *         "title": "Ways to 2050",
         *         "scenario_ids": [
         *           1,
         *           2
         *         ]
         *       }
         *     }
         */
        CollectionFields: {
            collection: {
                /** @description At most 255 characters */
                title?: string;
                /** @description Saved scenarios, in this order */
                saved_scenario_ids?: number[];
                /** @description Scenarios; at most six of both kinds together */
                scenario_ids?: number[];
                /** @description Default: the first scenario's area */
                area_code?: string;
                /** @description Default: the first scenario's end year */
                end_year?: number;
                /** @description Whether years in between are interpolated; only on creation */
                interpolation?: boolean;
                /** @description Moves the collection to the trash, or restores it; not on creation */
                discarded?: boolean;
            };
        };
        /**
         * @example {
         *       "file": "0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n0.5\n"
         *     }
         */
        CurveUpload: {
            /**
             * Format: binary
             * @description Text with 8,760 numbers, one per line; for a price also a table with a column whose name contains “price”. At most 1 MiB.
             */
            file?: Blob;
            /** @description The scenario that calculated the curve: all five fields, or none */
            "metadata[source_scenario_id]"?: string;
            /** @description The scenario that calculated the curve: all five fields, or none */
            "metadata[source_scenario_title]"?: string;
            /** @description The scenario that calculated the curve: all five fields, or none */
            "metadata[source_saved_scenario_id]"?: string;
            /** @description The scenario that calculated the curve: all five fields, or none */
            "metadata[source_dataset_key]"?: string;
            /** @description The scenario that calculated the curve: all five fields, or none */
            "metadata[source_end_year]"?: string;
        };
        /**
         * @example {
         *       "scenario": {
         *         "area_code": "nl",
         *         "end_year": 2040,
         *         "user_values": {
         *           "capacity_of_energy_power_wind_turbine_offshore": 20000
         *         }
         *       }
         *     }
         */
        NewScenario: {
            /** @default {} */
            scenario: {
                /**
                 * @description Inputs to set, each to a number, an option of an enum input, or `reset`
                 * @example {
                 *       "capacity_of_energy_power_wind_turbine_offshore": 20000
                 *     }
                 */
                user_values?: {
                    [key: string]: unknown;
                };
                /**
                 * @description Any JSON object up to 64 KB; replaces the current one
                 * @example {
                 *       "title": "My scenario"
                 *     }
                 */
                metadata?: {
                    [key: string]: unknown;
                };
                /** @description Stored as `title` in the metadata */
                title?: string;
                /** @description Application that created the scenario */
                source?: string | null;
                /** @description Only users with a role may see the scenario; only owners may change this */
                private?: boolean;
                /** @description Migrate the scenario when the model changes */
                keep_compatible?: boolean;
                /** @description Refuse all later changes; only owners may set this, and it cannot be undone */
                read_only?: boolean;
                /** @description Alias of `read_only`, which takes precedence */
                protected?: boolean;
                /** @description Key of an area; default: the model's */
                area_code?: string;
                /** @description A year after the start year of the area; default: 2050 */
                end_year?: number | string;
                /** @description Scenario to clone; its area, end year and values are copied */
                scenario_id?: number | string | null;
                /** @description Alias of `scenario_id` */
                preset_scenario_id?: number | string | null;
                /** @description Version of the scenario to clone; default: the current one */
                scenario_version?: number;
                /**
                 * @description Scales the area down to a smaller region
                 * @example {
                 *       "area_attribute": "number_of_inhabitants",
                 *       "value": 100000
                 *     }
                 */
                scale?: {
                    /** @description Attribute by which the area is scaled, such as `number_of_inhabitants` */
                    area_attribute?: string;
                    /** @description Its value in the smaller region */
                    value?: number | string;
                    /** @description Whether agriculture is kept */
                    has_agriculture?: boolean;
                    /** @description Whether industry is kept */
                    has_industry?: boolean;
                    /** @description Whether the energy sector is kept */
                    has_energy?: boolean;
                };
                /** @description Remove the scaling of a cloned scenario */
                descale?: boolean;
            };
            /** @description Accepted for compatibility: responses about one scenario always have all fields */
            detailed?: boolean;
        };
        /**
         * @example {
         *       "scenario": {
         *         "user_values": {
         *           "capacity_of_energy_power_wind_turbine_offshore": 20000
         *         }
         *       },
         *       "gqueries": [
         *         "share_of_renewable_electricity"
         *       ]
         *     }
         */
        ScenarioUpdate: {
            /** @default {} */
            scenario: {
                /**
                 * @description Inputs to set, each to a number, an option of an enum input, or `reset`
                 * @example {
                 *       "capacity_of_energy_power_wind_turbine_offshore": 20000
                 *     }
                 */
                user_values?: {
                    [key: string]: unknown;
                };
                /**
                 * @description Any JSON object up to 64 KB; replaces the current one
                 * @example {
                 *       "title": "My scenario"
                 *     }
                 */
                metadata?: {
                    [key: string]: unknown;
                };
                /** @description Stored as `title` in the metadata */
                title?: string;
                /** @description Application that created the scenario */
                source?: string | null;
                /** @description Only users with a role may see the scenario; only owners may change this */
                private?: boolean;
                /** @description Migrate the scenario when the model changes */
                keep_compatible?: boolean;
                /** @description Refuse all later changes; only owners may set this, and it cannot be undone */
                read_only?: boolean;
                /** @description Alias of `read_only`, which takes precedence */
                protected?: boolean;
                /** @description Changes `template`; null removes the link */
                preset_scenario_id?: number | string | null;
            } & {
                [key: string]: unknown;
            };
            /** @description Accepted for compatibility: responses about one scenario always have all fields */
            detailed?: boolean;
            /** @description Queries to run after the update */
            gqueries?: string[];
            /** @description Remove all values first */
            reset?: boolean;
            /** @description Balance share groups by adjusting the inputs that are not set; on by default */
            autobalance?: boolean;
        };
        /**
         * @example {
         *       "scenario": {
         *         "user_values": {
         *           "capacity_of_energy_power_wind_turbine_offshore": 20000
         *         }
         *       },
         *       "gqueries": [
         *         "share_of_renewable_electricity"
         *       ]
         *     }
         */
        PreviewedUpdate: {
            /** @default {} */
            scenario: {
                /**
                 * @description Inputs to set, each to a number, an option of an enum input, or `reset`
                 * @example {
                 *       "capacity_of_energy_power_wind_turbine_offshore": 20000
                 *     }
                 */
                user_values?: {
                    [key: string]: unknown;
                };
                /**
                 * @description Any JSON object up to 64 KB; replaces the current one
                 * @example {
                 *       "title": "My scenario"
                 *     }
                 */
                metadata?: {
                    [key: string]: unknown;
                };
                /** @description Stored as `title` in the metadata */
                title?: string;
                /** @description Application that created the scenario */
                source?: string | null;
                /** @description Only users with a role may see the scenario; only owners may change this */
                private?: boolean;
                /** @description Migrate the scenario when the model changes */
                keep_compatible?: boolean;
                /** @description Refuse all later changes; only owners may set this, and it cannot be undone */
                read_only?: boolean;
                /** @description Alias of `read_only`, which takes precedence */
                protected?: boolean;
                /** @description Changes `template`; null removes the link */
                preset_scenario_id?: number | string | null;
            } & {
                [key: string]: unknown;
            };
            /** @description Accepted for compatibility: responses about one scenario always have all fields */
            detailed?: boolean;
            /** @description Queries to run after the update */
            gqueries?: string[];
            /** @description Remove all values first */
            reset?: boolean;
            /** @description Balance share groups by adjusting the inputs that are not set; on by default */
            autobalance?: boolean;
            /** @description Inputs to return, with the values they would have */
            inputs?: string[];
        };
        /**
         * @example {
         *       "scenarios": [
         *         1,
         *         2
         *       ],
         *       "keys": [
         *         "share_of_renewable_electricity"
         *       ]
         *     }
         */
        QueriesOfScenarios: {
            /** @description IDs of the scenarios */
            scenarios?: number[];
            /**
             * @description Queries
             * @example [
             *       "share_of_renewable_electricity"
             *     ]
             */
            keys?: string[];
            /** @description `wide` (the default) or `long` */
            layout?: string;
        };
        /**
         * @example {
         *       "subtype": "mt",
         *       "order": []
         *     }
         */
        OrderUpdate: {
            /** @description The same fields, as forms send them */
            forecast_storage_order?: Record<string, never>;
            /** @description The same fields, as forms send them */
            hydrogen_supply_order?: Record<string, never>;
            /** @description The same fields, as forms send them */
            hydrogen_demand_order?: Record<string, never>;
            /** @description The same fields, as forms send them */
            households_space_heating_producer_order?: Record<string, never>;
            /** @description The same fields, as forms send them */
            heat_network_order?: Record<string, never>;
            /**
             * @description Temperature level of heat networks
             * @example mt
             * @enum {string}
             */
            subtype?: "lt" | "mt" | "ht";
            /** @description Members in order of priority; omitted members follow in default order. An empty list restores the default order */
            order?: string[];
        } & {
            [key: string]: unknown;
        };
        /**
         * @example {
         *       "saved_scenario": {
         *         "scenario_id": 1,
         *         "title": "More wind at sea"
         *       }
         *     }
         */
        NewSavedScenario: {
            saved_scenario: {
                /** @description The scenario to save */
                scenario_id?: number;
                /** @description At most 255 characters */
                title?: string;
                /** @description Null or blank removes it */
                description?: string | null;
                /** @description Only users with a role may see the saved scenario; default: the account's setting. The scenario's own `private` is unchanged */
                private?: boolean;
                /** @description Accepted and ignored: the client's model version; all scenarios here use `latest` */
                version?: string;
            };
        };
        /**
         * @example {
         *       "saved_scenario": {
         *         "title": "Much more wind at sea"
         *       }
         *     }
         */
        SavedScenarioUpdate: {
            saved_scenario: {
                /** @description The scenario to save */
                scenario_id?: number;
                /** @description At most 255 characters */
                title?: string;
                /** @description Null or blank removes it */
                description?: string | null;
                /** @description Only users with a role may see the saved scenario; default: the account's setting. The scenario's own `private` is unchanged */
                private?: boolean;
                /** @description Accepted and ignored: the client's model version; all scenarios here use `latest` */
                version?: string;
                /** @description Moves the saved scenario to the trash, or restores it */
                discarded?: boolean;
            };
        };
        /**
         * @example {
         *       "description": "As presented to the council"
         *     }
         */
        NewVersionTag: {
            /** @description A description of the version */
            description?: string;
            /** @description The same fields, nested, as some clients send them */
            scenario_version_tag?: {
                /** @description A description of the version */
                description?: string;
            };
        };
        /**
         * @example {
         *       "sweep": {
         *         "base": {
         *           "scenario_id": 1
         *         },
         *         "factors": [
         *           {
         *             "slider": "costs_oil",
         *             "range": {
         *               "part_of_present": 0.3
         *             },
         *             "role": "uncertainty"
         *           },
         *           {
         *             "slider": "capacity_of_energy_power_wind_turbine_offshore",
         *             "range": {
         *               "from": 3000,
         *               "to": 20000
         *             }
         *           }
         *         ],
         *         "design": {
         *           "method": "morris",
         *           "n": 1
         *         },
         *         "outputs": {
         *           "queries": [
         *             "dashboard_total_costs"
         *           ]
         *         },
         *         "seed": 1
         *       }
         *     }
         */
        SweepFields: {
            sweep: {
                base: {
                    /** @description The scenario to vary */
                    scenario_id?: number;
                    /** @description Its version: the number in its ETag; default: the current one */
                    version?: number;
                } & {
                    [key: string]: unknown;
                };
                /** @description A list of factors, or `{"all": {"part_of_present": 0.1}}` for every slider and share group, or for some `sliders` */
                factors: {
                    [key: string]: unknown;
                }[] | {
                    [key: string]: unknown;
                };
                /** @description `method` is one of `list`, `grid`, `one_at_a_time`, `latin_hypercube`, `sobol`, `morris` and `saltelli`, with `n`, `levels` or `points` */
                design: {
                    [key: string]: unknown;
                };
                /** @description `queries`: a list of keys; `series`: a list of `{"query": KEY, "statistics": ["mean", "p95"]}` */
                outputs: {
                    [key: string]: unknown;
                };
                /** @description Seed of the random points; default: 1 */
                seed?: number;
                /** @description Names and strings chosen by the caller, such as a `title`; they do not affect the calculation */
                metadata?: {
                    [key: string]: string;
                };
            } & {
                [key: string]: unknown;
            };
        };
        /**
         * @example {
         *       "comment": {
         *         "slider": "buildings_insulation_level",
         *         "text": "Is this feasible before 2040?"
         *       }
         *     }
         */
        NewComment: {
            comment?: {
                /** @description Key of the slider that the comment is about */
                slider?: string;
                /** @description Key of the chart that the comment is about, instead of a slider */
                chart?: string;
                /** @description Plain text of 1 to 2000 characters */
                text?: string;
                /** @description Up to 20 people with a role in the scenario, who receive an email */
                mentions?: number[];
            };
        };
        /**
         * @example {
         *       "comment": {
         *         "resolved": true
         *       }
         *     }
         */
        CommentChange: {
            comment?: {
                /** @description Plain text of 1 to 2000 characters */
                text?: string;
                /** @description Up to 20 people with a role in the scenario, who receive an email */
                mentions?: number[];
                /** @description Resolves or reopens the comment; cannot be combined with `text` */
                resolved?: boolean;
            };
        };
        /**
         * @example {
         *       "file": "The bytes of a workbook"
         *     }
         */
        Workbook: {
            /**
             * Format: binary
             * @description An XLSX file. At most 16 MiB.
             */
            file?: Blob;
        };
        /**
         * @example {
         *       "groups": []
         *     }
         */
        CouplingGroups: {
            /** @description Coupling groups of the model's inputs */
            groups?: string[];
        };
        /**
         * @example {
         *       "force": true
         *     }
         */
        Uncoupling: {
            /** @description Groups to deactivate; unknown groups are refused */
            groups?: string[];
            /** @description Deactivate all groups and remove the values of all their inputs; cannot be undone */
            force?: boolean;
        };
        /**
         * @example {
         *       "area_code": "nl",
         *       "end_year": 2050,
         *       "user_values": {
         *         "co2_price": 0.1
         *       }
         *     }
         */
        ScenarioDump: {
            area_code: string;
            end_year: number;
            source?: string | null;
            private?: boolean;
            keep_compatible?: boolean;
            read_only?: boolean;
            metadata?: {
                [key: string]: unknown;
            };
            user_values?: {
                [key: string]: number | string;
            };
            balanced_values?: {
                [key: string]: number;
            };
            active_couplings?: string[];
            scaling?: {
                area_attribute: string;
                value: number;
                base_value: number;
                has_agriculture: boolean;
                has_industry: boolean;
                has_energy: boolean;
            } | null;
            user_sortables?: {
                ForecastStorageOrder?: {
                    order: string[];
                };
                HydrogenSupplyOrder?: {
                    order: string[];
                };
                HydrogenDemandOrder?: {
                    order: string[];
                };
                HouseholdsSpaceHeatingProducerOrder?: {
                    order: string[];
                };
                HeatNetworkOrder?: {
                    order: string[];
                    /** @enum {string} */
                    temperature: "lt" | "mt" | "ht";
                }[];
            };
            user_curves?: {
                [key: string]: number[];
            };
            esdl_file?: {
                filename: string;
                /**
                 * Format: base64
                 * @description In base64
                 */
                content: string;
            } | null;
        };
        /**
         * @example {
         *       "ids": [
         *         1,
         *         2
         *       ]
         *     }
         */
        ScenarioIds: {
            /** @description Scenarios */
            ids?: number[];
        };
        /**
         * @example {
         *       "file": "<?xml version=\"1.0\"?>\n<esdl:EnergySystem/>"
         *     }
         */
        EsdlUpload: {
            /** Format: binary */
            file?: Blob;
        };
        /**
         * @example {
         *       "end_year": 2030
         *     }
         */
        YearBetween: {
            /** @description A year before the scenario's end year */
            end_year?: number | string;
            /** @description Scenario to start from; default: the area's data */
            start_scenario_id?: number | string | null;
        };
        /**
         * @example {
         *       "scenario_ids": [
         *         1,
         *         2
         *       ],
         *       "end_years": [
         *         2030,
         *         2045
         *       ]
         *     }
         */
        YearsBetween: {
            /** @description Scenarios with the same area and different end years */
            scenario_ids?: number[];
            /** @description Years before the last end year */
            end_years?: number[];
        };
        /**
         * @example {
         *       "scenarios": [
         *         {
         *           "scenario_id": 1,
         *           "weight": 2
         *         },
         *         {
         *           "scenario_id": 3
         *         }
         *       ]
         *     }
         */
        WeightedScenarios: {
            /** @description A missing weight is the mean of the others */
            scenarios?: {
                scenario_id?: number;
                weight?: number;
            }[];
        };
        /**
         * @example {
         *       "version": 1
         *     }
         */
        ScenarioRestoration: {
            /** @description A version from the history */
            version?: number;
        };
        /**
         * @example {
         *       "keys": {
         *         "energy_power_wind_turbine_offshore": null
         *       }
         *     }
         */
        NodeFigures: {
            /** @description Names of figures by node; null for the default figures */
            keys: {
                [key: string]: string[] | null;
            };
        };
        /**
         * @example {
         *       "user": {
         *         "name": "Ada Lovelace",
         *         "private_scenarios": false
         *       }
         *     }
         */
        AccountUpdate: {
            user: {
                /** @description At most 255 characters */
                name?: string;
                /** @description Whether new scenarios are private by default */
                private_scenarios?: boolean;
            };
        };
        AccountErasure: {
            user?: {
                /** @description Disposition of public scenarios with no other owner; leaving them makes them public and unowned: "leave" (when absent), "delete" or {"hand_over_to": ID or email of an account} */
                public_scenarios?: string | Record<string, never>;
                /** @description Disposition of private scenarios with no other owner: "delete" (when absent), {"hand_over_to": ID or email of an account} */
                private_scenarios?: string | Record<string, never>;
                /** @description Disposition of saved scenarios with no other owner: "delete" (when absent), {"hand_over_to": ID or email of an account} */
                saved_scenarios?: string | Record<string, never>;
            };
        };
        /**
         * @example {
         *       "scenario_users": [
         *         {
         *           "user_email": "you@example.org",
         *           "role": "scenario_viewer"
         *         }
         *       ]
         *     }
         */
        ScenarioUsers: {
            /** @description Up to 100 people by `user_email`, `user_id` or `id`, with their `role` */
            scenario_users?: Record<string, never>[];
        };
        SavedScenarioRestoration: {
            /** @description One of `scenario_id_history`; without it, the saved scenario is restored from the trash */
            scenario_id?: number;
        };
        /**
         * @example {
         *       "saved_scenario_users": [
         *         {
         *           "user_email": "you@example.org",
         *           "role": "scenario_viewer"
         *         }
         *       ]
         *     }
         */
        SavedScenarioUsers: {
            /** @description Up to 100 people by `user_email`, `user_id` or `id`, with their `role` */
            saved_scenario_users?: Record<string, never>[];
        };
        /**
         * @description Messages, or messages by field
         * @example {
         *       "errors": [
         *         "Not found"
         *       ]
         *     }
         */
        Errors: {
            errors: string[] | {
                [key: string]: string[];
            };
        } & {
            [key: string]: unknown;
        };
        UploadErrors: {
            errors: string[];
            /** @description Error codes, such as `file_too_large` */
            error_keys?: string[];
        } & {
            [key: string]: unknown;
        };
        Account: {
            id: number;
            /** @description null: the client was not granted `email` */
            email: string | null;
            /** @description null: no name, or the client was not granted `profile` */
            name: string | null;
            /** @description Whether new scenarios are private by default */
            private_scenarios: boolean;
            admin: boolean;
            /** @description Unknown fields of the request, if any */
            warnings?: string[];
        };
        Collection: {
            id: number;
            title: string;
            interpolation: boolean;
            area_code: string | null;
            end_year: number | null;
            /**
             * @description Version of the model
             * @example latest
             */
            version: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            discarded: boolean;
            discarded_at: string | null;
            owner: {
                id: number;
                /** @description null: no name, or the client was not granted `profile` */
                name: string | null;
            };
            saved_scenario_ids: number[];
            scenario_ids: number[];
            collections_app_url: null;
            /** @description Present if years in between are interpolated */
            interpolation_params?: {
                area_code: string | null;
                end_years: number[];
            };
            /** @description Unknown fields of the request, if any */
            warnings?: string[];
        };
        Scenario: {
            id: number;
            /** @description The `title` in the metadata */
            title: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** @example nl */
            area_code: string;
            /** @description Year of the area's data */
            start_year: number;
            /** @example 2050 */
            end_year: number;
            /** @description Application that created the scenario */
            source: string | null;
            private: boolean;
            /** @description Whether the scenario is migrated when the model changes */
            keep_compatible: boolean;
            read_only: boolean;
            /** @description Inputs set by users */
            user_values: {
                [key: string]: number | string;
            };
            /** @description Inputs set by the service so that share groups sum to 100 */
            balanced_values: {
                [key: string]: number | string;
            };
            /** @description Any JSON object up to 64 KB */
            metadata: {
                [key: string]: unknown;
            };
            active_couplings: string[];
            inactive_couplings: string[];
            scaling: {
                area_attribute: string;
                value: number;
                base_value: number;
                has_agriculture: boolean;
                has_industry: boolean;
                has_energy: boolean;
            } | null;
            /** @description Scenario it was cloned from */
            template: number | null;
            /** @description Alias of `template` */
            preset_scenario_id: number | null;
            /** @description Whether it has an ESDL file */
            esdl_exportable: boolean | null;
            /** @description Position among presets, of the scenario itself or the preset it was cloned from */
            ordering: number | null;
            /** @description Group of that preset */
            display_group: string | null;
            /** Format: uri */
            url: string;
            /** @description Unknown fields of the request, if any */
            warnings?: string[];
        };
        QueryResult: {
            /** @description Value in the start year */
            present: unknown;
            /** @description Value in the end year */
            future: unknown;
            unit: string | null;
        };
        ChangedScenario: {
            id: number;
            /** @description The `title` in the metadata */
            title: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** @example nl */
            area_code: string;
            /** @description Year of the area's data */
            start_year: number;
            /** @example 2050 */
            end_year: number;
            /** @description Application that created the scenario */
            source: string | null;
            private: boolean;
            /** @description Whether the scenario is migrated when the model changes */
            keep_compatible: boolean;
            read_only: boolean;
            /** @description Inputs set by users */
            user_values: {
                [key: string]: number | string;
            };
            /** @description Inputs set by the service so that share groups sum to 100 */
            balanced_values: {
                [key: string]: number | string;
            };
            /** @description Any JSON object up to 64 KB */
            metadata: {
                [key: string]: unknown;
            };
            active_couplings: string[];
            inactive_couplings: string[];
            scaling: {
                area_attribute: string;
                value: number;
                base_value: number;
                has_agriculture: boolean;
                has_industry: boolean;
                has_energy: boolean;
            } | null;
            /** @description Scenario it was cloned from */
            template: number | null;
            /** @description Whether it has an ESDL file */
            esdl_exportable: boolean | null;
            /** @description Position among presets, of the scenario itself or the preset it was cloned from */
            ordering: number | null;
            /** @description Group of that preset */
            display_group: string | null;
            /** Format: uri */
            url: string;
        };
        /** @description A scenario without its values and metadata */
        ListedScenario: {
            id: number;
            /** @description The `title` in the metadata */
            title: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** @example nl */
            area_code: string;
            /** @description Year of the area's data */
            start_year: number;
            /** @example 2050 */
            end_year: number;
            /** @description Application that created the scenario */
            source: string | null;
            private: boolean;
            /** @description Whether the scenario is migrated when the model changes */
            keep_compatible: boolean;
            read_only: boolean;
            active_couplings: string[];
            inactive_couplings: string[];
            scaling: {
                area_attribute: string;
                value: number;
                base_value: number;
                has_agriculture: boolean;
                has_industry: boolean;
                has_energy: boolean;
            } | null;
            /** @description Scenario it was cloned from */
            template: number | null;
            /** @description Alias of `template` */
            preset_scenario_id: number | null;
            /** @description Whether it has an ESDL file */
            esdl_exportable: boolean | null;
            /** @description Position among presets, of the scenario itself or the preset it was cloned from */
            ordering: number | null;
            /** @description Group of that preset */
            display_group: string | null;
            /** Format: uri */
            url: string;
        };
        /**
         * @example {
         *       "key": "interconnector_1_price",
         *       "type": "price",
         *       "display_group": "interconnectors",
         *       "attached": true,
         *       "overrides": [
         *         "electricity_interconnector_1_marginal_costs"
         *       ],
         *       "name": "price.csv",
         *       "size": 47520,
         *       "date": "2026-05-01T09:23:00.000Z",
         *       "stats": {
         *         "length": 8760,
         *         "min_at": 12,
         *         "max_at": 4711,
         *         "max": 95.2,
         *         "min": 0,
         *         "mean": 41.7
         *       },
         *       "source_scenario": {}
         *     }
         */
        CustomCurve: {
            key: string;
            /** @description `price`, `profile`, `capacity_profile`, `availability` or `temperature` */
            type: string;
            display_group: string | null;
            /** @description Whether a file is attached; if not, the fields below are absent */
            attached: boolean;
            /** @description Inputs that cannot be set while a file is attached */
            overrides: string[];
            /** @description Only for internal curves */
            internal?: boolean;
            /** @description Name of the file */
            name?: string;
            /** @description Size of the file, in bytes */
            size?: number;
            /** @description Time of the upload, ISO 8601 */
            date?: string;
            /** @description `min`, `max` and `mean` of prices and temperatures, `full_load_hours` of capacity profiles */
            stats?: {
                length: number;
                /** @description Hour of its first occurrence, from 0 */
                min_at: number;
                /** @description Hour of its first occurrence, from 0 */
                max_at: number;
                min?: number;
                max?: number;
                mean?: number;
                full_load_hours?: number | null;
            };
            /** @description For prices and temperatures: the scenario that calculated the curve */
            source_scenario?: {
                source_scenario_id: number;
                source_scenario_title: string;
                /** @description null: the scenario has not been saved */
                source_saved_scenario_id: number | null;
                source_dataset_key: string;
                source_end_year: number;
            } | Record<string, never>;
        };
        Table: {
            table: string;
            columns: {
                key: string;
                unit: string | null;
                description: string | null;
            }[];
            /** @description A cell for each column */
            rows: (number | string | null)[][];
            /** @description Unknown fields of the request, if any */
            warnings?: string[];
        };
        Input: {
            min?: number;
            max?: number;
            /** @description Value in a blank scenario, or in the parent scenario */
            default: number | string | boolean | null;
            unit: string | null;
            /** @description Value set by the user or by balancing */
            user?: number | string | boolean | null;
            /** @description Whether the value cannot be set */
            disabled: boolean;
            coupling_disabled?: boolean;
            readonly disabled_by?: string[];
            readonly disabled_by_couplings?: string[];
            readonly coupling_groups?: string[];
            /** @description Only for inputs with the unit `enum` */
            readonly permitted_values?: string[];
            /** @description All inputs of the group sum to 100 */
            share_group?: string;
            step?: number;
            code?: string;
            /** @description The model author's note */
            description?: string;
            /** @description Why the range could not be calculated */
            cache_error?: string;
        };
        Area: {
            area: string;
            group: string;
            analysis_year: number;
            useable: boolean;
        } & {
            [key: string]: unknown;
        };
        PartReference: {
            /** @description SHA-256 of its uncompressed bytes in hexadecimal; its name below `/model/parts` */
            sha256: string;
            /** @description Number of uncompressed bytes */
            bytes: number;
        };
        AreaManifest: {
            /**
             * @description Layout of manifest and parts; clients must refuse unknown layouts
             * @constant
             */
            format: 1;
            /** @description Hash of the engine's source code, as in `X-Etesian-Engine` */
            engine: string;
            /** @description Content hash of the model's documents */
            model: string;
            /** @description Content hash of all data that determines the area's start year */
            dataset: string;
            area: string;
            start_year: number;
            /** @description Weekday of 1 January in the load profiles, 0 for Sunday; null if they have no weekends */
            first_weekday: number | null;
            parts: {
                definition: components["schemas"]["PartReference"];
                /** @description Sections, slides, titles and charts, the same for all areas */
                interface: components["schemas"]["PartReference"];
                dataset: components["schemas"]["PartReference"];
                curves: components["schemas"]["PartReference"];
                /** @description Curves that scenarios may choose instead of the default ones, such as `weather/1987` */
                variants: {
                    [key: string]: components["schemas"]["PartReference"];
                };
                /** @description Facts about inputs, by end year */
                inputs: {
                    [key: string]: components["schemas"]["PartReference"];
                };
            };
        };
        Gquery: {
            key: string;
            unit: string | null;
            description: string | null;
            /** @description Folders of its location in the model */
            readonly labels: string[];
        };
        Node: {
            key: string;
            sector: string;
            use: string | null;
            presentation_group: string | null;
            /** @description The model author's note */
            description: string | null;
            /** @description Figures by group (`technical`, `cost`, `other` …) and attribute */
            data: {
                [key: string]: {
                    [key: string]: {
                        present: unknown;
                        future: unknown;
                        unit: string;
                        desc: string;
                    };
                };
            };
            uses_coal_and_wood_pellets: boolean;
        };
        Order: {
            /** @description All members in order of priority */
            order: string[];
            /** @description Unknown fields of the request, if any */
            warnings?: string[];
        };
        ScenarioCreated: {
            /** @description Version of the resource after this change: the number in its ETag, and the `id` of the event */
            version: number;
            /** Format: date-time */
            time: string;
            /**
             * @description `anonymous`, `service:` and a name, or `user:` and an ID; only `user` for callers without a role
             * @example user:12
             */
            actor: string;
            /** @description Name of the person, for callers that may see the ID and were granted `profile`; absent for saved scenarios */
            actor_name?: string;
            /**
             * @description The name of the server-sent event
             * @constant
             */
            type: "scenario_created";
            data: {
                area: string;
                end_year: number;
                scaling: {
                    /** @enum {string} */
                    area_attribute: "number_of_inhabitants" | "present_number_of_residences";
                    value: number;
                    base_value: number;
                    has_agriculture: boolean;
                    has_industry: boolean;
                    has_energy: boolean;
                } | null;
                owner?: number | null;
                source: string | null;
                private: boolean;
                keep_compatible: boolean;
                read_only: boolean;
                metadata: {
                    [key: string]: unknown;
                };
                template: number | null;
                user_values: {
                    [key: string]: number | string;
                };
                balanced_values: {
                    [key: string]: number;
                };
                active_couplings: string[];
                orders: {
                    [key: string]: string[];
                };
                curves: {
                    [key: string]: {
                        number: number;
                        hash: string;
                        sets: {
                            [key: string]: number;
                        };
                    };
                };
            };
            /**
             * Format: uuid
             * @description The `Idempotency-Key` of the caller's own request that made the change, if it is a UUID
             */
            command?: string;
        };
        InputsSet: {
            /** @description Version of the resource after this change: the number in its ETag, and the `id` of the event */
            version: number;
            /** Format: date-time */
            time: string;
            /**
             * @description `anonymous`, `service:` and a name, or `user:` and an ID; only `user` for callers without a role
             * @example user:12
             */
            actor: string;
            /** @description Name of the person, for callers that may see the ID and were granted `profile`; absent for saved scenarios */
            actor_name?: string;
            /**
             * @description The name of the server-sent event
             * @constant
             */
            type: "inputs_set";
            data: {
                user_values: {
                    [key: string]: number | string;
                };
                reset: string[];
                balanced_values: {
                    [key: string]: number;
                };
                unbalanced: string[];
            };
            /**
             * Format: uuid
             * @description The `Idempotency-Key` of the caller's own request that made the change, if it is a UUID
             */
            command?: string;
        };
        CouplingsActivated: {
            /** @description Version of the resource after this change: the number in its ETag, and the `id` of the event */
            version: number;
            /** Format: date-time */
            time: string;
            /**
             * @description `anonymous`, `service:` and a name, or `user:` and an ID; only `user` for callers without a role
             * @example user:12
             */
            actor: string;
            /** @description Name of the person, for callers that may see the ID and were granted `profile`; absent for saved scenarios */
            actor_name?: string;
            /**
             * @description The name of the server-sent event
             * @constant
             */
            type: "couplings_activated";
            data: {
                groups: string[];
            };
            /**
             * Format: uuid
             * @description The `Idempotency-Key` of the caller's own request that made the change, if it is a UUID
             */
            command?: string;
        };
        CouplingsUncoupled: {
            /** @description Version of the resource after this change: the number in its ETag, and the `id` of the event */
            version: number;
            /** Format: date-time */
            time: string;
            /**
             * @description `anonymous`, `service:` and a name, or `user:` and an ID; only `user` for callers without a role
             * @example user:12
             */
            actor: string;
            /** @description Name of the person, for callers that may see the ID and were granted `profile`; absent for saved scenarios */
            actor_name?: string;
            /**
             * @description The name of the server-sent event
             * @constant
             */
            type: "couplings_uncoupled";
            data: {
                groups: string[];
            };
            /**
             * Format: uuid
             * @description The `Idempotency-Key` of the caller's own request that made the change, if it is a UUID
             */
            command?: string;
        };
        CouplingsDeactivated: {
            /** @description Version of the resource after this change: the number in its ETag, and the `id` of the event */
            version: number;
            /** Format: date-time */
            time: string;
            /**
             * @description `anonymous`, `service:` and a name, or `user:` and an ID; only `user` for callers without a role
             * @example user:12
             */
            actor: string;
            /** @description Name of the person, for callers that may see the ID and were granted `profile`; absent for saved scenarios */
            actor_name?: string;
            /**
             * @description The name of the server-sent event
             * @constant
             */
            type: "couplings_deactivated";
            data: {
                groups: string[];
            };
            /**
             * Format: uuid
             * @description The `Idempotency-Key` of the caller's own request that made the change, if it is a UUID
             */
            command?: string;
        };
        OrderSet: {
            /** @description Version of the resource after this change: the number in its ETag, and the `id` of the event */
            version: number;
            /** Format: date-time */
            time: string;
            /**
             * @description `anonymous`, `service:` and a name, or `user:` and an ID; only `user` for callers without a role
             * @example user:12
             */
            actor: string;
            /** @description Name of the person, for callers that may see the ID and were granted `profile`; absent for saved scenarios */
            actor_name?: string;
            /**
             * @description The name of the server-sent event
             * @constant
             */
            type: "order_set";
            data: {
                name: string;
                keys: string[];
            };
            /**
             * Format: uuid
             * @description The `Idempotency-Key` of the caller's own request that made the change, if it is a UUID
             */
            command?: string;
        };
        CurveAttached: {
            /** @description Version of the resource after this change: the number in its ETag, and the `id` of the event */
            version: number;
            /** Format: date-time */
            time: string;
            /**
             * @description `anonymous`, `service:` and a name, or `user:` and an ID; only `user` for callers without a role
             * @example user:12
             */
            actor: string;
            /** @description Name of the person, for callers that may see the ID and were granted `profile`; absent for saved scenarios */
            actor_name?: string;
            /**
             * @description The name of the server-sent event
             * @constant
             */
            type: "curve_attached";
            data: {
                number: number;
                hash: string;
                sets: {
                    [key: string]: number;
                };
                key: string;
            };
            /**
             * Format: uuid
             * @description The `Idempotency-Key` of the caller's own request that made the change, if it is a UUID
             */
            command?: string;
        };
        CurveDetached: {
            /** @description Version of the resource after this change: the number in its ETag, and the `id` of the event */
            version: number;
            /** Format: date-time */
            time: string;
            /**
             * @description `anonymous`, `service:` and a name, or `user:` and an ID; only `user` for callers without a role
             * @example user:12
             */
            actor: string;
            /** @description Name of the person, for callers that may see the ID and were granted `profile`; absent for saved scenarios */
            actor_name?: string;
            /**
             * @description The name of the server-sent event
             * @constant
             */
            type: "curve_detached";
            data: {
                key: string;
            };
            /**
             * Format: uuid
             * @description The `Idempotency-Key` of the caller's own request that made the change, if it is a UUID
             */
            command?: string;
        };
        MetadataReplaced: {
            /** @description Version of the resource after this change: the number in its ETag, and the `id` of the event */
            version: number;
            /** Format: date-time */
            time: string;
            /**
             * @description `anonymous`, `service:` and a name, or `user:` and an ID; only `user` for callers without a role
             * @example user:12
             */
            actor: string;
            /** @description Name of the person, for callers that may see the ID and were granted `profile`; absent for saved scenarios */
            actor_name?: string;
            /**
             * @description The name of the server-sent event
             * @constant
             */
            type: "metadata_replaced";
            data: {
                metadata: {
                    [key: string]: unknown;
                };
            };
            /**
             * Format: uuid
             * @description The `Idempotency-Key` of the caller's own request that made the change, if it is a UUID
             */
            command?: string;
        };
        MadePrivate: {
            /** @description Version of the resource after this change: the number in its ETag, and the `id` of the event */
            version: number;
            /** Format: date-time */
            time: string;
            /**
             * @description `anonymous`, `service:` and a name, or `user:` and an ID; only `user` for callers without a role
             * @example user:12
             */
            actor: string;
            /** @description Name of the person, for callers that may see the ID and were granted `profile`; absent for saved scenarios */
            actor_name?: string;
            /**
             * @description The name of the server-sent event
             * @constant
             */
            type: "made_private";
            data: Record<string, never>;
            /**
             * Format: uuid
             * @description The `Idempotency-Key` of the caller's own request that made the change, if it is a UUID
             */
            command?: string;
        };
        MadePublic: {
            /** @description Version of the resource after this change: the number in its ETag, and the `id` of the event */
            version: number;
            /** Format: date-time */
            time: string;
            /**
             * @description `anonymous`, `service:` and a name, or `user:` and an ID; only `user` for callers without a role
             * @example user:12
             */
            actor: string;
            /** @description Name of the person, for callers that may see the ID and were granted `profile`; absent for saved scenarios */
            actor_name?: string;
            /**
             * @description The name of the server-sent event
             * @constant
             */
            type: "made_public";
            data: Record<string, never>;
            /**
             * Format: uuid
             * @description The `Idempotency-Key` of the caller's own request that made the change, if it is a UUID
             */
            command?: string;
        };
        KeptCompatible: {
            /** @description Version of the resource after this change: the number in its ETag, and the `id` of the event */
            version: number;
            /** Format: date-time */
            time: string;
            /**
             * @description `anonymous`, `service:` and a name, or `user:` and an ID; only `user` for callers without a role
             * @example user:12
             */
            actor: string;
            /** @description Name of the person, for callers that may see the ID and were granted `profile`; absent for saved scenarios */
            actor_name?: string;
            /**
             * @description The name of the server-sent event
             * @constant
             */
            type: "kept_compatible";
            data: Record<string, never>;
            /**
             * Format: uuid
             * @description The `Idempotency-Key` of the caller's own request that made the change, if it is a UUID
             */
            command?: string;
        };
        CompatibilityDropped: {
            /** @description Version of the resource after this change: the number in its ETag, and the `id` of the event */
            version: number;
            /** Format: date-time */
            time: string;
            /**
             * @description `anonymous`, `service:` and a name, or `user:` and an ID; only `user` for callers without a role
             * @example user:12
             */
            actor: string;
            /** @description Name of the person, for callers that may see the ID and were granted `profile`; absent for saved scenarios */
            actor_name?: string;
            /**
             * @description The name of the server-sent event
             * @constant
             */
            type: "compatibility_dropped";
            data: Record<string, never>;
            /**
             * Format: uuid
             * @description The `Idempotency-Key` of the caller's own request that made the change, if it is a UUID
             */
            command?: string;
        };
        MadeReadOnly: {
            /** @description Version of the resource after this change: the number in its ETag, and the `id` of the event */
            version: number;
            /** Format: date-time */
            time: string;
            /**
             * @description `anonymous`, `service:` and a name, or `user:` and an ID; only `user` for callers without a role
             * @example user:12
             */
            actor: string;
            /** @description Name of the person, for callers that may see the ID and were granted `profile`; absent for saved scenarios */
            actor_name?: string;
            /**
             * @description The name of the server-sent event
             * @constant
             */
            type: "made_read_only";
            data: Record<string, never>;
            /**
             * Format: uuid
             * @description The `Idempotency-Key` of the caller's own request that made the change, if it is a UUID
             */
            command?: string;
        };
        SourceChanged: {
            /** @description Version of the resource after this change: the number in its ETag, and the `id` of the event */
            version: number;
            /** Format: date-time */
            time: string;
            /**
             * @description `anonymous`, `service:` and a name, or `user:` and an ID; only `user` for callers without a role
             * @example user:12
             */
            actor: string;
            /** @description Name of the person, for callers that may see the ID and were granted `profile`; absent for saved scenarios */
            actor_name?: string;
            /**
             * @description The name of the server-sent event
             * @constant
             */
            type: "source_changed";
            data: {
                source: string | null;
            };
            /**
             * Format: uuid
             * @description The `Idempotency-Key` of the caller's own request that made the change, if it is a UUID
             */
            command?: string;
        };
        TemplateChanged: {
            /** @description Version of the resource after this change: the number in its ETag, and the `id` of the event */
            version: number;
            /** Format: date-time */
            time: string;
            /**
             * @description `anonymous`, `service:` and a name, or `user:` and an ID; only `user` for callers without a role
             * @example user:12
             */
            actor: string;
            /** @description Name of the person, for callers that may see the ID and were granted `profile`; absent for saved scenarios */
            actor_name?: string;
            /**
             * @description The name of the server-sent event
             * @constant
             */
            type: "template_changed";
            data: {
                template: {
                    id: number;
                    user_values: {
                        [key: string]: number | string;
                    };
                    balanced_values: {
                        [key: string]: number;
                    };
                } | null;
            };
            /**
             * Format: uuid
             * @description The `Idempotency-Key` of the caller's own request that made the change, if it is a UUID
             */
            command?: string;
        };
        ScenarioRestored: {
            /** @description Version of the resource after this change: the number in its ETag, and the `id` of the event */
            version: number;
            /** Format: date-time */
            time: string;
            /**
             * @description `anonymous`, `service:` and a name, or `user:` and an ID; only `user` for callers without a role
             * @example user:12
             */
            actor: string;
            /** @description Name of the person, for callers that may see the ID and were granted `profile`; absent for saved scenarios */
            actor_name?: string;
            /**
             * @description The name of the server-sent event
             * @constant
             */
            type: "scenario_restored";
            data: {
                version: number;
                user_values: {
                    [key: string]: number | string;
                };
                balanced_values: {
                    [key: string]: number;
                };
                active_couplings: string[];
                uncoupled: string[] | null;
                orders: {
                    [key: string]: string[];
                };
                curves: {
                    [key: string]: {
                        number: number;
                        hash: string;
                        sets: {
                            [key: string]: number;
                        };
                    };
                };
                metadata: {
                    [key: string]: unknown;
                };
            };
            /**
             * Format: uuid
             * @description The `Idempotency-Key` of the caller's own request that made the change, if it is a UUID
             */
            command?: string;
        };
        ModelVersionNoted: {
            /** @description Version of the resource after this change: the number in its ETag, and the `id` of the event */
            version: number;
            /** Format: date-time */
            time: string;
            /**
             * @description `anonymous`, `service:` and a name, or `user:` and an ID; only `user` for callers without a role
             * @example user:12
             */
            actor: string;
            /** @description Name of the person, for callers that may see the ID and were granted `profile`; absent for saved scenarios */
            actor_name?: string;
            /**
             * @description The name of the server-sent event
             * @constant
             */
            type: "model_version_noted";
            data: {
                version: string;
            };
            /**
             * Format: uuid
             * @description The `Idempotency-Key` of the caller's own request that made the change, if it is a UUID
             */
            command?: string;
        };
        ScenarioMigrated: {
            /** @description Version of the resource after this change: the number in its ETag, and the `id` of the event */
            version: number;
            /** Format: date-time */
            time: string;
            /**
             * @description `anonymous`, `service:` and a name, or `user:` and an ID; only `user` for callers without a role
             * @example user:12
             */
            actor: string;
            /** @description Name of the person, for callers that may see the ID and were granted `profile`; absent for saved scenarios */
            actor_name?: string;
            /**
             * @description The name of the server-sent event
             * @constant
             */
            type: "scenario_migrated";
            data: {
                version: string;
                user_values: {
                    [key: string]: number | string;
                };
                reset: string[];
                balanced_values: {
                    [key: string]: number;
                };
                unbalanced: string[];
                template: {
                    user_values: {
                        [key: string]: number | string;
                    };
                    balanced_values: {
                        [key: string]: number;
                    };
                } | null;
                sets: {
                    [key: string]: {
                        [key: string]: number;
                    };
                };
            };
            /**
             * Format: uuid
             * @description The `Idempotency-Key` of the caller's own request that made the change, if it is a UUID
             */
            command?: string;
        };
        ScenarioFeatured: {
            /** @description Version of the resource after this change: the number in its ETag, and the `id` of the event */
            version: number;
            /** Format: date-time */
            time: string;
            /**
             * @description `anonymous`, `service:` and a name, or `user:` and an ID; only `user` for callers without a role
             * @example user:12
             */
            actor: string;
            /** @description Name of the person, for callers that may see the ID and were granted `profile`; absent for saved scenarios */
            actor_name?: string;
            /**
             * @description The name of the server-sent event
             * @constant
             */
            type: "scenario_featured";
            data: {
                group: string;
                ordering: number;
                title_en: string;
                title_nl: string;
                description_en: string | null;
                description_nl: string | null;
                author: string | null;
            };
            /**
             * Format: uuid
             * @description The `Idempotency-Key` of the caller's own request that made the change, if it is a UUID
             */
            command?: string;
        };
        ScenarioUnfeatured: {
            /** @description Version of the resource after this change: the number in its ETag, and the `id` of the event */
            version: number;
            /** Format: date-time */
            time: string;
            /**
             * @description `anonymous`, `service:` and a name, or `user:` and an ID; only `user` for callers without a role
             * @example user:12
             */
            actor: string;
            /** @description Name of the person, for callers that may see the ID and were granted `profile`; absent for saved scenarios */
            actor_name?: string;
            /**
             * @description The name of the server-sent event
             * @constant
             */
            type: "scenario_unfeatured";
            data: Record<string, never>;
            /**
             * Format: uuid
             * @description The `Idempotency-Key` of the caller's own request that made the change, if it is a UUID
             */
            command?: string;
        };
        EsdlFileAttached: {
            /** @description Version of the resource after this change: the number in its ETag, and the `id` of the event */
            version: number;
            /** Format: date-time */
            time: string;
            /**
             * @description `anonymous`, `service:` and a name, or `user:` and an ID; only `user` for callers without a role
             * @example user:12
             */
            actor: string;
            /** @description Name of the person, for callers that may see the ID and were granted `profile`; absent for saved scenarios */
            actor_name?: string;
            /**
             * @description The name of the server-sent event
             * @constant
             */
            type: "esdl_file_attached";
            data: {
                name: string;
                size: number;
                content: string;
            };
            /**
             * Format: uuid
             * @description The `Idempotency-Key` of the caller's own request that made the change, if it is a UUID
             */
            command?: string;
        };
        RoleGranted: {
            /** @description Version of the resource after this change: the number in its ETag, and the `id` of the event */
            version: number;
            /** Format: date-time */
            time: string;
            /**
             * @description `anonymous`, `service:` and a name, or `user:` and an ID; only `user` for callers without a role
             * @example user:12
             */
            actor: string;
            /** @description Name of the person, for callers that may see the ID and were granted `profile`; absent for saved scenarios */
            actor_name?: string;
            /**
             * @description The name of the server-sent event
             * @constant
             */
            type: "role_granted";
            data: {
                person?: number;
                /** @enum {string} */
                role?: "viewer" | "collaborator" | "owner";
                saved_scenario?: number | null;
            };
            /**
             * Format: uuid
             * @description The `Idempotency-Key` of the caller's own request that made the change, if it is a UUID
             */
            command?: string;
        };
        RoleRemoved: {
            /** @description Version of the resource after this change: the number in its ETag, and the `id` of the event */
            version: number;
            /** Format: date-time */
            time: string;
            /**
             * @description `anonymous`, `service:` and a name, or `user:` and an ID; only `user` for callers without a role
             * @example user:12
             */
            actor: string;
            /** @description Name of the person, for callers that may see the ID and were granted `profile`; absent for saved scenarios */
            actor_name?: string;
            /**
             * @description The name of the server-sent event
             * @constant
             */
            type: "role_removed";
            data: {
                person?: number;
                saved_scenario?: number | null;
            };
            /**
             * Format: uuid
             * @description The `Idempotency-Key` of the caller's own request that made the change, if it is a UUID
             */
            command?: string;
        };
        VersionTagged: {
            /** @description Version of the resource after this change: the number in its ETag, and the `id` of the event */
            version: number;
            /** Format: date-time */
            time: string;
            /**
             * @description `anonymous`, `service:` and a name, or `user:` and an ID; only `user` for callers without a role
             * @example user:12
             */
            actor: string;
            /** @description Name of the person, for callers that may see the ID and were granted `profile`; absent for saved scenarios */
            actor_name?: string;
            /**
             * @description The name of the server-sent event
             * @constant
             */
            type: "version_tagged";
            data: {
                user?: number | null;
                description: string;
            };
            /**
             * Format: uuid
             * @description The `Idempotency-Key` of the caller's own request that made the change, if it is a UUID
             */
            command?: string;
        };
        ScenarioDeleted: {
            /** @description Version of the resource after this change: the number in its ETag, and the `id` of the event */
            version: number;
            /** Format: date-time */
            time: string;
            /**
             * @description `anonymous`, `service:` and a name, or `user:` and an ID; only `user` for callers without a role
             * @example user:12
             */
            actor: string;
            /** @description Name of the person, for callers that may see the ID and were granted `profile`; absent for saved scenarios */
            actor_name?: string;
            /**
             * @description The name of the server-sent event
             * @constant
             */
            type: "scenario_deleted";
            data: Record<string, never>;
            /**
             * Format: uuid
             * @description The `Idempotency-Key` of the caller's own request that made the change, if it is a UUID
             */
            command?: string;
        };
        Change: components["schemas"]["ScenarioCreated"] | components["schemas"]["InputsSet"] | components["schemas"]["CouplingsActivated"] | components["schemas"]["CouplingsUncoupled"] | components["schemas"]["CouplingsDeactivated"] | components["schemas"]["OrderSet"] | components["schemas"]["CurveAttached"] | components["schemas"]["CurveDetached"] | components["schemas"]["MetadataReplaced"] | components["schemas"]["MadePrivate"] | components["schemas"]["MadePublic"] | components["schemas"]["KeptCompatible"] | components["schemas"]["CompatibilityDropped"] | components["schemas"]["MadeReadOnly"] | components["schemas"]["SourceChanged"] | components["schemas"]["TemplateChanged"] | components["schemas"]["ScenarioRestored"] | components["schemas"]["ModelVersionNoted"] | components["schemas"]["ScenarioMigrated"] | components["schemas"]["ScenarioFeatured"] | components["schemas"]["ScenarioUnfeatured"] | components["schemas"]["EsdlFileAttached"] | components["schemas"]["RoleGranted"] | components["schemas"]["RoleRemoved"] | components["schemas"]["VersionTagged"] | components["schemas"]["ScenarioDeleted"];
        SavedScenario: {
            id: number;
            /** @description Scenario of the current version */
            scenario_id: number;
            /** @description Earlier versions, oldest first; at most 20 */
            scenario_id_history: number[];
            title: string;
            description: string | null;
            /** @example nl */
            area_code: string;
            /** @example 2050 */
            end_year: number;
            /**
             * @description Version of the model
             * @example latest
             */
            version: string;
            private: boolean;
            /** @description Whether it is in the trash */
            discarded: boolean;
            discarded_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            saved_scenario_users: {
                id: number;
                user_id: number;
                /** @enum {string} */
                role: "scenario_viewer" | "scenario_collaborator" | "scenario_owner";
            }[];
            /** @description A copy of the current version; null if the caller may not see it */
            scenario: components["schemas"]["Scenario"] | null;
            /** @description Unknown fields of the request, if any */
            warnings?: string[];
        };
        /** @description A saved scenario in the response to a change */
        ChangedSavedScenario: {
            id: number;
            /** @description Scenario of the current version */
            scenario_id: number;
            /** @description Earlier versions, oldest first; at most 20 */
            scenario_id_history: number[];
            title: string;
            description: string | null;
            /** @example nl */
            area_code: string;
            /** @example 2050 */
            end_year: number;
            private: boolean;
            /** @description Whether it is in the trash */
            discarded: boolean;
            discarded_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            saved_scenario_users: {
                id: number;
                user_id: number;
                /** @enum {string} */
                role: "scenario_viewer" | "scenario_collaborator" | "scenario_owner";
            }[];
            /** @description A copy of the current version; null if the caller may not see it */
            scenario: components["schemas"]["Scenario"] | null;
            /** @description Unknown fields of the request, if any */
            warnings?: string[];
        };
        ScenarioSaved: {
            /** @description Version of the resource after this change: the number in its ETag, and the `id` of the event */
            version: number;
            /** Format: date-time */
            time: string;
            /**
             * @description `anonymous`, `service:` and a name, or `user:` and an ID; only `user` for callers without a role
             * @example user:12
             */
            actor: string;
            /** @description Name of the person, for callers that may see the ID and were granted `profile`; absent for saved scenarios */
            actor_name?: string;
            /**
             * @description The name of the server-sent event
             * @constant
             */
            type: "scenario_saved";
            data: {
                owner: number;
                scenario: number;
                scenario_version: number;
                area: string;
                end_year: number;
                model_version: string;
                creation: string | null;
                shared?: boolean;
                title: string;
                description: string | null;
                private: boolean;
            };
            /**
             * Format: uuid
             * @description The `Idempotency-Key` of the caller's own request that made the change, if it is a UUID
             */
            command?: string;
        };
        SavedScenarioDescribed: {
            /** @description Version of the resource after this change: the number in its ETag, and the `id` of the event */
            version: number;
            /** Format: date-time */
            time: string;
            /**
             * @description `anonymous`, `service:` and a name, or `user:` and an ID; only `user` for callers without a role
             * @example user:12
             */
            actor: string;
            /** @description Name of the person, for callers that may see the ID and were granted `profile`; absent for saved scenarios */
            actor_name?: string;
            /**
             * @description The name of the server-sent event
             * @constant
             */
            type: "saved_scenario_described";
            data: {
                title: string;
                description: string | null;
            };
            /**
             * Format: uuid
             * @description The `Idempotency-Key` of the caller's own request that made the change, if it is a UUID
             */
            command?: string;
        };
        SavedScenarioMadePrivate: {
            /** @description Version of the resource after this change: the number in its ETag, and the `id` of the event */
            version: number;
            /** Format: date-time */
            time: string;
            /**
             * @description `anonymous`, `service:` and a name, or `user:` and an ID; only `user` for callers without a role
             * @example user:12
             */
            actor: string;
            /** @description Name of the person, for callers that may see the ID and were granted `profile`; absent for saved scenarios */
            actor_name?: string;
            /**
             * @description The name of the server-sent event
             * @constant
             */
            type: "saved_scenario_made_private";
            data: Record<string, never>;
            /**
             * Format: uuid
             * @description The `Idempotency-Key` of the caller's own request that made the change, if it is a UUID
             */
            command?: string;
        };
        SavedScenarioMadePublic: {
            /** @description Version of the resource after this change: the number in its ETag, and the `id` of the event */
            version: number;
            /** Format: date-time */
            time: string;
            /**
             * @description `anonymous`, `service:` and a name, or `user:` and an ID; only `user` for callers without a role
             * @example user:12
             */
            actor: string;
            /** @description Name of the person, for callers that may see the ID and were granted `profile`; absent for saved scenarios */
            actor_name?: string;
            /**
             * @description The name of the server-sent event
             * @constant
             */
            type: "saved_scenario_made_public";
            data: Record<string, never>;
            /**
             * Format: uuid
             * @description The `Idempotency-Key` of the caller's own request that made the change, if it is a UUID
             */
            command?: string;
        };
        SavedVersionAdded: {
            /** @description Version of the resource after this change: the number in its ETag, and the `id` of the event */
            version: number;
            /** Format: date-time */
            time: string;
            /**
             * @description `anonymous`, `service:` and a name, or `user:` and an ID; only `user` for callers without a role
             * @example user:12
             */
            actor: string;
            /** @description Name of the person, for callers that may see the ID and were granted `profile`; absent for saved scenarios */
            actor_name?: string;
            /**
             * @description The name of the server-sent event
             * @constant
             */
            type: "saved_version_added";
            data: {
                scenario: number;
                scenario_version: number;
                area: string;
                end_year: number;
                model_version: string;
                creation: string | null;
                shared?: boolean;
                may_share: boolean;
            };
            /**
             * Format: uuid
             * @description The `Idempotency-Key` of the caller's own request that made the change, if it is a UUID
             */
            command?: string;
        };
        SavedVersionRestored: {
            /** @description Version of the resource after this change: the number in its ETag, and the `id` of the event */
            version: number;
            /** Format: date-time */
            time: string;
            /**
             * @description `anonymous`, `service:` and a name, or `user:` and an ID; only `user` for callers without a role
             * @example user:12
             */
            actor: string;
            /** @description Name of the person, for callers that may see the ID and were granted `profile`; absent for saved scenarios */
            actor_name?: string;
            /**
             * @description The name of the server-sent event
             * @constant
             */
            type: "saved_version_restored";
            data: {
                scenario: number;
            };
            /**
             * Format: uuid
             * @description The `Idempotency-Key` of the caller's own request that made the change, if it is a UUID
             */
            command?: string;
        };
        SavedScenarioDiscarded: {
            /** @description Version of the resource after this change: the number in its ETag, and the `id` of the event */
            version: number;
            /** Format: date-time */
            time: string;
            /**
             * @description `anonymous`, `service:` and a name, or `user:` and an ID; only `user` for callers without a role
             * @example user:12
             */
            actor: string;
            /** @description Name of the person, for callers that may see the ID and were granted `profile`; absent for saved scenarios */
            actor_name?: string;
            /**
             * @description The name of the server-sent event
             * @constant
             */
            type: "saved_scenario_discarded";
            data: Record<string, never>;
            /**
             * Format: uuid
             * @description The `Idempotency-Key` of the caller's own request that made the change, if it is a UUID
             */
            command?: string;
        };
        SavedScenarioRecovered: {
            /** @description Version of the resource after this change: the number in its ETag, and the `id` of the event */
            version: number;
            /** Format: date-time */
            time: string;
            /**
             * @description `anonymous`, `service:` and a name, or `user:` and an ID; only `user` for callers without a role
             * @example user:12
             */
            actor: string;
            /** @description Name of the person, for callers that may see the ID and were granted `profile`; absent for saved scenarios */
            actor_name?: string;
            /**
             * @description The name of the server-sent event
             * @constant
             */
            type: "saved_scenario_recovered";
            data: Record<string, never>;
            /**
             * Format: uuid
             * @description The `Idempotency-Key` of the caller's own request that made the change, if it is a UUID
             */
            command?: string;
        };
        SavedScenarioRoleGranted: {
            /** @description Version of the resource after this change: the number in its ETag, and the `id` of the event */
            version: number;
            /** Format: date-time */
            time: string;
            /**
             * @description `anonymous`, `service:` and a name, or `user:` and an ID; only `user` for callers without a role
             * @example user:12
             */
            actor: string;
            /** @description Name of the person, for callers that may see the ID and were granted `profile`; absent for saved scenarios */
            actor_name?: string;
            /**
             * @description The name of the server-sent event
             * @constant
             */
            type: "saved_scenario_role_granted";
            data: {
                person: number;
                /** @enum {string} */
                role: "viewer" | "collaborator" | "owner";
            };
            /**
             * Format: uuid
             * @description The `Idempotency-Key` of the caller's own request that made the change, if it is a UUID
             */
            command?: string;
        };
        SavedScenarioRoleRemoved: {
            /** @description Version of the resource after this change: the number in its ETag, and the `id` of the event */
            version: number;
            /** Format: date-time */
            time: string;
            /**
             * @description `anonymous`, `service:` and a name, or `user:` and an ID; only `user` for callers without a role
             * @example user:12
             */
            actor: string;
            /** @description Name of the person, for callers that may see the ID and were granted `profile`; absent for saved scenarios */
            actor_name?: string;
            /**
             * @description The name of the server-sent event
             * @constant
             */
            type: "saved_scenario_role_removed";
            data: {
                person: number;
                into: number | null;
            };
            /**
             * Format: uuid
             * @description The `Idempotency-Key` of the caller's own request that made the change, if it is a UUID
             */
            command?: string;
        };
        SavedScenarioDeleted: {
            /** @description Version of the resource after this change: the number in its ETag, and the `id` of the event */
            version: number;
            /** Format: date-time */
            time: string;
            /**
             * @description `anonymous`, `service:` and a name, or `user:` and an ID; only `user` for callers without a role
             * @example user:12
             */
            actor: string;
            /** @description Name of the person, for callers that may see the ID and were granted `profile`; absent for saved scenarios */
            actor_name?: string;
            /**
             * @description The name of the server-sent event
             * @constant
             */
            type: "saved_scenario_deleted";
            data: Record<string, never>;
            /**
             * Format: uuid
             * @description The `Idempotency-Key` of the caller's own request that made the change, if it is a UUID
             */
            command?: string;
        };
        SavedScenarioPurged: {
            /** @description Version of the resource after this change: the number in its ETag, and the `id` of the event */
            version: number;
            /** Format: date-time */
            time: string;
            /**
             * @description `anonymous`, `service:` and a name, or `user:` and an ID; only `user` for callers without a role
             * @example user:12
             */
            actor: string;
            /** @description Name of the person, for callers that may see the ID and were granted `profile`; absent for saved scenarios */
            actor_name?: string;
            /**
             * @description The name of the server-sent event
             * @constant
             */
            type: "saved_scenario_purged";
            data: Record<string, never>;
            /**
             * Format: uuid
             * @description The `Idempotency-Key` of the caller's own request that made the change, if it is a UUID
             */
            command?: string;
        };
        SavedScenarioChange: components["schemas"]["ScenarioSaved"] | components["schemas"]["SavedScenarioDescribed"] | components["schemas"]["SavedScenarioMadePrivate"] | components["schemas"]["SavedScenarioMadePublic"] | components["schemas"]["SavedVersionAdded"] | components["schemas"]["SavedVersionRestored"] | components["schemas"]["SavedScenarioDiscarded"] | components["schemas"]["SavedScenarioRecovered"] | components["schemas"]["SavedScenarioRoleGranted"] | components["schemas"]["SavedScenarioRoleRemoved"] | components["schemas"]["SavedScenarioDeleted"] | components["schemas"]["SavedScenarioPurged"];
        Recipe: {
            /** @description Version of the scenario: the number in its ETag */
            version: number;
            /** @example nl */
            area_code: string;
            /** @example 2050 */
            end_year: number;
            /** @description Inputs set by users; they take precedence over balanced values */
            user_values: {
                [key: string]: number | string;
            };
            /** @description Inputs set so that share groups sum to 100 */
            balanced_values: {
                [key: string]: number;
            };
            active_couplings: string[];
            /** @description Orders that users changed, by name */
            orders: {
                [key: string]: string[];
            };
            /** @description SHA-256 of the values of attached curves, by key, for `curve_numbers` */
            curves: {
                [key: string]: string;
            };
            scaling: {
                area_attribute: string;
                value: number;
                base_value: number;
                has_agriculture: boolean;
                has_industry: boolean;
                has_energy: boolean;
            } | null;
        };
        VersionTag: {
            user_id?: number | null;
            description?: string;
            /** Format: date-time */
            last_updated_at: string;
            /** @description Unknown fields of the request, if any */
            warnings?: string[];
        };
        Sweep: {
            /** @description 14 hexadecimal digits */
            id: string;
            /** @enum {string} */
            status: "requested" | "running" | "completed" | "failed" | "cancelled" | "expired";
            base: {
                scenario_id: number;
                version: number;
            };
            variants: number;
            /** @description Calculated variants */
            done: number;
            /** @description Calculated variants without some or all figures */
            failed: number;
            /** @description null: the sweep is not running */
            seconds_left: number | null;
            /** @description Estimated from some variants when the sweep was requested */
            estimate: {
                seconds: number;
            };
            /** @description Why the sweep failed */
            reason: string | null;
            /** @description Names and strings chosen by the caller, such as a `title`; they do not affect the calculation */
            metadata: {
                [key: string]: string;
            };
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** @description Empty in lists */
            results: {
                /** @description All rows; null until the sweep is completed */
                parquet: {
                    href: string;
                } | null;
                /** @description All rows as CSV; null for tables of more than two million cells */
                csv: {
                    href: string;
                } | null;
                /** @description Spread of each figure, and influence of the factors, depending on the design */
                estimates: {
                    href: string;
                } | null;
                manifest: {
                    href: string;
                } | null;
                /** @description Parquet files of the rows calculated so far, readable while the sweep runs */
                parts: {
                    href: string;
                }[];
            };
            /** @description Specification, factors with their ranges, columns with their units; null in lists */
            description: {
                [key: string]: unknown;
            } | null;
            /** @description Unknown fields of the request, if any */
            warnings?: string[];
        };
        SweepProgress: {
            id: string;
            status: string;
            done: number;
            failed: number;
            seconds_left: number | null;
        };
        SweepManifest: {
            variants: number;
            failed: number;
            columns: {
                name: string;
                unit: string | null;
                type: string;
            }[];
            files: {
                file: string;
                bytes: number;
                sha256: string;
            }[];
        } & {
            [key: string]: unknown;
        };
        SweepEstimates: {
            method: string;
            figures: {
                name: string;
                unit: string | null;
                /** @description Variants that have the figure */
                variants: number;
                mean: number | null;
                p5: number | null;
                p50: number | null;
                p95: number | null;
                /** @description Effects (`morris`), indices (`saltelli`) or swings (`one_at_a_time`), the most influential factor first */
                influences: ({
                    factor: string;
                } & {
                    [key: string]: unknown;
                })[];
            }[];
        };
        TeamMember: {
            id: number;
            /** @description Null: no name, an erased account, or the client was not granted `profile` */
            name: string | null;
        };
        Comment: {
            /** @description Number within the scenario, from 1 */
            id: number;
            author: components["schemas"]["TeamMember"];
            /** @description Key of the slider that the comment is about; null if it is about a chart */
            slider: string | null;
            /** @description Key of the chart that the comment is about; null if it is about a slider */
            chart: string | null;
            /** @description Plain text; null: it was deleted with its author's account */
            text: string | null;
            mentions: components["schemas"]["TeamMember"][];
            /** Format: date-time */
            added_at: string;
            edited_at: string | null;
            resolved: boolean;
            resolved_at: string | null;
            resolved_by: components["schemas"]["TeamMember"] | null;
            /** @description Unknown fields of the request, if any */
            warnings?: string[];
        };
        Comments: {
            /** @description Number of changes to the comments: `comments` of the `team` message in the event stream */
            version: number;
            /** @description In the order in which they were added */
            comments: components["schemas"]["Comment"][];
            /** @description Whether the caller may delete other people's comments */
            may_delete_all: boolean;
        };
        Team: {
            /** @description People with a role in the scenario */
            people: components["schemas"]["TeamMember"][];
            /** @description People viewing the scenario */
            present: components["schemas"]["TeamMember"][];
        };
        TeamMessage: {
            /**
             * @description The name of the server-sent event
             * @constant
             */
            type: "team";
            /** @description Version of the comments; null: the caller may not see them */
            comments: number | null;
            /** @description People with a role who are viewing the scenario */
            present: components["schemas"]["TeamMember"][];
        };
        WorkbookRun: {
            scenarios: {
                short_name: string;
                id: number | null;
            }[];
            problems: {
                /** @description Short name; null if it concerns all scenarios */
                scenario: string | null;
                /** @description Sheet and cell, such as `SLIDER_SETTINGS!B7` */
                cell: string;
                /** @description Error code; `warning` for a part without effect */
                code: string;
                message: string;
            }[];
            file: {
                filename: string;
                /**
                 * Format: base64
                 * @description The copy with results, in base64
                 */
                content: string;
            };
            /** @description Unknown fields of the request, if any */
            warnings?: string[];
        };
        ScenarioUser: {
            id: number;
            scenario_id: number;
            /** @description Null: the person has no account yet */
            user_id: number | null;
            /** @description Only for people without an account; null: the client was not granted `email` */
            user_email: string | null;
            /** @enum {string} */
            role: "scenario_viewer" | "scenario_collaborator" | "scenario_owner";
            role_id: number;
        };
        SavedScenarioUser: {
            id: number;
            saved_scenario_id: number;
            /** @description Null: the person has no account yet */
            user_id: number | null;
            /** @description Only for people without an account; null: the client was not granted `email` */
            user_email: string | null;
            /** @enum {string} */
            role: "scenario_viewer" | "scenario_collaborator" | "scenario_owner";
            role_id: number;
        };
    };
    responses: {
        /**
         * @description `bad_request`
         *
         *     `malformed_json`: Error occurred while parsing request parameters
         *
         *     `not_utf8`: The body is not UTF-8
         *
         *     `malformed_form`: The body does not match its content type
         *
         *     `nested_too_deep`: The body is nested deeper than … levels
         *
         *     `too_many_values`: The body has more than … values
         *
         *     `too_many_keys`: The body has more than … keys
         *
         *     `lost_number`: The number … cannot be represented exactly; send it as text
         *
         *     `missing_parameter`: param is missing or the value is empty or invalid: …
         *
         *     `too_many_ids`: At most … scenarios can be requested at once
         *
         *     `not_an_object`: Invalid JSON payload
         *
         *     `bad_version`: If-Match must be the ETag of the scenario, such as "3"; received …
         *
         *     `bad_idempotency_key`: Idempotency-Key must be 16 to 255 printable characters, such as a UUID
         */
        Error400: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                /** @description Error code. */
                "X-Error-Code": "bad_request" | "malformed_json" | "not_utf8" | "malformed_form" | "nested_too_deep" | "too_many_values" | "too_many_keys" | "lost_number" | "missing_parameter" | "too_many_ids" | "not_an_object" | "bad_version" | "bad_idempotency_key";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Errors"];
            };
        };
        /**
         * @description `unauthenticated`: You must be authenticated to access this resource
         *
         *     `bad_token`: Invalid or expired token
         */
        Error401: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                /** @description Error code. */
                "X-Error-Code": "unauthenticated" | "bad_token";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Errors"];
            };
        };
        /**
         * @description `origin_not_allowed`: Without a token, pages from … may only read; see --cors
         *
         *     `csrf_token_missing`: Changes in a session require its X-CSRF-Token; see /account/session
         *
         *     `password_required`: In a session, this is possible only at /yours#account, which asks for the password
         *
         *     `forbidden`
         *
         *     `not_yours`
         *
         *     `read_only`
         *
         *     `not_author`
         *
         *     `login_required`: You must be authenticated to access this resource
         *
         *     `not_admin`: You must be authenticated to load dumps
         *
         *     `missing_scope`: The token does not allow this: it needs …
         */
        Error403: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                /** @description Error code. */
                "X-Error-Code": "origin_not_allowed" | "csrf_token_missing" | "password_required" | "forbidden" | "not_yours" | "read_only" | "not_author" | "login_required" | "not_admin" | "missing_scope";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Errors"];
            };
        };
        /**
         * @description `unknown_input`
         *
         *     `unknown_part`: The model has no part …
         *
         *     `model_parts_off`
         *
         *     `unknown_comment`: The scenario has no such comment
         *
         *     `unknown_scenarios`
         *
         *     `not_tagged`
         *
         *     `unknown_version`
         *
         *     `no_such_table`: There is no table …
         *
         *     `no_hours`
         *
         *     `not_featured`: FeaturedScenario not found
         *
         *     `not_found`: Not found
         *
         *     `not_attached`: Not found
         *
         *     `no_such_route`: Not Found
         *
         *     `flexibility_order`: The flexibility order feature has been removed: marginal costs decide the order
         *
         *     `uncalculable`
         */
        Error404: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                /** @description Error code. */
                "X-Error-Code": "unknown_input" | "unknown_part" | "model_parts_off" | "unknown_comment" | "unknown_scenarios" | "not_tagged" | "unknown_version" | "no_such_table" | "no_hours" | "not_featured" | "not_found" | "not_attached" | "no_such_route" | "flexibility_order" | "uncalculable";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Errors"];
            };
        };
        /** @description `method_not_allowed`: … is not allowed here; see the Allow header */
        Error405: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Allow: components["headers"]["Allow"];
                /** @description Error code. */
                "X-Error-Code": "method_not_allowed";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Errors"];
            };
        };
        /** @description `not_acceptable`: No acceptable format; available formats are … */
        Error406: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                /** @description Error code. */
                "X-Error-Code": "not_acceptable";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Errors"];
            };
        };
        /** @description `area_gone`: Scenario uses an unsupported area code and is no longer available: … */
        Error410: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                /** @description Error code. */
                "X-Error-Code": "area_gone";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Errors"];
            };
        };
        /** @description `version_conflict`: The scenario has been changed since that version */
        Error412: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                /** @description Error code. */
                "X-Error-Code": "version_conflict";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Errors"];
            };
        };
        /**
         * @description `body_too_large`: The request body is larger than … bytes
         *
         *     `change_too_large`
         */
        Error413: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                /** @description Error code. */
                "X-Error-Code": "body_too_large" | "change_too_large";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Errors"];
            };
        };
        /**
         * @description `unsupported_body`: Unsupported content type …
         *
         *     `unsupported_charset`: The charset … is not supported; send UTF-8
         *
         *     `unsupported_encoding`: Content-Encoding … is not supported; send the body uncompressed
         */
        Error415: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                /** @description Error code. */
                "X-Error-Code": "unsupported_body" | "unsupported_charset" | "unsupported_encoding";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Errors"];
            };
        };
        /** @description `no_such_range`: The file has … bytes */
        Error416: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                /** @description Error code. */
                "X-Error-Code": "no_such_range";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Errors"];
            };
        };
        /**
         * @description `invalid`
         *
         *     `invalid_file`
         *
         *     `invalid_workbook`
         *
         *     `unknown_fields`
         *
         *     `unknown_subtype`: Temperature … is not a valid temperature level
         *
         *     `not_boolean`
         *
         *     `no_result`
         *
         *     `unknown_curve`
         *
         *     `bad_curve_source`
         *
         *     `users_failed`: Some users could not be changed
         *
         *     `history_full`
         *
         *     `idempotency_key_used`
         *
         *     `cannot_be_calculated`
         *
         *     `too_many_results`: At most …
         *
         *     `too_many_variants`
         *
         *     `too_many_outputs`
         *
         *     `sweep_too_long`
         *
         *     `sweep_storage_full`
         *
         *     `too_many_comments`
         */
        Error422: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                /** @description Error code. */
                "X-Error-Code": "invalid" | "invalid_file" | "invalid_workbook" | "unknown_fields" | "unknown_subtype" | "not_boolean" | "no_result" | "unknown_curve" | "bad_curve_source" | "users_failed" | "history_full" | "idempotency_key_used" | "cannot_be_calculated" | "too_many_results" | "too_many_variants" | "too_many_outputs" | "sweep_too_long" | "sweep_storage_full" | "too_many_comments";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Errors"];
            };
        };
        /**
         * @description `too_many_sweeps`
         *
         *     `too_many_requests`: Too many requests; try again in …
         */
        Error429: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                /** @description Error code. */
                "X-Error-Code": "too_many_sweeps" | "too_many_requests";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Errors"];
            };
        };
        /** @description `internal`: Internal Server Error */
        Error500: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                /** @description Error code. */
                "X-Error-Code": "internal";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Errors"];
            };
        };
        /**
         * @description `busy`: The service is busy; try again later
         *
         *     `unavailable`: The service is not available; try again later
         *
         *     `damaged`
         *
         *     `answer_lost`: The response was lost: the change may have been made. …
         *
         *     `contended`: Other requests are changing the scenario; try again later
         */
        Error503: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                /** @description Error code. */
                "X-Error-Code": "busy" | "unavailable" | "damaged" | "answer_lost" | "contended";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Errors"];
            };
        };
        /** @description The client already has the response: its `If-None-Match` contains the `ETag`. */
        NotModified: {
            headers: {
                ETag: components["headers"]["ETag"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content?: never;
        };
    };
    parameters: {
        /** @description From 1 */
        Page: number;
        /** @description 1 to 100; default 25 */
        Limit: number;
        /** @description Accepted for compatibility: responses about one scenario always have all fields */
        Detailed: boolean;
        /** @description Version of the scenario: the number in its ETag; default: the current version */
        At: number;
        /** @description ID of the scenario */
        ScenarioId: number;
        /** @description Temperature level of heat networks */
        Subtype: "lt" | "mt" | "ht";
        /** @description Type of order */
        Type: "forecast_storage" | "hydrogen_supply" | "hydrogen_demand" | "space_heating" | "heat_network";
        /** @description Such as `weather/wind_offshore_baseline`; the slash may be encoded as %2F */
        CurveKey: string;
        /** @description Comma-separated scenario IDs */
        Ids: string;
        /** @description Queries, comma-separated or repeated */
        Keys: string[];
        /** @description Comment ID within the scenario */
        Comment: number;
        /** @description Use the defaults of the parent scenario, or the original ones of the area's data */
        Defaults: "parent" | "original";
        /** @description `wide`: a column per figure; `long`: a row per figure, with its name and unit */
        Layout: "wide" | "long";
        /** @description ID of the saved scenario */
        SavedScenarioId: number;
        /** @description ID of the collection */
        CollectionId: number;
        /** @description ID of the collection */
        TransitionPathId: number;
        /** @description ID of the sweep */
        SweepId: string;
        /** @description The `ETag` of the version that the change is based on. If there is a newer version, the response is 412. */
        "If-Match": string;
        /** @description The `ETag` of the response that the client has. While it is current, the response is 304, without a body. */
        "If-None-Match": string;
        /** @description A unique key for this change, such as a UUID. Requests with the same key make the change once. Another route, body or file with the same key gets 422, `idempotency_key_used`. */
        "Idempotency-Key": string;
        /** @description The `id` of the last event received: the stream continues after it; `0` starts with the first. */
        "Last-Event-ID": string;
        /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
        Prefer: string;
        /** @description An ID for this request in the service's logs; generated if absent. */
        "X-Request-Id": string;
        /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
        traceparent: string;
    };
    requestBodies: {
        NewScenario: {
            content: {
                /**
                 * @example {
                 *       "scenario": {
                 *         "area_code": "nl",
                 *         "end_year": 2040,
                 *         "user_values": {
                 *           "capacity_of_energy_power_wind_turbine_offshore": 20000
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["NewScenario"];
                "application/x-www-form-urlencoded": components["schemas"]["NewScenario"];
            };
        };
        ScenarioUpdate: {
            content: {
                /**
                 * @example {
                 *       "scenario": {
                 *         "user_values": {
                 *           "capacity_of_energy_power_wind_turbine_offshore": 20000
                 *         }
                 *       },
                 *       "gqueries": [
                 *         "share_of_renewable_electricity"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ScenarioUpdate"];
                "application/x-www-form-urlencoded": components["schemas"]["ScenarioUpdate"];
            };
        };
        CouplingGroups: {
            content: {
                /**
                 * @example {
                 *       "groups": []
                 *     }
                 */
                "application/json": components["schemas"]["CouplingGroups"];
                "application/x-www-form-urlencoded": components["schemas"]["CouplingGroups"];
            };
        };
        Uncoupling: {
            content: {
                /**
                 * @example {
                 *       "force": true
                 *     }
                 */
                "application/json": components["schemas"]["Uncoupling"];
                "application/x-www-form-urlencoded": components["schemas"]["Uncoupling"];
            };
        };
        OrderUpdate: {
            content: {
                /**
                 * @example {
                 *       "subtype": "mt",
                 *       "order": []
                 *     }
                 */
                "application/json": components["schemas"]["OrderUpdate"];
                "application/x-www-form-urlencoded": components["schemas"]["OrderUpdate"];
            };
        };
        CurveUpload: {
            content: {
                "multipart/form-data": components["schemas"]["CurveUpload"];
            };
        };
        NewVersionTag: {
            content: {
                /**
                 * @example {
                 *       "description": "As presented to the council"
                 *     }
                 */
                "application/json": components["schemas"]["NewVersionTag"];
                "application/x-www-form-urlencoded": components["schemas"]["NewVersionTag"];
            };
        };
        ScenarioDump: {
            content: {
                /**
                 * @example {
                 *       "area_code": "nl",
                 *       "end_year": 2050,
                 *       "user_values": {
                 *         "co2_price": 0.1
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ScenarioDump"];
                "application/x-www-form-urlencoded": components["schemas"]["ScenarioDump"];
            };
        };
        ScenarioIds: {
            content: {
                /**
                 * @example {
                 *       "ids": [
                 *         1,
                 *         2
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ScenarioIds"];
                "application/x-www-form-urlencoded": components["schemas"]["ScenarioIds"];
            };
        };
        EsdlUpload: {
            content: {
                "multipart/form-data": components["schemas"]["EsdlUpload"];
            };
        };
        YearBetween: {
            content: {
                /**
                 * @example {
                 *       "end_year": 2030
                 *     }
                 */
                "application/json": components["schemas"]["YearBetween"];
                "application/x-www-form-urlencoded": components["schemas"]["YearBetween"];
            };
        };
        YearsBetween: {
            content: {
                /**
                 * @example {
                 *       "scenario_ids": [
                 *         1,
                 *         2
                 *       ],
                 *       "end_years": [
                 *         2030,
                 *         2045
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["YearsBetween"];
                "application/x-www-form-urlencoded": components["schemas"]["YearsBetween"];
            };
        };
        WeightedScenarios: {
            content: {
                /**
                 * @example {
                 *       "scenarios": [
                 *         {
                 *           "scenario_id": 1,
                 *           "weight": 2
                 *         },
                 *         {
                 *           "scenario_id": 3
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["WeightedScenarios"];
                "application/x-www-form-urlencoded": components["schemas"]["WeightedScenarios"];
            };
        };
        ScenarioRestoration: {
            content: {
                /**
                 * @example {
                 *       "version": 1
                 *     }
                 */
                "application/json": components["schemas"]["ScenarioRestoration"];
                "application/x-www-form-urlencoded": components["schemas"]["ScenarioRestoration"];
            };
        };
        PreviewedUpdate: {
            content: {
                /**
                 * @example {
                 *       "scenario": {
                 *         "user_values": {
                 *           "capacity_of_energy_power_wind_turbine_offshore": 20000
                 *         }
                 *       },
                 *       "gqueries": [
                 *         "share_of_renewable_electricity"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["PreviewedUpdate"];
                "application/x-www-form-urlencoded": components["schemas"]["PreviewedUpdate"];
            };
        };
        NewComment: {
            content: {
                /**
                 * @example {
                 *       "comment": {
                 *         "slider": "buildings_insulation_level",
                 *         "text": "Is this feasible before 2040?"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["NewComment"];
                "application/x-www-form-urlencoded": components["schemas"]["NewComment"];
            };
        };
        CommentChange: {
            content: {
                /**
                 * @example {
                 *       "comment": {
                 *         "resolved": true
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["CommentChange"];
                "application/x-www-form-urlencoded": components["schemas"]["CommentChange"];
            };
        };
        NodeFigures: {
            content: {
                /**
                 * @example {
                 *       "keys": {
                 *         "energy_power_wind_turbine_offshore": null
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["NodeFigures"];
                "application/x-www-form-urlencoded": components["schemas"]["NodeFigures"];
            };
        };
        QueriesOfScenarios: {
            content: {
                /**
                 * @example {
                 *       "scenarios": [
                 *         1,
                 *         2
                 *       ],
                 *       "keys": [
                 *         "share_of_renewable_electricity"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["QueriesOfScenarios"];
                "application/x-www-form-urlencoded": components["schemas"]["QueriesOfScenarios"];
            };
        };
        Workbook: {
            content: {
                "multipart/form-data": components["schemas"]["Workbook"];
            };
        };
        AccountUpdate: {
            content: {
                /**
                 * @example {
                 *       "user": {
                 *         "name": "Ada Lovelace",
                 *         "private_scenarios": false
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["AccountUpdate"];
                "application/x-www-form-urlencoded": components["schemas"]["AccountUpdate"];
            };
        };
        AccountErasure: {
            content: {
                "application/json": components["schemas"]["AccountErasure"];
                "application/x-www-form-urlencoded": components["schemas"]["AccountErasure"];
            };
        };
        ScenarioUsers: {
            content: {
                /**
                 * @example {
                 *       "scenario_users": [
                 *         {
                 *           "user_email": "you@example.org",
                 *           "role": "scenario_viewer"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ScenarioUsers"];
                "application/x-www-form-urlencoded": components["schemas"]["ScenarioUsers"];
            };
        };
        NewSavedScenario: {
            content: {
                /**
                 * @example {
                 *       "saved_scenario": {
                 *         "scenario_id": 1,
                 *         "title": "More wind at sea"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["NewSavedScenario"];
                "application/x-www-form-urlencoded": components["schemas"]["NewSavedScenario"];
            };
        };
        SavedScenarioUpdate: {
            content: {
                /**
                 * @example {
                 *       "saved_scenario": {
                 *         "title": "Much more wind at sea"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["SavedScenarioUpdate"];
                "application/x-www-form-urlencoded": components["schemas"]["SavedScenarioUpdate"];
            };
        };
        SavedScenarioRestoration: {
            content: {
                "application/json": components["schemas"]["SavedScenarioRestoration"];
                "application/x-www-form-urlencoded": components["schemas"]["SavedScenarioRestoration"];
            };
        };
        CollectionFields: {
            content: {
                /**
                 * @example {
                 *       "collection": {
                 *         "title": "Ways to 2050",
                 *         "scenario_ids": [
                 *           1,
                 *           2
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["CollectionFields"];
                "application/x-www-form-urlencoded": components["schemas"]["CollectionFields"];
            };
        };
        SavedScenarioUsers: {
            content: {
                /**
                 * @example {
                 *       "saved_scenario_users": [
                 *         {
                 *           "user_email": "you@example.org",
                 *           "role": "scenario_viewer"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["SavedScenarioUsers"];
                "application/x-www-form-urlencoded": components["schemas"]["SavedScenarioUsers"];
            };
        };
        SweepFields: {
            content: {
                /**
                 * @example {
                 *       "sweep": {
                 *         "base": {
                 *           "scenario_id": 1
                 *         },
                 *         "factors": [
                 *           {
                 *             "slider": "costs_oil",
                 *             "range": {
                 *               "part_of_present": 0.3
                 *             },
                 *             "role": "uncertainty"
                 *           },
                 *           {
                 *             "slider": "capacity_of_energy_power_wind_turbine_offshore",
                 *             "range": {
                 *               "from": 3000,
                 *               "to": 20000
                 *             }
                 *           }
                 *         ],
                 *         "design": {
                 *           "method": "morris",
                 *           "n": 1
                 *         },
                 *         "outputs": {
                 *           "queries": [
                 *             "dashboard_total_costs"
                 *           ]
                 *         },
                 *         "seed": 1
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["SweepFields"];
                "application/x-www-form-urlencoded": components["schemas"]["SweepFields"];
            };
        };
        DifferenceReport: {
            content: {
                /**
                 * @example {
                 *       "recipe_hash": "0000000000000000000000000000000000000000000000000000000000000000",
                 *       "engine": "0000000000000000000000000000000000000000000000000000000000000000",
                 *       "differences": 1
                 *     }
                 */
                "application/json": components["schemas"]["DifferenceReport"];
                "application/x-www-form-urlencoded": components["schemas"]["DifferenceReport"];
            };
        };
    };
    headers: {
        /**
         * @description Version of the response, for `If-Match` and `If-None-Match`; for a scenario, its version number in quotes.
         * @example "3"
         */
        ETag: string;
        /** @description ID of the request in the service's logs: the client's, if it sent one. */
        "X-Request-Id": string;
        /** @description Hash of the recipe and area data that the numbers were calculated from; absent if nothing was calculated. */
        "X-Etesian-Recipe": string;
        /** @description Hash of the engine's source code: the same recipe and engine produce identical numbers on any machine. */
        "X-Etesian-Engine": string;
        /**
         * @description Fields and parameters that the operation does not know, one header each. JSON responses to changes also list them in `warnings`.
         * @example scenario.user_value is not known; did you mean user_values?
         */
        "X-Warnings": string;
        /** @description Seconds after which the request may be repeated. */
        "Retry-After": number;
        /** @description URL of the created resource. */
        Location: string;
        /**
         * @description Allowed methods, comma-separated.
         * @example POST
         */
        Allow: string;
        /** @description File name for a download. */
        "Content-Disposition": string;
        /**
         * @description The authentication scheme.
         * @example Bearer
         */
        "WWW-Authenticate": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listScenarios: {
        parameters: {
            query?: {
                /** @description From 1 */
                page?: components["parameters"]["Page"];
                /** @description 1 to 100; default 25 */
                limit?: components["parameters"]["Limit"];
                /** @description Accepted for compatibility: responses about one scenario always have all fields */
                detailed?: components["parameters"]["Detailed"];
            };
            header?: {
                /** @description The `ETag` of the response that the client has. While it is current, the response is 304, without a body. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        links: {
                            first: string;
                            prev: string | null;
                            next: string | null;
                            last: string;
                        };
                        meta: {
                            limit: number;
                            count: number;
                            total: number;
                            current_page: number;
                            total_pages: number;
                        };
                        data: components["schemas"]["ListedScenario"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    createScenario: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key for this change, such as a UUID. Requests with the same key make the change once. Another route, body or file with the same key gets 422, `idempotency_key_used`. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["NewScenario"];
        responses: {
            /** @description Done */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Scenario"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getScenario: {
        parameters: {
            query?: {
                /** @description Version of the scenario: the number in its ETag; default: the current version */
                at?: components["parameters"]["At"];
                /** @description Accepted for compatibility: responses about one scenario always have all fields */
                detailed?: components["parameters"]["Detailed"];
            };
            header?: {
                /** @description The `ETag` of the response that the client has. While it is current, the response is 304, without a body. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the scenario */
                id: components["parameters"]["ScenarioId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Scenario"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            404: components["responses"]["Error404"];
            405: components["responses"]["Error405"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    updateScenario: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the version that the change is based on. If there is a newer version, the response is 412. */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description A unique key for this change, such as a UUID. Requests with the same key make the change once. Another route, body or file with the same key gets 422, `idempotency_key_used`. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the scenario */
                id: components["parameters"]["ScenarioId"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["ScenarioUpdate"];
        responses: {
            /** @description Done */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Etesian-Recipe": components["headers"]["X-Etesian-Recipe"];
                    "X-Etesian-Engine": components["headers"]["X-Etesian-Engine"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        scenario: components["schemas"]["ChangedScenario"];
                        gqueries: {
                            [key: string]: components["schemas"]["QueryResult"];
                        };
                        /** @description Unknown fields of the request, if any */
                        warnings?: string[];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            405: components["responses"]["Error405"];
            410: components["responses"]["Error410"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    deleteScenario: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key for this change, such as a UUID. Requests with the same key make the change once. Another route, body or file with the same key gets 422, `idempotency_key_used`. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the scenario */
                id: components["parameters"]["ScenarioId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            405: components["responses"]["Error405"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    patchScenario: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the version that the change is based on. If there is a newer version, the response is 412. */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description A unique key for this change, such as a UUID. Requests with the same key make the change once. Another route, body or file with the same key gets 422, `idempotency_key_used`. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the scenario */
                id: components["parameters"]["ScenarioId"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["ScenarioUpdate"];
        responses: {
            /** @description Done */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Etesian-Recipe": components["headers"]["X-Etesian-Recipe"];
                    "X-Etesian-Engine": components["headers"]["X-Etesian-Engine"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        scenario: components["schemas"]["ChangedScenario"];
                        gqueries: {
                            [key: string]: components["schemas"]["QueryResult"];
                        };
                        /** @description Unknown fields of the request, if any */
                        warnings?: string[];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            405: components["responses"]["Error405"];
            410: components["responses"]["Error410"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    putScenarioDashboard: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the version that the change is based on. If there is a newer version, the response is 412. */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description A unique key for this change, such as a UUID. Requests with the same key make the change once. Another route, body or file with the same key gets 422, `idempotency_key_used`. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the scenario */
                id: components["parameters"]["ScenarioId"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["ScenarioUpdate"];
        responses: {
            /** @description Done */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Etesian-Recipe": components["headers"]["X-Etesian-Recipe"];
                    "X-Etesian-Engine": components["headers"]["X-Etesian-Engine"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        scenario: components["schemas"]["ChangedScenario"];
                        gqueries: {
                            [key: string]: components["schemas"]["QueryResult"];
                        };
                        /** @description Unknown fields of the request, if any */
                        warnings?: string[];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            410: components["responses"]["Error410"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    postScenarioCouple: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key for this change, such as a UUID. Requests with the same key make the change once. Another route, body or file with the same key gets 422, `idempotency_key_used`. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the scenario */
                id: components["parameters"]["ScenarioId"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["CouplingGroups"];
        responses: {
            /** @description Done */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: number;
                        /** @description The `title` in the metadata */
                        title: string;
                        /** Format: date-time */
                        created_at: string;
                        /** Format: date-time */
                        updated_at: string;
                        /** @example nl */
                        area_code: string;
                        /** @description Year of the area's data */
                        start_year: number;
                        /** @example 2050 */
                        end_year: number;
                        /** @description Application that created the scenario */
                        source: string | null;
                        private: boolean;
                        /** @description Whether the scenario is migrated when the model changes */
                        keep_compatible: boolean;
                        read_only: boolean;
                        /** @description Inputs set by users */
                        user_values: {
                            [key: string]: number | string;
                        };
                        /** @description Inputs set by the service so that share groups sum to 100 */
                        balanced_values: {
                            [key: string]: number | string;
                        };
                        /** @description Any JSON object up to 64 KB */
                        metadata: {
                            [key: string]: unknown;
                        };
                        active_couplings: string[];
                        inactive_couplings: string[];
                        scaling: {
                            area_attribute: string;
                            value: number;
                            base_value: number;
                            has_agriculture: boolean;
                            has_industry: boolean;
                            has_energy: boolean;
                        } | null;
                        /** @description Scenario it was cloned from */
                        template: number | null;
                        /** @description Whether it has an ESDL file */
                        esdl_exportable: boolean | null;
                        /** @description Position among presets, of the scenario itself or the preset it was cloned from */
                        ordering: number | null;
                        /** @description Group of that preset */
                        display_group: string | null;
                        /** Format: uri */
                        url: string;
                        scenario: components["schemas"]["ChangedScenario"];
                        /** @description Unknown fields of the request, if any */
                        warnings?: string[];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    postScenarioUncouple: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key for this change, such as a UUID. Requests with the same key make the change once. Another route, body or file with the same key gets 422, `idempotency_key_used`. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the scenario */
                id: components["parameters"]["ScenarioId"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["Uncoupling"];
        responses: {
            /** @description Done */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: number;
                        /** @description The `title` in the metadata */
                        title: string;
                        /** Format: date-time */
                        created_at: string;
                        /** Format: date-time */
                        updated_at: string;
                        /** @example nl */
                        area_code: string;
                        /** @description Year of the area's data */
                        start_year: number;
                        /** @example 2050 */
                        end_year: number;
                        /** @description Application that created the scenario */
                        source: string | null;
                        private: boolean;
                        /** @description Whether the scenario is migrated when the model changes */
                        keep_compatible: boolean;
                        read_only: boolean;
                        /** @description Inputs set by users */
                        user_values: {
                            [key: string]: number | string;
                        };
                        /** @description Inputs set by the service so that share groups sum to 100 */
                        balanced_values: {
                            [key: string]: number | string;
                        };
                        /** @description Any JSON object up to 64 KB */
                        metadata: {
                            [key: string]: unknown;
                        };
                        active_couplings: string[];
                        inactive_couplings: string[];
                        scaling: {
                            area_attribute: string;
                            value: number;
                            base_value: number;
                            has_agriculture: boolean;
                            has_industry: boolean;
                            has_energy: boolean;
                        } | null;
                        /** @description Scenario it was cloned from */
                        template: number | null;
                        /** @description Whether it has an ESDL file */
                        esdl_exportable: boolean | null;
                        /** @description Position among presets, of the scenario itself or the preset it was cloned from */
                        ordering: number | null;
                        /** @description Group of that preset */
                        display_group: string | null;
                        /** Format: uri */
                        url: string;
                        scenario: components["schemas"]["ChangedScenario"];
                        /** @description Unknown fields of the request, if any */
                        warnings?: string[];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getScenarioForecastStorageOrder: {
        parameters: {
            query?: {
                /** @description Version of the scenario: the number in its ETag; default: the current version */
                at?: components["parameters"]["At"];
                /** @description Temperature level of heat networks */
                subtype?: components["parameters"]["Subtype"];
            };
            header?: {
                /** @description The `ETag` of the response that the client has. While it is current, the response is 304, without a body. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the scenario */
                id: components["parameters"]["ScenarioId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            404: components["responses"]["Error404"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    putScenarioForecastStorageOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key for this change, such as a UUID. Requests with the same key make the change once. Another route, body or file with the same key gets 422, `idempotency_key_used`. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the scenario */
                id: components["parameters"]["ScenarioId"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["OrderUpdate"];
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    patchScenarioForecastStorageOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key for this change, such as a UUID. Requests with the same key make the change once. Another route, body or file with the same key gets 422, `idempotency_key_used`. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the scenario */
                id: components["parameters"]["ScenarioId"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["OrderUpdate"];
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getScenarioHydrogenSupplyOrder: {
        parameters: {
            query?: {
                /** @description Version of the scenario: the number in its ETag; default: the current version */
                at?: components["parameters"]["At"];
                /** @description Temperature level of heat networks */
                subtype?: components["parameters"]["Subtype"];
            };
            header?: {
                /** @description The `ETag` of the response that the client has. While it is current, the response is 304, without a body. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the scenario */
                id: components["parameters"]["ScenarioId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            404: components["responses"]["Error404"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    putScenarioHydrogenSupplyOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key for this change, such as a UUID. Requests with the same key make the change once. Another route, body or file with the same key gets 422, `idempotency_key_used`. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the scenario */
                id: components["parameters"]["ScenarioId"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["OrderUpdate"];
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    patchScenarioHydrogenSupplyOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key for this change, such as a UUID. Requests with the same key make the change once. Another route, body or file with the same key gets 422, `idempotency_key_used`. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the scenario */
                id: components["parameters"]["ScenarioId"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["OrderUpdate"];
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getScenarioHydrogenDemandOrder: {
        parameters: {
            query?: {
                /** @description Version of the scenario: the number in its ETag; default: the current version */
                at?: components["parameters"]["At"];
                /** @description Temperature level of heat networks */
                subtype?: components["parameters"]["Subtype"];
            };
            header?: {
                /** @description The `ETag` of the response that the client has. While it is current, the response is 304, without a body. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the scenario */
                id: components["parameters"]["ScenarioId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            404: components["responses"]["Error404"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    putScenarioHydrogenDemandOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key for this change, such as a UUID. Requests with the same key make the change once. Another route, body or file with the same key gets 422, `idempotency_key_used`. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the scenario */
                id: components["parameters"]["ScenarioId"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["OrderUpdate"];
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    patchScenarioHydrogenDemandOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key for this change, such as a UUID. Requests with the same key make the change once. Another route, body or file with the same key gets 422, `idempotency_key_used`. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the scenario */
                id: components["parameters"]["ScenarioId"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["OrderUpdate"];
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getScenarioHouseholdsSpaceHeatingProducerOrder: {
        parameters: {
            query?: {
                /** @description Version of the scenario: the number in its ETag; default: the current version */
                at?: components["parameters"]["At"];
                /** @description Temperature level of heat networks */
                subtype?: components["parameters"]["Subtype"];
            };
            header?: {
                /** @description The `ETag` of the response that the client has. While it is current, the response is 304, without a body. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the scenario */
                id: components["parameters"]["ScenarioId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            404: components["responses"]["Error404"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    putScenarioHouseholdsSpaceHeatingProducerOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key for this change, such as a UUID. Requests with the same key make the change once. Another route, body or file with the same key gets 422, `idempotency_key_used`. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the scenario */
                id: components["parameters"]["ScenarioId"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["OrderUpdate"];
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    patchScenarioHouseholdsSpaceHeatingProducerOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key for this change, such as a UUID. Requests with the same key make the change once. Another route, body or file with the same key gets 422, `idempotency_key_used`. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the scenario */
                id: components["parameters"]["ScenarioId"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["OrderUpdate"];
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getScenarioHeatNetworkOrder: {
        parameters: {
            query?: {
                /** @description Version of the scenario: the number in its ETag; default: the current version */
                at?: components["parameters"]["At"];
                /** @description Temperature level of heat networks */
                subtype?: components["parameters"]["Subtype"];
            };
            header?: {
                /** @description The `ETag` of the response that the client has. While it is current, the response is 304, without a body. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the scenario */
                id: components["parameters"]["ScenarioId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            404: components["responses"]["Error404"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    putScenarioHeatNetworkOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key for this change, such as a UUID. Requests with the same key make the change once. Another route, body or file with the same key gets 422, `idempotency_key_used`. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the scenario */
                id: components["parameters"]["ScenarioId"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["OrderUpdate"];
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    patchScenarioHeatNetworkOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key for this change, such as a UUID. Requests with the same key make the change once. Another route, body or file with the same key gets 422, `idempotency_key_used`. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the scenario */
                id: components["parameters"]["ScenarioId"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["OrderUpdate"];
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getScenarioUserSortables: {
        parameters: {
            query?: {
                /** @description Version of the scenario: the number in its ETag; default: the current version */
                at?: components["parameters"]["At"];
            };
            header?: {
                /** @description The `ETag` of the response that the client has. While it is current, the response is 304, without a body. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the scenario */
                id: components["parameters"]["ScenarioId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        forecast_storage: string[];
                        hydrogen_supply: string[];
                        hydrogen_demand: string[];
                        space_heating: string[];
                        heat_network: {
                            lt: string[];
                            mt: string[];
                            ht: string[];
                        };
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            404: components["responses"]["Error404"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getScenarioUserSortablesMeta: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the response that the client has. While it is current, the response is 304, without a body. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the scenario */
                id: components["parameters"]["ScenarioId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        types: ("forecast_storage" | "hydrogen_supply" | "hydrogen_demand" | "space_heating" | "heat_network")[];
                        heat_network_subtypes: ("lt" | "mt" | "ht")[];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            404: components["responses"]["Error404"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getScenarioUserSortable: {
        parameters: {
            query?: {
                /** @description Version of the scenario: the number in its ETag; default: the current version */
                at?: components["parameters"]["At"];
                /** @description Temperature level of heat networks */
                subtype?: components["parameters"]["Subtype"];
            };
            header?: {
                /** @description The `ETag` of the response that the client has. While it is current, the response is 304, without a body. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the scenario */
                id: components["parameters"]["ScenarioId"];
                /** @description Type of order */
                type: components["parameters"]["Type"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            404: components["responses"]["Error404"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    putScenarioUserSortable: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key for this change, such as a UUID. Requests with the same key make the change once. Another route, body or file with the same key gets 422, `idempotency_key_used`. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the scenario */
                id: components["parameters"]["ScenarioId"];
                /** @description Type of order */
                type: components["parameters"]["Type"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["OrderUpdate"];
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            405: components["responses"]["Error405"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    patchScenarioUserSortable: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key for this change, such as a UUID. Requests with the same key make the change once. Another route, body or file with the same key gets 422, `idempotency_key_used`. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the scenario */
                id: components["parameters"]["ScenarioId"];
                /** @description Type of order */
                type: components["parameters"]["Type"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["OrderUpdate"];
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            405: components["responses"]["Error405"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getScenarioCustomCurves: {
        parameters: {
            query?: {
                /** @description Version of the scenario: the number in its ETag; default: the current version */
                at?: components["parameters"]["At"];
                /** @description Include curves that could be attached */
                include_unattached?: boolean;
                /** @description Include internal curves */
                include_internal?: boolean;
            };
            header?: {
                /** @description The `ETag` of the response that the client has. While it is current, the response is 304, without a body. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the scenario */
                id: components["parameters"]["ScenarioId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomCurve"][];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            404: components["responses"]["Error404"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getScenarioCustomCurve: {
        parameters: {
            query?: {
                /** @description Version of the scenario: the number in its ETag; default: the current version */
                at?: components["parameters"]["At"];
            };
            header?: {
                /** @description The `ETag` of the response that the client has. While it is current, the response is 304, without a body. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the scenario */
                id: components["parameters"]["ScenarioId"];
                /** @description Such as `weather/wind_offshore_baseline`; the slash may be encoded as %2F */
                curve_key: components["parameters"]["CurveKey"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The curve as JSON, or its values as CSV, one per line */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomCurve"];
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            404: components["responses"]["Error404"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    putScenarioCustomCurve: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key for this change, such as a UUID. Requests with the same key make the change once. Another route, body or file with the same key gets 422, `idempotency_key_used`. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the scenario */
                id: components["parameters"]["ScenarioId"];
                /** @description Such as `weather/wind_offshore_baseline`; the slash may be encoded as %2F */
                curve_key: components["parameters"]["CurveKey"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["CurveUpload"];
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        key: string;
                        /** @description `price`, `profile`, `capacity_profile`, `availability` or `temperature` */
                        type: string;
                        display_group: string | null;
                        /** @description Whether a file is attached; if not, the fields below are absent */
                        attached: boolean;
                        /** @description Inputs that cannot be set while a file is attached */
                        overrides: string[];
                        /** @description Only for internal curves */
                        internal?: boolean;
                        /** @description Name of the file */
                        name?: string;
                        /** @description Size of the file, in bytes */
                        size?: number;
                        /** @description Time of the upload, ISO 8601 */
                        date?: string;
                        /** @description `min`, `max` and `mean` of prices and temperatures, `full_load_hours` of capacity profiles */
                        stats?: {
                            length: number;
                            /** @description Hour of its first occurrence, from 0 */
                            min_at: number;
                            /** @description Hour of its first occurrence, from 0 */
                            max_at: number;
                            min?: number;
                            max?: number;
                            mean?: number;
                            full_load_hours?: number | null;
                        };
                        /** @description For prices and temperatures: the scenario that calculated the curve */
                        source_scenario?: {
                            source_scenario_id: number;
                            source_scenario_title: string;
                            /** @description null: the scenario has not been saved */
                            source_saved_scenario_id: number | null;
                            source_dataset_key: string;
                            source_end_year: number;
                        } | Record<string, never>;
                        /** @description Accepted values that may be mistakes, such as 80 °C */
                        warnings: string[];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            /** @description Refused */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Error code. */
                    "X-Error-Code": "invalid" | "invalid_file" | "invalid_workbook" | "unknown_fields" | "unknown_subtype" | "not_boolean" | "no_result" | "unknown_curve" | "bad_curve_source" | "users_failed" | "history_full" | "idempotency_key_used" | "cannot_be_calculated" | "too_many_results" | "too_many_variants" | "too_many_outputs" | "sweep_too_long" | "sweep_storage_full" | "too_many_comments";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UploadErrors"];
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    deleteScenarioCustomCurve: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key for this change, such as a UUID. Requests with the same key make the change once. Another route, body or file with the same key gets 422, `idempotency_key_used`. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the scenario */
                id: components["parameters"]["ScenarioId"];
                /** @description Such as `weather/wind_offshore_baseline`; the slash may be encoded as %2F */
                curve_key: components["parameters"]["CurveKey"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    patchScenarioCustomCurve: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key for this change, such as a UUID. Requests with the same key make the change once. Another route, body or file with the same key gets 422, `idempotency_key_used`. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the scenario */
                id: components["parameters"]["ScenarioId"];
                /** @description Such as `weather/wind_offshore_baseline`; the slash may be encoded as %2F */
                curve_key: components["parameters"]["CurveKey"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["CurveUpload"];
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        key: string;
                        /** @description `price`, `profile`, `capacity_profile`, `availability` or `temperature` */
                        type: string;
                        display_group: string | null;
                        /** @description Whether a file is attached; if not, the fields below are absent */
                        attached: boolean;
                        /** @description Inputs that cannot be set while a file is attached */
                        overrides: string[];
                        /** @description Only for internal curves */
                        internal?: boolean;
                        /** @description Name of the file */
                        name?: string;
                        /** @description Size of the file, in bytes */
                        size?: number;
                        /** @description Time of the upload, ISO 8601 */
                        date?: string;
                        /** @description `min`, `max` and `mean` of prices and temperatures, `full_load_hours` of capacity profiles */
                        stats?: {
                            length: number;
                            /** @description Hour of its first occurrence, from 0 */
                            min_at: number;
                            /** @description Hour of its first occurrence, from 0 */
                            max_at: number;
                            min?: number;
                            max?: number;
                            mean?: number;
                            full_load_hours?: number | null;
                        };
                        /** @description For prices and temperatures: the scenario that calculated the curve */
                        source_scenario?: {
                            source_scenario_id: number;
                            source_scenario_title: string;
                            /** @description null: the scenario has not been saved */
                            source_saved_scenario_id: number | null;
                            source_dataset_key: string;
                            source_end_year: number;
                        } | Record<string, never>;
                        /** @description Accepted values that may be mistakes, such as 80 °C */
                        warnings: string[];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            /** @description Refused */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Error code. */
                    "X-Error-Code": "invalid" | "invalid_file" | "invalid_workbook" | "unknown_fields" | "unknown_subtype" | "not_boolean" | "no_result" | "unknown_curve" | "bad_curve_source" | "users_failed" | "history_full" | "idempotency_key_used" | "cannot_be_calculated" | "too_many_results" | "too_many_variants" | "too_many_outputs" | "sweep_too_long" | "sweep_storage_full" | "too_many_comments";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UploadErrors"];
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getScenarioBatch: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the response that the client has. While it is current, the response is 304, without a body. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description Comma-separated scenario IDs */
                ids: components["parameters"]["Ids"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Scenario"][];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            404: components["responses"]["Error404"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getScenariosTemplates: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the response that the client has. While it is current, the response is 304, without a body. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Scenario"][];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getScenariosVersions: {
        parameters: {
            query?: {
                /** @description Scenarios */
                scenarios?: number[];
            };
            header?: {
                /** @description The `ETag` of the response that the client has. While it is current, the response is 304, without a body. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: components["schemas"]["VersionTag"];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getScenarioVersion: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the response that the client has. While it is current, the response is 304, without a body. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the scenario */
                id: components["parameters"]["ScenarioId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VersionTag"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            404: components["responses"]["Error404"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    putScenarioVersion: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key for this change, such as a UUID. Requests with the same key make the change once. Another route, body or file with the same key gets 422, `idempotency_key_used`. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the scenario */
                id: components["parameters"]["ScenarioId"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["NewVersionTag"];
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VersionTag"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    postScenarioVersion: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key for this change, such as a UUID. Requests with the same key make the change once. Another route, body or file with the same key gets 422, `idempotency_key_used`. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the scenario */
                id: components["parameters"]["ScenarioId"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["NewVersionTag"];
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VersionTag"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getScenarioDump: {
        parameters: {
            query?: {
                /** @description Version of the scenario: the number in its ETag; default: the current version */
                at?: components["parameters"]["At"];
            };
            header?: {
                /** @description The `ETag` of the response that the client has. While it is current, the response is 304, without a body. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the scenario */
                id: components["parameters"]["ScenarioId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        area_code: string;
                        end_year: number;
                        source?: string | null;
                        private?: boolean;
                        keep_compatible?: boolean;
                        read_only?: boolean;
                        metadata?: {
                            [key: string]: unknown;
                        };
                        user_values?: {
                            [key: string]: number | string;
                        };
                        balanced_values?: {
                            [key: string]: number;
                        };
                        active_couplings?: string[];
                        scaling?: {
                            area_attribute: string;
                            value: number;
                            base_value: number;
                            has_agriculture: boolean;
                            has_industry: boolean;
                            has_energy: boolean;
                        } | null;
                        user_sortables?: {
                            ForecastStorageOrder?: {
                                order: string[];
                            };
                            HydrogenSupplyOrder?: {
                                order: string[];
                            };
                            HydrogenDemandOrder?: {
                                order: string[];
                            };
                            HouseholdsSpaceHeatingProducerOrder?: {
                                order: string[];
                            };
                            HeatNetworkOrder?: {
                                order: string[];
                                /** @enum {string} */
                                temperature: "lt" | "mt" | "ht";
                            }[];
                        };
                        user_curves?: {
                            [key: string]: number[];
                        };
                        esdl_file?: {
                            filename: string;
                            /**
                             * Format: byte
                             * @description In base64
                             */
                            content: string;
                        } | null;
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            404: components["responses"]["Error404"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    postScenariosLoadDump: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key for this change, such as a UUID. Requests with the same key make the change once. Another route, body or file with the same key gets 422, `idempotency_key_used`. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["ScenarioDump"];
        responses: {
            /** @description Done */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Scenario"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    postScenariosExport: {
        parameters: {
            query?: never;
            header?: {
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["ScenarioIds"];
        responses: {
            /** @description One line of JSON per scenario */
            200: {
                headers: {
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": unknown;
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getScenarioEsdlFile: {
        parameters: {
            query?: {
                /** @description Version of the scenario: the number in its ETag; default: the current version */
                at?: components["parameters"]["At"];
                /** @description Include its content */
                download?: boolean;
            };
            header?: {
                /** @description The `ETag` of the response that the client has. While it is current, the response is 304, without a body. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the scenario */
                id: components["parameters"]["ScenarioId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        filename?: string;
                        /** Format: date-time */
                        created_at?: string;
                        /** @description The content, when `download` is true */
                        file?: string;
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            404: components["responses"]["Error404"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    putScenarioEsdlFile: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key for this change, such as a UUID. Requests with the same key make the change once. Another route, body or file with the same key gets 422, `idempotency_key_used`. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the scenario */
                id: components["parameters"]["ScenarioId"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["EsdlUpload"];
        responses: {
            /** @description Done */
            202: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Unknown fields of the request, if any */
                        warnings?: string[];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            /** @description Refused */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Error code. */
                    "X-Error-Code": "invalid" | "invalid_file" | "invalid_workbook" | "unknown_fields" | "unknown_subtype" | "not_boolean" | "no_result" | "unknown_curve" | "bad_curve_source" | "users_failed" | "history_full" | "idempotency_key_used" | "cannot_be_calculated" | "too_many_results" | "too_many_variants" | "too_many_outputs" | "sweep_too_long" | "sweep_storage_full" | "too_many_comments";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UploadErrors"];
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    postScenarioInterpolate: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key for this change, such as a UUID. Requests with the same key make the change once. Another route, body or file with the same key gets 422, `idempotency_key_used`. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the scenario */
                id: components["parameters"]["ScenarioId"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["YearBetween"];
        responses: {
            /** @description Done */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Scenario"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    postScenariosInterpolate: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key for this change, such as a UUID. Requests with the same key make the change once. Another route, body or file with the same key gets 422, `idempotency_key_used`. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["YearsBetween"];
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Scenario"][];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    postScenariosMerge: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key for this change, such as a UUID. Requests with the same key make the change once. Another route, body or file with the same key gets 422, `idempotency_key_used`. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["WeightedScenarios"];
        responses: {
            /** @description Done */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: number;
                        /** @description The `title` in the metadata */
                        title: string;
                        /** Format: date-time */
                        created_at: string;
                        /** Format: date-time */
                        updated_at: string;
                        /** @example nl */
                        area_code: string;
                        /** @description Year of the area's data */
                        start_year: number;
                        /** @example 2050 */
                        end_year: number;
                        /** @description Application that created the scenario */
                        source: string | null;
                        private: boolean;
                        /** @description Whether the scenario is migrated when the model changes */
                        keep_compatible: boolean;
                        read_only: boolean;
                        /** @description Inputs set by users */
                        user_values: {
                            [key: string]: number | string;
                        };
                        /** @description Inputs set by the service so that share groups sum to 100 */
                        balanced_values: {
                            [key: string]: number | string;
                        };
                        /** @description Any JSON object up to 64 KB */
                        metadata: {
                            [key: string]: unknown;
                        };
                        active_couplings: string[];
                        inactive_couplings: string[];
                        scaling: {
                            area_attribute: string;
                            value: number;
                            base_value: number;
                            has_agriculture: boolean;
                            has_industry: boolean;
                            has_energy: boolean;
                        } | null;
                        /** @description Scenario it was cloned from */
                        template: number | null;
                        /** @description Alias of `template` */
                        preset_scenario_id: number | null;
                        /** @description Whether it has an ESDL file */
                        esdl_exportable: boolean | null;
                        /** @description Position among presets, of the scenario itself or the preset it was cloned from */
                        ordering: number | null;
                        /** @description Group of that preset */
                        display_group: string | null;
                        /** Format: uri */
                        url: string;
                        /** @description Parts that were not averaged */
                        warnings: string[];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getScenarioHistory: {
        parameters: {
            query?: {
                /** @description From 1 */
                page?: components["parameters"]["Page"];
                /** @description 1 to 100; default 25 */
                limit?: components["parameters"]["Limit"];
            };
            header?: {
                /** @description The `ETag` of the response that the client has. While it is current, the response is 304, without a body. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the scenario */
                id: components["parameters"]["ScenarioId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        links: {
                            first: string;
                            prev: string | null;
                            next: string | null;
                            last: string;
                        };
                        meta: {
                            limit: number;
                            count: number;
                            total: number;
                            current_page: number;
                            total_pages: number;
                        };
                        data: components["schemas"]["Change"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            404: components["responses"]["Error404"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    postScenarioRestore: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the version that the change is based on. If there is a newer version, the response is 412. */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description A unique key for this change, such as a UUID. Requests with the same key make the change once. Another route, body or file with the same key gets 422, `idempotency_key_used`. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the scenario */
                id: components["parameters"]["ScenarioId"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["ScenarioRestoration"];
        responses: {
            /** @description Done */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        scenario: components["schemas"]["ChangedScenario"];
                        /** @description Unknown fields of the request, if any */
                        warnings?: string[];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            410: components["responses"]["Error410"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getScenarioEvents: {
        parameters: {
            query?: {
                /** @description Also sends `team` messages: a new version of the comments, and the people viewing the scenario. The caller counts as viewing it until the stream ends */
                team?: boolean;
            };
            header?: {
                /** @description The `id` of the last event received: the stream continues after it; `0` starts with the first. */
                "Last-Event-ID"?: components["parameters"]["Last-Event-ID"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the scenario */
                id: components["parameters"]["ScenarioId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Messages, each with the `id` (a version), the `event` (the `type` of a change) and the `data`, which is the change as JSON. Comments keep idle connections open. */
            200: {
                headers: {
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["Change"] | components["schemas"]["TeamMessage"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            404: components["responses"]["Error404"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    postScenarioPreview: {
        parameters: {
            query?: never;
            header?: {
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the scenario */
                id: components["parameters"]["ScenarioId"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["PreviewedUpdate"];
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Etesian-Recipe": components["headers"]["X-Etesian-Recipe"];
                    "X-Etesian-Engine": components["headers"]["X-Etesian-Engine"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        scenario: components["schemas"]["ChangedScenario"];
                        gqueries: {
                            [key: string]: components["schemas"]["QueryResult"];
                        };
                        inputs: {
                            [key: string]: components["schemas"]["Input"];
                        };
                        /** @description Unknown fields of the request, if any */
                        warnings?: string[];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getScenarioQueries: {
        parameters: {
            query?: {
                /** @description Version of the scenario: the number in its ETag; default: the current version */
                at?: components["parameters"]["At"];
                /** @description Queries, comma-separated or repeated */
                keys?: components["parameters"]["Keys"];
            };
            header?: {
                /** @description The `ETag` of the response that the client has. While it is current, the response is 304, without a body. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the scenario */
                id: components["parameters"]["ScenarioId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Etesian-Recipe": components["headers"]["X-Etesian-Recipe"];
                    "X-Etesian-Engine": components["headers"]["X-Etesian-Engine"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: components["schemas"]["QueryResult"];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            404: components["responses"]["Error404"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getScenarioTeam: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the response that the client has. While it is current, the response is 304, without a body. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the scenario */
                id: components["parameters"]["ScenarioId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Team"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getScenarioComments: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the response that the client has. While it is current, the response is 304, without a body. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the scenario */
                id: components["parameters"]["ScenarioId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Comments"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    postScenarioComments: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key for this change, such as a UUID. Requests with the same key make the change once. Another route, body or file with the same key gets 422, `idempotency_key_used`. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the scenario */
                id: components["parameters"]["ScenarioId"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["NewComment"];
        responses: {
            /** @description Done */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Comment"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    putScenarioComment: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key for this change, such as a UUID. Requests with the same key make the change once. Another route, body or file with the same key gets 422, `idempotency_key_used`. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the scenario */
                id: components["parameters"]["ScenarioId"];
                /** @description Comment ID within the scenario */
                comment: components["parameters"]["Comment"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["CommentChange"];
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Comment"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    deleteScenarioComment: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key for this change, such as a UUID. Requests with the same key make the change once. Another route, body or file with the same key gets 422, `idempotency_key_used`. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the scenario */
                id: components["parameters"]["ScenarioId"];
                /** @description Comment ID within the scenario */
                comment: components["parameters"]["Comment"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getScenarioRecipe: {
        parameters: {
            query?: {
                /** @description Version of the scenario: the number in its ETag; default: the current version */
                at?: components["parameters"]["At"];
            };
            header?: {
                /** @description The `ETag` of the response that the client has. While it is current, the response is 304, without a body. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the scenario */
                id: components["parameters"]["ScenarioId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Recipe"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            404: components["responses"]["Error404"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getScenarioCurveNumber: {
        parameters: {
            query?: {
                /** @description Version of the scenario: the number in its ETag; default: the current version */
                at?: components["parameters"]["At"];
            };
            header?: {
                /** @description The `ETag` of the response that the client has. While it is current, the response is 304, without a body. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the scenario */
                id: components["parameters"]["ScenarioId"];
                /** @description SHA-256 of the values, in hexadecimal */
                sha256: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description 8,760 little-endian doubles */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": Blob;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            404: components["responses"]["Error404"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getScenarioInputs: {
        parameters: {
            query?: {
                /** @description Version of the scenario: the number in its ETag; default: the current version */
                at?: components["parameters"]["At"];
                /** @description Use the defaults of the parent scenario, or the original ones of the area's data */
                defaults?: components["parameters"]["Defaults"];
                /** @description Add `step`, `code` and `description` */
                include_extras?: boolean;
            };
            header?: {
                /** @description The `ETag` of the response that the client has. While it is current, the response is 304, without a body. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the scenario */
                id: components["parameters"]["ScenarioId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: components["schemas"]["Input"];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            404: components["responses"]["Error404"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getScenarioInputsCsv: {
        parameters: {
            query?: {
                /** @description Version of the scenario: the number in its ETag; default: the current version */
                at?: components["parameters"]["At"];
                /** @description Use the defaults of the parent scenario, or the original ones of the area's data */
                defaults?: components["parameters"]["Defaults"];
                /** @description `wide`: a column per figure; `long`: a row per figure, with its name and unit */
                layout?: components["parameters"]["Layout"];
            };
            header?: {
                /** @description The `ETag` of the response that the client has. While it is current, the response is 304, without a body. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the scenario */
                id: components["parameters"]["ScenarioId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The table */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            404: components["responses"]["Error404"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getScenarioInput: {
        parameters: {
            query?: {
                /** @description Version of the scenario: the number in its ETag; default: the current version */
                at?: components["parameters"]["At"];
                /** @description Use the defaults of the parent scenario, or the original ones of the area's data */
                defaults?: components["parameters"]["Defaults"];
            };
            header?: {
                /** @description The `ETag` of the response that the client has. While it is current, the response is 304, without a body. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the scenario */
                id: components["parameters"]["ScenarioId"];
                /** @description Key of the input, or comma-separated keys */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Input"] | components["schemas"]["Input"][];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            404: components["responses"]["Error404"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getScenarioNode: {
        parameters: {
            query?: {
                /** @description Version of the scenario: the number in its ETag; default: the current version */
                at?: components["parameters"]["At"];
            };
            header?: {
                /** @description The `ETag` of the response that the client has. While it is current, the response is 304, without a body. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the scenario */
                id: components["parameters"]["ScenarioId"];
                /** @description Key of the node */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Etesian-Recipe": components["headers"]["X-Etesian-Recipe"];
                    "X-Etesian-Engine": components["headers"]["X-Etesian-Engine"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Node"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            404: components["responses"]["Error404"];
            405: components["responses"]["Error405"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getScenarioNodesTopology: {
        parameters: {
            query?: {
                /** @description Version of the scenario: the number in its ETag; default: the current version */
                at?: components["parameters"]["At"];
            };
            header?: {
                /** @description The `ETag` of the response that the client has. While it is current, the response is 304, without a body. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the scenario */
                id: components["parameters"]["ScenarioId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Etesian-Recipe": components["headers"]["X-Etesian-Recipe"];
                    "X-Etesian-Engine": components["headers"]["X-Etesian-Engine"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        nodes: {
                            [key: string]: unknown;
                        }[];
                        edges: {
                            [key: string]: unknown;
                        }[];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            404: components["responses"]["Error404"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    postScenarioNodesStats: {
        parameters: {
            query?: {
                /** @description Version of the scenario: the number in its ETag; default: the current version */
                at?: components["parameters"]["At"];
            };
            header?: {
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the scenario */
                id: components["parameters"]["ScenarioId"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["NodeFigures"];
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Etesian-Recipe": components["headers"]["X-Etesian-Recipe"];
                    "X-Etesian-Engine": components["headers"]["X-Etesian-Engine"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        nodes: {
                            [key: string]: {
                                [key: string]: unknown;
                            };
                        };
                        /** @description Unknown fields of the request, if any */
                        warnings?: string[];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getScenarioEnergyFlowCsv: {
        parameters: {
            query?: {
                /** @description Version of the scenario: the number in its ETag; default: the current version */
                at?: components["parameters"]["At"];
                /** @description `wide`: a column per figure; `long`: a row per figure, with its name and unit */
                layout?: components["parameters"]["Layout"];
            };
            header?: {
                /** @description The `ETag` of the response that the client has. While it is current, the response is 304, without a body. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the scenario */
                id: components["parameters"]["ScenarioId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The table */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Etesian-Recipe": components["headers"]["X-Etesian-Recipe"];
                    "X-Etesian-Engine": components["headers"]["X-Etesian-Engine"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getScenarioEnergyFlowPresentCsv: {
        parameters: {
            query?: {
                /** @description Version of the scenario: the number in its ETag; default: the current version */
                at?: components["parameters"]["At"];
                /** @description `wide`: a column per figure; `long`: a row per figure, with its name and unit */
                layout?: components["parameters"]["Layout"];
            };
            header?: {
                /** @description The `ETag` of the response that the client has. While it is current, the response is 304, without a body. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the scenario */
                id: components["parameters"]["ScenarioId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The table */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Etesian-Recipe": components["headers"]["X-Etesian-Recipe"];
                    "X-Etesian-Engine": components["headers"]["X-Etesian-Engine"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getScenarioMoleculeFlowCsv: {
        parameters: {
            query?: {
                /** @description Version of the scenario: the number in its ETag; default: the current version */
                at?: components["parameters"]["At"];
                /** @description `wide`: a column per figure; `long`: a row per figure, with its name and unit */
                layout?: components["parameters"]["Layout"];
            };
            header?: {
                /** @description The `ETag` of the response that the client has. While it is current, the response is 304, without a body. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the scenario */
                id: components["parameters"]["ScenarioId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The table */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Etesian-Recipe": components["headers"]["X-Etesian-Recipe"];
                    "X-Etesian-Engine": components["headers"]["X-Etesian-Engine"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getScenarioSankeyCsv: {
        parameters: {
            query?: {
                /** @description Version of the scenario: the number in its ETag; default: the current version */
                at?: components["parameters"]["At"];
                /** @description `wide`: a column per figure; `long`: a row per figure, with its name and unit */
                layout?: components["parameters"]["Layout"];
            };
            header?: {
                /** @description The `ETag` of the response that the client has. While it is current, the response is 304, without a body. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the scenario */
                id: components["parameters"]["ScenarioId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The table */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Etesian-Recipe": components["headers"]["X-Etesian-Recipe"];
                    "X-Etesian-Engine": components["headers"]["X-Etesian-Engine"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getScenarioStorageParametersCsv: {
        parameters: {
            query?: {
                /** @description Version of the scenario: the number in its ETag; default: the current version */
                at?: components["parameters"]["At"];
                /** @description `wide`: a column per figure; `long`: a row per figure, with its name and unit */
                layout?: components["parameters"]["Layout"];
            };
            header?: {
                /** @description The `ETag` of the response that the client has. While it is current, the response is 304, without a body. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the scenario */
                id: components["parameters"]["ScenarioId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The table */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Etesian-Recipe": components["headers"]["X-Etesian-Recipe"];
                    "X-Etesian-Engine": components["headers"]["X-Etesian-Engine"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getScenarioCostsParametersCsv: {
        parameters: {
            query?: {
                /** @description Version of the scenario: the number in its ETag; default: the current version */
                at?: components["parameters"]["At"];
                /** @description `wide`: a column per figure; `long`: a row per figure, with its name and unit */
                layout?: components["parameters"]["Layout"];
            };
            header?: {
                /** @description The `ETag` of the response that the client has. While it is current, the response is 304, without a body. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the scenario */
                id: components["parameters"]["ScenarioId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The table */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Etesian-Recipe": components["headers"]["X-Etesian-Recipe"];
                    "X-Etesian-Engine": components["headers"]["X-Etesian-Engine"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getScenarioDirectEmissionsPresentCsv: {
        parameters: {
            query?: {
                /** @description Version of the scenario: the number in its ETag; default: the current version */
                at?: components["parameters"]["At"];
                /** @description `wide`: a column per figure; `long`: a row per figure, with its name and unit */
                layout?: components["parameters"]["Layout"];
            };
            header?: {
                /** @description The `ETag` of the response that the client has. While it is current, the response is 304, without a body. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the scenario */
                id: components["parameters"]["ScenarioId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The table */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Etesian-Recipe": components["headers"]["X-Etesian-Recipe"];
                    "X-Etesian-Engine": components["headers"]["X-Etesian-Engine"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getScenarioDirectEmissionsFutureCsv: {
        parameters: {
            query?: {
                /** @description Version of the scenario: the number in its ETag; default: the current version */
                at?: components["parameters"]["At"];
                /** @description `wide`: a column per figure; `long`: a row per figure, with its name and unit */
                layout?: components["parameters"]["Layout"];
            };
            header?: {
                /** @description The `ETag` of the response that the client has. While it is current, the response is 304, without a body. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the scenario */
                id: components["parameters"]["ScenarioId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The table */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Etesian-Recipe": components["headers"]["X-Etesian-Recipe"];
                    "X-Etesian-Engine": components["headers"]["X-Etesian-Engine"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getScenarioElectricityCapacitiesCsv: {
        parameters: {
            query?: {
                /** @description Version of the scenario: the number in its ETag; default: the current version */
                at?: components["parameters"]["At"];
                /** @description `wide`: a column per figure; `long`: a row per figure, with its name and unit */
                layout?: components["parameters"]["Layout"];
            };
            header?: {
                /** @description The `ETag` of the response that the client has. While it is current, the response is 304, without a body. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the scenario */
                id: components["parameters"]["ScenarioId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The table */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Etesian-Recipe": components["headers"]["X-Etesian-Recipe"];
                    "X-Etesian-Engine": components["headers"]["X-Etesian-Engine"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getScenarioDistrictHeatingCapacitiesCsv: {
        parameters: {
            query?: {
                /** @description Version of the scenario: the number in its ETag; default: the current version */
                at?: components["parameters"]["At"];
                /** @description `wide`: a column per figure; `long`: a row per figure, with its name and unit */
                layout?: components["parameters"]["Layout"];
            };
            header?: {
                /** @description The `ETag` of the response that the client has. While it is current, the response is 304, without a body. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the scenario */
                id: components["parameters"]["ScenarioId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The table */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Etesian-Recipe": components["headers"]["X-Etesian-Recipe"];
                    "X-Etesian-Engine": components["headers"]["X-Etesian-Engine"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getScenarioHydrogenCapacitiesCsv: {
        parameters: {
            query?: {
                /** @description Version of the scenario: the number in its ETag; default: the current version */
                at?: components["parameters"]["At"];
                /** @description `wide`: a column per figure; `long`: a row per figure, with its name and unit */
                layout?: components["parameters"]["Layout"];
            };
            header?: {
                /** @description The `ETag` of the response that the client has. While it is current, the response is 304, without a body. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the scenario */
                id: components["parameters"]["ScenarioId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The table */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Etesian-Recipe": components["headers"]["X-Etesian-Recipe"];
                    "X-Etesian-Engine": components["headers"]["X-Etesian-Engine"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getScenarioNetworkGasCapacitiesCsv: {
        parameters: {
            query?: {
                /** @description Version of the scenario: the number in its ETag; default: the current version */
                at?: components["parameters"]["At"];
                /** @description `wide`: a column per figure; `long`: a row per figure, with its name and unit */
                layout?: components["parameters"]["Layout"];
            };
            header?: {
                /** @description The `ETag` of the response that the client has. While it is current, the response is 304, without a body. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the scenario */
                id: components["parameters"]["ScenarioId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The table */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Etesian-Recipe": components["headers"]["X-Etesian-Recipe"];
                    "X-Etesian-Engine": components["headers"]["X-Etesian-Engine"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getScenarioCurvesElectricityProfilesCsv: {
        parameters: {
            query?: {
                /** @description Version of the scenario: the number in its ETag; default: the current version */
                at?: components["parameters"]["At"];
                /** @description `wide`: a column per figure; `long`: a row per figure, with its name and unit */
                layout?: components["parameters"]["Layout"];
            };
            header?: {
                /** @description The `ETag` of the response that the client has. While it is current, the response is 304, without a body. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the scenario */
                id: components["parameters"]["ScenarioId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The table */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Etesian-Recipe": components["headers"]["X-Etesian-Recipe"];
                    "X-Etesian-Engine": components["headers"]["X-Etesian-Engine"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getScenarioCurvesElectricityPriceCsv: {
        parameters: {
            query?: {
                /** @description Version of the scenario: the number in its ETag; default: the current version */
                at?: components["parameters"]["At"];
                /** @description `wide`: a column per figure; `long`: a row per figure, with its name and unit */
                layout?: components["parameters"]["Layout"];
            };
            header?: {
                /** @description The `ETag` of the response that the client has. While it is current, the response is 304, without a body. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the scenario */
                id: components["parameters"]["ScenarioId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The table */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Etesian-Recipe": components["headers"]["X-Etesian-Recipe"];
                    "X-Etesian-Engine": components["headers"]["X-Etesian-Engine"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getScenarioCurvesElectricityPriceJson: {
        parameters: {
            query?: {
                /** @description Version of the scenario: the number in its ETag; default: the current version */
                at?: components["parameters"]["At"];
                /** @description `wide`: a column per figure; `long`: a row per figure, with its name and unit */
                layout?: components["parameters"]["Layout"];
            };
            header?: {
                /** @description The `ETag` of the response that the client has. While it is current, the response is 304, without a body. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the scenario */
                id: components["parameters"]["ScenarioId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Etesian-Recipe": components["headers"]["X-Etesian-Recipe"];
                    "X-Etesian-Engine": components["headers"]["X-Etesian-Engine"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description One value per hour, one per line */
                        curve: string;
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            404: components["responses"]["Error404"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getScenarioCurvesDistrictHeatingProfilesCsv: {
        parameters: {
            query?: {
                /** @description Version of the scenario: the number in its ETag; default: the current version */
                at?: components["parameters"]["At"];
                /** @description `wide`: a column per figure; `long`: a row per figure, with its name and unit */
                layout?: components["parameters"]["Layout"];
            };
            header?: {
                /** @description The `ETag` of the response that the client has. While it is current, the response is 304, without a body. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the scenario */
                id: components["parameters"]["ScenarioId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The table */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Etesian-Recipe": components["headers"]["X-Etesian-Recipe"];
                    "X-Etesian-Engine": components["headers"]["X-Etesian-Engine"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getScenarioCurvesAgricultureHeatCsv: {
        parameters: {
            query?: {
                /** @description Version of the scenario: the number in its ETag; default: the current version */
                at?: components["parameters"]["At"];
                /** @description `wide`: a column per figure; `long`: a row per figure, with its name and unit */
                layout?: components["parameters"]["Layout"];
            };
            header?: {
                /** @description The `ETag` of the response that the client has. While it is current, the response is 304, without a body. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the scenario */
                id: components["parameters"]["ScenarioId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The table */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Etesian-Recipe": components["headers"]["X-Etesian-Recipe"];
                    "X-Etesian-Engine": components["headers"]["X-Etesian-Engine"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getScenarioCurvesHouseholdHeatCsv: {
        parameters: {
            query?: {
                /** @description Version of the scenario: the number in its ETag; default: the current version */
                at?: components["parameters"]["At"];
                /** @description `wide`: a column per figure; `long`: a row per figure, with its name and unit */
                layout?: components["parameters"]["Layout"];
            };
            header?: {
                /** @description The `ETag` of the response that the client has. While it is current, the response is 304, without a body. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the scenario */
                id: components["parameters"]["ScenarioId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The table */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Etesian-Recipe": components["headers"]["X-Etesian-Recipe"];
                    "X-Etesian-Engine": components["headers"]["X-Etesian-Engine"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getScenarioCurvesBuildingsHeatCsv: {
        parameters: {
            query?: {
                /** @description Version of the scenario: the number in its ETag; default: the current version */
                at?: components["parameters"]["At"];
                /** @description `wide`: a column per figure; `long`: a row per figure, with its name and unit */
                layout?: components["parameters"]["Layout"];
            };
            header?: {
                /** @description The `ETag` of the response that the client has. While it is current, the response is 304, without a body. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the scenario */
                id: components["parameters"]["ScenarioId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The table */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Etesian-Recipe": components["headers"]["X-Etesian-Recipe"];
                    "X-Etesian-Engine": components["headers"]["X-Etesian-Engine"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getScenarioCurvesHydrogenProfilesCsv: {
        parameters: {
            query?: {
                /** @description Version of the scenario: the number in its ETag; default: the current version */
                at?: components["parameters"]["At"];
                /** @description `wide`: a column per figure; `long`: a row per figure, with its name and unit */
                layout?: components["parameters"]["Layout"];
            };
            header?: {
                /** @description The `ETag` of the response that the client has. While it is current, the response is 304, without a body. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the scenario */
                id: components["parameters"]["ScenarioId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The table */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Etesian-Recipe": components["headers"]["X-Etesian-Recipe"];
                    "X-Etesian-Engine": components["headers"]["X-Etesian-Engine"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getScenarioCurvesNetworkGasProfilesCsv: {
        parameters: {
            query?: {
                /** @description Version of the scenario: the number in its ETag; default: the current version */
                at?: components["parameters"]["At"];
                /** @description `wide`: a column per figure; `long`: a row per figure, with its name and unit */
                layout?: components["parameters"]["Layout"];
            };
            header?: {
                /** @description The `ETag` of the response that the client has. While it is current, the response is 304, without a body. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the scenario */
                id: components["parameters"]["ScenarioId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The table */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Etesian-Recipe": components["headers"]["X-Etesian-Recipe"];
                    "X-Etesian-Engine": components["headers"]["X-Etesian-Engine"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getScenarioCurvesResidualLoadCsv: {
        parameters: {
            query?: {
                /** @description Version of the scenario: the number in its ETag; default: the current version */
                at?: components["parameters"]["At"];
                /** @description `wide`: a column per figure; `long`: a row per figure, with its name and unit */
                layout?: components["parameters"]["Layout"];
            };
            header?: {
                /** @description The `ETag` of the response that the client has. While it is current, the response is 304, without a body. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the scenario */
                id: components["parameters"]["ScenarioId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The table */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Etesian-Recipe": components["headers"]["X-Etesian-Recipe"];
                    "X-Etesian-Engine": components["headers"]["X-Etesian-Engine"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getScenarioCurvesHydrogenIntegralCostCsv: {
        parameters: {
            query?: {
                /** @description Version of the scenario: the number in its ETag; default: the current version */
                at?: components["parameters"]["At"];
                /** @description `wide`: a column per figure; `long`: a row per figure, with its name and unit */
                layout?: components["parameters"]["Layout"];
            };
            header?: {
                /** @description The `ETag` of the response that the client has. While it is current, the response is 304, without a body. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the scenario */
                id: components["parameters"]["ScenarioId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The table */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Etesian-Recipe": components["headers"]["X-Etesian-Recipe"];
                    "X-Etesian-Engine": components["headers"]["X-Etesian-Engine"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getScenarioMerit: {
        parameters: {
            query?: {
                /** @description Version of the scenario: the number in its ETag; default: the current version */
                at?: components["parameters"]["At"];
                /** @description Include curves; true by default */
                include_curves?: boolean;
            };
            header?: {
                /** @description The `ETag` of the response that the client has. While it is current, the response is 304, without a body. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the scenario */
                id: components["parameters"]["ScenarioId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Etesian-Recipe": components["headers"]["X-Etesian-Recipe"];
                    "X-Etesian-Engine": components["headers"]["X-Etesian-Engine"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        participants: {
                            [key: string]: unknown;
                        }[];
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            404: components["responses"]["Error404"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getScenarioQueriesCsv: {
        parameters: {
            query?: {
                /** @description Queries, comma-separated or repeated */
                keys?: components["parameters"]["Keys"];
                /** @description `wide`: a column per figure; `long`: a row per figure, with its name and unit */
                layout?: components["parameters"]["Layout"];
            };
            header?: {
                /** @description The `ETag` of the response that the client has. While it is current, the response is 304, without a body. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description Comma-separated scenario IDs */
                ids: components["parameters"]["Ids"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The table */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    postScenariosQueries: {
        parameters: {
            query?: never;
            header?: {
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["QueriesOfScenarios"];
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Table"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            406: components["responses"]["Error406"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getScenarioIamcCsv: {
        parameters: {
            query?: {
                /** @description `wide`: a column per figure; `long`: a row per figure, with its name and unit */
                layout?: components["parameters"]["Layout"];
            };
            header?: {
                /** @description The `ETag` of the response that the client has. While it is current, the response is 304, without a body. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description Comma-separated scenario IDs */
                ids: components["parameters"]["Ids"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The table */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    postWorkbooks: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key for this change, such as a UUID. Requests with the same key make the change once. Another route, body or file with the same key gets 422, `idempotency_key_used`. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["Workbook"];
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkbookRun"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getScenarioWorkbookXlsx: {
        parameters: {
            query?: {
                /** @description Language of the charts */
                language?: "en" | "nl";
            };
            header?: {
                /** @description The `ETag` of the response that the client has. While it is current, the response is 304, without a body. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description Comma-separated scenario IDs */
                ids: components["parameters"]["Ids"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The workbook */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": Blob;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            404: components["responses"]["Error404"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    putUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key for this change, such as a UUID. Requests with the same key make the change once. Another route, body or file with the same key gets 422, `idempotency_key_used`. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["AccountUpdate"];
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    deleteUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key for this change, such as a UUID. Requests with the same key make the change once. Another route, body or file with the same key gets 422, `idempotency_key_used`. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["AccountErasure"];
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    patchUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key for this change, such as a UUID. Requests with the same key make the change once. Another route, body or file with the same key gets 422, `idempotency_key_used`. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["AccountUpdate"];
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getScenarioUsers: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the response that the client has. While it is current, the response is 304, without a body. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the scenario */
                id: components["parameters"]["ScenarioId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScenarioUser"][];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            /** @description Refused */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Error code. */
                    "X-Error-Code": "invalid" | "invalid_file" | "invalid_workbook" | "unknown_fields" | "unknown_subtype" | "not_boolean" | "no_result" | "unknown_curve" | "bad_curve_source" | "users_failed" | "history_full" | "idempotency_key_used" | "cannot_be_calculated" | "too_many_results" | "too_many_variants" | "too_many_outputs" | "sweep_too_long" | "sweep_storage_full" | "too_many_comments";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: components["schemas"]["ScenarioUser"][];
                        /** @description By email or ID, as sent */
                        errors: {
                            [key: string]: string[];
                        };
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    putScenarioUsers: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key for this change, such as a UUID. Requests with the same key make the change once. Another route, body or file with the same key gets 422, `idempotency_key_used`. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the scenario */
                id: components["parameters"]["ScenarioId"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["ScenarioUsers"];
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScenarioUser"][];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            /** @description Refused */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Error code. */
                    "X-Error-Code": "invalid" | "invalid_file" | "invalid_workbook" | "unknown_fields" | "unknown_subtype" | "not_boolean" | "no_result" | "unknown_curve" | "bad_curve_source" | "users_failed" | "history_full" | "idempotency_key_used" | "cannot_be_calculated" | "too_many_results" | "too_many_variants" | "too_many_outputs" | "sweep_too_long" | "sweep_storage_full" | "too_many_comments";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: components["schemas"]["ScenarioUser"][];
                        /** @description By email or ID, as sent */
                        errors: {
                            [key: string]: string[];
                        };
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    postScenarioUsers: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key for this change, such as a UUID. Requests with the same key make the change once. Another route, body or file with the same key gets 422, `idempotency_key_used`. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the scenario */
                id: components["parameters"]["ScenarioId"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["ScenarioUsers"];
        responses: {
            /** @description Done */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScenarioUser"][];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            /** @description Refused */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Error code. */
                    "X-Error-Code": "invalid" | "invalid_file" | "invalid_workbook" | "unknown_fields" | "unknown_subtype" | "not_boolean" | "no_result" | "unknown_curve" | "bad_curve_source" | "users_failed" | "history_full" | "idempotency_key_used" | "cannot_be_calculated" | "too_many_results" | "too_many_variants" | "too_many_outputs" | "sweep_too_long" | "sweep_storage_full" | "too_many_comments";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: components["schemas"]["ScenarioUser"][];
                        /** @description By email or ID, as sent */
                        errors: {
                            [key: string]: string[];
                        };
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    deleteScenarioUsers: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key for this change, such as a UUID. Requests with the same key make the change once. Another route, body or file with the same key gets 422, `idempotency_key_used`. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the scenario */
                id: components["parameters"]["ScenarioId"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["ScenarioUsers"];
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScenarioUser"][];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            /** @description Refused */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Error code. */
                    "X-Error-Code": "invalid" | "invalid_file" | "invalid_workbook" | "unknown_fields" | "unknown_subtype" | "not_boolean" | "no_result" | "unknown_curve" | "bad_curve_source" | "users_failed" | "history_full" | "idempotency_key_used" | "cannot_be_calculated" | "too_many_results" | "too_many_variants" | "too_many_outputs" | "sweep_too_long" | "sweep_storage_full" | "too_many_comments";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: components["schemas"]["ScenarioUser"][];
                        /** @description By email or ID, as sent */
                        errors: {
                            [key: string]: string[];
                        };
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    patchScenarioUsers: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key for this change, such as a UUID. Requests with the same key make the change once. Another route, body or file with the same key gets 422, `idempotency_key_used`. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the scenario */
                id: components["parameters"]["ScenarioId"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["ScenarioUsers"];
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScenarioUser"][];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            /** @description Refused */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Error code. */
                    "X-Error-Code": "invalid" | "invalid_file" | "invalid_workbook" | "unknown_fields" | "unknown_subtype" | "not_boolean" | "no_result" | "unknown_curve" | "bad_curve_source" | "users_failed" | "history_full" | "idempotency_key_used" | "cannot_be_calculated" | "too_many_results" | "too_many_variants" | "too_many_outputs" | "sweep_too_long" | "sweep_storage_full" | "too_many_comments";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: components["schemas"]["ScenarioUser"][];
                        /** @description By email or ID, as sent */
                        errors: {
                            [key: string]: string[];
                        };
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getSavedScenarios: {
        parameters: {
            query?: {
                /** @description From 1 */
                page?: components["parameters"]["Page"];
                /** @description 1 to 100; default 25 */
                limit?: components["parameters"]["Limit"];
                /** @description Only saved scenarios in the trash */
                discarded?: boolean;
                /** @description `all`: saved scenarios of all owners, for admins */
                scope?: string;
            };
            header?: {
                /** @description The `ETag` of the response that the client has. While it is current, the response is 304, without a body. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        links: {
                            first: string;
                            prev: string | null;
                            next: string | null;
                            last: string;
                        };
                        meta: {
                            limit: number;
                            count: number;
                            total: number;
                            current_page: number;
                            total_pages: number;
                        };
                        data: components["schemas"]["SavedScenario"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    postSavedScenarios: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key for this change, such as a UUID. Requests with the same key make the change once. Another route, body or file with the same key gets 422, `idempotency_key_used`. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["NewSavedScenario"];
        responses: {
            /** @description Done */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedScenario"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getSavedScenario: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the response that the client has. While it is current, the response is 304, without a body. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the saved scenario */
                id: components["parameters"]["SavedScenarioId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedScenario"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    putSavedScenario: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the version that the change is based on. If there is a newer version, the response is 412. */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description A unique key for this change, such as a UUID. Requests with the same key make the change once. Another route, body or file with the same key gets 422, `idempotency_key_used`. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the saved scenario */
                id: components["parameters"]["SavedScenarioId"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["SavedScenarioUpdate"];
        responses: {
            /** @description Done */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedSavedScenario"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            410: components["responses"]["Error410"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    deleteSavedScenario: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key for this change, such as a UUID. Requests with the same key make the change once. Another route, body or file with the same key gets 422, `idempotency_key_used`. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the saved scenario */
                id: components["parameters"]["SavedScenarioId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        /** @description Unknown fields of the request, if any */
                        warnings?: string[];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    patchSavedScenario: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the version that the change is based on. If there is a newer version, the response is 412. */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description A unique key for this change, such as a UUID. Requests with the same key make the change once. Another route, body or file with the same key gets 422, `idempotency_key_used`. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the saved scenario */
                id: components["parameters"]["SavedScenarioId"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["SavedScenarioUpdate"];
        responses: {
            /** @description Done */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedSavedScenario"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            410: components["responses"]["Error410"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getSavedScenarioBySingular: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the response that the client has. While it is current, the response is 304, without a body. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the saved scenario */
                id: components["parameters"]["SavedScenarioId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedScenario"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    putSavedScenarioDiscard: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key for this change, such as a UUID. Requests with the same key make the change once. Another route, body or file with the same key gets 422, `idempotency_key_used`. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the saved scenario */
                id: components["parameters"]["SavedScenarioId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        /** @description Unknown fields of the request, if any */
                        warnings?: string[];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    patchSavedScenarioDiscard: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key for this change, such as a UUID. Requests with the same key make the change once. Another route, body or file with the same key gets 422, `idempotency_key_used`. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the saved scenario */
                id: components["parameters"]["SavedScenarioId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        /** @description Unknown fields of the request, if any */
                        warnings?: string[];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getSavedScenarioHistory: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the response that the client has. While it is current, the response is 304, without a body. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the saved scenario */
                id: components["parameters"]["SavedScenarioId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The current version first, then earlier ones; at most 21 */
                        versions: {
                            scenario_id: number;
                            /** @description Version of the scenario when it was saved: the number in its ETag */
                            scenario_version: number;
                            /** @description Version of the model */
                            version: string;
                            /** Format: date-time */
                            saved_at: string;
                            present: boolean;
                        }[];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    postSavedScenarioRestore: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the version that the change is based on. If there is a newer version, the response is 412. */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description A unique key for this change, such as a UUID. Requests with the same key make the change once. Another route, body or file with the same key gets 422, `idempotency_key_used`. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the saved scenario */
                id: components["parameters"]["SavedScenarioId"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["SavedScenarioRestoration"];
        responses: {
            /** @description Done */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedSavedScenario"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            410: components["responses"]["Error410"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getSavedScenarioEvents: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `id` of the last event received: the stream continues after it; `0` starts with the first. */
                "Last-Event-ID"?: components["parameters"]["Last-Event-ID"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the saved scenario */
                id: components["parameters"]["SavedScenarioId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Messages, each with the `id` (a version), the `event` (the `type` of a change) and the `data`, which is the change as JSON. Comments keep idle connections open. */
            200: {
                headers: {
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["SavedScenarioChange"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getCollections: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the response that the client has. While it is current, the response is 304, without a body. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        collections: components["schemas"]["Collection"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    postCollections: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key for this change, such as a UUID. Requests with the same key make the change once. Another route, body or file with the same key gets 422, `idempotency_key_used`. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["CollectionFields"];
        responses: {
            /** @description Done */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Collection"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getCollection: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the response that the client has. While it is current, the response is 304, without a body. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the collection */
                id: components["parameters"]["CollectionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Collection"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    putCollection: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key for this change, such as a UUID. Requests with the same key make the change once. Another route, body or file with the same key gets 422, `idempotency_key_used`. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the collection */
                id: components["parameters"]["CollectionId"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["CollectionFields"];
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Collection"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    deleteCollection: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key for this change, such as a UUID. Requests with the same key make the change once. Another route, body or file with the same key gets 422, `idempotency_key_used`. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the collection */
                id: components["parameters"]["CollectionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    patchCollection: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key for this change, such as a UUID. Requests with the same key make the change once. Another route, body or file with the same key gets 422, `idempotency_key_used`. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the collection */
                id: components["parameters"]["CollectionId"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["CollectionFields"];
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Collection"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getTransitionPaths: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the response that the client has. While it is current, the response is 304, without a body. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        collections: components["schemas"]["Collection"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    postTransitionPaths: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key for this change, such as a UUID. Requests with the same key make the change once. Another route, body or file with the same key gets 422, `idempotency_key_used`. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["CollectionFields"];
        responses: {
            /** @description Done */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Collection"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getTransitionPath: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the response that the client has. While it is current, the response is 304, without a body. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the collection */
                id: components["parameters"]["TransitionPathId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Collection"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    putTransitionPath: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key for this change, such as a UUID. Requests with the same key make the change once. Another route, body or file with the same key gets 422, `idempotency_key_used`. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the collection */
                id: components["parameters"]["TransitionPathId"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["CollectionFields"];
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Collection"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    deleteTransitionPath: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key for this change, such as a UUID. Requests with the same key make the change once. Another route, body or file with the same key gets 422, `idempotency_key_used`. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the collection */
                id: components["parameters"]["TransitionPathId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    patchTransitionPath: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key for this change, such as a UUID. Requests with the same key make the change once. Another route, body or file with the same key gets 422, `idempotency_key_used`. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the collection */
                id: components["parameters"]["TransitionPathId"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["CollectionFields"];
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Collection"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getSavedScenarioUsers: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the response that the client has. While it is current, the response is 304, without a body. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the saved scenario */
                id: components["parameters"]["SavedScenarioId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedScenarioUser"][];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            /** @description Refused */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Error code. */
                    "X-Error-Code": "invalid" | "invalid_file" | "invalid_workbook" | "unknown_fields" | "unknown_subtype" | "not_boolean" | "no_result" | "unknown_curve" | "bad_curve_source" | "users_failed" | "history_full" | "idempotency_key_used" | "cannot_be_calculated" | "too_many_results" | "too_many_variants" | "too_many_outputs" | "sweep_too_long" | "sweep_storage_full" | "too_many_comments";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: components["schemas"]["SavedScenarioUser"][];
                        /** @description By email or ID, as sent */
                        errors: {
                            [key: string]: string[];
                        };
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    putSavedScenarioUsers: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key for this change, such as a UUID. Requests with the same key make the change once. Another route, body or file with the same key gets 422, `idempotency_key_used`. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the saved scenario */
                id: components["parameters"]["SavedScenarioId"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["SavedScenarioUsers"];
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedScenarioUser"][];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            /** @description Refused */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Error code. */
                    "X-Error-Code": "invalid" | "invalid_file" | "invalid_workbook" | "unknown_fields" | "unknown_subtype" | "not_boolean" | "no_result" | "unknown_curve" | "bad_curve_source" | "users_failed" | "history_full" | "idempotency_key_used" | "cannot_be_calculated" | "too_many_results" | "too_many_variants" | "too_many_outputs" | "sweep_too_long" | "sweep_storage_full" | "too_many_comments";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: components["schemas"]["SavedScenarioUser"][];
                        /** @description By email or ID, as sent */
                        errors: {
                            [key: string]: string[];
                        };
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    postSavedScenarioUsers: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key for this change, such as a UUID. Requests with the same key make the change once. Another route, body or file with the same key gets 422, `idempotency_key_used`. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the saved scenario */
                id: components["parameters"]["SavedScenarioId"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["SavedScenarioUsers"];
        responses: {
            /** @description Done */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedScenarioUser"][];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            /** @description Refused */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Error code. */
                    "X-Error-Code": "invalid" | "invalid_file" | "invalid_workbook" | "unknown_fields" | "unknown_subtype" | "not_boolean" | "no_result" | "unknown_curve" | "bad_curve_source" | "users_failed" | "history_full" | "idempotency_key_used" | "cannot_be_calculated" | "too_many_results" | "too_many_variants" | "too_many_outputs" | "sweep_too_long" | "sweep_storage_full" | "too_many_comments";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: components["schemas"]["SavedScenarioUser"][];
                        /** @description By email or ID, as sent */
                        errors: {
                            [key: string]: string[];
                        };
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    deleteSavedScenarioUsers: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key for this change, such as a UUID. Requests with the same key make the change once. Another route, body or file with the same key gets 422, `idempotency_key_used`. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the saved scenario */
                id: components["parameters"]["SavedScenarioId"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["SavedScenarioUsers"];
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            /** @description Refused */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Error code. */
                    "X-Error-Code": "invalid" | "invalid_file" | "invalid_workbook" | "unknown_fields" | "unknown_subtype" | "not_boolean" | "no_result" | "unknown_curve" | "bad_curve_source" | "users_failed" | "history_full" | "idempotency_key_used" | "cannot_be_calculated" | "too_many_results" | "too_many_variants" | "too_many_outputs" | "sweep_too_long" | "sweep_storage_full" | "too_many_comments";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: components["schemas"]["SavedScenarioUser"][];
                        /** @description By email or ID, as sent */
                        errors: {
                            [key: string]: string[];
                        };
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    patchSavedScenarioUsers: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key for this change, such as a UUID. Requests with the same key make the change once. Another route, body or file with the same key gets 422, `idempotency_key_used`. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the saved scenario */
                id: components["parameters"]["SavedScenarioId"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["SavedScenarioUsers"];
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedScenarioUser"][];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            /** @description Refused */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Error code. */
                    "X-Error-Code": "invalid" | "invalid_file" | "invalid_workbook" | "unknown_fields" | "unknown_subtype" | "not_boolean" | "no_result" | "unknown_curve" | "bad_curve_source" | "users_failed" | "history_full" | "idempotency_key_used" | "cannot_be_calculated" | "too_many_results" | "too_many_variants" | "too_many_outputs" | "sweep_too_long" | "sweep_storage_full" | "too_many_comments";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: components["schemas"]["SavedScenarioUser"][];
                        /** @description By email or ID, as sent */
                        errors: {
                            [key: string]: string[];
                        };
                    };
                };
            };
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getSweeps: {
        parameters: {
            query?: {
                /** @description From 1 */
                page?: components["parameters"]["Page"];
                /** @description 1 to 100; default 25 */
                limit?: components["parameters"]["Limit"];
            };
            header?: {
                /** @description The `ETag` of the response that the client has. While it is current, the response is 304, without a body. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        links: {
                            first: string;
                            prev: string | null;
                            next: string | null;
                            last: string;
                        };
                        meta: {
                            limit: number;
                            count: number;
                            total: number;
                            current_page: number;
                            total_pages: number;
                        };
                        data: components["schemas"]["Sweep"][];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    postSweeps: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key for this change, such as a UUID. Requests with the same key make the change once. Another route, body or file with the same key gets 422, `idempotency_key_used`. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["SweepFields"];
        responses: {
            /** @description Done */
            202: {
                headers: {
                    Location: components["headers"]["Location"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Sweep"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getSweep: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the response that the client has. While it is current, the response is 304, without a body. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the sweep */
                id: components["parameters"]["SweepId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Sweep"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    deleteSweep: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique key for this change, such as a UUID. Requests with the same key make the change once. Another route, body or file with the same key gets 422, `idempotency_key_used`. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the sweep */
                id: components["parameters"]["SweepId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getSweepEvents: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `id` of the last event received: the stream continues after it; `0` starts with the first. */
                "Last-Event-ID"?: components["parameters"]["Last-Event-ID"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the sweep */
                id: components["parameters"]["SweepId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Messages, each with the `id` (a version), the `event` (the `type` of a change) and the `data`, which is the change as JSON. Comments keep idle connections open. */
            200: {
                headers: {
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["SweepProgress"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getSweepResultsResultsParquet: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the response that the client has. While it is current, the response is 304, without a body. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the sweep */
                id: components["parameters"]["SweepId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file, or the requested range of it */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.apache.parquet": Blob;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            416: components["responses"]["Error416"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getSweepResultsResultsCsv: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the response that the client has. While it is current, the response is 304, without a body. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the sweep */
                id: components["parameters"]["SweepId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file, or the requested range of it */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": Blob;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            416: components["responses"]["Error416"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getSweepResultsEstimates: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the response that the client has. While it is current, the response is 304, without a body. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the sweep */
                id: components["parameters"]["SweepId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SweepEstimates"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            416: components["responses"]["Error416"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getSweepResultsManifest: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the response that the client has. While it is current, the response is 304, without a body. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the sweep */
                id: components["parameters"]["SweepId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SweepManifest"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            416: components["responses"]["Error416"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getSweepPart: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the response that the client has. While it is current, the response is 304, without a body. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the sweep */
                id: components["parameters"]["SweepId"];
                /** @description Name of the part */
                part: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file, or the requested range of it */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.apache.parquet": Blob;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            410: components["responses"]["Error410"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            416: components["responses"]["Error416"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getAreas: {
        parameters: {
            query?: {
                /** @description All attributes (default) or the main ones only */
                detailed?: boolean;
            };
            header?: {
                /** @description The `ETag` of the response that the client has. While it is current, the response is 304, without a body. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Area"][];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Error400"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getArea: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the response that the client has. While it is current, the response is 304, without a body. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description Key of the area */
                area_code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Area"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Error400"];
            404: components["responses"]["Error404"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getGqueries: {
        parameters: {
            query?: {
                /** @description Folders of the query's location */
                labels?: string[];
            };
            header?: {
                /** @description The `ETag` of the response that the client has. While it is current, the response is 304, without a body. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Gquery"][];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Error400"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getModelArea: {
        parameters: {
            query?: {
                /** @description Year of the input facts; default: 2050 */
                end_year?: number;
            };
            header?: {
                /** @description The `ETag` of the response that the client has. While it is current, the response is 304, without a body. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description Key of the area */
                area: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AreaManifest"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Error400"];
            404: components["responses"]["Error404"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getModelPart: {
        parameters: {
            query?: {
                /** @description Area of the manifest that lists the part; only needed after a 404 */
                area?: string;
                /** @description End year of the same manifest */
                end_year?: number;
            };
            header?: {
                /** @description The `ETag` of the response that the client has. While it is current, the response is 304, without a body. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description SHA-256 of the part, in hexadecimal */
                sha256: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The part; docs/model-parts.md describes the format */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.etesian.part": Blob;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Error400"];
            404: components["responses"]["Error404"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    postModelDifferences: {
        parameters: {
            query?: never;
            header?: {
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["DifferenceReport"];
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            403: components["responses"]["Error403"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getApiV1FeaturedScenarios: {
        parameters: {
            query?: {
                /** @description Only presets of this version */
                version?: string;
            };
            header?: {
                /** @description The `ETag` of the response that the client has. While it is current, the response is 304, without a body. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        featured_scenarios: {
                            id: number;
                            scenario_id: number;
                            saved_scenario_id: null;
                            owner_id: null;
                            /** @example national */
                            group: string;
                            title: string;
                            title_en: string;
                            title_nl: string;
                            /** @description A short description of the scenario. */
                            description_en: string | null;
                            description_nl: string | null;
                            version: string;
                            end_year: number;
                            area_code: string;
                            author: string | null;
                            study_en: null;
                            study_nl: null;
                        }[];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Error400"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getApiV1FeaturedScenariosScenarios: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the response that the client has. While it is current, the response is 304, without a body. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: number;
                        title: string;
                    }[];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Error400"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getApiV1FeaturedScenario: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the response that the client has. While it is current, the response is 304, without a body. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path: {
                /** @description ID of the preset */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: number;
                        scenario_id: number;
                        saved_scenario_id: null;
                        owner_id: null;
                        /** @example national */
                        group: string;
                        title: string;
                        title_en: string;
                        title_nl: string;
                        /** @description A short description of the scenario. */
                        description_en: string | null;
                        description_nl: string | null;
                        version: string;
                        end_year: number;
                        area_code: string;
                        author: string | null;
                        study_en: null;
                        study_nl: null;
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Error400"];
            404: components["responses"]["Error404"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getApiV1Versions: {
        parameters: {
            query?: {
                /** @description Only this version */
                tag?: string;
                /** @description `desc`: latest first */
                sort?: string;
            };
            header?: {
                /** @description The `ETag` of the response that the client has. While it is current, the response is 304, without a body. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /** @description `handling=strict` refuses fields and parameters that the operation does not know (422, `unknown_fields`); otherwise they have no effect, and the response warns about them. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description An ID for this request in the service's logs; generated if absent. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /** @description The client's span (W3C Trace Context), the parent of the service's spans. */
                traceparent?: components["parameters"]["traceparent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Warnings": components["headers"]["X-Warnings"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        versions: {
                            tag: string;
                            /** Format: uri */
                            model_url: string;
                            /** Format: uri */
                            engine_url: string;
                            /** Format: uri */
                            collections_url: string;
                        }[];
                    };
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["Error400"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
}
