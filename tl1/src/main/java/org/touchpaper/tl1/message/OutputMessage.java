package org.touchpaper.tl1.message;

/** What an element sends: the three messages of GR-831, or a stray line that is none of them. */
public sealed interface OutputMessage permits Response, Acknowledgement, AutonomousMessage, Stray {}
