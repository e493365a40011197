package org.touchpaper.bar.coallocation;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.touchpaper.bar.coallocation.run.PartRun;

/**
 * A part of a co-allocation: a lightpath, nodes of a cluster, or units of a facility. It changes
 * only through its co-allocation.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
@JsonSubTypes({
  @JsonSubTypes.Type(value = CoAllocationPart.Compute.class, name = "compute"),
  @JsonSubTypes.Type(value = CoAllocationPart.Lightpath.class, name = "lightpath"),
  @JsonSubTypes.Type(value = CoAllocationPart.Units.class, name = "units")
})
public sealed interface CoAllocationPart {

  String COMPUTE = "compute";
  String LIGHTPATH = "lightpath";
  String UNITS = "units";

  /** Its id in HARC's actions; a lightpath's is its connection id. */
  UUID partId();

  /** The name of its resource manager. */
  String rm();

  /** The transaction that made or changed it, and its start. */
  Origin origin();

  PartStatusDetails status();

  CoAllocationPart withStatus(PartStatusDetails newStatus);

  CoAllocationPart withOrigin(Origin newOrigin);

  /**
   * Returns the part with the amount of another; empty if that is of another cluster or unit, or
   * between other hosts.
   */
  Optional<CoAllocationPart> withAmountOf(CoAllocationPart requested);

  /** Returns the part under a new id, undecided. */
  CoAllocationPart renewed(UUID newPartId, Origin newOrigin);

  /**
   * The transaction behind a part.
   *
   * @param transactionNo the number of the transaction that made it or changed it last; status
   *     queries name that one
   * @param startTime its start; later than the booking's if it was added while that was active
   */
  record Origin(int transactionNo, Instant startTime) {}

  /** The kind; parts are numbered within it. */
  String kind();

  /**
   * Nodes of a cluster.
   *
   * @param run what runs on them; null if nothing was ordered
   */
  record Compute(
      UUID partId,
      String rm,
      String resource,
      int nodes,
      @Nullable PartRun run,
      Origin origin,
      PartStatusDetails status)
      implements CoAllocationPart {

    /** Nodes on which nothing is run. */
    public Compute(
        UUID partId,
        String rm,
        String resource,
        int nodes,
        Origin origin,
        PartStatusDetails status) {
      this(partId, rm, resource, nodes, null, origin, status);
    }

    @Override
    public Compute withStatus(PartStatusDetails newStatus) {
      return new Compute(partId, rm, resource, nodes, run, origin, newStatus);
    }

    @Override
    public CoAllocationPart withOrigin(Origin newOrigin) {
      return new Compute(partId, rm, resource, nodes, run, newOrigin, status);
    }

    Compute withRun(@Nullable PartRun newRun) {
      return new Compute(partId, rm, resource, nodes, newRun, origin, status);
    }

    /** A part without a run leaves this part's run as it is. */
    @Override
    public Optional<CoAllocationPart> withAmountOf(CoAllocationPart requested) {
      return requested instanceof Compute nodesPart && nodesPart.resource.equals(resource)
          ? Optional.of(
              new Compute(
                  partId,
                  rm,
                  resource,
                  nodesPart.nodes,
                  PartRun.reordered(run, nodesPart.run),
                  origin,
                  status))
          : Optional.empty();
    }

    @Override
    public CoAllocationPart renewed(UUID newPartId, Origin newOrigin) {
      return new Compute(
          newPartId,
          rm,
          resource,
          nodes,
          run == null ? null : run.renewed(newOrigin.transactionNo()),
          newOrigin,
          PartStatusDetails.UNDECIDED);
    }

    @Override
    public String kind() {
      return COMPUTE;
    }

    /** Returns true while something runs on them, or is to run. */
    boolean hasLiveRun() {
      return run != null && !run.isFinished();
    }
  }

  /** A lightpath between two hosts, provisioned from {@code setupLead} before the start. */
  record Lightpath(
      UUID partId,
      String rm,
      String source,
      String destination,
      int bandwidthMbps,
      Origin origin,
      PartStatusDetails status)
      implements CoAllocationPart {
    @Override
    public CoAllocationPart withStatus(PartStatusDetails newStatus) {
      return new Lightpath(partId, rm, source, destination, bandwidthMbps, origin, newStatus);
    }

    @Override
    public CoAllocationPart withOrigin(Origin newOrigin) {
      return new Lightpath(partId, rm, source, destination, bandwidthMbps, newOrigin, status);
    }

    @Override
    public Optional<CoAllocationPart> withAmountOf(CoAllocationPart requested) {
      return requested instanceof Lightpath lightpath
              && lightpath.source.equals(source)
              && lightpath.destination.equals(destination)
          ? Optional.of(
              new Lightpath(
                  partId, rm, source, destination, lightpath.bandwidthMbps, origin, status))
          : Optional.empty();
    }

    @Override
    public CoAllocationPart renewed(UUID newPartId, Origin newOrigin) {
      return new Lightpath(
          newPartId,
          rm,
          source,
          destination,
          bandwidthMbps,
          newOrigin,
          PartStatusDetails.UNDECIDED);
    }

    @Override
    public String kind() {
      return LIGHTPATH;
    }
  }

  /** An amount of a unit of a store or an instrument. */
  record Units(
      UUID partId,
      String rm,
      String resource,
      String unit,
      int amount,
      Origin origin,
      PartStatusDetails status)
      implements CoAllocationPart {
    @Override
    public CoAllocationPart withStatus(PartStatusDetails newStatus) {
      return new Units(partId, rm, resource, unit, amount, origin, newStatus);
    }

    @Override
    public CoAllocationPart withOrigin(Origin newOrigin) {
      return new Units(partId, rm, resource, unit, amount, newOrigin, status);
    }

    @Override
    public Optional<CoAllocationPart> withAmountOf(CoAllocationPart requested) {
      return requested instanceof Units units
              && units.resource.equals(resource)
              && units.unit.equals(unit)
          ? Optional.of(new Units(partId, rm, resource, unit, units.amount, origin, status))
          : Optional.empty();
    }

    @Override
    public CoAllocationPart renewed(UUID newPartId, Origin newOrigin) {
      return new Units(
          newPartId, rm, resource, unit, amount, newOrigin, PartStatusDetails.UNDECIDED);
    }

    @Override
    public String kind() {
      return UNITS;
    }
  }
}
