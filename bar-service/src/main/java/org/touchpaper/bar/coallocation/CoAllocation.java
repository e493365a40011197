package org.touchpaper.bar.coallocation;

import jakarta.persistence.Column;
import jakarta.persistence.Convert;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import jakarta.persistence.Version;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.touchpaper.bar.reservation.Phase;
import org.touchpaper.harc.commit.Request;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.Requester.Person;
import org.touchpaper.segment.connection.Schedule;

/**
 * Lightpaths and nodes booked in one call, all or nothing. Each attempt to change it is one HARC
 * transaction {@code <id>.<n>}; n+1 is begun only after n is decided (DESIGN "Contracts",
 * identity).
 */
@Entity
@Table(name = "co_allocation")
public class CoAllocation {

  @Id private UUID id;

  @Convert(converter = Texts.PersonText.class)
  private Person owner;

  @SuppressWarnings("UnusedVariable") // bookings are found by it
  private String ownerName;

  private String description;
  private Instant createdAt;
  private Instant startTime;
  private Instant endTime;

  @SuppressWarnings("UnusedVariable") // bookings are found by it
  private @Nullable String idempotencyKey;

  private String digest;

  @Enumerated(EnumType.STRING)
  private Phase state;

  @Convert(converter = Texts.PartsText.class)
  private List<Part> parts;

  /** The transaction that is under way or was decided last. */
  @Column(name = "transaction_no")
  private int attempt;

  @Convert(converter = Texts.RequestText.class)
  private Request request;

  /** The one that made what is booked. */
  private int makeAttempt;

  private boolean decided;
  private boolean started;

  @Convert(converter = Texts.RefusalsText.class)
  private List<Refusal> refusals;

  @Convert(converter = Texts.SchedulesText.class)
  private List<Schedule> alternatives;

  private @Nullable String reason;

  /** When it is to be looked at again; null once nothing can be learnt any more. */
  private @Nullable Instant dueAt;

  @Version private long rowVersion;

  @SuppressWarnings("NullAway.Init") // Hibernate fills the fields
  protected CoAllocation() {}

  @SuppressWarnings("NullAway.Init") // Hibernate fills the row version
  CoAllocation(
      UUID id,
      Person owner,
      String description,
      Instant createdAt,
      Schedule schedule,
      @Nullable String idempotencyKey,
      String digest,
      List<Part> parts,
      Request request) {
    this.id = id;
    this.owner = owner;
    this.ownerName = owner.name();
    this.description = description;
    this.createdAt = createdAt;
    this.startTime = schedule.startTime();
    this.endTime = schedule.endTime();
    this.idempotencyKey = idempotencyKey;
    this.digest = digest;
    this.state = Phase.UNDECIDED;
    this.parts = List.copyOf(parts);
    this.attempt = 1;
    this.makeAttempt = 1;
    this.request = request;
    this.started = true;
    this.refusals = List.of();
    this.alternatives = List.of();
    this.dueAt = createdAt.plus(CoAllocator.PATIENCE);
  }

  /** Learns what became of the transaction under way; says whether anything changed. */
  boolean learn(Harc.Answer answer, Instant now) {
    if (decided) {
      return false;
    }
    var news = learn(answer);
    dueAt = Attention.of(this, now);
    return news;
  }

  private boolean learn(Harc.Answer answer) {
    return switch (answer) {
      case Harc.Answer.Undecided _ -> false;
      case Harc.Answer.NotStarted _ -> notStarted();
      case Harc.Answer.Commit(var held) -> isCancel() ? cancelled() : committed(held);
      case Harc.Answer.Abort(var why) -> aborted(why);
    };
  }

  /** A transaction that no resource manager has heard of, nor will. */
  private boolean notStarted() {
    decided = true;
    started = false;
    if (state == Phase.UNDECIDED) {
      state = Phase.REFUSED;
      everyPart(Phase.REFUSED);
    }
    reason = "fewer than a majority of the acceptors answered; nothing was sent";
    return true;
  }

  private boolean committed(Map<UUID, Harc.Held> held) {
    decided = true;
    state = Phase.COMMITTED;
    parts =
        parts.stream()
            .map(part -> {
              var standing = part.standing().in(Phase.COMMITTED);
              var booked = held.get(part.ident());
              return part.with(
                  booked == null ? standing : standing.known(booked.reference(), booked.path()));
            })
            .toList();
    return true;
  }

  private boolean cancelled() {
    decided = true;
    state = Phase.CANCELLED;
    everyPart(Phase.CANCELLED);
    return true;
  }

  private boolean aborted(List<Refusal> why) {
    decided = true;
    if (state == Phase.UNDECIDED) {
      state = Phase.REFUSED;
      everyPart(Phase.REFUSED);
      refusals = List.copyOf(why);
    }
    reason = why.stream().map(Refusal::reason).findFirst().orElse("the acceptors decided to abort");
    return true;
  }

