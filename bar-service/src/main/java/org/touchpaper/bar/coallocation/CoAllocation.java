package org.touchpaper.bar.coallocation;

import jakarta.persistence.Convert;
import jakarta.persistence.Embedded;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import jakarta.persistence.Version;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.touchpaper.bar.reservation.Phase;
import org.touchpaper.harc.commit.Request;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.Requester.Person;
import org.touchpaper.segment.connection.Schedule;

/**
 * Lightpaths and nodes booked in one call, all or nothing. Each change of it is one HARC
 * transaction {@code <id>.<n>}, its {@link Attempt}; how its parts stand is told by their resource
 * managers.
 */
@Entity
@Table(name = "co_allocation")
public class CoAllocation {

  @Id private UUID id;

  @Embedded private Asked asked;
  @Embedded private Placement placement;

  @Embedded private Whole whole;
  @Embedded private Attempt attempt;

  @Convert(converter = Texts.ChangesText.class)
  private Changes changes;

  @Embedded private Agenda agenda;

  @Version private long rowVersion;

  @SuppressWarnings("NullAway.Init") // Hibernate fills the fields
  protected CoAllocation() {}

  @SuppressWarnings("NullAway.Init") // Hibernate fills the row version
  CoAllocation(UUID id, Asked asked, Stretch wanted, Draft draft) {
    this.id = id;
    this.asked = asked;
    this.placement = Placement.first(wanted, draft.schedule());
    this.whole = Whole.undecided(draft.parts());
    this.attempt = Attempt.first(draft.request());
    this.changes = Changes.NONE;
    this.agenda = Agenda.from(Attention.whenTheCallGaveUp(asked.createdAt()));
  }

  /** The acceptors are about to be asked to begin, or what became of, what is under way. */
  void ask() {
    attempt.ask();
  }

  /** Learns what became of the transaction under way; says whether anything changed. */
  boolean learn(Harc.Answer answer, Instant now) {
    if (attempt.isDecided()) {
      return false;
    }
    var news =
        switch (answer) {
          case Harc.Answer.Undecided it -> doubt(it.problem());
          case Harc.Answer.NotStarted it ->
              attempt.wasAskedOnce() ? notStarted(it.reason()) : doubt(Optional.of(it.problem()));
          case Harc.Answer.OtherRecord _ -> notStarted(answer.words());
          case Harc.Answer.OtherCommitted it -> otherCommitted(it.reason());
          case Harc.Answer.Commit(var held) -> committed(held, now);
          case Harc.Answer.Abort(var why) -> aborted(why);
        };
    if (answer instanceof Harc.Answer.OtherCommitted) {
      agenda.pauseUntil(now); // its parts are not what our books say: they are asked at once
    } else {
      agenda.plan(true, this, now);
    }
    return news;
  }

  /** Who reads it learns why; it is no news each time they are asked. */
  private boolean doubt(Optional<String> why) {
    attempt.standStill(why.orElse(null));
    return false;
  }

  /**
   * What is wanted was not agreed on, but something was booked, changed or cancelled under its
   * number that our books lack. What that made goes by the names that ours would have, for they
   * follow from the number: to cancel those lets go of it. It is never made anew by itself, and a
   * change that comes again under the same key is not: it might be booked twice. Whoever asks for
   * another, knowing that, asks for the next number.
   */
  private boolean otherCommitted(String why) {
    attempt.losesItsNumber();
    switch (attempt.purpose()) {
      case Purpose.Making _ -> whole.fail(why);
      case Purpose.Changing _ ->
          changed(
              new Change.Outcome.Refused(
                  List.of(new Refusal(Refusal.Code.NOT_ALLOWED, "acceptors", "", why, null)),
                  List.of()));
      case Purpose.Cancelling _ -> {}
    }
    return true;
  }

  /** What was begun never commits: what was to be changed or cancelled stays as it is. */
  private boolean notStarted(String why) {
    attempt.giveUp();
    switch (attempt.purpose()) {
      case Purpose.Making _ -> whole.refuse(why);
      case Purpose.Changing _ -> changed(new Change.Outcome.NotStarted(why));
      case Purpose.Cancelling _ -> {}
    }
    return true;
  }

