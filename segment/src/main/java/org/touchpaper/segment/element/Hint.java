package org.touchpaper.segment.element;

/** Something happened on an element: a reason to read it, and never the truth itself. */
public sealed interface Hint {

  String element();

  /** It can be spoken to again; what happened meanwhile is unknown. */
  record Connected(String element) implements Hint {}

  /** It says that somebody changed something, or that something is in trouble or well again. */
  record Told(String element, String what) implements Hint {}
}
