"""The benchmarks of llm-stats that the bundled catalogue knows by another name, in its words: name, version, metric."""

from __future__ import annotations

from functools import lru_cache

from modelspan.domain.drafts import Named
from modelspan.domain.records import EntityKind

# Where the list leaves the version out, it is unspecified, and such scores compare with no other version's.
TASKS = {
    "aider-polyglot": ("aider-polyglot", "Aider polyglot", "", "accuracy"),
    "aime-2024": ("aime", "AIME", "2024", "accuracy"),
    "aime-2025": ("aime", "AIME", "2025", "accuracy"),
    "arc-agi": ("arc-agi", "ARC-AGI", "1", "accuracy"),
    "arc-agi-v2": ("arc-agi", "ARC-AGI", "2", "accuracy"),
    "browsecomp": ("browsecomp", "BrowseComp", "", "accuracy"),
    "frontiermath": ("frontiermath", "FrontierMath", "unspecified", "accuracy"),
    "gpqa": ("gpqa", "GPQA", "unspecified", "accuracy"),
    "hle": ("humanitys-last-exam", "Humanity's Last Exam", "", "accuracy"),
    "hmmt-2025": ("hmmt", "HMMT", "2025", "accuracy"),
    "hmmt25": ("hmmt", "HMMT", "2025", "accuracy"),
    "humaneval": ("humaneval", "HumanEval", "", "pass_at_1"),
    "humanity's-last-exam": ("humanitys-last-exam", "Humanity's Last Exam", "", "accuracy"),
    "livecodebench": ("livecodebench", "LiveCodeBench", "unspecified", "pass_at_1"),
    "livecodebench-v5": ("livecodebench", "LiveCodeBench", "v5", "pass_at_1"),
    "livecodebench-v6": ("livecodebench", "LiveCodeBench", "v6", "pass_at_1"),
    "math": ("math", "MATH", "", "accuracy"),
    "mmlu": ("mmlu", "MMLU", "", "accuracy"),
    "mmlu-pro": ("mmlu-pro", "MMLU-Pro", "", "accuracy"),
    "mmmu": ("mmmu", "MMMU", "", "accuracy"),
    "osworld": ("osworld", "OSWorld", "", "success_rate"),
    "simpleqa": ("simpleqa", "SimpleQA", "", "accuracy"),
    "swe-bench-multilingual": ("swe-bench-multilingual", "SWE-bench Multilingual", "", "resolved_rate"),
    "swe-bench-verified": ("swe-bench-verified", "SWE-bench Verified", "", "resolved_rate"),
    "tau-bench-airline": ("tau-bench", "tau-bench", "airline", "pass_at_1"),
    "tau-bench-retail": ("tau-bench", "tau-bench", "retail", "pass_at_1"),
    "tau2-airline": ("tau2-bench", "tau2-bench", "airline", "pass_at_1"),
    "tau2-retail": ("tau2-bench", "tau2-bench", "retail", "pass_at_1"),
    "tau2-telecom": ("tau2-bench", "tau2-bench", "telecom", "pass_at_1"),
    "terminal-bench": ("terminal-bench", "Terminal-Bench", "1.x", "accuracy"),  # the list ends before version 2
}
UNSAID = ("score", "accuracy", "pass_at_1")  # metrics that say no more than the benchmark does by itself


@lru_cache(maxsize=4096)
def benchmark_of(id_: str, name: str) -> Named:
    """A benchmark as the bundled catalogue names it, else as the list does."""
    known, title, _, _ = TASKS.get(id_.casefold(), (id_, name, "", ""))
    return Named(kind=EntityKind.BENCHMARK, id=known, name=title)


def version_of(id_: str) -> str:
    """The version of a benchmark that its id in the list means."""
    task = TASKS.get(id_.casefold())
    return task[2] if task else ""


def metric_of(id_: str, said: str) -> str:
    """What a benchmark measures, unless the words about the method say something else."""
    task = TASKS.get(id_.casefold())
    return task[3] if task and said in UNSAID else said