  /** Of what is cancelled stays failed what had failed before, and so does the reason. */
  private boolean committed(Map<UUID, Harc.Held> held, Instant now) {
    var wasAnother = isAnother();
    attempt.commit();
    switch (attempt.purpose()) {
      case Purpose.Making _ -> whole.made(held);
      case Purpose.Changing(var schedule, var into) -> {
        changed(new Change.Outcome.Made());
        placement = placement.moved(schedule);
        whole.change(into, held, placement.isOver(now), now);
      }
      case Purpose.Cancelling _ when placement.isOver(now) && !wasAnother ->
          passEnd(now); // until heard otherwise
      case Purpose.Cancelling _ -> whole.cancel();
    }
    return true;
  }

  /** A change or a cancel that was not agreed upon leaves everything as it is. */
  private boolean aborted(List<Refusal> why) {
    attempt.decide();
    switch (attempt.purpose()) {
      case Purpose.Making _ -> whole.refuse(why, placement);
      case Purpose.Changing _ -> changed(new Change.Outcome.Refused(why, List.of()));
      case Purpose.Cancelling _ -> whole.stay(why);
    }
    return true;
  }

  private void changed(Change.Outcome outcome) {
    changes = changes.decided(attempt.number(), outcome);
  }

  /**
   * Learns that somebody else had what it takes; says whether that is news. It stays undecided, and
   * what follows is looked for after a pause.
   */
  boolean lose(List<Refusal> why, Instant pauseEnds) {
    if (attempt.isDecided()) {
      return false;
    }
    if (state() != Phase.UNDECIDED) {
      throw new IllegalStateException(id + " is " + state() + "; it is in no race");
    }
    attempt.decide();
    whole.lose(why);
    agenda.pauseUntil(pauseEnds);
    return true;
  }

  /** True after a lost race, until it is made again or refused. */
  boolean isLost() {
    return state() == Phase.UNDECIDED && attempt.isDecided();
  }

  boolean isDue(Instant now) {
    return agenda.isDue(now);
  }

  /** The race that was lost was the last; other times are offered to the owner. */
  void refuse(List<Schedule> others) {
    if (!isLost()) {
      throw new IllegalStateException(id + " is " + state() + "; it lost no race");
    }
    whole.refuse(placement);
    offer(others);
    agenda.close();
  }

  /**
   * Makes it anew, maybe at another time, after an attempt that was lost or never begun.
   *
   * @param dueAt when it is looked after, whoever begins it
   */
  void makeAgain(Draft next, Instant dueAt) {
    if (!isLost() && !isNotStarted()) {
      throw new IllegalStateException(id + " is " + state() + "; it is not made again");
    }
    placement =
        isNotStarted() ? placement.instead(next.schedule()) : placement.next(next.schedule());
    attempt = attempt.makingAgain(next.request());
    whole = Whole.undecided(next.parts());
    agenda.pauseUntil(dueAt);
  }

  /** Begins to give it up; see {@link #cancelRefusal}. */
  void cancel(Request next, Instant now) {
    cancelRefusal(now)
        .ifPresent(why -> {
          throw new IllegalStateException(id + " cannot be cancelled: " + why);
        });
    attempt = attempt.cancelling(next);
    agenda.pauseUntil(Attention.whenTheCallGaveUp(now));
  }

  /**
   * Begins to make it something else; see {@link #changeRefusal}.
   *
   * @param key the Idempotency-Key, if there was one
   */
  void change(Draft next, @Nullable String key, Modification asked, Instant now) {
    changeRefusal(now)
        .ifPresent(why -> {
          throw new IllegalStateException(id + " cannot be changed: " + why);
        });
    attempt = attempt.changing(next);
    var what = new Parts(next.parts()).words() + ", " + Placement.words(next.schedule());
    changes = changes.with(Change.begun(attempt.number(), key, asked.digest(), what));
    agenda.pauseUntil(Attention.whenTheCallGaveUp(now));
  }

