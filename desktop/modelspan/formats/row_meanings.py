"""What the columns of a table or the keys of a list mean, as far as their names say it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import StrEnum


class Means(StrEnum):
    """What a column can mean. The values are kept in settings: add some, rename none."""

    MODEL = "model"  # an id or a name
    NAME = "name"
    PROVIDER = "provider"
    MAKER = "maker"
    ANNOUNCED = "announced"
    PREVIEW = "preview"
    RELEASED = "released"
    LISTED = "listed"
    LEGACY = "legacy"
    DEPRECATED = "deprecated"
    ENDS = "ends"
    ENDS_EARLIEST = "ends_earliest"
    EARLIEST = "earliest"  # whether the end is only the earliest possible one
    REPLACEMENT = "replacement"
    SOURCE = "source"
    NOTE = "note"
    ALIASES = "aliases"
    SCOPE = "scope"
    WHEN = "when"  # of a row that is one event
    KIND = "kind"
    TITLE = "title"
    IGNORED = "ignored"


LIFE_DAYS = (
    Means.ANNOUNCED, Means.PREVIEW, Means.RELEASED, Means.LISTED, Means.LEGACY, Means.DEPRECATED, Means.ENDS,
    Means.ENDS_EARLIEST,
)  # fmt: skip
DAYS = (*LIFE_DAYS, Means.WHEN)

# Folded to letters and digits. "deprecation_date" alone is a notice: only a key that says the end is one.
NAMES = {
    Means.MODEL: "id modelid model models slug modelslug apiid apimodel apimodelid modelidentifier identifier snapshot "
    "modelcode",
    Means.NAME: "name modelname displayname fullname",
    Means.PROVIDER: "provider providerid platform surface vendor service host",
    Means.MAKER: "maker organisation organization org company developer lab ownedby creator",
    Means.ANNOUNCED: "announced announcedon announcedat announcement announcementdate dateannounced",
    Means.PREVIEW: "preview previewdate previewon publicpreview",
    Means.RELEASED: "released releasedon releasedat releasedate release launch launched launchdate launchedon ga "
    "gadate generalavailability generalavailabilitydate availablefrom introduced dateofrelease",
    Means.LISTED: "created createdat createdon listed listedon",
    Means.LEGACY: "legacy legacydate legacyon legacysince",
    Means.DEPRECATED: "deprecated deprecatedon deprecatedat deprecatedsince deprecation deprecationdate deprecates "
    "noticedate notice noticeon dateofnotice",
    Means.ENDS: "retireson retiredon retires retired retirement retirementdate retiredate retireddate retireat "
    "retirementat retiresat upgraderetirementat shutdown shutdowndate shutdownon shutdownat shutsdown sunset "
    "sunsetdate sunseton sunsetat eol eoldate endoflife endoflifedate enddate end ends endson endsat discontinued "
    "discontinuedon discontinuationdate expirationdate expires expireson expiry removedon removal removaldate "
    "decommissiondate decommissionedon termination terminationdate tentativeretirementdate",
    Means.ENDS_EARLIEST: "earliestretirement earliestretirementdate earliestshutdown earliestshutdownon "
    "earliestshutdowndate notsoonerthan notbefore earliestend retiresnotbefore",
    Means.EARLIEST: "earliest isearliest",
    Means.REPLACEMENT: "replacement replacements replacementmodel replacementmodels recommendedreplacement replacedby "
    "suggestedalternative suggestedalternatives alternative alternatives successor successors successormodel migrateto "
    "substitute recommended recommendedmodel upgrademodel upgradeto",
    Means.SOURCE: "source sources url link sourceurl reference references href",
    Means.NOTE: "note notes comment comments remark remarks retirementnote",
    Means.ALIASES: "aliases alias",
    Means.SCOPE: "region regions scope",
    Means.WHEN: "date when day",
    Means.KIND: "kind event eventtype eventkind type",
    Means.TITLE: "title summary headline",
}
MEANING = {name: means for means, names in NAMES.items() for name in names.split()}

# For names not listed above: what a part of them says, of columns whose cells are dates.
STEMS = (
    (re.compile(r"(earliest|notsooner|notbefore).*(retire|shutdown|sunset|end)"), Means.ENDS_EARLIEST),
    (re.compile(r"retire|shutdown|shutoff|sunset|endoflife|eol|discontinu|decommission|end$|enddate$"), Means.ENDS),
    (re.compile(r"deprecat|notice"), Means.DEPRECATED),
    (re.compile(r"preview"), Means.PREVIEW),
    (re.compile(r"releas|launch|availab"), Means.RELEASED),
    (re.compile(r"announce"), Means.ANNOUNCED),
)
OTHER_STEMS = ((re.compile(r"replace|successor|alternative|migrat"), Means.REPLACEMENT),)


def folded(name: str) -> str:
    """A name in letters and digits alone."""
    return "".join(sign for sign in name.casefold() if sign.isalnum())


def meaning(name: str) -> Means | None:
    """What a name says by itself; None where it is not known."""
    return MEANING.get(folded(name))


def telling_first(names: Iterable[str]) -> list[str]:
    """Names in the order in which they may take their meaning: a bare "id" last, as rows have ids of their own too."""
    return sorted(names, key=lambda name: folded(name) == "id")


def dated_meaning(name: str) -> Means | None:
    """What a part of a name says, of a column of dates."""
    plain = folded(name)
    return next((means for stem, means in STEMS if stem.search(plain)), None)


def other_meaning(name: str) -> Means | None:
    """What a part of a name says, of a column of anything else."""
    plain = folded(name)
    return next((means for stem, means in OTHER_STEMS if stem.search(plain)), None)
