package org.touchpaper.bar.reservation;

import jakarta.persistence.CascadeType;
import jakarta.persistence.Column;
import jakarta.persistence.Convert;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
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
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.DataPlane;
import org.touchpaper.segment.connection.Fault;
import org.touchpaper.segment.connection.Holder;
import org.touchpaper.segment.connection.LifecycleState;
import org.touchpaper.segment.connection.Notification;
import org.touchpaper.segment.connection.ProvisionState;
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
 * <p>It speaks to nobody: {@link #next} says which calls are due, {@link #on} takes what came of
 * one. Every verb guards, changes and leaves a line of history in {@link #takeNews}. Whatever it
 * decided is in its rows before a call goes out, so a broker that restarts goes on where it stopped
 * (DESIGN decision 3).
 */
@Entity
@Table(name = "reservation")
public class Reservation {

  @Id
  @Column(name = "connection_id")
  private UUID connectionId;

  @Convert(converter = Columns.RequesterText.class)
  private Requester requester;

  private String owner;
  private String description;
  private String bodyDigest;
  private Instant createdAt;
  private int binding;

  @Enumerated(EnumType.STRING)
  private ProvisionState provision = ProvisionState.RELEASED;

  @Enumerated(EnumType.STRING)
  private LifecycleState lifecycle = LifecycleState.CREATED;

  @Enumerated(EnumType.STRING)
  private DataPlane dataPlane = DataPlane.INACTIVE;

  private @Nullable String problem;
  private @Nullable String reason;
  private boolean released;

  @Enumerated(EnumType.STRING)
  private DataPlane toldDataPlane = DataPlane.INACTIVE;

  private boolean toldEnd;

  /** When it next wants attention; null once nothing more can happen to it. */
  private @Nullable Instant dueAt;

  private int tries;

  /** For lists and filters: the times of the binding revision, else of the first. */
  private @Nullable Instant startTime;

  private @Nullable Instant endTime;

  @OneToMany(cascade = CascadeType.ALL, fetch = FetchType.LAZY)
  @JoinColumn(name = "connection_id", insertable = false, updatable = false)
  @OrderBy("key.version")
  private List<Revision> revisions = new ArrayList<>();

  @OneToMany(cascade = CascadeType.ALL, fetch = FetchType.LAZY)
  @JoinColumn(name = "connection_id", insertable = false, updatable = false)
  @OrderBy("revision, position, attempt")
  private List<SegmentHold> holds = new ArrayList<>();

  @Version private @Nullable Long rowVersion;

  @Transient private List<HistoryEntry> news = new ArrayList<>();

  @SuppressWarnings("NullAway.Init") // Hibernate fills the fields
  protected Reservation() {}

  private Reservation(
      ConnectionId connection,
      Requester requester,
      String description,
      String bodyDigest,
      Instant now) {
    this.connectionId = connection.value();
    this.requester = requester;
    this.owner = requester.onBehalfOf().name();
    this.description = description;
    this.bodyDigest = bodyDigest;
    this.createdAt = now;
  }

  /** A connection nobody has asked for yet. */
  public static Reservation of(
      ConnectionId connection,
      Requester requester,
      String description,
      String bodyDigest,
      Instant now) {
    return new Reservation(connection, requester, description, bodyDigest, now);
  }

  /** Only who booked a connection may change it. */
  public void requireRequester(Requester asking) {
    if (!asking.peer().equals(requester.peer())) {
      throw new Fault(
          Fault.Code.NOT_ALLOWED,
          connection(),
          connectionId + " was not booked by " + asking.peer());
    }
  }

  // --- asked from above -------------------------------------------------------------------------

  /** Begins to check a version over the given legs; an empty list where it holds a cancel. */
  public void check(Reserve request, List<Leg> legs, Instant now) {
    var revision = begin(request);
    revisions.add(revision);
    if (request.version() == 1) {
      for (var j = 0; j < legs.size(); j++) {
        plan(1, j, 0, legs.get(j));
      }
    } else {
      chainOf(binding).live().forEach(hold -> holds.add(hold.next(request.version())));
    }
    revision.criteria().filter(_ -> binding == 0).ifPresent(this::show);
    note(now, who(request.requester()), "asked for version " + request.version());
  }

  /** Remembers a version that is refused before anybody is asked. */
  public void refuse(Reserve request, Refusal refusal, Instant now) {
    var revision = begin(request);
    revision.refuse(refusal);
    revision.become(RevisionState.ABORTED);
    revisions.add(revision);
    revision.criteria().filter(_ -> binding == 0).ifPresent(this::show);
    note(now, who(request.requester()), "refused: " + refusal.reason());
  }

  /** True if nothing can be asked of it any more. */
  public boolean isGone() {
    return lifecycle != LifecycleState.CREATED;
  }

  /** Remembers a version that came after the end. */
  public void refuseAsGone(Reserve request, Instant now) {
    var late =
        Revision.check(connection(), request.version(), request.criteria(), request.holder());
    late.refuse(givenUp());
    late.become(RevisionState.ABORTED);
    revisions.add(late);
    note(now, who(request.requester()), "asked for version " + request.version() + " too late");
  }

  /** The revision a call is about. */
  public int revisionOf(Call call) {
    return hold(call.segment(), call.version()).revision();
  }

  private Revision begin(Reserve request) {
    var version = request.version();
    if (find(version).isPresent()) {
      throw new IllegalStateException("version " + version + " of " + connectionId + " is known");
    }
    if (version > 1 && binding == 0) {
      throw invalid("version " + version + " changes nothing: no version was ever committed");
    }
    if (version <= binding) {
      throw invalid("version " + version + " is older than the binding version " + binding);
    }
    if (revisions.stream().anyMatch(Reservation::isInTheWay)) {
      throw invalid("another version is being decided");
    }
    return Revision.check(connection(), version, request.criteria(), request.holder());
  }

  private static boolean isInTheWay(Revision revision) {
    return revision.isOpen()
        || revision.state() == RevisionState.COMMITTING
        || revision.state() == RevisionState.ABORTING;
  }

  private SegmentHold plan(int revision, int position, int attempt, Leg leg) {
    var name = "segment/" + position + (attempt == 0 ? "" : "/" + attempt);
    var key = new SegmentHold.Key(connection().part(name).value(), 1);
    var hold = new SegmentHold(key, connectionId, revision, position, attempt, leg);
    holds.add(hold);
    return hold;
  }

  /** The answer to a reserve; empty while segments are still being asked. */
  public Optional<ReserveAnswer> answer(int version) {
    var revision = find(version).orElseThrow();
    return switch (revision.state()) {
      case CHECKING -> Optional.empty();
      case HELD, COMMITTING, COMMITTED -> Optional.of(held(revision));
      case ABORTING, ABORTED ->
          Optional.of(new ReserveAnswer.Refused(revision.refusal().orElse(givenUp())));
    };
  }

  private ReserveAnswer.Held held(Revision revision) {
    var whole = revision.criteria().or(this::criteria).orElseThrow();
    return chainOf(revision.version()).held(whole);
  }

  private Refusal givenUp() {
    return new Refusal(
        Refusal.Code.GIVEN_UP,
        connectionId.toString(),
        "",
        "This reservation was given up before it was held.",
        null);
  }

  /** Decides for a held version; from here on it is binding, and every segment will hear of it. */
  public void commit(int version, String who, Instant now) {
    var revision =
        find(version)
            .orElseThrow(() -> invalid("version " + version + " was never reserved, so not held"));
    switch (revision.state()) {
      case COMMITTING, COMMITTED -> {}
      case CHECKING -> throw invalid("version " + version + " is not held yet");
      case ABORTING, ABORTED ->
          throw new Fault(
              Fault.Code.COMMIT_FAILED,
              connection(),
              "version " + version + " of " + connectionId + " is not held any more");
      case HELD -> {
        requireAlive();
        revision.become(RevisionState.COMMITTING);
        binding = version;
        revision.criteria().ifPresent(this::show);
        note(now, who, "commit of version " + version);
        settle(revision, now);
      }
    }
  }

  private void requireAlive() {
    if (lifecycle == LifecycleState.TERMINATED || lifecycle == LifecycleState.TERMINATING) {
      throw new Fault(Fault.Code.COMMIT_FAILED, connection(), connectionId + " was terminated");
    }
  }

  /** Decides against a version; one never heard of is remembered as given up. */
  public void abort(int version, String who, Instant now) {
    var known = find(version);
    if (known.isEmpty()) {
      revisions.add(Revision.givenUp(connection(), version));
      note(now, who, "gave up version " + version + " before it was asked for");
      return;
    }
    var revision = known.get();
    switch (revision.state()) {
      case CHECKING, HELD -> {
        revision.become(RevisionState.ABORTING);
        note(now, who, "abort of version " + version);
        settle(revision, now);
      }
      case ABORTING, ABORTED -> {}
      case COMMITTING, COMMITTED ->
          throw invalid("version " + version + " is committed and cannot be aborted");
    }
  }

  /** Permits the data plane. */
  public void provision(String who, Instant now) {
    requireBinding("provision");
    if (lifecycle == LifecycleState.PASSED_END_TIME
        || provision == ProvisionState.PROVISIONED
        || provision == ProvisionState.PROVISIONING) {
      return;
    }
    provision = ProvisionState.PROVISIONING;
    note(now, who, "provision");
  }

  /** Withdraws the permission; the reservation stays. */
  public void release(String who, Instant now) {
    requireBinding("release");
    if (lifecycle == LifecycleState.PASSED_END_TIME
        || provision == ProvisionState.RELEASED
        || provision == ProvisionState.RELEASING) {
      return;
    }
    provision = ProvisionState.RELEASING;
    note(now, who, "release");
  }

  private void requireBinding(String verb) {
    var alive = lifecycle == LifecycleState.CREATED || lifecycle == LifecycleState.PASSED_END_TIME;
    if (binding == 0 || !alive) {
      throw invalid("cannot " + verb + ": version " + binding + " is binding, " + lifecycle);
    }
  }

  /** Ends the connection for good. */
  public void terminate(String who, Instant now) {
    if (lifecycle == LifecycleState.TERMINATING || lifecycle == LifecycleState.TERMINATED) {
      return;
    }
    lifecycle = LifecycleState.TERMINATING;
    revisions.stream().filter(Revision::isOpen).forEach(r -> r.become(RevisionState.ABORTING));
    note(now, who, "terminate");
    settleEnd(now);
  }

  /** Notes that the end has come. */
  public void passEnd(Instant now) {
    if (lifecycle == LifecycleState.CREATED && binding > 0 && isOver(now)) {
      lifecycle = LifecycleState.PASSED_END_TIME;
      note(now, "clock", "the end has come");
    }
  }

  // --- towards the segments ---------------------------------------------------------------------

  /** The calls that are due. Repeating one is harmless; the order within the list is free. */
  public List<Call> next() {
    if (lifecycle == LifecycleState.TERMINATING || lifecycle == LifecycleState.FAILED) {
      return terminations();
    }
    var calls = new ArrayList<Call>();
    revisions.forEach(revision -> calls.addAll(due(revision)));
    if (calls.isEmpty() && binding > 0) {
      calls.addAll(permissions());
    }
    return calls;
  }

  private List<Call> terminations() {
    return holds.stream()
        .filter(hold -> !hold.isTerminated() && hold.state() != SegmentState.ABORTED)
        .filter(hold -> hold.state() != SegmentState.REFUSED)
        .filter(hold -> hold.state() != SegmentState.DROPPED)
        .map(hold -> (Call) new Call.TerminateSegment(hold.peer(), hold.segment(), hold.version()))
        .toList();
  }

  private List<? extends Call> due(Revision revision) {
    var chain = chainOf(revision.version());
    return switch (revision.state()) {
      case CHECKING ->
          chain.in(SegmentState.DROPPING).isEmpty()
              ? chain.firstPlanned().map(hold -> ask(chain, hold, revision)).stream().toList()
              : aborts(chain.in(SegmentState.DROPPING));
      case COMMITTING ->
          chain.in(SegmentState.HELD).stream()
              .map(hold -> new Call.CommitSegment(hold.peer(), hold.segment(), hold.version()))
              .toList();
      case ABORTING -> aborts(chain.perhapsHolding());
      case HELD, COMMITTED, ABORTED -> List.of();
    };
  }

  private static Call ask(Chain chain, SegmentHold hold, Revision revision) {
    var criteria = revision.criteria().map(whole -> chain.criteriaFor(hold, whole));
    return new Call.ReserveSegment(
        hold.peer(), hold.segment(), hold.version(), criteria.orElse(null));
  }

  private static List<Call> aborts(List<SegmentHold> holding) {
    return holding.stream()
        .map(hold -> (Call) new Call.AbortSegment(hold.peer(), hold.segment(), hold.version()))
        .toList();
  }

  private List<Call> permissions() {
    var live = chainOf(binding).live();
    return switch (provision) {
      case PROVISIONING ->
          live.stream()
              .filter(hold -> !hold.isPermitted())
              .map(h -> (Call) new Call.ProvisionSegment(h.peer(), h.segment(), h.version()))
              .toList();
      case RELEASING ->
          live.stream()
              .filter(SegmentHold::isPermitted)
              .map(h -> (Call) new Call.ReleaseSegment(h.peer(), h.segment(), h.version()))
              .toList();
      case PROVISIONED, RELEASED -> List.of();
    };
  }

  /** Takes what came of a call; what is not waited for any more changes nothing. */
  public void on(Call call, Answer answer, Instant now) {
    var hold = hold(call.segment(), call.version());
    if (answer instanceof Answer.Impossible(var why) && !(call instanceof Call.ReserveSegment)) {
      impossible(call, hold, why, now);
      return;
    }
    switch (call) {
      case Call.ReserveSegment _ -> {
        if (answer instanceof Answer.Reserved(var said)) {
          reserved(hold, said, now);
        }
      }
      case Call.CommitSegment _ -> hold.become(SegmentState.COMMITTED);
      case Call.AbortSegment _ ->
          hold.become(
              hold.state() == SegmentState.DROPPING ? SegmentState.DROPPED : SegmentState.ABORTED);
      case Call.ProvisionSegment _ -> hold.permit(true);
      case Call.ReleaseSegment _ -> hold.permit(false);
      case Call.TerminateSegment _ -> hold.terminate();
    }
    find(hold.revision()).ifPresent(revision -> settle(revision, now));
    settlePermission();
    settleEnd(now);
  }

  private void impossible(Call call, SegmentHold hold, String why, Instant now) {
    switch (call) {
      case Call.TerminateSegment _ -> hold.terminate();
      case Call.AbortSegment _ -> hold.become(SegmentState.ABORTED);
      case Call.CommitSegment _, Call.ProvisionSegment _, Call.ReleaseSegment _ -> {
        hold.fail(why);
        fail(hold.peer() + ": " + why, now);
      }
      case Call.ReserveSegment _ -> {}
    }
    find(hold.revision()).ifPresent(revision -> settle(revision, now));
    settleEnd(now);
  }

  private void reserved(SegmentHold hold, ReserveAnswer said, Instant now) {
    var revision = find(hold.revision()).orElseThrow();
    if (revision.state() != RevisionState.CHECKING || hold.state() != SegmentState.PLANNED) {
      return;
    }
    hold.answered(said);
    switch (said) {
      case ReserveAnswer.Held _ -> note(now, hold.peer(), "holds its segment");
      case ReserveAnswer.Refused(var refusal) -> {
        note(now, hold.peer(), "refused: " + refusal.reason());
        if (!relabel(hold, refusal, now)) {
          revision.refuse(refusal);
        }
      }
    }
  }

  /** Lets the neighbour choose another label at the border; false if there is none left to try. */
  private boolean relabel(SegmentHold refused, Refusal refusal, Instant now) {
    var chain = chainOf(refused.revision());
    var labels = chain.otherLabels(refused, refusal);
    if (labels.isEmpty()) {
      return false;
    }
    var neighbour = chain.before(refused).orElseThrow();
    var attempt = chain.nextAttempt();
    neighbour.become(SegmentState.DROPPING);
    refused.become(SegmentState.DROPPED);
    var revision = refused.revision();
    plan(revision, neighbour.position(), attempt, neighbour.leg().leaving(labels.get()));
    plan(revision, refused.position(), attempt, refused.leg());
    note(now, neighbour.peer(), "is asked for another label, one of " + labels.get());
    return true;
  }

  private void settle(Revision revision, Instant now) {
    var chain = chainOf(revision.version());
    switch (revision.state()) {
      case CHECKING -> {
        if (chain.allLive(SegmentState.HELD) && chain.in(SegmentState.DROPPING).isEmpty()) {
          revision.become(RevisionState.HELD);
          note(now, "bar", "every segment holds version " + revision.version());
        }
      }
      case COMMITTING -> {
        if (chain.in(SegmentState.HELD).isEmpty()) {
          revision.become(RevisionState.COMMITTED);
          committed(revision, now);
        }
      }
      case ABORTING -> {
        if (chain.perhapsHolding().isEmpty()) {
          chain.in(SegmentState.PLANNED).forEach(hold -> hold.become(SegmentState.ABORTED));
          revision.become(RevisionState.ABORTED);
          note(now, "bar", "nothing of version " + revision.version() + " is held any more");
        }
      }
      case HELD, COMMITTED, ABORTED -> {}
    }
  }

  private void committed(Revision revision, Instant now) {
    note(now, "bar", "every segment committed version " + revision.version());
    if (revision.criteria().isEmpty() && lifecycle == LifecycleState.CREATED) {
      lifecycle = LifecycleState.TERMINATED;
      note(now, "bar", "cancelled");
    }
  }

  private void settlePermission() {
    var live = chainOf(binding).live();
    if (provision == ProvisionState.PROVISIONING
        && live.stream().allMatch(SegmentHold::isPermitted)) {
      provision = ProvisionState.PROVISIONED;
    }
    if (provision == ProvisionState.RELEASING
        && live.stream().noneMatch(SegmentHold::isPermitted)) {
      provision = ProvisionState.RELEASED;
    }
  }

  private void settleEnd(Instant now) {
    if (lifecycle == LifecycleState.TERMINATING && terminations().isEmpty()) {
      lifecycle = LifecycleState.TERMINATED;
      revisions.stream()
          .filter(revision -> revision.state() == RevisionState.ABORTING)
          .forEach(revision -> revision.become(RevisionState.ABORTED));
      note(now, "bar", "terminated");
    }
  }

  // --- told from below --------------------------------------------------------------------------

  /** A segment says, or was asked, how its data plane is. True if the whole's changed. */
  public boolean observe(
      ConnectionId segment,
      DataPlane seen,
      @Nullable String trouble,
      boolean readsClean,
      Instant now) {
    var told = chainOf(binding).live().stream().filter(hold -> hold.segment().equals(segment));
    var news = told.map(hold -> hold.observe(seen, trouble, readsClean)).toList();
    return news.contains(true) && aggregate(now);
  }

  /** A segment's data plane changed; whether it reads clean is not part of the news. */
  public boolean hear(ConnectionId segment, DataPlane seen, @Nullable String trouble, Instant now) {
    return observe(segment, seen, trouble, false, now);
  }

  /** Something on a segment's way is in trouble. */
  public boolean alarm(ConnectionId segment, String trouble, Instant now) {
    var seen =
        chainOf(binding).live().stream().filter(hold -> hold.segment().equals(segment)).findFirst();
    return seen.map(hold -> observe(segment, hold.dataPlane(), trouble, hold.isClean(), now))
        .orElse(false);
  }

  private boolean aggregate(Instant now) {
    var chain = chainOf(binding);
    var before = List.of(dataPlane, Optional.ofNullable(problem), released);
    if (chain.dataPlane() != dataPlane) {
      dataPlane = chain.dataPlane();
      note(now, "bar", "data plane " + dataPlane);
    }
    if (!Objects.equals(chain.problem(), problem)) {
      problem = chain.problem();
      note(now, "bar", problem == null ? "the trouble is over" : problem);
    }
    if (!released && isAfterwards(now) && chain.isClean()) {
      released = true;
      note(now, "bar", "every element reads clean");
    }
    return !before.equals(List.of(dataPlane, Optional.ofNullable(problem), released));
  }

  private boolean isAfterwards(Instant now) {
    return isOver(now) || lifecycle != LifecycleState.CREATED;
  }

  /** A segment ended its share by itself: the whole has failed, and the rest is given back. */
  public void forcedEnd(ConnectionId segment, String why, Instant now) {
    var counts = chainOf(binding).live().stream().anyMatch(h -> h.segment().equals(segment));
    if (counts && lifecycle == LifecycleState.CREATED) {
      fail(why, now);
    }
  }

  private void fail(String why, Instant now) {
    if (lifecycle == LifecycleState.CREATED) {
      lifecycle = LifecycleState.FAILED;
      reason = why;
      note(now, "bar", "failed: " + why);
    }
  }

  // --- told upwards -----------------------------------------------------------------------------

  /** What its holder, if that is a service, has not been told yet. */
  public Optional<Notification> untold(Instant now) {
    if (asker().isEmpty()) {
      return Optional.empty();
    }
    if (reason != null && !toldEnd) {
      return Optional.of(new Notification.ForcedEnd(connection(), now, reason));
    }
    if (dataPlane != toldDataPlane) {
      var detail = problem == null ? "" : problem;
      return Optional.of(new Notification.DataPlaneChanged(connection(), now, dataPlane, detail));
    }
    return Optional.empty();
  }

  /** The holder has heard this. */
  public void told(Notification notification) {
    switch (notification) {
      case Notification.DataPlaneChanged(_, _, var heard, _) -> toldDataPlane = heard;
      case Notification.ForcedEnd _ -> toldEnd = true;
      case Notification.Alarm _ -> {}
    }
  }

  /** The service that booked this as part of something larger, if one did. */
  public Optional<Holder.Asker> asker() {
    return revisions.stream()
        .flatMap(revision -> revision.holder().stream())
        .filter(Holder.Asker.class::isInstance)
        .map(Holder.Asker.class::cast)
        .reduce((_, later) -> later);
  }

  // --- when it wants attention ------------------------------------------------------------------

  /** Notes when to look at it again, after a step that got somewhere or one that did not. */
  public void plan(boolean gotSomewhere, Instant now) {
    tries = gotSomewhere ? 0 : tries + 1;
    dueAt = Attention.of(this, tries, now);
  }

  /** Something happened: look at once. */
  public void lookAt(Instant now) {
    tries = 0;
    dueAt = now;
  }

  public Optional<Instant> dueAt() {
    return Optional.ofNullable(dueAt);
  }

  /** The version that waits for its holder's word. */
  public Optional<Revision> open() {
    return revisions.stream().filter(Revision::isOpen).findFirst();
  }

  // --- what it says about itself ----------------------------------------------------------------

  /** What a segment that is in doubt about its hold is told. */
  public Outcome outcome(ConnectionId segment, int version) {
    return holds.stream()
        .filter(hold -> hold.segment().equals(segment) && hold.version() == version)
        .findFirst()
        .map(hold -> hold.isLive() ? outcome(hold) : Outcome.ABORT)
        .orElse(Outcome.ABORT);
  }

  private Outcome outcome(SegmentHold hold) {
    var dead = lifecycle == LifecycleState.TERMINATING || lifecycle == LifecycleState.TERMINATED;
    var decided = find(hold.revision()).orElseThrow().outcome();
    return dead && decided == Outcome.UNDECIDED ? Outcome.ABORT : decided;
  }

  public Report.Known report(Instant now) {
    var held = revisions.stream().filter(r -> r.state() == RevisionState.HELD).findFirst();
    return new Report.Known(
        connection(),
        binding,
        held.map(Revision::version).orElse(0),
        Phases.reservationState(revisions),
        provision,
        lifecycle,
        isOver(now) && dataPlane == DataPlane.ACTIVE ? DataPlane.DEACTIVATING : dataPlane,
        criteria().orElse(null),
        path(),
        reason == null ? problem : reason,
        released);
  }

  /** Of the binding version, else of the one held. */
  public Optional<Criteria> criteria() {
    if (binding > 0) {
      return revisions.stream()
          .filter(r -> r.version() <= binding && r.state() != RevisionState.ABORTED)
          .flatMap(r -> r.criteria().stream())
          .reduce((_, later) -> later);
    }
    return revisions.stream()
        .filter(Revision::isOpen)
        .flatMap(r -> r.criteria().stream())
        .findFirst();
  }

  /** What was last asked for, whatever became of it. */
  public Optional<Criteria> asked() {
    return revisions.stream().flatMap(r -> r.criteria().stream()).reduce((_, later) -> later);
  }

  /** The path of the binding version, else of the one held. */
  public List<String> path() {
    return inCircuitOrder().stream().flatMap(hold -> hold.path().stream()).distinct().toList();
  }

  /** The shares of the binding version, else of the newest one, from source to destination. */
  public List<SegmentHold> inCircuitOrder() {
    var version =
        binding > 0 ? binding : revisions.stream().mapToInt(Revision::version).max().orElse(0);
    return chainOf(version).inCircuitOrder();
  }

  public Phase phase(Instant now) {
    return Phases.of(this, now);
  }

  Optional<Revision> latest() {
    return revisions.isEmpty() ? Optional.empty() : Optional.of(revisions.getLast());
  }

  public Optional<Revision> find(int version) {
    return revisions.stream().filter(revision -> revision.version() == version).findFirst();
  }

  public List<Revision> revisions() {
    return List.copyOf(revisions);
  }

  private Chain chainOf(int revision) {
    return new Chain(holds.stream().filter(hold -> hold.revision() == revision).toList());
  }

  private SegmentHold hold(ConnectionId segment, int version) {
    return holds.stream()
        .filter(hold -> hold.segment().equals(segment) && hold.version() == version)
        .findFirst()
        .orElseThrow(
            () -> new IllegalStateException(segment + " is no segment of " + connectionId));
  }

  private void show(Criteria criteria) {
    startTime = criteria.schedule().startTime();
    endTime = criteria.schedule().endTime();
  }

  private boolean isOver(Instant now) {
    return endTime != null && !now.isBefore(endTime);
  }

  private void note(Instant now, String who, String event) {
    news.add(new HistoryEntry(connectionId, now, who, event));
  }

  private static String who(Requester requester) {
    return requester.onBehalfOf().name() + " through " + requester.peer();
  }

  private Fault invalid(String why) {
    return new Fault(Fault.Code.INVALID_TRANSITION, connection(), connectionId + ": " + why);
  }

  /** The lines of history since the last time, to be stored with the change they tell of. */
  public List<HistoryEntry> takeNews() {
    var taken = List.copyOf(news);
    news.clear();
    return taken;
  }

  public ConnectionId connection() {
    return new ConnectionId(connectionId);
  }

  public Requester requester() {
    return requester;
  }

  public String owner() {
    return owner;
  }

  public String description() {
    return description;
  }

  /** Of the front door's request; empty for one that came from a peer. */
  public String bodyDigest() {
    return bodyDigest;
  }

  public Instant createdAt() {
    return createdAt;
  }

  /** The version now binding, 0 if none. */
  public int binding() {
    return binding;
  }

  public ProvisionState provisionState() {
    return provision;
  }

  public LifecycleState lifecycle() {
    return lifecycle;
  }

  public DataPlane dataPlane() {
    return dataPlane;
  }

  public Optional<String> problem() {
    return Optional.ofNullable(problem);
  }

  /** Why it failed. */
  public Optional<String> reason() {
    return Optional.ofNullable(reason);
  }

  public boolean isReleased() {
    return released;
  }

  public Optional<Instant> startTime() {
    return Optional.ofNullable(startTime);
  }

  public Optional<Instant> endTime() {
    return Optional.ofNullable(endTime);
  }
}