  /** Offers other times to who was refused. */
  void offer(List<Schedule> others) {
    switch (attempt.purpose()) {
      case Purpose.Making _ -> whole.offer(others);
      case Purpose.Changing _ -> changes = changes.offering(attempt.number(), others);
      case Purpose.Cancelling _ -> {}
    }
  }

  /** Hears from the resource managers how its parts stand; says whether anything changed. */
  boolean hear(Map<UUID, ? extends Harc.Word> heard, Instant now) {
    var news = whole.hear(heard, placement.at(now), now);
    agenda.plan(news, this, now);
    return news;
  }

  /** From its end on nothing of it is active, even while nobody has been heard. */
  CoAllocation passEnd(Instant now) {
    if (placement.isOver(now)) {
      whole.passEnd();
    }
    return this;
  }

  /** Why it cannot be cancelled now; empty if it can. */
  public Optional<String> cancelRefusal(Instant now) {
    return Permits.cancelRefusal(this, now);
  }

  /** Why nothing about it can be changed now; empty if something can. */
  public Optional<String> changeRefusal(Instant now) {
    return Permits.changeRefusal(this, now);
  }

  boolean isBeingChanged() {
    return attempt.isChange() && !attempt.isDecided();
  }

  boolean isBeingCancelled() {
    return attempt.isCancel() && !attempt.isDecided();
  }

  /** True if no resource manager holds it for good, nor will, unless it is made again. */
  boolean isNotStarted() {
    return state() == Phase.REFUSED && !attempt.isStarted();
  }

  /** True if nothing of it can be given up any more: it is over, though it may have failed. */
  boolean hasEnded(Instant now) {
    return state() == Phase.ENDED
        || (state() == Phase.FAILED && !isAnother() && placement.isOver(now));
  }

  /** True if what it was to be made as was committed as something else: that is not ours. */
  boolean isAnother() {
    return state() == Phase.FAILED
        && parts().stream().anyMatch(part -> attempt.hasForgotten(part.booked().by()));
  }

  /** What was asked for, for people. */
  String words() {
    return placement.wish(whole.words());
  }

  /** Which attempt is under way, at what time, for people. */
  String tryWords() {
    return attempt.number() + ": tries " + Placement.words(schedule());
  }

  /** What keeps it from being decided, what our books lack, or what goes wrong in some part. */
  public Optional<String> problem() {
    var lacking = isAnother() ? Optional.<String>empty() : attempt.forgotten();
    return attempt.problem().or(() -> lacking).or(whole::problem);
  }

  /** True once every part reads clean after its end. */
  public boolean isReleased() {
    return whole.isReleased();
  }

  public UUID id() {
    return id;
  }

  public Person owner() {
    return asked.owner();
  }

  public String description() {
    return asked.description();
  }

  public Instant createdAt() {
    return asked.createdAt();
  }

  public Schedule schedule() {
    return placement.slot();
  }

  /** Where it was wanted, if not at a fixed time. */
  public Optional<Schedule> window() {
    return placement.window();
  }

  Placement placement() {
    return placement;
  }

  public Phase state() {
    return whole.state();
  }

  public List<Part> parts() {
    return whole.parts();
  }

  /** Why it was refused. */
  public List<Refusal> refusals() {
    return whole.refusals();
  }

  /** What resource managers had against what they were asked last to make, or to cancel. */
  List<Refusal> objections() {
    return whole.objections();
  }

  public List<Schedule> alternatives() {
    return whole.alternatives();
  }

  public Optional<String> reason() {
    return whole.reason();
  }

  Optional<Instant> dueAt() {
    return agenda.dueAt();
  }

  String digest() {
    return asked.digest();
  }

  Changes changes() {
    return changes;
  }

  /** What was asked last to be different about it, and what came of that. */
  public Optional<Change> lastChange() {
    return changes.last();
  }

  Attempt attempt() {
    return attempt;
  }
}
