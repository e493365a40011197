package org.touchpaper.harc.acceptor;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.touchpaper.harc.acceptor.Peers.Role;
import org.touchpaper.harc.commit.Member;
import org.touchpaper.harc.commit.Request;
import org.touchpaper.harc.commit.TransactionRecord;

/**
 * Which transactions an acceptor takes up for who asks: those that can come to an end. One that
 * names somebody who is not there would be held by the others until a person sees to it. What is
 * refused is not remembered, and nothing of it is said to anybody.
 *
 * @param self the acceptor
 * @param peers whom it knows
 * @param longestVote how far ahead a {@code voteBy} may be: for so long the undecided is held
 */
record Admission(Member.Self self, Peers peers, Duration longestVote) {
  Admission {
    if (!longestVote.isPositive()) {
      throw new IllegalArgumentException("--longest-vote is more than nothing");
    }
  }

  /**
   * Why a transaction is not taken up.
   *
   * @param status of HTTP
   * @param sentence what is wrong, and what to do about it
   */
  record Refusal(int status, String sentence) {}

  /**
   * Why somebody may not begin it for a person; nothing if it has been begun already, for then
   * nothing is started, and what became of it is answered whatever is configured by now. What is
   * not known here and can be voted on no more is not begun either: it would be finished, as
   * <i>aborted</i> by resource managers that nobody has asked. Who may have begun it elsewhere asks
   * with its record what became of it.
   */
  Optional<Refusal> refusalToBegin(
      String requester, Request request, Members members, Instant now) {
    return members.isBegun(request.record().id())
        ? Optional.empty()
        : spokenFor(requester, request)
            .or(() -> refusal(request.record(), now))
            .or(() -> begunInTime(requester, request.record(), members, now));
  }

  /** Why a question may not bind its id to its record; nothing if the id is bound already. */
  Optional<Refusal> refusalToAsk(TransactionRecord record, Members members, Instant now) {
    return members.know(record.id()) ? Optional.empty() : refusal(record, now);
  }

  private Optional<Refusal> spokenFor(String requester, Request request) {
    var site = request.caller().homeSite();
    return peers.maySpeakFor(requester, site)
        ? Optional.empty()
        : Optional.of(
            new Refusal(
                403,
                "%s may not speak for %s's people: touchpaper.peers.%s.sites at %s says whom it speaks for"
                    .formatted(requester, site, requester, self.name())));
  }

  private Optional<Refusal> refusal(TransactionRecord record, Instant now) {
    return Stream.of(
            acceptedHere(record),
            ofThisEpoch(record),
            knownAs(Role.ACCEPTOR, record.acceptors(), record),
            knownAs(Role.RM, record.resourceManagers(), record),
            votedOnInTime(record, now))
        .flatMap(Optional::stream)
        .findFirst();
  }

  private Optional<Refusal> acceptedHere(TransactionRecord record) {
    return record.acceptors().contains(self.name())
        ? Optional.empty()
        : misdirected(
            "%s is no acceptor of %s, which names %s: correct touchpaper.bar.acceptors of who began it"
                .formatted(self.name(), record.id(), record.acceptors()));
  }

  private Optional<Refusal> ofThisEpoch(TransactionRecord record) {
    return record.epoch() >= self.epoch()
        ? Optional.empty()
        : misdirected(
            "%s is an acceptor from epoch %d on, and %s is of epoch %d: correct touchpaper.bar.epoch of who began it"
                .formatted(self.name(), self.epoch(), record.id(), record.epoch()));
  }

  private static Optional<Refusal> misdirected(String sentence) {
    return Optional.of(new Refusal(421, sentence));
  }

  private Optional<Refusal> knownAs(Role role, List<String> names, TransactionRecord record) {
    return names.stream()
        .filter(name -> !name.equals(self.name()) && !peers.is(name, role))
        .findFirst()
        .map(name ->
            malformed(
                "%s names %s, and %s knows no %s of that name: correct the name, or add touchpaper.peers.%s to the peers of %s"
                    .formatted(record.id(), name, self.name(), role.words(), name, self.name())));
  }

  private Optional<Refusal> votedOnInTime(TransactionRecord record, Instant now) {
    return record.voteBy().isAfter(now.plus(longestVote))
        ? Optional.of(
            malformed(
                "%s may be voted on until %s, and %s holds nothing undecided for longer than %s (--longest-vote)"
                    .formatted(record.id(), record.voteBy(), self.name(), longestVote)))
        : Optional.empty();
  }

  private Optional<Refusal> begunInTime(
      String requester, TransactionRecord record, Members members, Instant now) {
    return now.isBefore(record.voteBy()) || members.know(record.id())
        ? Optional.empty()
        : Optional.of(
            malformed(
                "%s could be voted on until %s, and at %s it is %s: the clock of %s is behind, or that of %s ahead, or it was begun too late"
                    .formatted(
                        record.id(), record.voteBy(), self.name(), now, requester, self.name())));
  }

  private static Refusal malformed(String sentence) {
    return new Refusal(400, sentence);
  }
}
