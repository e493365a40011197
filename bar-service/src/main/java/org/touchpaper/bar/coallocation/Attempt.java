package org.touchpaper.bar.coallocation;

import jakarta.persistence.Column;
import jakarta.persistence.Convert;
import jakarta.persistence.Embeddable;
import org.touchpaper.harc.commit.Request;

/**
 * The HARC transaction of a co-allocation that is under way, or was decided last. The next one
 * begins only after it is decided (DESIGN "Contracts", identity).
 */
@Embeddable
class Attempt {

  @Column(name = "transaction_no")
  private int number;

  /** The one that made what is booked, or tries to; every other one is a cancel. */
  private int makeAttempt;

  @Convert(converter = Texts.RequestText.class)
  private Request request;

  private boolean decided;

  /** How often the acceptors have been asked to begin it, or may have been. */
  private int asked;

  /** False if it was given up before anything was sent. */
  private boolean started;

  @SuppressWarnings("NullAway.Init") // Hibernate fills the fields
  protected Attempt() {}

  private Attempt(int number, int makeAttempt, Request request) {
    this.number = number;
    this.makeAttempt = makeAttempt;
    this.request = request;
    this.started = true;
  }

  static Attempt first(Request request) {
    return new Attempt(1, 1, request);
  }

  /** Makes anew what was not made. */
  Attempt makingAgain(Request next) {
    if (isCancel()) {
      throw new IllegalStateException(request.record().id() + " cancels; it is not made again");
    }
    return new Attempt(number + 1, number + 1, following(next));
  }

  /** Cancels what was made. */
  Attempt cancelling(Request next) {
    return new Attempt(number + 1, makeAttempt, following(next));
  }

  private Request following(Request next) {
    var last = request.record().id().value();
    if (!decided) {
      throw new IllegalStateException(last + " is not decided yet");
    }
    var expected = last.substring(0, last.lastIndexOf('.') + 1) + (number + 1);
    if (!next.record().id().value().equals(expected)) {
      throw new IllegalArgumentException(next.record().id() + " does not follow " + last);
    }
    return next;
  }

  /** To be durable before the acceptors are asked to begin it. */
  void ask() {
    asked++;
  }

  /**
   * Whether "not started" can be believed: only whoever asks first and alone knows that nobody has
   * begun it. Acceptors that are out of reach now may have been in reach of an earlier question.
   */
  boolean wasAskedOnce() {
    return asked <= 1;
  }

  void decide() {
    decided = true;
  }

  /** No resource manager has heard of it, nor will. */
  void giveUp() {
    decided = true;
    started = false;
  }

  int number() {
    return number;
  }

  int makeAttempt() {
    return makeAttempt;
  }

  Request request() {
    return request;
  }

  boolean isDecided() {
    return decided;
  }

  boolean isStarted() {
    return started;
  }

  boolean isCancel() {
    return number != makeAttempt;
  }
}
