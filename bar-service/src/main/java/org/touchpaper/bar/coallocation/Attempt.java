package org.touchpaper.bar.coallocation;

import jakarta.persistence.Column;
import jakarta.persistence.Convert;
import jakarta.persistence.Embeddable;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.touchpaper.bar.coallocation.harc.CommitProtocolPort;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.protocol.TransactionRequest;

/**
 * The current or last HARC transaction of a co-allocation. The next one begins only after this one
 * is decided (DESIGN "Contracts", identity).
 */
@Embeddable
public class Attempt {

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

  /** The number of a committed transaction that the database lacks; null if none. */
  @Column(name = "conflicting_no")
  private @Nullable Integer conflictingNumber;

  @SuppressWarnings("NullAway.Init") // Hibernate fills the fields
  protected Attempt() {}

  private Attempt(int number, TransactionPurpose purpose, TransactionRequest request) {
    this.number = number;
    this.purpose = purpose;
    this.request = request;
    this.started = true;
  }

  static Attempt first(TransactionRequest request) {
    return new Attempt(1, new TransactionPurpose.Make(), request);
  }

  /** Creates the next attempt to make the booking. */
  Attempt retryMake(TransactionRequest next) {
    if (!isMake()) {
      throw new IllegalStateException(
          request.record().id() + " is not a transaction that makes a booking");
    }
    return next(new TransactionPurpose.Make(), next);
  }

  /** Creates a transaction that changes the booking. */
  Attempt modify(TransactionPlan next) {
    return next(new TransactionPurpose.Modify(next.schedule(), next.parts()), next.request());
  }

  /** Creates a transaction that cancels the booking. */
  Attempt cancel(TransactionRequest next) {
    return next(new TransactionPurpose.Cancel(), next);
  }

  private Attempt next(TransactionPurpose next, TransactionRequest newRequest) {
    var attempt = new Attempt(number + 1, next, next(newRequest));
    attempt.conflictingNumber = conflictingNumber;
    return attempt;
  }

  private TransactionRequest next(TransactionRequest next) {
    var last = request.record().id();
    if (!decided) {
      throw new IllegalStateException(last + " is not decided yet");
    }
    if (!next.record().id().equals(transactionId(number + 1))) {
      throw new IllegalArgumentException(next.record().id() + " does not follow " + last);
    }
    return next;
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

  /** Marks it committed; the database then matches its content again. */
  void markCommitted() {
    markDecided();
    conflictingNumber = null;
  }

  /** Records that another transaction, which the database lacks, was committed under this id. */
  void recordIdConflict() {
    abandon();
    conflictingNumber = number;
  }

  /** Abandons it: it can never be committed. */
  void abandon() {
    markDecided();
    started = false;
  }

  Optional<String> problem() {
    return Optional.ofNullable(problem);
  }

  public boolean hasIdConflict() {
    return conflictingNumber != null;
  }

  public boolean hasIdConflict(int transactionNo) {
    return conflictingNumber != null && conflictingNumber == transactionNo;
  }

  /** Describes the id conflict, for display. */
  Optional<String> idConflict() {
    return Optional.ofNullable(conflictingNumber)
        .map(this::transactionId)
        .map(conflictingId ->
            new CommitProtocolPort.TransactionResult.IdTakenByCommitted(conflictingId).problem());
  }

  private TransactionId transactionId(int transactionNo) {
    var ownId = request.record().id().value();
    return new TransactionId(ownId.substring(0, ownId.lastIndexOf('.') + 1) + transactionNo);
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
