package org.touchpaper.harc.commit;

/** A vote as an acceptor accepted it: the fact that phase 1b and 2b report. */
public record Accepted(Ballot ballot, Vote vote) {}
