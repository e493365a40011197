package org.touchpaper.bar.reservation;

import jakarta.persistence.CascadeType;
import jakarta.persistence.Column;
import jakarta.persistence.Embedded;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.OneToMany;
import jakarta.persistence.OrderBy;
import jakarta.persistence.Table;
import jakarta.persistence.Transient;
import jakarta.persistence.Version;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.DataPlane;
import org.touchpaper.segment.connection.Fault;
import org.touchpaper.segment.connection.Holder;
import org.touchpaper.segment.connection.Notification;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.Report;
import org.touchpaper.segment.connection.Requester;
import org.touchpaper.segment.connection.Reserve;
import org.touchpaper.segment.connection.ReserveAnswer;
import org.touchpaper.segment.connection.SegmentHolder.Outcome;

/**
 * A lightpath promised to a requester for a stretch of time, and the segments that carry it (NSI's
 * connection, GFD.237 section 3).
 *
 * <p>It has NSI's machines as parts, one concern each: its versions ({@link Revisions}) and each
 * segment's share in them ({@link Shares}), the {@link Permission}, the {@link Lifecycle}, and the
 * {@link Circuit} itself. What is asked of it from above is {@link RequesterVerbs}, what passes
 * between it and its segments {@link Course}. It speaks to nobody: {@link #next} says which calls
 * are due, {@link #on} takes what came of one. Every verb guards, changes and leaves a line of
 * history in {@link #takeNews}. Whatever it decided is in its rows before a call goes out, so a
 * broker that restarts goes on where it stopped (DESIGN decision 3).
 */
@Entity
@Table(name = "reservation")
public class Reservation {

  @Id
  @Column(name = "connection_id")
  private UUID connectionId;

  @Embedded private Booking booking;
  @Embedded private Revisions revisions = new Revisions();
  @Embedded private Permission permission = new Permission();
  @Embedded private Lifecycle lifecycle = new Lifecycle();
  @Embedded private Circuit circuit = new Circuit();
  @Embedded private Told told = new Told();
  @Embedded private Agenda agenda = new Agenda();

  @OneToMany(cascade = CascadeType.ALL, fetch = FetchType.LAZY)
  @JoinColumn(name = "connection_id", insertable = false, updatable = false)
  @OrderBy("revision, position, attempt")
  private List<SegmentHold> holds = new ArrayList<>();

  @Version private @Nullable Long rowVersion;

  @Transient private News news = new News();

  @SuppressWarnings("NullAway.Init") // Hibernate fills the fields
  protected Reservation() {}

  private Reservation(ConnectionId connection, Booking booking) {
    this.connectionId = connection.value();
    this.booking = booking;
  }

  /** A connection nobody has asked for yet. */
  public static Reservation of(
      ConnectionId connection,
      Requester requester,
      String description,
      String bodyDigest,
      Instant now) {
    var owner = requester.onBehalfOf().name();
    return new Reservation(connection, new Booking(requester, owner, description, bodyDigest, now));
  }

  /** Only who booked a connection may change it. */
  public void requireRequester(Requester asking) {
    if (!asking.peer().equals(booking.requester().peer())) {
      throw new Fault(
          Fault.Code.NOT_ALLOWED,
          connection(),
          connectionId + " was not booked by " + asking.peer());
    }
  }

  // --- asked from above -------------------------------------------------------------------------

  /**
   * Begins to check a version over the given legs; they are the standing ones from version 2 on.
   */
  public void check(Reserve request, List<Leg> legs, Instant now) {
    verbs().check(request, legs, now);
  }

  /** Remembers a version that is refused before anybody is asked. */
  public void refuse(Reserve request, Refusal refusal, Instant now) {
    verbs().refuse(request, refusal, now);
  }

  /** Remembers a version that came after the end. */
  public void refuseAsGone(Reserve request, Instant now) {
    verbs().refuseAsGone(request, now);
  }

  /** The answer to a reserve; empty while segments are still being asked. */
  public Optional<ReserveAnswer> answer(int version) {
    var revision = revisions.get(version);
    return revision.answer(shares().of(revision), criteria());
  }

  /** Decides for a held version; from here on it is binding, and every segment will hear of it. */
  public void commit(int version, String who, Instant now) {
    verbs().commit(version, who, now);
  }

  /** Decides against a version; one never heard of is remembered as given up. */
  public void abort(int version, String who, Instant now) {
    verbs().abort(version, who, now);
  }

  /** Permits the data plane. */
  public void provision(String who, Instant now) {
    verbs().provision(who, now);
  }

  /** Withdraws the permission; the reservation stays. */
  public void release(String who, Instant now) {
    verbs().release(who, now);
  }

  /** Ends the connection for good. */
  public void terminate(String who, Instant now) {
    verbs().terminate(who, now);
  }

  /** Ends it at once, whoever booked it; the whole has failed. What is only held is not cut. */
  public void cut(String who, Instant now) {
    verbs().cut(who, now);
  }

  /** Notes that the end has come, unless what is undecided may yet move it. */
  public void passEnd(Instant now) {
    verbs().passEnd(now);
  }

  private RequesterVerbs verbs() {
    return new RequesterVerbs(connection(), course());
  }

