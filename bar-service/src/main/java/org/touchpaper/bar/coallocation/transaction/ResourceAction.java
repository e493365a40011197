package org.touchpaper.bar.coallocation.transaction;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.touchpaper.bar.coallocation.CoAllocationPart;
import org.touchpaper.bar.coallocation.CoAllocationPart.Compute;
import org.touchpaper.bar.coallocation.CoAllocationPart.Lightpath;
import org.touchpaper.bar.coallocation.CoAllocationPart.Units;
import org.touchpaper.bar.coallocation.run.PartRun;
import org.touchpaper.harc.client.model.HarcAction;
import org.touchpaper.harc.client.model.RunRequest;
import org.touchpaper.harc.client.xml.HarcActionXml;
import org.touchpaper.harc.protocol.ResourceManagerActions;
import org.touchpaper.segment.connection.RequesterIdentity.Person;

/** An action for a resource manager in a transaction. */
public record ResourceAction(String rm, HarcAction action) {

  /**
   * Makes a part.
   *
   * @param owner the owner; null if the requester
   */
  static ResourceAction make(CoAllocationPart part, @Nullable Person owner, Instant end) {
    return new ResourceAction(
        part.rm(),
        new HarcAction.Make(
            part.partId().toString(),
            owner == null
                ? null
                : new HarcAction.Owner(
                    owner.name(), owner.homeSite(), owner.virtualOrganisations(), owner.role()),
            new HarcAction.Schedule(part.origin().startTime(), end),
            workOf(part, null)));
  }

  /**
   * Modifies a part, naming only what differs.
   *
   * @param end the new end; null if the time stays
   */
  static ResourceAction modify(
      CoAllocationPart before, CoAllocationPart after, @Nullable Instant end) {
    var work = workOf(after, before);
    return new ResourceAction(
        before.rm(),
        new HarcAction.Modify(
            before.partId().toString(),
            end == null ? null : new HarcAction.Schedule(after.origin().startTime(), end),
            workOf(before, before).equals(work) ? null : work));
  }

  public static ResourceAction cancel(CoAllocationPart part) {
    return new ResourceAction(part.rm(), new HarcAction.Cancel(part.partId().toString()));
  }

  /** Groups actions by resource manager, in order of first occurrence. */
  public static List<ResourceManagerActions> toActions(List<ResourceAction> actions) {
    return actions.stream()
        .map(ResourceAction::rm)
        .distinct()
        .map(rm ->
            HarcActionXml.write(
                rm,
                actions.stream()
                    .filter(resourceAction -> resourceAction.rm().equals(rm))
                    .map(ResourceAction::action)
                    .toList()))
        .toList();
  }

  /** Names a run only if it was ordered since: no run leaves it as it is. */
  private static HarcAction.Work workOf(CoAllocationPart part, @Nullable CoAllocationPart before) {
    return switch (part) {
      case Compute nodes ->
          new HarcAction.ComputeNodes(
              nodes.resource(),
              nodes.nodes(),
              newRun(nodes.run(), before instanceof Compute earlier ? earlier.run() : null));
      case Lightpath path ->
          new HarcAction.Lightpath(path.source(), path.destination(), path.bandwidthMbps());
      case Units units ->
          new HarcAction.ResourceUnits(units.resource(), units.unit(), units.amount());
    };
  }

  private static @Nullable RunRequest newRun(@Nullable PartRun run, @Nullable PartRun before) {
    if (run == null || !run.isOrderedAfter(before)) {
      return null;
    }
    var spec = run.spec();
    return run.stopped()
        ? new RunRequest.Stop()
        : new RunRequest.Launch(
            spec.application(),
            spec.arguments(),
            spec.environment(),
            spec.processesPerNode(),
            spec.cpuCoresPerProcess(),
            spec.viewer());
  }
}
