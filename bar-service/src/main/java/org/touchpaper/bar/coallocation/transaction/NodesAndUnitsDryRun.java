package org.touchpaper.bar.coallocation.transaction;

import static java.util.Comparator.naturalOrder;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.touchpaper.bar.coallocation.CoAllocationPart.Compute;
import org.touchpaper.bar.coallocation.CoAllocationPart.Units;
import org.touchpaper.bar.coallocation.harc.CommitProtocolPort;
import org.touchpaper.bar.coallocation.harc.CommitProtocolPort.NoAnswerException;
import org.touchpaper.bar.directory.CurrentNetworkDirectory;
import org.touchpaper.bar.directory.NetworkDirectory;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.RequesterIdentity.Person;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.timetable.StepFunction;

/** Judges the nodes and units of a request, from the timetables of their resource managers. */
@Component
class NodesAndUnitsDryRun {

  private final CommitProtocolPort harc;
  private final CurrentNetworkDirectory directory;

  NodesAndUnitsDryRun(CommitProtocolPort harc, CurrentNetworkDirectory directory) {
    this.harc = harc;
    this.directory = directory;
  }

  /** Judges the nodes, and adds what is refused. */
  List<DryRunResult.NodesResult> judgeCompute(DryRunRequest run, List<Refusal> refusals) {
    var fields = run.fields();
    var results = new ArrayList<DryRunResult.NodesResult>();
    for (var requested : run.parts()) {
      if (requested.part() instanceof Compute nodes) {
        var total = directory.get().cluster(nodes.resource()).map(NetworkDirectory.Cluster::nodes);
        var wanted =
            new Amount(
                nodes.resource(),
                nodes.nodes(),
                "nodes",
                Refusal.Code.NODES_BUSY,
                fields.get(nodes.partId()) + ".nodes",
                total);
        var judged = judgeAmount(requested, nodes.resource(), wanted, run.person(), refusals);
        results.add(new DryRunResult.NodesResult(nodes, judged.fits(), judged.free()));
      }
    }
    return results;
  }

  /** Judges the units, and adds what is refused. */
  List<DryRunResult.UnitsResult> judgeUnits(DryRunRequest run, List<Refusal> refusals) {
    var fields = run.fields();
    var results = new ArrayList<DryRunResult.UnitsResult>();
    for (var requested : run.parts()) {
      if (requested.part() instanceof Units units) {
        var facility = directory.get().facility(units.resource());
        var wanted =
            new Amount(
                units.resource(),
                units.amount(),
                units.unit(),
                Refusal.Code.CAPACITY_BUSY,
                fields.get(units.partId()) + ".amount",
                facility.map(it -> it.units().get(units.unit())));
        var timetable = units.resource() + "/" + units.unit();
        var judged = judgeAmount(requested, timetable, wanted, run.person(), refusals);
        results.add(new DryRunResult.UnitsResult(units, judged.fits(), judged.free()));
      }
    }
    return results;
  }

  /**
   * An amount of a resource, and how to refuse it.
   *
   * @param field its field in the request
   * @param total all that there is, as far as known
   */
  private record Amount(
      String resource,
      int requested,
      String unit,
      Refusal.Code busyCode,
      String field,
      Optional<Integer> total) {

    /** Worded as by the resource managers. */
    Refusal busy(Schedule run, @Nullable Integer free) {
      return new Refusal(
          busyCode,
          resource,
          field,
          "%s has %s of %s %s free from %s to %s; %d requested"
              .formatted(
                  resource,
                  free == null ? "too few" : free,
                  total.map(String::valueOf).orElse("its"),
                  unit,
                  run.startTime(),
                  run.endTime(),
                  requested),
          null);
    }
  }

  /** What a timetable says about an amount; {@code free} is null if that was not asked. */
  private record AmountResult(boolean fits, @Nullable Integer free) {}

  private AmountResult judgeAmount(
      DryRunRequest.Part requested,
      String timetableName,
      Amount amount,
      Person person,
      List<Refusal> refusals) {
    if (requested.isUnchanged()) {
      return new AmountResult(true, null);
    }
    var part = requested.part();
    var run = requested.run();
    try {
      var timetable =
          harc.timetable(
              part.rm(),
              timetableName,
              person,
              run,
              amount.requested(),
              run.duration(),
              requested.existing() == null ? null : part.partId());
      var fits = timetable.starts().earliestFrom(run.startTime()).filter(run.startTime()::equals);
      var free =
          timetable.steps().steps().stream().map(NodesAndUnitsDryRun::amountOf).min(naturalOrder());
      if (fits.isEmpty()) {
        refusals.add(amount.busy(run, free.orElse(null)));
      }
      return new AmountResult(fits.isPresent(), free.orElse(null));
    } catch (NoAnswerException e) {
      refusals.add(DryRunRequest.unreachable(part.rm(), String.valueOf(e.getMessage())));
      return new AmountResult(false, null);
    }
  }

  private static Integer amountOf(StepFunction.Step step) {
    return Math.toIntExact(step.amount());
  }
}
