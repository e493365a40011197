package org.touchpaper.bar.coallocation;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.List;
import java.util.UUID;
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

  Standing standing();

  Part with(Standing standing);

  /** The same under another name, undecided. */
  Part anew(UUID name);

  /** Parts of one kind are counted among themselves. */
  String kind();

  /**
   * Where a part stands.
   *
   * @param reference what the resource manager calls it
   * @param path what it crosses, for people
   * @param problem what goes wrong at the moment, or why it failed
   * @param released true once its backend reads clean after the end
   */
  record Standing(
      Phase state,
      @Nullable String reference,
      List<String> path,
      @Nullable String problem,
      boolean released) {

    static final Standing UNDECIDED = new Standing(Phase.UNDECIDED, null, List.of(), null, false);

    public Standing {
      path = List.copyOf(path);
    }

    Standing in(Phase next) {
      return new Standing(next, reference, path, problem, released);
    }

    Standing known(String as, List<String> by) {
      return new Standing(state, as, by, problem, released);
    }

    Standing heard(Phase next, @Nullable String trouble, boolean clean) {
      return new Standing(next, reference, path, trouble, clean);
    }
  }

  /** Whole nodes of a cluster. */
  record Compute(UUID ident, String rm, String resource, int nodes, Standing standing)
      implements Part {
    @Override
    public Part with(Standing other) {
      return new Compute(ident, rm, resource, nodes, other);
    }

    @Override
    public Part anew(UUID name) {
      return new Compute(name, rm, resource, nodes, Standing.UNDECIDED);
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
      Standing standing)
      implements Part {
    @Override
    public Part with(Standing other) {
      return new Lightpath(ident, rm, source, destination, bandwidthMbps, other);
    }

    @Override
    public Part anew(UUID name) {
      return new Lightpath(name, rm, source, destination, bandwidthMbps, Standing.UNDECIDED);
    }

    @Override
    public String kind() {
      return LIGHTPATH;
    }
  }
}
