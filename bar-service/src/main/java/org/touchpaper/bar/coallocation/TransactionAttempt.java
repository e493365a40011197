package org.touchpaper.bar.coallocation;

import jakarta.persistence.Column;
import jakarta.persistence.Convert;
import jakarta.persistence.Embeddable;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.protocol.TransactionRequest;

/**
 * The current or last HARC transaction of a co-allocation. The next one begins only after this one
 * is decided (DESIGN "Contracts", identity).
 */
@Embeddable
public class TransactionAttempt {

  @Column(name = "transaction_no")
  private int number;

  @Convert(converter = JsonConverters.PurposeConverter.class)
  private TransactionPurpose purpose;

  @Convert(converter = JsonConverters.RequestConverter.class)
  private TransactionRequest request;

  private boolean decided;

  /** How often the acceptors were, or may have been, asked to begin it. */
  private int beginCount;

  /** False if it was abandoned before anything was sent. */
  private boolean started;

  /** The last known reason why it is undecided. */
  private @Nullable String problem;

  @SuppressWarnings("NullAway.Init") // Hibernate fills the fields
  protected TransactionAttempt() {}

  private TransactionAttempt(int number, TransactionPurpose purpose, TransactionRequest request) {
    this.number = number;
    this.purpose = purpose;
    this.request = request;
    this.started = true;
  }

  static TransactionAttempt first(TransactionRequest request) {
    return new TransactionAttempt(1, new TransactionPurpose.Make(), request);
  }

  TransactionAttempt retryMake(TransactionRequest next) {
    if (!isMake()) {
      throw new IllegalStateException(
          request.record().id() + " is not a transaction that makes a booking");
    }
    return next(new TransactionPurpose.Make(), next);
  }

  /** Creates a transaction that changes the booking. */
  TransactionAttempt modify(TransactionPlan next) {
    return next(new TransactionPurpose.Modify(next.schedule(), next.parts()), next.request());
  }

  TransactionAttempt cancel(TransactionRequest next) {
    return next(new TransactionPurpose.Cancel(), next);
  }

  private TransactionAttempt next(TransactionPurpose nextPurpose, TransactionRequest next) {
    var last = request.record().id().value();
    if (!decided) {
      throw new IllegalStateException(last + " is not decided yet");
    }
    var nextId = last.substring(0, last.lastIndexOf('.') + 1) + (number + 1);
    if (!next.record().id().value().equals(nextId)) {
      throw new IllegalArgumentException(next.record().id() + " does not follow " + last);
    }
    return new TransactionAttempt(number + 1, nextPurpose, next);
  }

  /** Must be durable before the acceptors are asked to begin it. */
  void countBegin() {
    beginCount++;
  }

  /**
   * Returns true if a "not started" reply can be believed: only the first request to begin a
   * transaction proves that no acceptor began it earlier. An acceptor that is unreachable now may
   * have received an earlier request.
   *
   * <p>For the same reason a refusal by all 2F+1 acceptors proves nothing. An acceptor of a later
   * epoch, or one outside the record, does not speak for the acceptors of the record, which may
   * have committed the transaction before they lost their journals or were replaced. An acceptor
   * that knows no resource manager of that name has not begun it, but will if an earlier request is
   * still in transit when its peers are corrected. {@code HarcAdapter} has the acceptors abort what
   * they can. The rest stays undecided, with a problem, and is polled at long intervals.
   */
  boolean wasBegunOnce() {
    return beginCount <= 1;
  }

  /** Sets the reason why it is undecided; null if none is known. */
  void blockedBy(@Nullable String reason) {
    problem = reason;
  }

  void markDecided() {
    decided = true;
    problem = null;
  }

  /** Abandons it: it can never be committed. */
  void abandon() {
    markDecided();
    started = false;
  }

  /** Returns why it is not decided; empty if that is not known. */
  public Optional<String> problem() {
    return Optional.ofNullable(problem);
  }

  public int number() {
    return number;
  }

  public TransactionPurpose purpose() {
    return purpose;
  }

  public TransactionRequest request() {
    return request;
  }

  public boolean isDecided() {
    return decided;
  }

  public boolean isStarted() {
    return started;
  }

  public boolean isMake() {
    return purpose instanceof TransactionPurpose.Make;
  }

  boolean isModify() {
    return purpose instanceof TransactionPurpose.Modify;
  }

  boolean isCancel() {
    return purpose instanceof TransactionPurpose.Cancel;
  }
}
