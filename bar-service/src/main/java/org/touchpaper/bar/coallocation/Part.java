package org.touchpaper.bar.coallocation;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.time.Duration;
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

  /**
   * What it means that a part's resource manager knows nothing of it.
   *
   * @param since when it was first said; null if the part was no more by then
   * @param known true if it does know the transaction that made it, and lacks only a change of it
   */
  record Doubt(@Nullable Instant since, boolean known) {}

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
   * @param doubt what that means; null while it does, and in rows from before there was such a
   *     thing
   * @param silence why its resource manager is not heard; null while it is
   * @param released true once its backend reads clean after the end
   */
  record Standing(
      Phase state,
      @Nullable String reference,
      List<String> path,
      @Nullable String problem,
      @Nullable String disownment,
      @Nullable Doubt doubt,
      @Nullable String silence,
      boolean released) {

    /**
     * So long it is only trouble that a resource manager knows nothing of what it had agreed to: it
     * may be with another's database, or none, for as long as it takes somebody to see that.
     */
    static final Duration DOUBTED = Duration.ofMinutes(1);

    static final Standing UNDECIDED =
        new Standing(Phase.UNDECIDED, null, List.of(), null, null, null, null, false);

    public Standing {
      path = List.copyOf(path);
    }

    Standing in(Phase next) {
      return new Standing(next, reference, path, problem, disownment, doubt, silence, released);
    }

    /** After a change: what failed, or was taken, stays so. */
    Standing goingOn(boolean asItWas) {
      return switch (state) {
        case FAILED, CANCELLED, REFUSED -> this;
        case ACTIVE -> asItWas ? this : in(Phase.COMMITTED);
        case UNDECIDED, COMMITTED, ENDED ->
            new Standing(
                Phase.COMMITTED, reference, path, problem, disownment, doubt, silence, false);
      };
    }

    Standing known(String as, List<String> by) {
      return new Standing(state, as, by, problem, disownment, doubt, silence, released);
    }

    Standing heard(Phase next, @Nullable String trouble, boolean clean) {
      return new Standing(next, reference, path, trouble, null, null, null, clean);
    }

    /** Heard, and as it was, or would be if it had not been disowned. */
    Standing asKnown() {
      var next = isLostByDoubt() ? Phase.COMMITTED : state;
      return new Standing(next, reference, path, problem, null, null, null, released);
    }

    /** Not heard, for this reason; null if that means nothing. */
    Standing silent(@Nullable String why) {
      return new Standing(state, reference, path, problem, disownment, doubt, why, released);
    }

    /** Nothing is known of it any more where it was booked; what it failed of before, it did. */
    Standing disowned(Harc.Disowned word, Instant now) {
      var first = doubt == null ? null : doubt.since();
      var since = first == null && isLive() ? now : first;
      var before = isLive() ? null : problem;
      return new Standing(
          state,
          reference,
          path,
          before,
          word.why(),
          new Doubt(since, word.known()),
          null,
          released);
    }

    /** Failed if that was said for long enough. */
    Standing lost(Instant now) {
      var isLost =
          isInDoubt()
              && doubt != null
              && doubt.since() != null
              && !now.isBefore(doubt.since().plus(DOUBTED));
      return isLost ? in(Phase.FAILED) : this;
    }

    /** Given up; what had failed before stays so, whoever knows of it again. */
    Standing cancelled() {
      if (state != Phase.FAILED) {
        return in(Phase.CANCELLED);
      }
      var known = doubt == null ? null : new Doubt(null, doubt.known());
      return new Standing(state, reference, path, problem, disownment, known, silence, released);
    }

    private boolean isLive() {
      return state == Phase.COMMITTED || state == Phase.ACTIVE;
    }

    private boolean isDoubted() {
      return doubt != null && doubt.since() != null;
    }

    /** True while it goes on, though whoever had agreed to it knows nothing of it. */
    boolean isInDoubt() {
      return isLive() && isDoubted();
    }

    /** True if it failed only of being disowned: heard of again, it is as it is said to be. */
    boolean isLostByDoubt() {
      return state == Phase.FAILED && isDoubted();
    }

    /** True if it failed and nobody knows of it, so that nobody could agree to cancel it. */
    boolean isLostAndUnknown() {
      return state == Phase.FAILED && disownment != null && (doubt == null || !doubt.known());
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
