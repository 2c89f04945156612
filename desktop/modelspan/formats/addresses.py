"""Public addresses of the data that Modelspan reads: whose it is, under which licence, and what it holds.

Only addresses whose files a format here reads; another one is one more line.
"""

from __future__ import annotations

from dataclasses import dataclass

RAW = "https://raw.githubusercontent.com"
EPOCH, EPOCH_LICENCE = "Epoch AI", "CC-BY-4.0"


@dataclass(frozen=True, slots=True)
class Address:
    """One file on the web. `file` is what it is called here, since many publishers call theirs `models.json`."""

    url: str
    file: str
    title: str
    publisher: str
    licence: str
    holds: str  # an English source string


ADDRESSES = (
    Address(
        "https://models.dev/api.json",
        "models.dev_api.json",
        "models.dev, by provider",
        "anomalyco/models.dev",
        "MIT",
        "What each provider offers: listing days, prices, what is no longer served",
    ),
    Address(
        "https://models.dev/models.json",
        "models.dev_models.json",
        "models.dev, the models",
        "anomalyco/models.dev",
        "MIT",
        "Release days and published scores",
    ),
    Address(
        f"{RAW}/BerriAI/litellm/main/model_prices_and_context_window.json",
        "litellm_model_prices_and_context_window.json",
        "LiteLLM model map",
        "BerriAI/litellm",
        "MIT",
        "End days by provider, successors, prices",
    ),
    Address(
        "https://modeldeprecations.dev/api/v1/models.json",
        "modeldeprecations.dev_models.json",
        "modeldeprecations.dev",
        "mnfst/modeldeprecations.dev",
        "MIT",
        "Releases, notices, firm and earliest ends, replacements",
    ),
    Address(
        "https://deprecations.info/v1/deprecations.json",
        "deprecations.info_deprecations.json",
        "deprecations.info",
        "deprecations/deprecations-rss",
        "MIT",
        "Retirement notices of nine vendors",
    ),
    Address(
        f"{RAW}/endoflife-date/endoflife.date/master/products/anthropic-claude.md",
        "endoflife.date_anthropic-claude.md",
        "endoflife.date, Claude",
        "endoflife-date/endoflife.date",
        "MIT",
        "Releases and ends of the Claude models",
    ),
    Address(
        f"{RAW}/endoflife-date/endoflife.date/master/products/openai-api-models.md",
        "endoflife.date_openai-api-models.md",
        "endoflife.date, OpenAI API",
        "endoflife-date/endoflife.date",
        "MIT",
        "Releases and ends of the models in the OpenAI API",
    ),
    Address(
        f"{RAW}/github/docs/main/data/tables/copilot/model-deprecation-history.yml",
        "github-copilot_model-deprecation-history.yml",
        "GitHub Copilot retirements",
        "GitHub",
        "CC-BY-4.0",
        "Ends in GitHub Copilot, with the alternatives it suggests",
    ),
    Address(
        f"{RAW}/openai/codex/main/codex-rs/models-manager/models.json",
        "codex_models.json",
        "Codex model catalogue",
        "OpenAI",
        "Apache-2.0",
        "Models in Codex and when they are retired there",
    ),
    Address(
        f"{RAW}/pydantic/genai-prices/main/prices/new_data/v2/data.json",
        "genai-prices_v2_data.json",
        "genai-prices",
        "Pydantic",
        "MIT",
        "Prices and the days they changed",
    ),
    Address(
        "https://openrouter.ai/api/v1/models",
        "openrouter_models.json",
        "OpenRouter models",
        "OpenRouter",
        "",
        "Listing days, end days and prices at OpenRouter",
    ),
    Address(
        "https://epoch.ai/data/notable_ai_models.csv",
        "epoch_notable_ai_models.csv",
        "Notable AI models",
        EPOCH,
        EPOCH_LICENCE,
        "Releases since 1950, with parameters and training compute",
    ),
    Address(
        "https://epoch.ai/data/large_scale_ai_models.csv",
        "epoch_large_scale_ai_models.csv",
        "Large-scale AI models",
        EPOCH,
        EPOCH_LICENCE,
        "Releases of models trained with much compute",
    ),
    Address(
        "https://epoch.ai/data/frontier_ai_models.csv",
        "epoch_frontier_ai_models.csv",
        "Frontier AI models",
        EPOCH,
        EPOCH_LICENCE,
        "Releases of models that led in compute when they came out",
    ),
    Address(
        "https://epoch.ai/data/ml_hardware.csv",
        "epoch_ml_hardware.csv",
        "Machine learning hardware",
        EPOCH,
        EPOCH_LICENCE,
        "Releases of chips, with their figures",
    ),
    Address(
        "https://epoch.ai/data/gpu_clusters.csv",
        "epoch_gpu_clusters.csv",
        "GPU clusters",
        EPOCH,
        EPOCH_LICENCE,
        "Computing clusters: first day of operation, chips, power, owners",
    ),
    Address(
        "https://epoch.ai/data/data_centers/data_center_timelines.csv",
        "epoch_data_center_timelines.csv",
        "Data centre timelines",
        EPOCH,
        EPOCH_LICENCE,
        "What data centres had built by when, observed and projected",
    ),
)


def known(url: str) -> Address | None:
    """The known address, if it is one."""
    return next((address for address in ADDRESSES if address.url == url), None)
