package org.touchpaper.lnsap.circuit;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.touchpaper.lnsap.campus.Campus;
import org.touchpaper.lnsap.campus.Host;
import org.touchpaper.segment.connection.Fault;
import org.touchpaper.segment.connection.FreeCapacity;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.Stp;
import org.touchpaper.segment.connection.TimetableQuestion;
import org.touchpaper.segment.ledger.Ledger;
import org.touchpaper.segment.provider.Admission.Question;
import org.touchpaper.segment.provider.Prospect;
import org.touchpaper.timetable.Starts;
import org.touchpaper.timetable.Steps;
import org.touchpaper.timetable.Timetable;
import org.touchpaper.timetable.Window;

/** What would fit on the campus when; advisory, it books nothing. */
record Outlook(Campus campus, Duration horizon, Ledger ledger) {

  /** The one end that is a host, null if neither or both are. */
  static @Nullable Host host(Campus campus, Stp source, Stp destination) {
    var from = known(campus, source).orElse(null);
    var to = known(campus, destination).orElse(null);
    if (from != null && campus.isBorder(destination.port())) {
      return from;
    }
    return campus.isBorder(source.port()) ? to : null;
  }

  private static Optional<Host> known(Campus campus, Stp stp) {
    return stp.network().equals(campus.network()) ? campus.findHost(stp.port()) : Optional.empty();
  }

  /** The same refusal with the next time the request would fit, if that is known. */
  Refusal withNextFit(Refusal refusal, Question question) {
    if (refusal.code() == Refusal.Code.LABEL_BUSY) {
      return refusal;
    }
    var asked = question.criteria();
    var host = Objects.requireNonNull(host(campus, asked.source(), asked.destination()));
    return new Way(this, host).withNextFit(refusal, question, horizon);
  }

  FreeCapacity timetable(TimetableQuestion question) {
    var host = host(campus, question.source(), question.destination());
    if (host == null) {
      throw new Fault(
          Fault.Code.MALFORMED,
          null,
          "%s joins its hosts and its border, not %s and %s"
              .formatted(
                  campus.title(), question.source().with(null), question.destination().with(null)));
    }
    return new Way(this, host).answer(question);
  }

  /** Between a host and the border. */
  private record Way(Outlook outlook, Host host) implements Prospect {
    @Override
    public Steps free(Window within) {
      return outlook.free(host, within);
    }

    @Override
    public Starts starts(int mbps, Window within, Duration length) {
      return outlook.starts(host, mbps, within, length);
    }
  }

  private Steps free(Host host, Window window) {
    return timetables(host).stream()
        .map(timetable -> timetable.freeSteps(window))
        .reduce(Steps::min)
        .orElseThrow();
  }

  private Starts starts(Host host, int mbps, Window within, Duration length) {
    var both = timetables(host);
    return both.getFirst()
        .starts(within, host.claimFor(mbps), length)
        .intersect(both.getLast().starts(within, mbps, length));
  }

  /** The host's and the border's. */
  private List<Timetable> timetables(Host host) {
    var all = ledger.read(List.of(host.name(), campus.border().name()));
    return List.of(
        Objects.requireNonNull(all.get(host.name())),
        Objects.requireNonNull(all.get(campus.border().name())));
  }
}
