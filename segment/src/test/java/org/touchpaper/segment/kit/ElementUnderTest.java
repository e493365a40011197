package org.touchpaper.segment.kit;

import java.util.List;
import org.touchpaper.segment.element.ElementDriver;
import org.touchpaper.segment.element.Item;

/** An element with its driver, over a real socket, and what can go wrong between them. */
public interface ElementUnderTest extends AutoCloseable {

  /** What can go wrong with one edit. */
  enum Trouble {
    /** The connection is lost before the element carries the edit out. */
    LOST_BEFORE,
    /** The element carries it out, and the connection is lost before the answer. */
    LOST_AFTER,
    /** The element carries it out and never answers, though the connection stays. */
    UNANSWERED,
    /** The element refuses. */
    DENIED,
    /** The element carries it out and says something nobody understands. */
    GARBLED
  }

  ElementDriver driver();

  /** What it shall hold for a circuit, in the order to create it; the same each time. */
  List<Item> wanted();

  /**
   * Somebody else takes what the circuit needs, without the driver.
   *
   * @return what people must be told of who that is
   */
  String takenByOthers();

  /** Every edit it was asked for so far, in a text that tells one from another. */
  List<String> edits();

  /** What it holds, as itself tells it; equal when it holds the same. */
  Object holdings();

  /** This trouble meets the next edit that is told by this text. */
  void next(String edit, Trouble trouble);

  /** Breaks every connection and does not listen until it is restarted. */
  void crash();

  /** Comes back with what it held. */
  void restart();

  /** Comes back with nothing: its database was lost. */
  void restartEmpty();

  /** The most commands, and the most edits, that were ever unanswered at a time. */
  Load load();

  record Load(int commands, int edits) {}

  @Override
  void close();
}
