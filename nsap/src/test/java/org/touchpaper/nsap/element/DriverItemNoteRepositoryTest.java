package org.touchpaper.nsap.element;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.touchpaper.segment.inventory.DriverItemNoteRepository;

/** Element notes in the database. */
class DriverItemNoteRepositoryTest {

  @Test
  void eachElementHasItsOwnNotes() {
    var tables = ElementNoteTables.create();
    var notes = tables.of("ONE");
    notes.put("PATCH", "3,17", "A");
    notes.put("PATCH", "3,17", "B");
    notes.put("PORT", "3,17", "C");
    tables.of("TWO").put("PATCH", "4,5", "D");
    assertThat(notes.list("PATCH")).containsOnly(Map.entry("3,17", "B"));
    notes.remove("PATCH", "3,17");
    notes.remove("PATCH", "3,17");
    assertThat(notes.list("PATCH")).isEmpty();
    assertThat(notes.list("PORT")).hasSize(1);
    assertThat(tables.of("TWO").list("PATCH")).hasSize(1);
  }

  @Test
  void onlyAStaleNoteOfAMissingItemIsRemoved() {
    var tables = ElementNoteTables.create();
    var notes = tables.of("ONE");
    notes.put("PATCH", "3,17", "A");
    tables.advanceAge(DriverItemNoteRepository.MAX_EDIT_DURATION);
    notes.removeIfStale("PATCH", "3,17");
    assertThat(notes.list("PATCH")).hasSize(1);
    tables.advanceAge(Duration.ofSeconds(1));
    notes.removeIfStale("PATCH", "3,17");
    assertThat(notes.list("PATCH")).isEmpty();
  }
}
