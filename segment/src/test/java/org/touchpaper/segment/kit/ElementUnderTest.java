package org.touchpaper.segment.kit;

import java.util.List;
import org.touchpaper.segment.element.ConfigItem;
import org.touchpaper.segment.element.ElementDriver;

/** An element with its driver, over a real socket, and the failures between them. */
public interface ElementUnderTest extends AutoCloseable {

  /** A failure of one edit. */
  enum Trouble {
    /** The connection is lost before the element carries the edit out. */
    LOST_BEFORE,
    /** The element carries it out, and the connection is lost before the answer. */
    LOST_AFTER,
    /** The element carries it out and never answers, though the connection stays. */
    UNANSWERED,
    /** The element denies it. */
    DENIED,
    /** The element carries it out and gives an unreadable answer. */
    GARBLED
  }

  ElementDriver driver();

  /** The items of a circuit in the order of creation; the same each time. */
  List<ConfigItem> wanted();

  /**
   * Occupies, without the driver, a resource that the circuit needs.
   *
   * @return the name of the owner that must be reported
   */
  String occupyByOther();

  /** All edits received so far, as distinct texts. */
  List<String> edits();

  /** Its configuration as it reports it; equal for equal configurations. */
  Object configuration();

  /** This failure affects the next edit with this text. */
  void failNext(String edit, Trouble trouble);

  /** Breaks every connection and does not listen until it is restarted. */
  void crash();

  /** Restarts with its configuration. */
  void restart();

  /** Restarts without configuration: its database was lost. */
  void restartEmpty();

  /** The highest numbers of commands and edits that were unanswered at a time. */
  Load load();

  record Load(int commands, int edits) {}

  @Override
  void close();
}
