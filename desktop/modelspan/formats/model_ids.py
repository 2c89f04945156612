"""Ids of models as providers write them, taken apart: whose model, in which region, and the id that makers use."""

from __future__ import annotations

import re
from dataclasses import dataclass

REGIONAL = re.compile(r"(?:(?P<region>us|us-gov|eu|apac|au|jp|global)\.)?(?P<maker>[a-z0-9-]+)\.(?P<rest>\S+)")
# What stands before a slash and is a server, a shelf or a quality, and not a maker.
NO_MAKER = frozenset({
    "models", "route", "routers", "public", "openrouter", "novita", "unsloth", "siliconflow", "kilo-auto", "vercel",
    "groq", "cerebras", "baseten", "huggingface", "cortecs", "orcarouter", "interfaze", "fireworks", "fireworks-ai",
    "infermatic", "featherless-ai", "accounts", "tee", "workers-ai", "@cf", "main", "auto", "providers", "publishers",
    "together", "azure", "vertex", "bedrock",
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class ModelId:
    """The id without what a provider puts before it, and what that says."""

    id: str
    maker: str = ""
    region: str = ""


def take_apart(id_: str, surface: str = "") -> ModelId:
    """An id of a provider; `surface` is that of the bundled catalogue, where it is one."""
    last = id_.strip()
    path: list[str] = []
    if "/" in last:
        *path, last = [part for part in last.split("/") if part] or [last]
    if surface == "bedrock" and not path and (found := REGIONAL.fullmatch(last)):
        return ModelId(found["rest"], found["maker"], found["region"] or "")
    return ModelId(last, maker_in(path))


def maker_in(path: list[str]) -> str:
    """The maker in what stands before an id: openai/chat-completion/models/x, workers-ai/@cf/meta/x, hf:Qwen/x."""
    if not path:
        return ""
    part = path[0] if path[-1].casefold() == "models" else path[-1]
    name = part.removeprefix("hf:").lstrip("~").strip()
    return "" if name.casefold() in NO_MAKER else name
