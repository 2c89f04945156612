"""Ids of LiteLLM's map, taken apart: its own prefix, region, quality and size, and the id that the provider uses."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from modelspan.domain.identity_spelling import TASKS
from modelspan.formats.model_ids import take_apart
from modelspan.formats.places import Provider, maker_at, provider_of

# Parts of a path that are no maker: the region an offer is for, what an image is asked for in, how it is paid.
REGION = re.compile(r"[a-z]{2}(?:-[a-z]+){1,2}-\d|\*|us|eu|apac|global|global-standard|us-gov")
QUALITY = re.compile(r"(?:\d+|max)-x-(?:\d+|max)|(?:\d+|max)-steps|low|medium|high|xhigh|max|hd|standard|auto")
PAID = re.compile(r"\d+-month-commitment|streaming|preset")
SHELVES = frozenset({"invoke", "converse", "speech", "doc-intelligence", "decision-models", "@oi", "ps"})
SCOPES = frozenset({"claude_platform"})  # an offer of its own behind a provider's name
REGIONAL = ("azure", "azure_ai", "azure_text", "bedrock", "bedrock_converse", "bedrock_mantle")
# Providers whose ids begin with the maker: us.anthropic.claude-opus-4-8, meta.llama-3.3-70b-instruct.
DOTTED = ("bedrock", "bedrock_converse", "bedrock_mantle", "oci")
DOTS = re.compile(
    r"(?:(?P<region>us-gov|us|eu|apac|au|jp|in|ca|uk|sa|me|af|global)\.)?(?P<maker>[a-z]+\d*[a-z]*)\.(?P<rest>[a-z]\S*)"
)
PATHS = ("fal_ai", "aiml")  # ids that are paths as a whole, in which the name is not the last part
FAL = "fal-ai"  # whoever made the model
ASKED_FOR = TASKS | frozenset({"video-to-video", "reframe", "recast", "query", "agent"})
WORD = re.compile(r"[A-Za-z]{3}")
NO_MAKER = (FAL, "flux")  # what such a path may begin with instead of a maker
KIND = re.compile(
    r"^text-completion-(?!openai)|(?<!^vertex_ai)-embedding-models$"
)  # kept apart by LiteLLM, not by them
PUBLISHER = re.compile(r"vertex_ai-(?:(?P<maker>\w+)_models|[\w-]+-models)")  # vertex_ai-mistral_models
HOSTED = "FW-"  # what Azure puts before the names of models that Fireworks runs there


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """What an id of the map says: the provider, the id there, the bare one, whose model, for which part of the world,
    and what its prices hold for.
    """

    provider: Provider
    api_id: str
    id: str
    maker: str = ""
    scope: str = ""
    conditions: str = ""
    also: str = ""  # another id of it there


@dataclass(frozen=True, slots=True, kw_only=True)
class Before:
    """What stands before an id, read: the part of it that the provider writes too, whose models it says they are, for
    which part of the world, and what prices hold for.
    """

    provider: Provider
    kept: str
    maker: str
    scope: str
    conditions: str


def offer(id_: str, provider: str) -> Offer:
    """An id of the map at a provider."""
    path, _, last = (id_.strip().strip("/") or id_).rpartition("/")
    found = before(path, provider)
    api_id = f"{found.kept}/{last}" if found.kept else last
    maker, scope, bare = found.maker, found.scope, last
    if provider in PATHS and found.kept:
        bare = in_path(api_id, maker)
    elif provider in DOTTED and not found.kept and (dots := DOTS.fullmatch(last)):
        maker, scope, bare = dots["maker"], scope or dots["region"] or "", dots["rest"]
    elif provider == "azure_ai" and len(last) > len(HOSTED):
        bare = last.removeprefix(HOSTED)
    return Offer(
        provider=found.provider,
        api_id=api_id,
        id=bare,
        maker=maker_at(found.provider, bare) or maker or publisher(provider),
        scope=scope,
        conditions=found.conditions,
    )


@lru_cache(maxsize=4096)  # a few hundred stand before thousands of ids
def before(path: str, provider: str) -> Before:
    """What stands before the last part of an id."""
    parts = [part for part in path.split("/") if part]
    regions: list[str] = []
    conditions: list[str] = []
    prefixed = False
    while parts:
        part = parts[0]
        if not prefixed and belongs(part, provider):
            prefixed = True
        elif (provider in REGIONAL and REGION.fullmatch(part)) or part in SCOPES:
            regions += [] if part == "*" else [part]
        elif QUALITY.fullmatch(part) or PAID.fullmatch(part):
            conditions.append(part.replace("-x-", "x"))
        elif part not in SHELVES:
            break
        parts.pop(0)
    kept, place = "/".join(parts), at(provider)
    if provider in PATHS:
        maker = parts[0] if parts and not parts[0].startswith(NO_MAKER) else ""
    else:
        maker = take_apart(f"{kept}/id").maker if kept else ""
    regions += [place.region] if place.region else []
    return Before(provider=place, kept=kept, maker=maker, scope=" ".join(regions), conditions=", ".join(conditions))


def in_path(api_id: str, maker: str) -> str:
    """The name in an id that is a path: without the maker and what the model is asked for, unless no name is left."""
    parts = [part for part in api_id.split("/") if part not in ASKED_FOR and part != FAL]
    name = "-".join(parts[1:] if maker else parts)
    return name if WORD.search(name) else "-".join(parts) or api_id


@lru_cache(maxsize=1024)
def at(provider: str) -> Provider:
    """A provider by LiteLLM's name."""
    return provider_of(KIND.sub("", provider))


def belongs(part: str, provider: str) -> bool:
    """Whether the first part of an id is a provider, or what one that LiteLLM keeps apart by kind is called in ids."""
    plain, whole = part.replace("-", "_"), provider.replace("-", "_")
    return plain == whole or whole.startswith(f"{plain}_")


@lru_cache(maxsize=1024)
def publisher(provider: str) -> str:
    """The maker in the name of a provider that LiteLLM keeps apart by maker: Google where Vertex names no other."""
    found = PUBLISHER.fullmatch(provider)
    return (found["maker"] or "google") if found else ""
