package org.touchpaper.bar.coallocation;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.touchpaper.bar.reservation.Phase;

/** One resource of a co-allocation. A part changes only through its co-allocation. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
@JsonSubTypes({
  @JsonSubTypes.Type(value = Part.Compute.class, name = "compute"),
  @JsonSubTypes.Type(value = Part.Lightpath.class, name = "lightpath")
})
public sealed interface Part {

  String COMPUTE = "compute";
  String LIGHTPATH = "lightpath";

  /** Its name in HARC's actions; a lightpath's is its connection id. */
  UUID ident();

  /** The resource manager that books it. */
  String rm();

  /** By which transaction, and from when on. */
  Booked booked();

  Standing standing();

  Part with(Standing standing);

  /**
   * The same, of which its resource manager knows nothing any more. Nodes are promised to others
   * then, or by nobody: they have failed. What a lightpath holds is known to the segments, which
   * have its clock; it may be as well as ever.
   */
  Part disowned(String why);

  /** The same as another transaction changes it. */
  Part by(Booked booked);

  /**
   * The same with as much of it as another part has; empty if that is of another cluster, or
   * between other hosts.
   */
  Optional<Part> withAmountOf(Part other);

  /** The same under another name, undecided. */
  Part anew(UUID name, Booked by);

  /**
   * How a part came to be what it is.
   *
   * @param by the number of the transaction that made it or changed it last: who is asked about
   *     that one tells how it stands
   * @param from when it starts; later than its booking's start if it was put in while that was up
   */
  record Booked(int by, Instant from) {}

  /** Parts of one kind are counted among themselves. */
  String kind();

  /**
   * Where a part stands.
   *
   * @param reference what the resource manager calls it
   * @param path what it crosses, for people
   * @param problem what goes wrong at the moment, or why it failed, as was heard last
   * @param disownment that its resource manager, which had agreed to it, knows nothing of it; null
   *     while it does
   * @param silence why its resource manager is not heard; null while it is
   * @param released true once its backend reads clean after the end
   */
  record Standing(
      Phase state,
      @Nullable String reference,
      List<String> path,
      @Nullable String problem,
      @Nullable String disownment,
      @Nullable String silence,
      boolean released) {

    static final Standing UNDECIDED =
        new Standing(Phase.UNDECIDED, null, List.of(), null, null, null, false);

    public Standing {
      path = List.copyOf(path);
    }

    Standing in(Phase next) {
      return new Standing(next, reference, path, problem, disownment, silence, released);
    }

    /** After a change: what failed, or was taken, stays so. */
    Standing goingOn(boolean asItWas) {
      return switch (state) {
        case FAILED, CANCELLED, REFUSED -> this;
        case ACTIVE -> asItWas ? this : in(Phase.COMMITTED);
        case UNDECIDED, COMMITTED, ENDED ->
            new Standing(Phase.COMMITTED, reference, path, problem, disownment, silence, false);
      };
    }

    Standing known(String as, List<String> by) {
      return new Standing(state, as, by, problem, disownment, silence, released);
    }

    Standing heard(Phase next, @Nullable String trouble, boolean clean) {
      return new Standing(next, reference, path, trouble, null, null, clean);
    }

    /** Heard, and as it was. */
    Standing asKnown() {
      return new Standing(state, reference, path, problem, null, null, released);
    }

    /** Not heard, for this reason; null if that means nothing. */
    Standing silent(@Nullable String why) {
      return new Standing(state, reference, path, problem, disownment, why, released);
    }

    /** Nothing is known of it any more where it was booked; what it failed of before, it did. */
    Standing disowned(String why) {
      var before = isLive() ? null : problem;
      return new Standing(state, reference, path, before, why, null, released);
    }

    private boolean isLive() {
      return state == Phase.COMMITTED || state == Phase.ACTIVE;
    }

    /** What goes wrong, as far as is known: what was heard last, or that nothing is heard. */
    public Optional<String> trouble() {
      return Stream.of(problem, disownment, silence).flatMap(Stream::ofNullable).findFirst();
    }
  }

  /** Whole nodes of a cluster. */
  record Compute(
      UUID ident, String rm, String resource, int nodes, Booked booked, Standing standing)
      implements Part {
    @Override
    public Part with(Standing other) {
      return new Compute(ident, rm, resource, nodes, booked, other);
    }

    @Override
    public Part by(Booked other) {
      return new Compute(ident, rm, resource, nodes, other, standing);
    }

    @Override
    public Optional<Part> withAmountOf(Part other) {
      return other instanceof Compute wanted && wanted.resource.equals(resource)
          ? Optional.of(new Compute(ident, rm, resource, wanted.nodes, booked, standing))
          : Optional.empty();
    }

    @Override
    public Part anew(UUID name, Booked by) {
      return new Compute(name, rm, resource, nodes, by, Standing.UNDECIDED);
    }

    @Override
    public Part disowned(String why) {
      return with(
          standing.isLive() ? standing.disowned(why).in(Phase.FAILED) : standing.disowned(why));
    }

    @Override
    public String kind() {
      return COMPUTE;
    }
  }

  /** A lightpath between two hosts, up from setupLead before the start. */
  record Lightpath(
      UUID ident,
      String rm,
      String source,
      String destination,
      int bandwidthMbps,
      Booked booked,
      Standing standing)
      implements Part {
    @Override
    public Part with(Standing other) {
      return new Lightpath(ident, rm, source, destination, bandwidthMbps, booked, other);
    }

    @Override
    public Part by(Booked other) {
      return new Lightpath(ident, rm, source, destination, bandwidthMbps, other, standing);
    }

    @Override
    public Optional<Part> withAmountOf(Part other) {
      return other instanceof Lightpath wanted
              && wanted.source.equals(source)
              && wanted.destination.equals(destination)
          ? Optional.of(
              new Lightpath(ident, rm, source, destination, wanted.bandwidthMbps, booked, standing))
          : Optional.empty();
    }

    @Override
    public Part anew(UUID name, Booked by) {
      return new Lightpath(name, rm, source, destination, bandwidthMbps, by, Standing.UNDECIDED);
    }

    @Override
    public Part disowned(String why) {
      return with(standing.disowned(why));
    }

    @Override
    public String kind() {
      return LIGHTPATH;
    }
  }
}
