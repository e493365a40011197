package org.touchpaper.harc.acceptor.access;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.touchpaper.harc.acceptor.access.AcceptorPeers.Role;
import org.touchpaper.harc.acceptor.eventloop.TransactionTable;
import org.touchpaper.harc.protocol.TransactionRecord;
import org.touchpaper.harc.protocol.TransactionRequest;
import org.touchpaper.harc.protocol.acceptor.AcceptorMachine;

/**
 * Admission control for transactions: it admits only those that can be completed. A transaction
 * with an unknown acceptor or resource manager would hold resources until an operator intervenes.
 * The acceptor neither stores a refused transaction nor sends messages about it.
 *
 * @param self the acceptor
 * @param peers its configured peers
 * @param maxVoteDuration how far ahead {@code voteBy} may be; resources are held until then
 */
public record TransactionAdmission(
    AcceptorMachine.Identity self, AcceptorPeers peers, Duration maxVoteDuration) {
  public TransactionAdmission {
    if (!maxVoteDuration.isPositive()) {
      throw new IllegalArgumentException("touchpaper.acceptor.max-vote-duration must be positive");
    }
  }

  /**
   * Why a transaction is refused.
   *
   * @param status the HTTP status
   * @param reason what is wrong and what to do about it
   */
  public record Refusal(int status, String reason) {}

  /**
   * Why the requester may not begin the transaction; empty if it may. A transaction that has begun
   * already is not checked: the begin only returns its outcome. An unknown transaction is refused
   * after its {@code voteBy}: recovery would abort it for resource managers that never received a
   * Prepare. A client that may have begun it elsewhere queries the outcome by record.
   */
  public Optional<Refusal> refusalToBegin(
      String requester, TransactionRequest request, TransactionTable transactions, Instant now) {
    return transactions.isBegun(request.record().id())
        ? Optional.empty()
        : checkHomeSite(requester, request)
            .or(() -> checkRecord(request.record(), now))
            .or(() -> checkBegunInTime(requester, request.record(), transactions, now));
  }

  /** Why a query may not bind the id to the record; empty if it may or the id is bound already. */
  public Optional<Refusal> refusalToQuery(
      TransactionRecord record, TransactionTable transactions, Instant now) {
    return transactions.isKnown(record.id()) ? Optional.empty() : checkRecord(record, now);
  }

  private Optional<Refusal> checkHomeSite(String requester, TransactionRequest request) {
    var site = request.caller().homeSite();
    return peers.canActFor(requester, site)
        ? Optional.empty()
        : Optional.of(
            new Refusal(
                403,
                ("%s may not act for people of %s: if it should, add the site to"
                        + " touchpaper.peers.%s.sites at %s")
                    .formatted(requester, site, requester, self.name())));
  }

  private Optional<Refusal> checkRecord(TransactionRecord record, Instant now) {
    return Stream.of(
            checkAcceptor(record),
            checkEpoch(record),
            checkKnownPeers(Role.ACCEPTOR, record.acceptors(), record),
            checkKnownPeers(Role.RM, record.resourceManagers(), record),
            checkVoteBy(record, now))
        .flatMap(Optional::stream)
        .findFirst();
  }

  private Optional<Refusal> checkAcceptor(TransactionRecord record) {
    return record.acceptors().contains(self.name())
        ? Optional.empty()
        : misdirected(
            ("%s is not an acceptor of %s, which lists %s: correct touchpaper.bar.acceptors at the"
                    + " requester")
                .formatted(self.name(), record.id(), record.acceptors()));
  }

  private Optional<Refusal> checkEpoch(TransactionRecord record) {
    return record.epoch() >= self.epoch()
        ? Optional.empty()
        : misdirected(
            ("%s is an acceptor from epoch %d on, but %s has epoch %d: correct touchpaper.bar.epoch"
                    + " at the requester")
                .formatted(self.name(), self.epoch(), record.id(), record.epoch()));
  }

  private static Optional<Refusal> misdirected(String reason) {
    return Optional.of(new Refusal(421, reason));
  }

  private Optional<Refusal> checkKnownPeers(
      Role role, List<String> names, TransactionRecord record) {
    return names.stream()
        .filter(name -> !name.equals(self.name()) && !peers.hasRole(name, role))
        .findFirst()
        .map(name ->
            malformed(
                ("%s lists the %s %s, but %s has no peer of that name and role: correct the name,"
                        + " or configure touchpaper.peers.%s at %s")
                    .formatted(
                        record.id(), role.displayName(), name, self.name(), name, self.name())));
  }

  private Optional<Refusal> checkVoteBy(TransactionRecord record, Instant now) {
    return record.voteBy().isAfter(now.plus(maxVoteDuration))
        ? Optional.of(
            malformed(
                "%s has voteBy %s; %s accepts a voteBy at most %s ahead (touchpaper.acceptor.max-vote-duration)"
                    .formatted(record.id(), record.voteBy(), self.name(), maxVoteDuration)))
        : Optional.empty();
  }

  private Optional<Refusal> checkBegunInTime(
      String requester, TransactionRecord record, TransactionTable transactions, Instant now) {
    return now.isBefore(record.voteBy()) || transactions.isKnown(record.id())
        ? Optional.empty()
        : Optional.of(
            malformed(
                ("%s could be voted on until %s, but at %s it is %s: the clock of %s is behind, or"
                        + " that of %s ahead, or it was begun too late")
                    .formatted(
                        record.id(), record.voteBy(), self.name(), now, requester, self.name())));
  }

  private static Refusal malformed(String reason) {
    return new Refusal(400, reason);
  }
}
