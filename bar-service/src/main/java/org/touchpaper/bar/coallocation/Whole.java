package org.touchpaper.bar.coallocation;

import jakarta.persistence.Convert;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Embedded;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.touchpaper.bar.reservation.Phase;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.Schedule;

/** How a co-allocation stands, each of its parts, and why it was refused or has failed. */
@Embeddable
class Whole {

  @Enumerated(EnumType.STRING)
  private Phase state;

  @Convert(converter = Texts.PartsText.class)
  private List<Part> parts;

  @Embedded private Rejection rejection;

  /** It was cancelled, though something of it may be heard of again. */
  private boolean givenUp;

  @SuppressWarnings("NullAway.Init") // Hibernate fills the fields
  protected Whole() {}

  private Whole(List<Part> parts) {
    this.state = Phase.UNDECIDED;
    this.parts = new Parts(parts).in(Phase.UNDECIDED).all();
    this.rejection = Rejection.none();
  }

  static Whole undecided(List<Part> parts) {
    return new Whole(parts);
  }

  /** Refused before any resource manager was asked. */
  void refuse(String why) {
    become(Phase.REFUSED);
    rejection = Rejection.because(why);
  }

  /** Refused by resource managers, for good. */
  void refuse(List<Refusal> why, Placement placement) {
    lose(why);
    refuse(placement);
  }

  /** Refused for what was said last. */
  void refuse(Placement placement) {
    become(Phase.REFUSED);
    rejection.isFinal(placement);
  }

  /** There is something in its place that was not asked for. */
  void fail(String why) {
    become(Phase.FAILED);
    rejection = Rejection.because(why);
  }

  private void become(Phase next) {
    state = next;
    parts = parted().in(next).all();
  }

  /** Refused this time; it stays undecided. */
  void lose(List<Refusal> why) {
    rejection = Rejection.by(why);
  }

  /** It was to be cancelled, which somebody refused: it is as it was. */
  void stay(List<Refusal> why) {
    rejection = rejection.with(why);
  }

  /** Offers other times to who was refused. */
  void offer(List<Schedule> others) {
    rejection.offer(others);
  }

  void made(Map<UUID, Harc.Held> held) {
    state = Phase.COMMITTED;
    parts = parted().committed(held).all();
  }

  /** Made something else, which may mend what had failed. */
  void change(List<Part> into, Map<UUID, Harc.Held> held, boolean isOver, Instant now) {
    parts = parted().changed(into, held, now).all();
    state = parted().whole(isOver);
    rejection = state == Phase.FAILED ? rejection : Rejection.none();
  }

  /** Given up; a part that had failed before stays failed, and so does the reason. */
  void cancel() {
    parts = parted().cancelled().all();
    if (givenUp) {
      nothingIsLeft();
    } else {
      givenUp = true;
      state = Phase.CANCELLED;
      rejection = parted().any(Phase.FAILED) ? rejection : Rejection.none();
    }
  }

  /**
   * Learns how its parts stand; says whether anything changed. Once all of them are cancelled it
   * is, whether or not our books know of the cancel. What failed because a part was disowned need
   * not stay so; but what is heard of again after a cancel has yet to be cancelled, each time.
   */
  boolean hear(Map<UUID, ? extends Harc.Word> heard, Placement.Moment moment, Instant now) {
    var before = news();
    var isOver = moment == Placement.Moment.AFTER;
    var told = parted().heard(heard, moment, now);
    if (givenUp) {
      parts = told.all();
      stayGivenUp(isOver);
    } else {
      goOn(told, isOver);
    }
    return !before.equals(news());
  }

  private void goOn(Parts told, boolean isOver) {
    var isOpen = state == Phase.FAILED && parted().areLostByDoubt();
    var isOld = isOpen && parted().lostFor(reason());
    parts = told.all();
    if (isOpen || state == Phase.COMMITTED || state == Phase.ACTIVE || state == Phase.ENDED) {
      givenUp = told.areGivenUp();
      state = told.areCancelled() ? Phase.CANCELLED : told.whole(isOver);
    }
    rejection = isOpen && (isOld || state != Phase.FAILED) ? Rejection.none() : rejection;
    if (state == Phase.FAILED && reason().isEmpty()) {
      rejection = Rejection.because(told.whyFailed().orElse("a part failed"));
    }
  }

  /** After its end nothing could be done about what is left. */
  private void stayGivenUp(boolean isOver) {
    var left = isOver ? Optional.<String>empty() : parted().live().notCancelled();
    if (left.isPresent()) {
      state = Phase.FAILED;
      rejection = Rejection.because(left.get());
    } else if (state == Phase.FAILED && parted().areGone()) {
      nothingIsLeft();
    }
  }

  /** Cancelled; why some part had failed is told yet. */
  private void nothingIsLeft() {
    state = Phase.CANCELLED;
    rejection = parted().whyFailed().map(Rejection::because).orElse(Rejection.none());
  }

  private List<Object> news() {
    return List.of(state, parted().withoutReasonsOfSilence());
  }

  /** From the end on nothing of it is active. */
  void passEnd() {
    parts = parted().ended().all();
    if (state == Phase.COMMITTED || state == Phase.ACTIVE) {
      state = parted().whole(true);
    }
  }

  private Parts parted() {
    return new Parts(parts);
  }

  Phase state() {
    return state;
  }

  List<Part> parts() {
    return parts;
  }

  /** What was asked for, for people. */
  String words() {
    return parted().words();
  }

  /** What goes wrong at the moment in some part. */
  Optional<String> problem() {
    return parted().problem();
  }

  /** True once every part reads clean after its end. */
  boolean isReleased() {
    return parted().areReleased();
  }

  List<Refusal> refusals() {
    return state == Phase.REFUSED ? rejection.refusals() : List.of();
  }

  List<Refusal> objections() {
    return rejection.refusals();
  }

  List<Schedule> alternatives() {
    return rejection.alternatives();
  }

  Optional<String> reason() {
    return rejection.reason();
  }
}
