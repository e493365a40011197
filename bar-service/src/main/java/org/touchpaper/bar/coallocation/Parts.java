package org.touchpaper.bar.coallocation;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.touchpaper.bar.reservation.Phase;

/** The parts of a co-allocation, and what follows from them for the whole. */
record Parts(List<Part> all) {

  Parts {
    all = List.copyOf(all);
  }

  /** All of them there. */
  Parts in(Phase next) {
    return each(part -> part.with(part.standing().in(next)));
  }

  /** Given up; what had failed before stays so. */
  Parts cancelled() {
    return each(part -> part.with(part.standing().cancelled()));
  }

  /** Decided: each with what its resource manager said it holds. */
  Parts committed(Map<UUID, Harc.Held> held) {
    return in(Phase.COMMITTED).each(part -> known(part, held));
  }

  private static Part known(Part part, Map<UUID, Harc.Held> held) {
    return Optional.ofNullable(held.get(part.ident()))
        .map(booked -> part.standing().known(booked.reference(), booked.path()))
        .map(part::with)
        .orElse(part);
  }

  /**
   * What it was, made something else: parts that stayed go on as they stand. What has more or less
   * of something, or waits for a later start, is up once that is heard, and what ended before its
   * end was moved has not ended.
   */
  Parts changed(List<Part> into, Map<UUID, Harc.Held> held, Instant now) {
    var standing = all.stream().collect(Collectors.toMap(Part::ident, Function.identity()));
    return new Parts(
        into.stream()
            .map(part -> goingOn(Optional.ofNullable(standing.get(part.ident())), part, now))
            .map(part -> known(part, held))
            .toList());
  }

  private static Part goingOn(Optional<Part> before, Part after, Instant now) {
    return before
        .map(part -> {
          var stays =
              part.withAmountOf(after).equals(Optional.of(part))
                  && !after.booked().from().isAfter(now);
          return after.with(part.standing().goingOn(stays));
        })
        .orElseGet(() -> after.with(after.standing().in(Phase.COMMITTED)));
  }

  /** As the resource managers tell; from the end on nothing is active, whatever they say. */
  Parts heard(Map<UUID, ? extends Harc.Word> heard, Placement.Moment moment, Instant now) {
    var told =
        each(part ->
            Optional.<Harc.Word>ofNullable(heard.get(part.ident()))
                .map(word -> heard(part, word, moment, now))
                .orElse(part));
    return moment == Placement.Moment.AFTER ? told.ended() : told;
  }

  /**
   * Before the start nothing is expected of a resource manager, and its silence says nothing; nor
   * does it of what is released, which may be forgotten.
   */
  private static Part heard(Part part, Harc.Word word, Placement.Moment moment, Instant now) {
    return switch (word) {
      case Harc.Heard it -> told(part, it);
      case Harc.AsKnown _ -> part.with(part.standing().asKnown());
      case Harc.Disowned _ when mayBeForgotten(part, moment) -> part;
      case Harc.Disowned it when moment == Placement.Moment.AFTER ->
          part.with(part.standing().disowned(it, now));
      case Harc.Disowned it -> part.disowned(it, now);
      case Harc.Silent _ when part.standing().released() -> part;
      case Harc.Silent(var why) ->
          part.with(part.standing().silent(moment == Placement.Moment.BEFORE ? null : why));
    };
  }

  /** What has failed and is named in a cancel yet may not, until there is none any more. */
  private static boolean mayBeForgotten(Part part, Placement.Moment moment) {
    return part.standing().released()
        && (moment == Placement.Moment.AFTER || part.standing().state() != Phase.FAILED);
  }

  /**
   * A cancelled or failed part stays so, unless it failed only of being disowned, or was disowned
   * when it was cancelled: with the right database its resource manager knows nothing of that.
   */
  private static Part told(Part part, Harc.Heard word) {
    var standing = part.standing();
    var next =
        switch (standing.state()) {
          case FAILED -> standing.isLostByDoubt() ? word.state() : Phase.FAILED;
          case CANCELLED -> standing.doubt() != null ? word.state() : Phase.CANCELLED;
          case REFUSED -> Phase.REFUSED;
          case UNDECIDED, COMMITTED, ACTIVE, ENDED -> word.state();
        };
    var isWell = word.released() && next != Phase.FAILED;
    return part.with(standing.heard(next, isWell ? null : word.problem(), word.released()));
  }

