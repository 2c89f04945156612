"""Providers as outside files call them: which surface of the bundled catalogue each is, and whose models it makes."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from modelspan.domain.drafts import Named
from modelspan.domain.records import EntityKind

# Provider, folded to letters and digits -> id of a surface of the bundled catalogue.
SURFACES = {
    "openai": "openai-api", "openaiapi": "openai-api", "textcompletionopenai": "openai-api", "chatgpt": "chatgpt",
    "codex": "chatgpt-codex",
    "azure": "azure", "azureopenai": "azure", "azureai": "azure", "azuretext": "azure", "microsoft": "azure",
    "azurecognitiveservices": "azure", "microsoftfoundry": "azure", "azureopenaiservice": "azure",
    "bedrock": "bedrock", "bedrockconverse": "bedrock", "bedrockmantle": "bedrock", "amazonbedrock": "bedrock",
    "awsbedrock": "bedrock", "aws": "bedrock",
    "vertex": "vertex", "vertexai": "vertex", "googlevertex": "vertex", "googlevertexai": "vertex",
    "googlevertexanthropic": "vertex",
    "githubcopilot": "github-copilot", "copilot": "github-copilot",
    "google": "gemini-api", "gemini": "gemini-api", "googlegemini": "gemini-api", "googlegeminiapi": "gemini-api",
    "googleaistudio": "gemini-api",
    "anthropic": "anthropic-api", "anthropicapi": "anthropic-api", "claude": "anthropic-api",
    "mistral": "mistral-api", "mistralai": "mistral-api", "codestral": "mistral-api",
    "alibaba": "alibaba-model-studio", "dashscope": "alibaba-model-studio", "alibabacn": "alibaba-model-studio",
    "deepseek": "deepseek-api", "xai": "xai-api", "xaiapi": "xai-api", "cohere": "cohere-api",
    "coherechat": "cohere-api", "zai": "zai-api", "zhipuai": "zai-api", "zhipu": "zai-api",
    "moonshot": "moonshot-api", "moonshotai": "moonshot-api", "kimi": "moonshot-api", "cerebras": "cerebras-api",
    "moonshotaicn": "moonshot-api", "minimax": "minimax-api", "minimaxcn": "minimax-api",
}  # fmt: skip

# Provider, folded -> the maker of every model it offers by itself.
MAKERS = {
    "openai-api": "openai", "anthropic-api": "anthropic", "gemini-api": "google", "mistral-api": "mistral",
    "alibaba-model-studio": "alibaba", "deepseek-api": "deepseek", "xai-api": "xai", "cohere-api": "cohere",
    "zai-api": "zhipu", "moonshot-api": "moonshot", "minimax-api": "minimax", "chatgpt": "openai",
    "chatgpt-codex": "openai",
}  # fmt: skip

# Provider, folded -> the region a provider serves apart, with models, prices and days of its own.
REGIONS = {"alibabacn": "cn", "moonshotaicn": "cn", "minimaxcn": "cn", "zhipuai": "cn", "zhipu": "cn"}

# What an id begins with -> whose model it is: makers offer some of others' models as well.
FAMILIES = {
    "claude": "anthropic", "gpt": "openai", "chatgpt": "openai", "gemini": "google", "gemma": "google", "llama": "meta",
    "mistral": "mistral", "mixtral": "mistral", "qwen": "alibaba", "qwq": "alibaba", "deepseek": "deepseek",
    "grok": "xai", "command": "cohere", "glm": "zhipu", "kimi": "moonshot", "moonshot": "moonshot",
    "minimax": "minimax",
}  # fmt: skip
LETTERS = re.compile("[a-z]*")


@dataclass(frozen=True, slots=True, kw_only=True)
class Provider:
    """Where a provider's offers stand: the surface, the maker of what is its own, the region it serves apart."""

    surface: str | Named
    maker: str = ""
    region: str = ""


def folded(provider: str) -> str:
    """A provider's name in letters and digits alone."""
    return re.sub(r"[^a-z0-9]", "", provider.casefold())


@lru_cache(maxsize=1024)
def surface_of(provider: str) -> str | Named:
    """The surface of a provider: an id of the bundled catalogue, or a new surface by the provider's own name."""
    plain = folded(provider)
    if plain.startswith("vertexai"):  # LiteLLM names one per publisher: vertex_ai-anthropic_models
        return "vertex"
    return SURFACES.get(plain) or Named(kind=EntityKind.SURFACE, id=provider, name=provider)


def maker_of(provider: str) -> str:
    """Who makes the models a provider offers under its own name; empty where it offers those of many."""
    surface = surface_of(provider)
    return MAKERS.get(surface, "") if isinstance(surface, str) else ""


def provider_of(id_: str, name: str = "") -> Provider:
    """A provider by its id; `name` is what a surface that is not in the bundled catalogue is called."""
    surface = surface_of(id_)
    if isinstance(surface, Named) and name:
        surface = Named(kind=surface.kind, id=surface.id, name=name)
    return Provider(surface=surface, maker=maker_of(id_), region=REGIONS.get(folded(id_), ""))


def maker_at(provider: Provider, model_id: str) -> str:
    """The provider where it made the model; empty where it makes none, or the id begins with another maker's name."""
    start = LETTERS.match(model_id.casefold())
    own = not start or FAMILIES.get(start[0], provider.maker) == provider.maker
    return provider.maker if own else ""
