"""Tells BenchExec how Pepsin is called and what its output means.

From the root of the repository: `PYTHONPATH=. benchexec --tool-directory target/release competition/pepsin.xml`.
"""

import re

import benchexec.result as result
from benchexec.tools.template import BaseTool2, UnsupportedFeatureException


class Tool(BaseTool2):
    """Pepsin, a verifier for data races of C programs with threads."""

    REQUIRED_PATHS = ["pepsin"]

    DATA_MODELS = ("ILP32", "LP64")

    ANSWERS = {
        "true": result.RESULT_TRUE_PROP,
        "false(no-data-race)": result.RESULT_FALSE_DATARACE,
        "unknown": result.RESULT_UNKNOWN,
    }

    def name(self):
        return "Pepsin"

    def executable(self, tool_locator):
        return tool_locator.find_executable("pepsin")

    def version(self, executable):
        return self._version_from_tool(executable, line_prefix="pepsin ")

    def cmdline(self, executable, options, task, rlimits):
        command = [executable, "svcomp"]
        if task.property_file:
            command += ["--property", task.property_file]
        data_model = (task.options or {}).get("data_model")
        if data_model:
            if data_model not in self.DATA_MODELS:
                raise UnsupportedFeatureException(f"unknown data model {data_model}")
            command += ["--data-model", data_model]
        return [*command, *options, *task.input_files_or_empty]

    def determine_result(self, run):
        answer = None
        for line in run.output:
            found = re.fullmatch(r"SV-COMP verdict: (\S+)\s*", line)
            if found:
                answer = found.group(1)
        if answer in self.ANSWERS:
            return self.ANSWERS[answer]
        if run.exit_code.value == 2:
            return "ERROR (input)"
        return result.RESULT_ERROR

    def get_value_from_output(self, output, identifier):
        """A figure of the output: the number in front of a word, as in `12 findings`."""
        pattern = re.compile(r"\b(\d+) " + re.escape(identifier) + r"\b")
        for line in output:
            found = pattern.search(line)
            if found:
                return found.group(1)
        return None