  // --- towards the segments ---------------------------------------------------------------------

  /** The calls that are due. Repeating one is harmless; the order within the list is free. */
  public List<Call> next() {
    return course().due();
  }

  /** The revision a call is about. */
  public int revisionOf(Call call) {
    return shares().get(call).revision();
  }

  /** On whose behalf a call is made: of whoever asked for the version it is about. */
  public Requester askedBy(Call call) {
    return revisions.get(revisionOf(call)).requester().orElseGet(booking::requester);
  }

  /** Takes what came of a call; what is not waited for any more changes nothing. */
  public void on(Call call, Answer answer, Instant now) {
    course().on(call, answer, now);
  }

  private Course course() {
    return new Course(revisions, shares(), permission, lifecycle, circuit, news);
  }

  private Shares shares() {
    return new Shares(connectionId, holds);
  }

  // --- told from below --------------------------------------------------------------------------

  /** A segment says, or was asked, how its data plane is. True if the whole's changed. */
  public boolean observe(
      ConnectionId segment,
      DataPlane seen,
      @Nullable String trouble,
      boolean readsClean,
      Instant now) {
    return course().observe(segment, seen, trouble, readsClean, now);
  }

  /** A segment's data plane changed; whether it reads clean is not part of the news. */
  public boolean hear(ConnectionId segment, DataPlane seen, @Nullable String trouble, Instant now) {
    return course().observe(segment, seen, trouble, false, now);
  }

  /** Something on a segment's way is in trouble. */
  public boolean alarm(ConnectionId segment, String trouble, Instant now) {
    return course().alarm(segment, trouble, now);
  }

  /** A segment ended its share by itself: the whole has failed, and the rest is given back. */
  public void forcedEnd(ConnectionId segment, String why, Instant now) {
    course().forcedEnd(segment, why, now);
  }

  // --- told upwards -----------------------------------------------------------------------------

  /** What its holder, if that is a service, has not been told yet. */
  public Optional<Notification> untold(Instant now) {
    return asker().flatMap(_ -> told.missing(connection(), lifecycle, circuit, now));
  }

  /** The holder has heard this. */
  public void told(Notification notification) {
    told.heard(notification);
  }

  /** The service that booked this as part of something larger, if one did. */
  public Optional<Holder.Asker> asker() {
    return revisions.asker();
  }

  // --- when it wants attention ------------------------------------------------------------------

  /** Notes when to look at it again, after a step that got somewhere or one that did not. */
  public void plan(boolean gotSomewhere, Instant now) {
    agenda.plan(gotSomewhere, this, now);
  }

  /**
   * Notes when to look again after a look that began when it was due as seen; whatever was planned
   * meanwhile is not forgotten.
   */
  public void planAfter(Optional<Instant> seen, boolean gotSomewhere, Instant now) {
    agenda.planAfter(seen, gotSomewhere, this, now);
  }

  /** When it wants attention; empty once nothing more can happen to it. */
  public Optional<Instant> dueAt() {
    return agenda.dueAt();
  }

  /** Something happened: look at once. */
  public void lookAt(Instant now) {
    agenda.lookAt(now);
  }

  /** The version that waits for its holder's word. */
  public Optional<Revision> open() {
    return revisions.open();
  }

  // --- what it says about itself ----------------------------------------------------------------

  /** What a segment that is in doubt about its hold is told. */
  public Outcome outcome(ConnectionId segment, int version) {
    return shares()
        .find(segment, version)
        .map(share -> Reports.outcome(share, revisions.get(share.revision()), lifecycle))
        .orElse(Outcome.ABORT);
  }

  public Report.Known report(Instant now) {
    return Reports.of(this, revisions, now);
  }

  /** Of the binding version, else of the one held. */
  public Optional<Criteria> criteria() {
    return revisions.criteria();
  }

  /** What was last asked for, whatever became of it. */
  public Optional<Criteria> asked() {
    return revisions.asked();
  }

  /** The path of the binding version, else of the one held. */
  public List<String> path() {
    return shares().of(revisions.shown()).path();
  }

  /** The shares of the binding version, else of the newest one, from source to destination. */
  public List<SegmentHold> inCircuitOrder() {
    return shares().of(revisions.shown()).inCircuitOrder();
  }

  public Phase phase(Instant now) {
    return Phases.of(this, now);
  }

  Optional<Revision> latest() {
    return revisions.latest();
  }

  public Optional<Revision> find(int version) {
    return revisions.find(version);
  }

  /** The lines of history since the last time, to be stored with the change they tell of. */
  public List<HistoryEntry> takeNews() {
    return news.take(connectionId);
  }

  public ConnectionId connection() {
    return new ConnectionId(connectionId);
  }

  public Booking booking() {
    return booking;
  }

  /** The version now binding, 0 if none. */
  public int binding() {
    return revisions.binding();
  }

  public Lifecycle lifecycle() {
    return lifecycle;
  }

  public Circuit circuit() {
    return circuit;
  }

  Permission permission() {
    return permission;
  }

  public Optional<Instant> startTime() {
    return revisions.startTime();
  }

  public Optional<Instant> endTime() {
    return revisions.endTime();
  }
}
