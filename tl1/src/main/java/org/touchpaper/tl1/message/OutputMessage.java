package org.touchpaper.tl1.message;

/** What an element sends: one of the three message types of GR-831, or a stray line. */
public sealed interface OutputMessage
    permits Response, Acknowledgement, AutonomousMessage, StrayLine {}
