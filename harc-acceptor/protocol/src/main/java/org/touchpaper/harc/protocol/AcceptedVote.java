package org.touchpaper.harc.protocol;

/** A vote that an acceptor accepted in a ballot; phase 1b and 2b messages report it. */
public record AcceptedVote(Ballot ballot, Vote vote) {}
