package org.touchpaper.bar.reservation;

import java.time.Instant;
import java.util.List;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Fault;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.Requester;
import org.touchpaper.segment.connection.Reserve;

/**
 * A reservation towards whoever books it: what is asked for, decided and permitted from above, and
 * how it ends by somebody's will or by its time (NSI's requester verbs, GFD.237 section 4).
 */
record RequesterVerbs(ConnectionId connection, Course course) {

  void check(Reserve request, List<Leg> legs, Instant now) {
    revisions().begin(request);
    if (request.version() == 1) {
      shares().plan(legs);
    } else {
      shares().carryOver(revisions().binding(), request.version());
    }
    note(now, who(request.requester()), "asked for version " + request.version());
  }

  void refuse(Reserve request, Refusal refusal, Instant now) {
    revisions().refuse(request, refusal);
    note(now, who(request.requester()), "refused: " + refusal.reason());
  }

  void refuseAsGone(Reserve request, Instant now) {
    revisions().refuseAsGone(request);
    note(now, who(request.requester()), "asked for version " + request.version() + " too late");
  }

  void commit(int version, String who, Instant now) {
    var revision =
        revisions()
            .find(version)
            .orElseThrow(() -> invalid("version " + version + " was never reserved, so not held"));
    if (revision.state() == RevisionState.HELD && lifecycle().isTerminated()) {
      throw new Fault(Fault.Code.COMMIT_FAILED, connection, connection.value() + " was terminated");
    }
    if (revision.commit()) {
      shares().takeOver(revisions().binding(), version);
      revisions().bind(revision);
      if (!revisions().isOver(now)) {
        course.circuit().standAgain();
      }
      note(now, who, "commit of version " + version);
      course.settle(revision, now);
    }
  }

  void abort(int version, String who, Instant now) {
    var known = revisions().find(version);
    if (known.isEmpty()) {
      revisions().giveUp(connection, version);
      note(now, who, "gave up version " + version + " before it was asked for");
    } else if (known.get().abort()) {
      note(now, who, "abort of version " + version);
      course.settle(known.get(), now);
    }
  }

  void provision(String who, Instant now) {
    requireBinding("provision");
    if (lifecycle().isAlive() && course.permission().give()) {
      note(now, who, "provision");
    }
  }

  void release(String who, Instant now) {
    requireBinding("release");
    if (lifecycle().isAlive() && course.permission().withdraw()) {
      note(now, who, "release");
    }
  }

  private void requireBinding(String verb) {
    var binding = revisions().binding();
    if (binding == 0 || !lifecycle().takesPermission()) {
      throw invalid(
          "cannot " + verb + ": version " + binding + " is binding, " + lifecycle().state());
    }
  }

  void terminate(String who, Instant now) {
    if (lifecycle().isTerminated()) {
      return;
    }
    lifecycle().terminate();
    revisions().giveUpOpen();
    note(now, who, "terminate");
    course.settleEnd(now);
  }

  void cut(String who, Instant now) {
    if (revisions().binding() == 0) {
      throw invalid("it is not decided yet, so nothing of it is configured");
    }
    course.fail("cut by " + who, now);
  }

  void passEnd(Instant now) {
    if (lifecycle().isAlive()
        && revisions().binding() > 0
        && revisions().isOver(now)
        && revisions().open().isEmpty()) {
      lifecycle().passEnd();
      note(now, "clock", "the end has come");
    }
  }

  private Revisions revisions() {
    return course.revisions();
  }

  private Shares shares() {
    return course.shares();
  }

  private Lifecycle lifecycle() {
    return course.lifecycle();
  }

  private void note(Instant now, String who, String what) {
    course.news().note(now, who, what);
  }

  private static String who(Requester requester) {
    return requester.onBehalfOf().name() + " through " + requester.peer();
  }

  private Fault invalid(String why) {
    return Revision.invalid(connection, why);
  }
}
