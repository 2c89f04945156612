"""The sources of a dataset as they come up: the file itself and the pages its records name."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from modelspan.domain.records import Citation, Dataset, Source


@dataclass(slots=True)
class Cited:
    """Sources by id. Ids begin with the dataset's, since one id is one source in a whole store."""

    dataset: Dataset
    found: dict[str, Source] = field(default_factory=dict)

    def file(self, locator: str, name: str = "file") -> Citation:
        """A place in the file; the id stays the same from vintage to vintage."""
        id_ = f"{self.dataset.id}:{name}"
        if id_ not in self.found:
            self.found[id_] = Source(
                id=id_,
                title=self.dataset.title,
                publisher=self.dataset.publisher,
                published=self.dataset.version,
                url=self.dataset.url,
                licence=self.dataset.licence,
            )
        return Citation(source_id=id_, locator=locator)

    def page(self, url: str, title: str = "") -> Citation | None:
        """A page a record names; None for what is no address of the web."""
        if not url.startswith(("https://", "http://")):
            return None
        id_ = f"{self.dataset.id}:{url}"
        known = self.found.get(id_)
        if known is None:
            if url.split() != [url]:
                return None
            bare = bare_address(url)
            self.found[id_] = Source(id=id_, title=title or bare, publisher=bare.partition("/")[0], url=url)
        elif title and (title < known.title or known.title == bare_address(url)):  # of several the same in any order
            self.found[id_] = replace(known, title=title)
        return Citation(source_id=id_)

    @property
    def sources(self) -> tuple[Source, ...]:
        """All of them, by id."""
        return tuple(self.found[id_] for id_ in sorted(self.found))


def bare_address(url: str) -> str:
    """An address as people read it, without the scheme."""
    return url.partition("//")[2].rstrip("/")
