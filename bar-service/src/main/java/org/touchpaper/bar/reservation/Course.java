package org.touchpaper.bar.reservation;

import static org.touchpaper.bar.reservation.News.BAR;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.DataPlane;
import org.touchpaper.segment.connection.Fault;
import org.touchpaper.segment.connection.ReserveAnswer;

/**
 * A reservation towards its segments: which calls are due, what an answer changes, and what a
 * segment says by itself. What was decided above goes down, version by version, until every segment
 * has answered.
 */
record Course(
    Revisions revisions,
    Shares shares,
    Permission permission,
    Lifecycle lifecycle,
    Circuit circuit,
    News news) {

  /** The calls that are due; permission is told when every version is settled. */
  List<Call> due() {
    if (lifecycle.isCutShort()) {
      return shares.terminations();
    }
    var calls =
        revisions.stream().flatMap(revision -> revision.calls(shares.of(revision)).stream());
    var due = calls.toList();
    return due.isEmpty() && revisions.binding() > 0 ? permission.calls(bound()) : due;
  }

  private Chain bound() {
    return shares.of(revisions.binding());
  }

  /** Takes what came of a call; what is not waited for any more changes nothing. */
  void on(Call call, Answer answer, Instant now) {
    var share = shares.get(call);
    var revision = revisions.get(share.revision());
    switch (answer) {
      case Answer.Reserved(var said) -> reserved(revision, share, said, now);
      case Answer.Done() -> done(call, share);
      case Answer.Impossible(var code, var why) -> impossible(call, share, code, why, now);
    }
    settle(revision, now);
    permission.settle(bound());
    settleEnd(now);
  }

  private void reserved(Revision revision, SegmentHold share, ReserveAnswer said, Instant now) {
    if (revision.state() != RevisionState.CHECKING || share.state() != SegmentState.PLANNED) {
      return;
    }
    share.answered(said);
    switch (said) {
      case ReserveAnswer.Held _ -> news.note(now, share.peer(), "holds its segment");
      case ReserveAnswer.Refused(var refusal) -> {
        news.note(now, share.peer(), "refused: " + refusal.reason());
        shares
            .relabel(share, refusal)
            .ifPresentOrElse(
                again -> news.note(now, again.peer(), again.toString()),
                () -> revision.refuse(refusal));
      }
    }
  }

  private static void done(Call call, SegmentHold share) {
    switch (call) {
      case Call.ReserveSegment _ -> {}
      case Call.CommitSegment _ -> share.become(SegmentState.COMMITTED);
      case Call.AbortSegment _ -> share.letGo();
      case Call.ProvisionSegment _ -> share.permit(true);
      case Call.ReleaseSegment _ -> share.permit(false);
      case Call.TerminateSegment _ -> share.terminate();
    }
  }

  private void impossible(Call call, SegmentHold share, Fault.Code code, String why, Instant now) {
    switch (call) {
      case Call.ReserveSegment _ -> {}
      case Call.AbortSegment _ -> share.letGo();
      case Call.TerminateSegment _ -> refusedToEnd(share, code, why, now);
      case Call.CommitSegment _, Call.ProvisionSegment _, Call.ReleaseSegment _ -> {
        share.fail(why);
        fail(share.peer() + ": " + why, now);
      }
    }
  }

  /** What a segment does not know has ended; what it will not end is asked for again, and shown. */
  private void refusedToEnd(SegmentHold share, Fault.Code code, String why, Instant now) {
    if (code == Fault.Code.UNKNOWN_CONNECTION) {
      share.terminate();
    } else {
      observe(share.segment(), share.dataPlane(), why, share.isClean(), now);
    }
  }

  /** The whole has failed, and the rest is given back. */
  void fail(String why, Instant now) {
    if (lifecycle.isAlive()) {
      lifecycle.fail(why);
      news.note(now, BAR, "failed: " + why);
    }
  }

  /** Notes how far a version has come. */
  void settle(Revision revision, Instant now) {
    var chain = shares.of(revision);
    if (!revision.settle(chain)) {
      return;
    }
    var version = "version " + revision.version();
    switch (revision.state()) {
      case HELD -> news.note(now, BAR, "every segment holds " + version);
      case COMMITTED -> {
        news.note(now, BAR, "every segment committed " + version);
        cancelIfEmpty(revision, now);
      }
      case ABORTED -> {
        chain.forgetUnasked();
        news.note(now, BAR, "nothing of " + version + " is held any more");
      }
      case CHECKING, COMMITTING, ABORTING -> {}
    }
  }

  private void cancelIfEmpty(Revision revision, Instant now) {
    if (revision.criteria().isEmpty() && lifecycle.isAlive() && !revisions.isOver(now)) {
      lifecycle.terminate();
      lifecycle.terminated();
      news.note(now, BAR, "cancelled");
    }
  }

  /** Notes whether every segment has ended its share. */
  void settleEnd(Instant now) {
    if (lifecycle.isTerminating() && shares.terminations().isEmpty()) {
      lifecycle.terminated();
      revisions.nothingIsHeld();
      news.note(now, BAR, "terminated");
    }
  }

  /** A segment says how its data plane is. True if the whole's changed. */
  boolean observe(
      ConnectionId segment,
      DataPlane seen,
      @Nullable String trouble,
      boolean readsClean,
      Instant now) {
    var share = bound().live(segment);
    if (share.isEmpty() || !share.get().observe(seen, trouble, readsClean)) {
      return false;
    }
    var words = circuit.follow(bound(), revisions.isOver(now) || !lifecycle.isAlive());
    words.forEach(word -> news.note(now, BAR, word));
    return !words.isEmpty();
  }

  boolean alarm(ConnectionId segment, String trouble, Instant now) {
    return bound()
        .live(segment)
        .map(share -> observe(segment, share.dataPlane(), trouble, share.isClean(), now))
        .orElse(false);
  }

  void forcedEnd(ConnectionId segment, String why, Instant now) {
    if (bound().live(segment).isPresent()) {
      fail(why, now);
    }
  }
}
