package org.touchpaper.segment.element;

/** An event on an element: a reason to read it, not a source of state. */
public sealed interface ElementEvent {

  String element();

  /** The element is connected again. Events in between may have been missed. */
  record Connected(String element) implements ElementEvent {}

  /** The element reported a configuration change, or an alarm that was raised or cleared. */
  record Reported(String element, String description) implements ElementEvent {}
}
