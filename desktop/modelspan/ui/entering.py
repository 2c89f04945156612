"""What the user enters: a new event, another wording of an own one, a copy, and taking one back."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from modelspan.domain.catalogue import Catalogue
from modelspan.domain.dates import iso
from modelspan.domain.problems import UserError
from modelspan.domain.records import EntityKind, Kind
from modelspan.store import lookup
from modelspan.store.layout import MINE

if TYPE_CHECKING:
    from modelspan.app.entry import Entry
    from modelspan.app.entry_names import Known
    from modelspan.ui.main_window import MainWindow


class Entering(QObject):
    """Opens the form and keeps what was entered, as a step that can be undone."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self.window = window

    def selected(self) -> lookup.Details | None:
        """The selected event as the store has it; says so where none is selected."""
        window = self.window
        row = window.store.state.event
        if row < 0:
            window.facts_line.setText(self.tr("Select an event first: on the timeline, or in the events table."))
            return None
        try:
            return lookup.one_event(window.path, int(window.scene.snapshot.events.id[row]))
        except UserError as error:
            window.exchange.complain(str(error))
            return None

    def own(self) -> str:
        """The key of the selected event where it is one of the user's own; says so where it is not."""
        found = self.selected()
        if found is None:
            return ""
        if found.places[0].dataset != MINE:
            self.window.facts_line.setText(
                self.tr("Only your own entries can be changed; Duplicate makes one of this event.")
            )
            return ""
        return found.events[0].key

    def new(self) -> None:
        """An empty form, about the selected model where there is one."""
        from modelspan.app.entry_form import blank  # what forms need, only where one is opened

        window = self.window
        form = blank(Kind.RETIREMENT, iso(window.today))
        known = self.known()
        if window.store.state.selected:
            form = form.with_text("subject", known.label_of(window.store.state.selected, (EntityKind.MODEL,)))
        self.open(form)

    def edit(self) -> None:
        """The form of an own event."""
        from modelspan.app import entry
        from modelspan.store import diffing

        if key := self.own():
            mine = diffing.catalogue_of(self.window.path, MINE)
            event = next((each for each in mine.events if each.key == key), None)
            if event is not None:
                sources = {source.id: source for source in mine.sources}
                self.open(entry.form_of(event, self.known(), sources, replaces=True))

    def duplicate(self) -> None:
        """A form filled like the selected event."""
        from modelspan.app import entry

        found = self.selected()
        if found is not None:
            self.open(entry.form_of(found.events[0], self.known(), found.sources, replaces=False))

    def withdraw(self) -> None:
        """Take an own event back."""
        from modelspan.app import entry

        key, today = self.own(), iso(self.window.today)
        if key:
            self.keep(lambda mine: entry.without(mine, key, today), self.tr("withdrawn"))

    def known(self) -> Known:
        """The names a form completes, of today's store."""
        from modelspan.app import entry_names

        return entry_names.Known(self.window.whole, self.window.path, self.window.scene.words)

    def open(self, form: object) -> None:
        """Show a form."""
        from modelspan.app.entry_form import Form
        from modelspan.ui.entry_form import EntryForm

        assert isinstance(form, Form)
        window = self.window
        self.form = EntryForm(window, self.known(), form, window.today, window.theme)
        self.form.accepted_entry.connect(self.accept)
        self.form.open()

    def accept(self, made: object) -> None:
        """An event was entered: keep it, or say in the form why it cannot be."""
        from modelspan.app import entry

        assert isinstance(made, entry.Entry)
        kept: Entry = made
        sentence = self.keep(lambda mine: entry.written(mine, kept), kept.event.title or kept.event.kind.value)
        if sentence:
            self.form.refuse(sentence)

    def keep(self, change: Callable[[Catalogue], Catalogue], note: str) -> str:
        """Write what the user's own dataset becomes; returns why not."""
        from modelspan.formats import catalogue_json
        from modelspan.store import diffing, writing

        window = self.window
        try:
            made = change(diffing.catalogue_of(window.path, MINE))
            sha256 = hashlib.sha256(catalogue_json.write(made).encode()).hexdigest()
            writing.apply(made, window.path, sha256, action="entry", note=note)
        except UserError as error:
            return str(error)
        window.reload()
        window.facts_line.setText(window.scene.words.fill("Entry %1; Ctrl+Z takes it back", note))
        return ""
