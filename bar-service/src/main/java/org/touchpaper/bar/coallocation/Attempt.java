package org.touchpaper.bar.coallocation;

import jakarta.persistence.Column;
import jakarta.persistence.Convert;
import jakarta.persistence.Embeddable;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.commit.Request;
import org.touchpaper.harc.commit.TransactionId;

/**
 * The HARC transaction of a co-allocation that is under way, or was decided last. The next one
 * begins only after it is decided (DESIGN "Contracts", identity).
 */
@Embeddable
class Attempt {

  @Column(name = "transaction_no")
  private int number;

  @Convert(converter = Texts.PurposeText.class)
  private Purpose purpose;

  @Convert(converter = Texts.RequestText.class)
  private Request request;

  private boolean decided;

  /** How often the acceptors have been asked to begin it, or may have been. */
  private int asked;

  /** False if it was given up before anything was sent. */
  private boolean started;

  /** What kept it from being decided, as was heard last; null if nothing is known to. */
  private @Nullable String problem;

  /** The number of one that was committed and that our books lack; null if they lack none. */
  @Column(name = "forgotten_no")
  private @Nullable Integer forgotten;

  @SuppressWarnings("NullAway.Init") // Hibernate fills the fields
  protected Attempt() {}

  private Attempt(int number, Purpose purpose, Request request) {
    this.number = number;
    this.purpose = purpose;
    this.request = request;
    this.started = true;
  }

  static Attempt first(Request request) {
    return new Attempt(1, new Purpose.Making(), request);
  }

  /** Makes anew what was not made. */
  Attempt makingAgain(Request next) {
    if (!isMake()) {
      throw new IllegalStateException(request.record().id() + " made nothing that is made again");
    }
    return following(new Purpose.Making(), next);
  }

  /** Makes what was made something else. */
  Attempt changing(Draft next) {
    return following(new Purpose.Changing(next.schedule(), next.parts()), next.request());
  }

  /** Cancels what was made. */
  Attempt cancelling(Request next) {
    return following(new Purpose.Cancelling(), next);
  }

  private Attempt following(Purpose next, Request carriedBy) {
    var following = new Attempt(number + 1, next, following(carriedBy));
    following.forgotten = forgotten;
    return following;
  }

  private Request following(Request next) {
    var last = request.record().id();
    if (!decided) {
      throw new IllegalStateException(last + " is not decided yet");
    }
    if (!next.record().id().equals(id(number + 1))) {
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
   *
   * <p>Nor is it believed where all 2F+1 refuse it, for a refusal is not remembered and proves
   * nothing of what was or will be. One that is of a later epoch, or is no acceptor of the record,
   * tells nothing of those that were: all of them may have committed it, and then lost their
   * journals or been replaced. One that knows no resource manager of that name has not begun it,
   * but will once somebody has corrected its peers, if another call of ours is still on its way to
   * it; that the vote-by time is over then helps only as far as the resource managers' clocks are
   * right, on which nothing else here rests. What can be ended beyond doubt, {@link HarcGateway}
   * has the acceptors end; the rest stays undecided, says why, and is asked about seldom.
   */
  boolean wasAskedOnce() {
    return asked <= 1;
  }

  /** That keeps it from being decided, as far as is known now; nothing if it is null. */
  void standStill(@Nullable String why) {
    problem = why;
  }

  void decide() {
    decided = true;
    problem = null;
  }

  /** From here on our books lack nothing: all that it names is as it says. */
  void commit() {
    decide();
    forgotten = null;
  }

  /** Its number is that of something else, which was committed and which our books lack. */
  void losesItsNumber() {
    giveUp();
    forgotten = number;
  }

  /** It is never committed: whoever was asked for it lets go. */
  void giveUp() {
    decide();
    started = false;
  }

  Optional<String> problem() {
    return Optional.ofNullable(problem);
  }

  boolean hasForgotten() {
    return forgotten != null;
  }

  boolean hasForgotten(int which) {
    return forgotten != null && forgotten == which;
  }

  /** What our books lack, for people. */
  Optional<String> forgotten() {
    return Optional.ofNullable(forgotten)
        .map(this::id)
        .map(other -> new Harc.Answer.OtherCommitted(other).problem());
  }

  private TransactionId id(int which) {
    var own = request.record().id().value();
    return new TransactionId(own.substring(0, own.lastIndexOf('.') + 1) + which);
  }

  int number() {
    return number;
  }

  Purpose purpose() {
    return purpose;
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

  boolean isMake() {
    return purpose instanceof Purpose.Making;
  }

  boolean isChange() {
    return purpose instanceof Purpose.Changing;
  }

  boolean isCancel() {
    return purpose instanceof Purpose.Cancelling;
  }
}
