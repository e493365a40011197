package org.touchpaper.harc.client;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One thing a resource manager is asked to do (PoS(ESLEA)016: Make, Modify, Cancel).
 *
 * <p>The ident names the booking; it is chosen by the client, and stays when it is modified.
 */
public sealed interface Action {
  /** The ident of a Make to which the client gave none: its resource manager makes one. */
  String NAMELESS = "";

  String ident();

  /**
   * Book something new.
   *
   * @param owner whose it is to be, if that is not the caller: only an admin makes for others
   */
  record Make(String ident, @Nullable Owner owner, Schedule schedule, Work work) implements Action {
    /** The caller's own. */
    public Make(String ident, Schedule schedule, Work work) {
      this(ident, null, schedule, work);
    }
  }

  /** A person, as {@link org.touchpaper.harc.commit.Caller} names one. */
  record Owner(String name, String homeSite, List<String> virtualOrganisations, String role) {
    public Owner {
      virtualOrganisations = List.copyOf(virtualOrganisations);
    }
  }

  /** Change a booking: what is null stays. */
  record Modify(String ident, @Nullable Schedule schedule, @Nullable Work work) implements Action {}

  /** Give a booking up. */
  record Cancel(String ident) implements Action {}

  /** When: from the start, included, to the end, excluded. */
  record Schedule(Instant startTime, Instant endTime) {}

  /** What. */
  sealed interface Work {}

  /** A dedicated lightpath between two hosts (Figure 3). */
  record Path(String from, String to, int bandwidthMbs) implements Work {}

  /** Whole nodes of a machine. */
  record Compute(String resource, int nodes) implements Work {}

  /** An amount of a named unit of a resource: of a store, or a whole instrument. */
  record Units(String resource, String unit, int amount) implements Work {}

  /** A kind of work this client has no type for. */
  record Other(String elementName) implements Work {}
}
