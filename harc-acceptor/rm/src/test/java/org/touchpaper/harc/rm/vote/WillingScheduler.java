package org.touchpaper.harc.rm.vote;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.touchpaper.harc.rm.local.FreeTime;
import org.touchpaper.harc.rm.local.FreeTimeQuestion;
import org.touchpaper.harc.rm.local.HoldAnswer;
import org.touchpaper.harc.rm.local.LocalScheduler;
import org.touchpaper.harc.rm.local.Part;
import org.touchpaper.harc.rm.local.SchedulerUnreachable;
import org.touchpaper.harc.rm.local.Transaction;

/** A scheduler that holds whatever it is asked to, and writes down what was decided. */
public final class WillingScheduler implements LocalScheduler {

  /** {@code commit t.1}, in the order in which it was told. */
  public final List<String> told = new ArrayList<>();

  /** What it was asked to hold, in order. */
  public final List<String> asked = new ArrayList<>();

  /** So often it does not answer when it is told something. */
  public int silent;

  /** What is said of that. */
  public String says = "silent";

  /** So often it fails as on a machine that has no memory left. */
  public int exhausted;

  @Override
  public HoldAnswer prepare(Transaction transaction) {
    asked.add(transaction.id());
    return new HoldAnswer.Held(List.of());
  }

  @Override
  public void commit(Transaction transaction) {
    tell("commit " + transaction.id());
  }

  @Override
  public void abort(Transaction transaction) {
    tell("abort " + transaction.id());
  }

  private void tell(String what) {
    if (exhausted > 0) {
      exhausted--;
      throw new OutOfMemoryError("scripted");
    }
    if (silent > 0) {
      silent--;
      throw new SchedulerUnreachable(says, new IllegalStateException("scripted"));
    }
    told.add(what);
  }

  @Override
  public List<Part> query(Transaction transaction) {
    return List.of();
  }

  @Override
  public void forget(Instant before) {}

  @Override
  public FreeTime timetable(FreeTimeQuestion question) {
    return new FreeTime("nodes", List.of(), List.of());
  }
}
