package org.touchpaper.segment.provider;

import java.time.Clock;
import java.time.Instant;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.touchpaper.segment.connection.DataPlane;
import org.touchpaper.segment.connection.LifecycleState;
import org.touchpaper.segment.connection.Notification;

/**
 * Everything a segment keeps, and the changes that touch several of its tables at once. Each method
 * runs in the caller's transaction, on a connection that transaction has locked.
 */
record Books(
    Connections connections,
    Versions versions,
    Items items,
    Notices notices,
    Drifts drifts,
    Missing missing,
    DueRows due,
    Admission admission,
    Clock clock) {

  static Books of(
      JdbcClient sql,
      DueRows due,
      Holders holders,
      Admission admission,
      Clock clock,
      String ourName) {
    var versions = new Versions(sql);
    return new Books(
        new Connections(sql),
        versions,
        new Items(sql),
        new Notices(sql, due, holders, clock, ourName),
        new Drifts(sql),
        new Missing(),
        due,
        admission,
        clock);
  }

  Instant now() {
    return clock.instant();
  }

  /** The held version becomes binding, and its start and end become due. */
  void commit(Connection it, Version held) {
    var criteria = held.criteria();
    it.commit(criteria == null ? null : criteria.schedule(), now());
    versions.update(held.become(Version.State.COMMITTED));
    if (criteria != null) {
      if (criteria.schedule().startTime().isAfter(now())) {
        due.circuit(it, criteria.schedule().startTime());
      }
      due.circuit(it, criteria.schedule().endTime());
    }
    changed(it);
  }

  /** The held version is let go of, for this reason. */
  void letGo(Connection it, Version held, Version.State why) {
    if (why == Version.State.LAPSED) {
      it.lapse();
    } else {
      it.abort();
    }
    versions.update(held.become(why));
    it.passEndTime(now());
    changed(it);
  }

  /** Ends the connection early: whatever is held is let go of, whatever is up comes down. */
  void terminate(Connection it) {
    letGoOfHeld(it);
    it.terminate();
    changed(it);
  }

  /** Ends the connection by our own decision and tells the holder. */
  void forceEnd(Connection it, String reason) {
    notices.tell(it, new Notification.ForcedEnd(it.id, now(), reason));
    letGoOfHeld(it);
    it.forceEnd(reason);
    changed(it);
  }

  private void letGoOfHeld(Connection it) {
    if (it.heldVersion > 0) {
      var held = versions.find(it.id, it.heldVersion).orElseThrow();
      it.abort();
      versions.update(held.become(Version.State.GIVEN_UP));
    }
  }

  /** After any change: looks at the circuit at once if it may have to change, and saves. */
  void changed(Connection it) {
    var stands = it.dataPlane == DataPlane.ACTIVE || it.configured;
    if (stands || it.wantsUp(now()) || it.dataPlane != it.restState()) {
      due.circuit(it, now());
    }
    giveBack(it, !it.configured);
    connections.save(it);
  }

  /** Changes the data plane and tells the holder, once. */
  void dataPlane(Connection it, DataPlane next, String detail) {
    if (it.dataPlane != next) {
      it.dataPlane = next;
      missing.forget(it.id);
      notices.tell(it, new Notification.DataPlaneChanged(it.id, now(), it.shown(now()), detail));
    }
  }

  /**
   * Gives back to admission what no longer counts.
   *
   * @param settled true if the elements read as the binding version wants: until then the earlier
   *     one still takes its place on them
   */
  void giveBack(Connection it, boolean settled) {
    for (var version : versions.listBooked(it.id)) {
      var over =
          switch (version.state()) {
            case HELD -> false;
            case REFUSED, GIVEN_UP, LAPSED -> true;
            case COMMITTED -> settled && (version.version() != it.version || endedEarly(it));
          };
      if (over) {
        admission.release(it.id, version.version());
        versions.update(version.returned());
      }
    }
  }

  private static boolean endedEarly(Connection it) {
    return it.lifecycle == LifecycleState.TERMINATED
        || it.lifecycle == LifecycleState.TERMINATING
        || it.lifecycle == LifecycleState.FAILED;
  }
}
