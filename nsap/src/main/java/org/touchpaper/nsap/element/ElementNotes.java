package org.touchpaper.nsap.element;

import java.time.Duration;
import java.util.Map;

/**
 * Notes about the items of one element, such as the owner of a patch on a switch that stores no
 * names. Durable. A note is written before the element is edited, and removed only when the element
 * shows that the item does not exist.
 */
public interface ElementNotes {

  /** The time after which a command surely has taken effect, however slow the element. */
  Duration MAX_EDIT_DURATION = Duration.ofMinutes(10);

  /** For an element that needs no notes: each call fails. */
  ElementNotes NONE = new NoNotes();

  /** All notes of a kind, by item. */
  Map<String, String> list(String kind);

  /** Writes a note about an item; replaces an earlier one. */
  void put(String kind, String subject, String text);

  /** Removes a note; does nothing if there is none. */
  void remove(String kind, String subject);

  /**
   * Removes the note about an item that the element does not have, if the note is older than {@link
   * #MAX_EDIT_DURATION}: a younger one may belong to a command in progress.
   */
  void removeIfStale(String kind, String subject);

  /** Fails on each call. */
  final class NoNotes implements ElementNotes {
    @Override
    public Map<String, String> list(String kind) {
      throw new IllegalStateException("no notes are kept about this element");
    }

    @Override
    public void put(String kind, String subject, String text) {
      list(kind);
    }

    @Override
    public void remove(String kind, String subject) {
      list(kind);
    }

    @Override
    public void removeIfStale(String kind, String subject) {
      list(kind);
    }
  }
}