  /** Over, whoever was heard last. */
  Parts ended() {
    return each(part ->
        part.standing().state() == Phase.ACTIVE
            ? part.with(part.standing().in(Phase.ENDED))
            : part);
  }

  /** The whole is up when all parts are, and failed when one is (DESIGN "Contracts"). */
  Phase whole(boolean over) {
    if (any(Phase.FAILED)) {
      return Phase.FAILED;
    }
    if (over || every(Phase.ENDED)) {
      return Phase.ENDED;
    }
    return every(Phase.ACTIVE) ? Phase.ACTIVE : Phase.COMMITTED;
  }

  /** True once all their resource managers say so. */
  boolean areCancelled() {
    return every(Phase.CANCELLED);
  }

  /** True once what could be cancelled is: our books may lack who did. */
  boolean areGivenUp() {
    return any(Phase.CANCELLED)
        && all.stream()
            .map(Part::standing)
            .allMatch(part -> part.isCancelled() || part.hasFailed());
  }

  boolean any(Phase wanted) {
    return all.stream().anyMatch(part -> part.standing().state() == wanted);
  }

  private boolean every(Phase wanted) {
    return all.stream().allMatch(part -> part.standing().state() == wanted);
  }

  /** True once every part reads clean after its end. */
  boolean areReleased() {
    return all.stream().allMatch(part -> part.standing().released());
  }

  /** True once nothing can be heard of any part that is not known. */
  boolean areSettled() {
    return all.stream()
        .map(Part::standing)
        .allMatch(standing -> standing.released() || standing.doubt() != null);
  }

  /** Those that somebody can cancel, and has to. */
  Parts toCancel() {
    return those(Standing::isToBeCancelled);
  }

  /** True if some part failed only of being disowned. */
  boolean areLostByDoubt() {
    return all.stream().anyMatch(part -> part.standing().isLostByDoubt());
  }

  /** True if that is what is told of some part that failed only of being disowned. */
  boolean lostFor(Optional<String> reason) {
    return all.stream()
        .map(Part::standing)
        .anyMatch(standing -> standing.isLostByDoubt() && standing.trouble().equals(reason));
  }

  /** Those that go on. */
  Parts live() {
    return those(Standing::isLive);
  }

  /** True if each was cancelled, or failed of more than being disowned. */
  boolean areGone() {
    return all.stream()
        .map(Part::standing)
        .allMatch(part -> part.isCancelled() || (part.hasFailed() && !part.isLostByDoubt()));
  }

  /** Why those that go on after a cancel are to be cancelled, too; empty if there are none. */
  Optional<String> notCancelled() {
    var left = all.stream().map(part -> words(part) + " by " + part.rm()).toList();
    return left.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "not cancelled with the rest, for whoever has it knew nothing of it, or of a change of"
                + " it, then: "
                + String.join("; ", left)
                + ". Cancel this booking once more");
  }

  /** True while some nodes fail unless their resource manager knows of them again. */
  boolean areInDoubt() {
    return all.stream()
        .anyMatch(part -> part instanceof Part.Compute && part.standing().isInDoubt());
  }

  /** What goes wrong at the moment in some part. */
  Optional<String> problem() {
    return all.stream().map(Part::standing).flatMap(it -> it.trouble().stream()).findFirst();
  }

  /** What is told of the first that failed. */
  Optional<String> whyFailed() {
    return those(Standing::hasFailed).problem();
  }

  /** That somebody is silent is news once, in whatever words each vain question ends. */
  Parts withoutReasonsOfSilence() {
    return each(
        part -> part.standing().silence() == null ? part : part.with(part.standing().silent("")));
  }

  /** Such as {@code 4 nodes of newton}, for people. */
  String words() {
    return String.join(", ", all.stream().map(Parts::words).toList());
  }

  private static String words(Part part) {
    return switch (part) {
      case Part.Compute nodes -> nodes.nodes() + " nodes of " + nodes.resource();
      case Part.Lightpath path ->
          path.bandwidthMbps() + " Mbit/s " + path.source() + " to " + path.destination();
    };
  }

  private Parts those(Predicate<Standing> wanted) {
    return new Parts(all.stream().filter(part -> wanted.test(part.standing())).toList());
  }

  private Parts each(UnaryOperator<Part> change) {
    return new Parts(all.stream().map(change).toList());
  }
}
