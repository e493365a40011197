package org.touchpaper.bar.coallocation;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

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
   * then, or by nobody: they have failed, once that is said for {@link Standing#DOUBTED}. What a
   * lightpath holds is known to the segments, which have its clock; it may be as well as ever.
   */
  Part disowned(Harc.Disowned word, Instant now);

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
   * @param made the number of the one that made it, if another changed it since; else null
   */
  record Booked(int by, Instant from, @Nullable Integer made) {

    /** Made by it, and not changed since. */
    Booked(int by, Instant from) {
      this(by, from, null);
    }

    int madeBy() {
      return made == null ? by : made;
    }

    Booked changed(int next, Instant start) {
      return new Booked(next, start, madeBy());
    }
  }

  /** Parts of one kind are counted among themselves. */
  String kind();

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
    public Part disowned(Harc.Disowned word, Instant now) {
      return with(standing.disowned(word, now).lost(now));
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
    public Part disowned(Harc.Disowned word, Instant now) {
      return with(standing.disowned(word, now));
    }

    @Override
    public String kind() {
      return LIGHTPATH;
    }
  }
}