  /** Begins the next transaction; the last one must be decided. */
  void attempt(Request next, Instant now) {
    if (!decided) {
      throw new IllegalStateException(id + "." + attempt + " is not decided yet");
    }
    if (!next.record().id().value().equals(id + "." + (attempt + 1))) {
      throw new IllegalArgumentException(next.record().id() + " does not follow " + attempt);
    }
    attempt++;
    request = next;
    decided = false;
    dueAt = now.plus(CoAllocator.PATIENCE);
    if (!started) {
      started = true;
      makeAttempt = attempt;
      state = Phase.UNDECIDED;
      everyPart(Phase.UNDECIDED);
      reason = null;
    }
  }

  /** Offers other times to an owner who was refused. */
  void offer(List<Schedule> others) {
    alternatives = List.copyOf(others);
  }

  /** Hears from a resource manager how its parts stand; says whether anything changed. */
  boolean hear(Map<UUID, Harc.Heard> heard, Instant now) {
    var before = List.of(state, parts);
    parts =
        parts.stream()
            .map(part ->
                Optional.ofNullable(heard.get(part.ident()))
                    .map(word -> heard(part, word, now))
                    .orElse(part))
            .toList();
    if (state == Phase.COMMITTED || state == Phase.ACTIVE || state == Phase.ENDED) {
      state = whole(now);
    }
    if (state == Phase.FAILED && reason == null) {
      reason = problem().orElse("a part failed");
    }
    dueAt = Attention.of(this, now);
    return !before.equals(List.of(state, parts));
  }

  /** From its end on nothing is active, whatever is heard; a cancelled part stays cancelled. */
  private Part heard(Part part, Harc.Heard word, Instant now) {
    var next =
        switch (part.standing().state()) {
          case CANCELLED, REFUSED, FAILED -> part.standing().state();
          case UNDECIDED, COMMITTED, ACTIVE, ENDED ->
              word.state() == Phase.ACTIVE && !now.isBefore(endTime) ? Phase.ENDED : word.state();
        };
    return part.with(part.standing().heard(next, word.problem(), word.released()));
  }

  private Phase whole(Instant now) {
    if (parts.stream().anyMatch(part -> part.standing().state() == Phase.FAILED)) {
      return Phase.FAILED;
    }
    if (!now.isBefore(endTime) || allAre(Phase.ENDED)) {
      return Phase.ENDED;
    }
    return allAre(Phase.ACTIVE) ? Phase.ACTIVE : Phase.COMMITTED;
  }

  private boolean allAre(Phase wanted) {
    return parts.stream().allMatch(part -> part.standing().state() == wanted);
  }

  private void everyPart(Phase next) {
    parts = parts.stream().map(part -> part.with(part.standing().in(next))).toList();
  }

  /** Why it cannot be cancelled now; empty if it can. */
  public Optional<String> cancelRefusal(Instant now) {
    return switch (state) {
      case UNDECIDED -> Optional.of("it is not decided yet; ask again when it is");
      case COMMITTED, ACTIVE ->
          now.isBefore(endTime)
              ? isCancel() && !decided ? Optional.of("it is being cancelled") : Optional.empty()
              : Optional.of("it has ended");
      case ENDED -> Optional.of("it has ended");
      case CANCELLED -> Optional.of("it was cancelled");
      case FAILED -> Optional.of("it has failed");
      case REFUSED -> Optional.of("it was refused; nothing is held");
    };
  }

  /** True if the transaction under way, or decided last, is a cancel. */
  boolean isCancel() {
    return request.actions().stream().anyMatch(actions -> actions.text().startsWith("<h:Cancel>"));
  }

  /** What goes wrong at the moment in some part. */
  public Optional<String> problem() {
    return parts.stream()
        .map(Part::standing)
        .map(Part.Standing::problem)
        .filter(Objects::nonNull)
        .findFirst();
  }

  public UUID id() {
    return id;
  }

  public Person owner() {
    return owner;
  }

  public String description() {
    return description;
  }

  public Instant createdAt() {
    return createdAt;
  }

  public Schedule schedule() {
    return new Schedule(startTime, endTime);
  }

  public Phase state() {
    return state;
  }

  public List<Part> parts() {
    return parts;
  }

  public List<Refusal> refusals() {
    return refusals;
  }

  public List<Schedule> alternatives() {
    return alternatives;
  }

  public Optional<String> reason() {
    return Optional.ofNullable(reason);
  }

  /** True once every part reads clean after its end. */
  public boolean isReleased() {
    return parts.stream().allMatch(part -> part.standing().released());
  }

  Optional<Instant> dueAt() {
    return Optional.ofNullable(dueAt);
  }

  String digest() {
    return digest;
  }

  Request request() {
    return request;
  }

  int attempt() {
    return attempt;
  }

  /** The number of the transaction that made what is booked. */
  int makeAttempt() {
    return makeAttempt;
  }

  boolean isDecided() {
    return decided;
  }

  /** False if the last transaction was given up before anything was sent. */
  boolean isStarted() {
    return started;
  }
}
